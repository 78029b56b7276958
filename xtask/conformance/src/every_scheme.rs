//! The tests that every scheme must pass.

/// Defines the tests that every scheme must pass, in the module that calls this macro. Implements the calling crate's
/// `EveryScheme` trait, so that the crate can require these tests for every scheme.
///
/// - `scheme`: the type of the scheme under test, in `harness::schemes`.
/// - `strings`: the canonical strings of IDs in increasing order. The second is an ordinary ID.
/// - `accessors`: the accessors of the fields, in the order of the fields.
/// - `instants`: the first and the last instant that IDs can carry, and the length of a tick in milliseconds.
/// - `last_unix_ms`: the last instant at which a generator generates IDs.
/// - `config`: returns a configuration whose ticks hold 1 000 IDs.
/// - `almost_last`: an ID of that configuration at [`T`](crate::generator::T). Its tick holds fewer than 40 IDs after
///   it.
/// - `constant`: a configuration that the compiler computes.
/// - `sample_at`: `sample_at` of the ID type, with this configuration.
/// - `words`: the numbers of random words that the usual configuration draws for the first ID, the second ID, an ID in
///   the next tick, and an ID in a later second.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the calling crate requires the trait")]
macro_rules! every_scheme {
    (
        scheme: $scheme:path,
        strings: $strings:expr,
        accessors: [$($accessor:ident),+],
        instants: $instants:expr,
        last_unix_ms: $last_unix_ms:expr,
        config: $config:expr,
        almost_last: $almost_last:expr,
        constant: $constant:expr,
        sample_at: $sample_at:expr,
        words: $words:expr,
    ) => {
        const STRINGS: &[&str] = &$strings;
        const INSTANTS: (u64, u64, u64) = $instants;

        use $scheme as Scheme;
        type IdType = <Scheme as ::harness::scheme::SchemeUnderTest>::Id;

        impl crate::EveryScheme for Scheme {}

        #[test]
        fn fields_are_the_oracles() {
            $crate::codec::fields_are_the_oracles::<Scheme>(IdType::FIELDS);
        }

        #[test]
        fn accessors_return_the_oracles_fields() {
            $crate::codec::accessors_return_the_oracles_fields::<Scheme>(|id| {
                vec![$((stringify!($accessor), id.$accessor().into())),+]
            });
        }

        #[test]
        fn generator_keeps_its_promises() {
            $crate::generator::keeps_its_promises($config, $almost_last.expect("it is in range"));
        }

        #[test]
        fn id_behaves() {
            use ::idcore::id::Id;

            $crate::surface::behaves::<IdType>(<IdType as Id>::NAME, STRINGS);
        }

        #[test]
        fn trait_agrees_with_the_type() {
            use ::idcore::id::Id;

            assert_eq!((<IdType as Id>::MIN, <IdType as Id>::MAX), (IdType::MIN, IdType::MAX));
            assert_eq!((<IdType as Id>::UNIX_MS, <IdType as Id>::FIELDS), (IdType::UNIX_MS, IdType::FIELDS));
            for &text in STRINGS {
                let id = IdType::try_from_str(text).expect("an ID");
                assert_eq!(text.parse(), Ok(id));
                assert_eq!(Id::encode(id), id.encode());
                assert_eq!(Id::to_bytes(id), id.to_bytes());
                let unix_ms = id.unix_ms();
                assert_eq!(Id::unix_ms(id), unix_ms);
                assert!(Id::fields(id).eq(id.fields()));
                assert_eq!(<IdType as Id>::min_at(unix_ms), IdType::min_at(unix_ms));
                assert_eq!(<IdType as Id>::max_at(unix_ms), IdType::max_at(unix_ms));
                #[cfg(feature = "std")]
                {
                    let time = ::std::time::UNIX_EPOCH + ::std::time::Duration::from_millis(unix_ms);
                    assert_eq!(<IdType as Id>::min_at_time(time), IdType::min_at(unix_ms));
                    assert_eq!(<IdType as Id>::max_at_time(time), IdType::max_at(unix_ms));
                }
            }
        }

        #[test]
        fn constants_agree_with_the_functions() {
            $crate::facts::agree_with_the_functions::<Scheme>(INSTANTS.0, INSTANTS.1, $last_unix_ms);
        }

        #[test]
        fn typed_ids_are_plain_ids_with_a_prefix() {
            $crate::typed::agrees_with_the_plain::<IdType>(STRINGS);
        }

        #[cfg(feature = "std")]
        #[test]
        fn typed_ids_are_made_process_wide() {
            $crate::typed::are_made_process_wide::<Scheme>();
        }

        #[test]
        fn texts_are_written_into_a_buffer() {
            for &text in STRINGS {
                let id = IdType::try_from_str(text).expect("an ID");
                let mut buffer = id.encode().as_bytes().map(|_| b' ');
                assert_eq!(id.encode_into(&mut buffer), text);
                assert_eq!(buffer, text.as_bytes());
            }
        }

        #[test]
        fn bounds_contain_exactly_the_ids_of_an_instant() {
            let layout = $crate::oracle::<Scheme>().layout;
            $crate::surface::bounds_contain_an_instant(
                layout,
                INSTANTS,
                IdType::min_at,
                IdType::max_at,
                IdType::unix_ms,
            );
            assert_eq!(IdType::min_at(INSTANTS.0), Ok(IdType::MIN));
            assert_eq!(IdType::max_at(INSTANTS.1), Ok(IdType::MAX));
        }

        #[cfg(feature = "alloc")]
        #[test]
        fn strings_lead_back() {
            use $crate::typed::Order;

            $crate::surface::converts_from_and_to_strings::<IdType>(STRINGS[1]);
            let typed = ::idcore::id::Typed::<IdType, Order>::MAX.to_string().leak();
            $crate::surface::converts_from_and_to_strings::<::idcore::id::Typed<IdType, Order>>(typed);
        }

        #[test]
        fn nothing_follows_the_last_tick_of_a_scheme() {
            $crate::generator::nothing_follows_the_last_tick::<Scheme>($last_unix_ms, INSTANTS.2);
        }

        #[test]
        fn a_generator_of_a_constant_makes_the_same_ids() {
            use $crate::generator::constants::{WORDS, makes_the_same_ids};

            makes_the_same_ids(const { $constant.generator(::idcore::clock::NoClock, WORDS) });
        }

        #[test]
        fn samples_are_first_ids() {
            $crate::generator::samples_are_first_ids($constant, $sample_at);
        }

        #[test]
        fn starting_over_needs_64_random_bits() {
            $crate::generator::constants::starting_over_needs_64_random_bits::<Scheme>();
        }

        #[test]
        fn random_words_of_an_id() {
            assert_eq!($crate::generator::constants::random_words($constant), $words);
        }

        #[cfg(feature = "std")]
        #[test]
        fn threads_never_repeat_an_id() {
            $crate::threads::never_repeat_an_id($crate::threads::process_wide::<Scheme>().new);
        }

        #[cfg(feature = "std")]
        #[test]
        fn threads_make_ids_in_one_order() {
            $crate::threads::make_ids_in_one_order($crate::threads::process_wide::<Scheme>().new);
        }

        #[cfg(all(unix, feature = "std"))]
        #[test]
        fn the_process_wide_generator_shares_no_id_with_a_child() {
            $crate::processes::the_process_wide_generator_forks::<Scheme>();
        }

        #[cfg(all(unix, feature = "std"))]
        #[test]
        fn an_own_generator_shares_no_id_with_a_child() {
            $crate::processes::an_own_generator_forks::<Scheme>();
        }
    };
}
