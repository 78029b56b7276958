//! The tests that every scheme must pass.

/// Defines the tests that every scheme must pass, in the module that calls this macro.
///
/// - `scheme`: the scheme in `oracle::schemes`.
/// - `id`: the ID type.
/// - `texts`: canonical texts of IDs in increasing order. The second is an ordinary one.
/// - `instants`: the first and the last instant that IDs can carry, and the milliseconds of a tick.
/// - `configs`: configurations of traces, with all keys of the scheme except those that every scheme has.
/// - `config`: returns a configuration whose ticks hold 1 000 IDs.
/// - `almost_last`: an ID of that configuration at [`T`](crate::generator::T). Its tick holds fewer than 40 IDs after it.
/// - `prepare`: runs before the first call of `new`.
/// - `new`: makes an ID with the process-wide generator.
#[macro_export]
macro_rules! every_scheme {
    (
        scheme: $scheme:ident,
        id: $id:ident,
        texts: $texts:expr,
        instants: $instants:expr,
        configs: $configs:tt,
        config: $config:expr,
        almost_last: $almost_last:expr,
        $(prepare: $prepare:expr,)?
        new: $new:expr,
    ) => {
        const TEXTS: &[&str] = &$texts;

        struct Subject;

        impl $crate::Tested for Subject {
            const SCHEME: &'static ::oracle::schemes::Scheme = &::oracle::schemes::$scheme;

            fn configs() -> Vec<::serde_json::Map<String, ::serde_json::Value>> {
                $crate::objects(&::serde_json::json!($configs))
            }
        }

        #[test]
        fn codec_agrees_with_the_oracle() {
            $crate::codec::agrees_with_the_oracle::<Subject>();
        }

        #[test]
        fn fields_are_the_oracles() {
            $crate::codec::fields_are_the_oracles::<Subject>($id::FIELDS);
        }

        #[test]
        fn generator_agrees_with_the_oracle() {
            $crate::generator::agrees_with_the_oracle::<Subject>();
        }

        #[test]
        fn generator_keeps_its_promises() {
            $crate::generator::keeps_its_promises($config, $almost_last.expect("it is in range"));
        }

        #[test]
        fn id_behaves() {
            $crate::surface::behaves::<$id>(stringify!($id), TEXTS);
        }

        #[test]
        fn trait_agrees_with_the_vectors_and_the_type() {
            use ::idcore::Id;

            $crate::id_trait::agrees_with_the_vectors::<$id>(&::oracle::schemes::$scheme);
            assert_eq!(<$id as Id>::NAME, stringify!($id));
            assert_eq!((<$id as Id>::MIN, <$id as Id>::MAX), ($id::MIN, $id::MAX));
            assert_eq!(<$id as Id>::FIELDS, $id::FIELDS);
            for &text in TEXTS {
                let id = $id::try_from_str(text).expect("an ID");
                assert_eq!(<$id as Id>::try_from_str(text), Ok(id));
                assert_eq!(Id::encode(id), id.encode());
                assert_eq!(Id::to_bytes(id), id.to_bytes());
                let unix_ms = id.unix_ms();
                assert_eq!(Id::unix_ms(id), unix_ms);
                assert_eq!(<$id as Id>::min_at(unix_ms), $id::min_at(unix_ms));
                assert_eq!(<$id as Id>::max_at(unix_ms), $id::max_at(unix_ms));
                #[cfg(feature = "std")]
                {
                    let time = ::std::time::UNIX_EPOCH + ::std::time::Duration::from_millis(unix_ms);
                    assert_eq!(<$id as Id>::min_at_time(time), $id::min_at(unix_ms));
                    assert_eq!(<$id as Id>::max_at_time(time), $id::max_at(unix_ms));
                }
            }
        }

        #[test]
        fn texts_are_written_into_a_buffer() {
            for &text in TEXTS {
                let id = $id::try_from_str(text).expect("an ID");
                let mut buffer = id.encode().as_bytes().map(|_| b' ');
                assert_eq!(id.encode_into(&mut buffer), text);
                assert_eq!(buffer, text.as_bytes());
            }
        }

        #[test]
        fn bounds_contain_exactly_the_ids_of_an_instant() {
            const INSTANTS: (u64, u64, u64) = $instants;
            let layout = ::oracle::schemes::$scheme.layout;
            $crate::surface::bounds_contain_an_instant(
                layout, INSTANTS, $id::min_at, $id::max_at, $id::unix_ms,
            );
            assert_eq!($id::min_at(INSTANTS.0), Ok($id::MIN));
            assert_eq!($id::max_at(INSTANTS.1), Ok($id::MAX));
        }

        #[cfg(feature = "alloc")]
        #[test]
        fn strings_lead_back() {
            $crate::surface::converts_strings::<$id>(TEXTS[1]);
        }

        #[cfg(feature = "serde")]
        #[test]
        fn serde_has_text_or_bytes() {
            $crate::surface::serializes::<$id>(stringify!($id), TEXTS[1]);
        }

        #[cfg(feature = "std")]
        #[test]
        fn threads_never_repeat_an_id() {
            $($prepare;)?
            $crate::threads::never_repeat_an_id($new);
        }

        #[cfg(feature = "std")]
        #[test]
        fn threads_make_ids_in_one_order() {
            $($prepare;)?
            $crate::threads::make_ids_in_one_order($new);
        }
    };
}
