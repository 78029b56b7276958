//! The functions that all schemes have. Their names and documentation differ in little more than the name of the
//! scheme.

/// Defines the interface of a scheme in its own module. The header lists the functions in the order of this table.
///
/// With `sample_with`, the module calls `Config::scheme`, which creates a configuration. Without `configure`, it calls
/// `Config::generator`, which creates a generator. The scheme provides these functions. The optional parts are:
///
/// - `more_constants` and `more_structs`. `Config` can contain these structs.
/// - `after_parse`, `after_format` and `before_init`: functions that only this scheme has.
/// - `checked`: which bytes are not an ID.
/// - `integers`: functions for the integer of an ID. The integer is below the given number.
/// - `epoch`: functions for a custom epoch. All other functions count timestamps from the given epoch.
/// - `configure`: creates the configuration of a generator from the settings.
/// - `default`: the default settings, used for a null pointer.
/// - `after_generate`: functions that only this scheme has.
/// - `unit`: the mode in which `generate_at` returns an error.
/// - `sample`: samples take no settings. With `sample_with`, they take settings, and the given text describes how
///   random they are.
macro_rules! scheme {
    (
        name: $name:literal,
        title: $title:literal,
        one: $one:literal,
        number: $number:literal,
        id: $id:ty,
        generator: $generator:ty,
        generator_bytes: $generator_bytes:literal,
        digits: $digits:literal, $alphabet:literal,
        $(more_constants: { $(#[doc = $constant_doc:literal] $constant:ident = $value:literal;)* })?
        fields: { $(#[doc = $field_doc:literal] $field:ident: $field_type:ty,)* }
        $(more_structs: { $($more_structs:tt)* })?
        config: { $($config:tt)* }
        settings: $settings:literal,
        $(configure: |$set:ident| $configure:expr,)?
        $(after_parse: { $($after_parse:tt)* })?
        $(after_format: { $($after_format:tt)* })?
        $(checked: $checked:literal,)?
        $(integers: $integers:literal,)?
        $(epoch: $epoch:literal,)?
        $(default: $default:expr,)?
        $(before_init: { $($before_init:tt)* })?
        $(after_generate: { $($after_generate:tt)* })?
        $(unit: $unit:literal,)?
        $(sample: $sample:expr,)?
        $(sample_with: $sample_with:literal,)?
    ) => {
        use core::ffi::{c_char, c_void};

        use super::code::sortid_code;
        use super::generator;
        use super::id::{self, Field};
        use super::memory::{self, Memory};
        use super::pointers;
        use super::sources::{sortid_limits, sortid_random, sortid_sources};
        use super::table::{Group, Named, Scheme};

        const BYTES: usize = size_of::<Id>();
        const GENERATOR_WORDS: usize = $generator_bytes / 8;
        const _: () = assert!($digits == size_of::<<$id as idcore::id::Id>::Text>());

        /// C wraps these bytes in a struct.
        type Id = <$id as idcore::id::Id>::Bytes;

        describe! { ID:
            /// A {one}, most significant byte first. `memcmp` orders IDs.
            Id {
                bytes: [u8; BYTES],
            }
        }

        structs! { STRUCTS:
            /// The fields of a {one}.
            Fields { $(#[doc = $field_doc] $field: $field_type,)* }

            $($($more_structs)*)?

            /// The settings of a {title} generator.
            Config {
                limits: sortid_limits,
                $($config)*
            }

            /// The memory of a {title} generator. Initialise it with `sortid_{name}_init`. Do not copy or move it.
            Generator {
                reserved: [u64; GENERATOR_WORDS],
            }
        }

        $(
            impl Config {
                fn generator(&self, sources: &sortid_sources) -> Result<$generator, sortid_code> {
                    let $set = self;
                    generator::plain($configure, $set.limits, sources)
                }
            }
        )?

        impl Memory for Generator {
            type Generator = $generator;
            const SCHEME: u8 = $number;
        }

        /// The default settings, if the scheme has any.
        const DEFAULT: Option<Config> = [$(Some($default),)? None][0];

        /// The interface of this scheme.
        pub const SCHEME: Scheme = Scheme {
            name: $name,
            title: $title,
            one: $one,
            constants: &[
                Named { doc: &["The size of a {one}."], name: "BYTES", value: BYTES },
                Named {
                    doc: &[concat!("The size of a buffer for its string: ", $digits, " characters and a 0.")],
                    name: "TEXT_SIZE",
                    value: $digits + 1,
                },
                $($(Named { doc: &[$constant_doc], name: stringify!($constant), value: $value },)*)?
                Named {
                    doc: &[concat!(
                        "The size of a generator's memory in 8-byte words, ",
                        $generator_bytes,
                        " bytes in total.",
                    )],
                    name: "GENERATOR_WORDS",
                    value: GENERATOR_WORDS,
                },
            ],
            structs: &[ID, STRUCTS],
            functions: FUNCTIONS,
        };

        functions! { FUNCTIONS, $name:
            #[doc = concat!("Parses a string: ", $digits, " characters ", $alphabet, ", case-insensitive.")]
            parse(text: *const c_char, length: usize, id: *mut Id, position: *mut usize) =
                id::parse(text, length, id, position, <$id>::try_from_str);

            $($($after_parse)*)?

            /// Writes the string of an ID and a 0 into a buffer of at least {TEXT_SIZE} bytes.
            format(id: *const Id, buffer: *mut c_char, size: usize) =
                pointers::write_text(&id::read::<$id>(id)?.encode(), buffer, size);

            $($($after_format)*)?

            /// Reads an ID from its bytes, most significant first.
            $(#[doc = concat!("Not all bytes are valid: the integer of an ID is below ", $integers, ".")])?
            $(#[doc = concat!("Not all bytes are valid: ", $checked, ".")])?
            from_bytes(bytes: *const u8, length: usize, id: *mut Id) = id::from_bytes::<$id>(bytes, length, id);

            /// Writes the bytes of an ID, most significant first, into a buffer of at least {BYTES} bytes.
            to_bytes(id: *const Id, buffer: *mut u8, size: usize) =
                pointers::write_bytes(&id::read::<$id>(id)?.to_bytes(), 0, buffer, size);

            $(
                #[doc = concat!("Creates an ID from an integer below ", $integers, ".")]
                from_u64(integer: u64, id: *mut Id) = id::write(<$id>::try_from_u64(integer), id);

                /// Writes the integer of an ID.
                to_u64(id: *const Id, integer: *mut u64) = pointers::write(integer, id::read::<$id>(id)?.to_u64());
            )?

            /// Creates an ID from its fields.
            from_fields(fields: *const Fields, id: *mut Id) = {
                let fields = pointers::read(fields)?;
                id::write(<$id>::from_parts($(fields.$field.into_part()),*), id)
            };

            /// Writes the fields of an ID.
            to_fields(id: *const Id, fields: *mut Fields) = {
                let id = id::read::<$id>(id)?;
                pointers::write(fields, Fields { $($field: Field::of_part(id.$field())),* })
            };

            #[doc = concat!("Writes the time of an ID", $(", for timestamps that count from ", $epoch,)? ".")]
            unix_ms(id: *const Id, unix_ms: *mut u64) =
                pointers::write(unix_ms, id::read::<$id>(id)?.unix_ms());

            /// Creates the smallest ID of an instant, as the lower bound of a search.
            $(#[doc = concat!("Timestamps count from ", $epoch, ".")])?
            min_at(unix_ms: u64, id: *mut Id) = id::write(<$id>::min_at(unix_ms), id);

            /// Creates the largest ID of an instant, as the upper bound of a search.
            $(#[doc = concat!("Timestamps count from ", $epoch, ".")])?
            max_at(unix_ms: u64, id: *mut Id) = id::write(<$id>::max_at(unix_ms), id);

            $(
                /// Writes the time of an ID, for timestamps that count from a different epoch
                #[doc = concat!("than ", $epoch, ".")]
                /// Writes `UINT64_MAX` if the time is later than that.
                unix_ms_with_epoch(id: *const Id, epoch_unix_ms: u64, unix_ms: *mut u64) =
                    pointers::write(unix_ms, id::read::<$id>(id)?.unix_ms_with_epoch(epoch_unix_ms));

                /// Creates the smallest ID of an instant, for timestamps that count from a different epoch.
                min_at_with_epoch(unix_ms: u64, epoch_unix_ms: u64, id: *mut Id) =
                    id::write(<$id>::min_at_with_epoch(unix_ms, epoch_unix_ms), id);

                /// Creates the largest ID of an instant, for timestamps that count from a different epoch.
                max_at_with_epoch(unix_ms: u64, epoch_unix_ms: u64, id: *mut Id) =
                    id::write(<$id>::max_at_with_epoch(unix_ms, epoch_unix_ms), id);
            )?

            $(
                /// Writes the default settings.
                config_default(config: *mut Config) = pointers::write(config, $default);
            )?

            $($($before_init)*)?

            /// Initialises the memory of a generator, which has `size` bytes.
            #[doc = $settings]
            /// Copies what it needs from the settings and the sources. Initialising the memory again creates a new
            /// generator.
            init(generator: *mut Generator, size: usize, config: *const Config, sources: *const sortid_sources) = {
                let config = pointers::read_or(config, DEFAULT)?;
                let sources = pointers::read(sources)?;
                memory::init(generator, size, || config.generator(&sources))
            };

            /// Generates the next ID. After a rollback beyond the allowance, the result is `SORTID_ROLLBACK`.
            generate(generator: *mut Generator, id: *mut Id) =
                id::write(memory::hold_for(generator, id)?.generator.generate(), id);

            /// Generates the next ID. After a rollback beyond the allowance, or if overflows took it as far ahead, starts
            /// over at the clock's reading. In SCRU64 and Ulid-Flake, this can repeat IDs.
            generate_or_reset(generator: *mut Generator, id: *mut Id) =
                id::write(memory::hold_for(generator, id)?.generator.generate_or_reset(), id);

            /// Generates the next ID for a reading in milliseconds since 1970, without calling the clock.
            $(#[doc = concat!("In ", $unit, ", the result is `SORTID_OTHER_UNIT`.")])?
            generate_at(generator: *mut Generator, unix_ms: u64, id: *mut Id) =
                id::write(memory::hold_for(generator, id)?.generator.generate_at(unix_ms), id);

            /// Generates the next ID like `sortid_{name}_generate_at`, but starts over at the reading after a rollback
            /// beyond the allowance. In SCRU64 and Ulid-Flake, this can repeat IDs.
            generate_or_reset_at(generator: *mut Generator, unix_ms: u64, id: *mut Id) =
                id::write(memory::hold_for(generator, id)?.generator.generate_or_reset_at(unix_ms), id);

            $($($after_generate)*)?

            /// Continues after an ID, as if the generator had just generated it. If its last ID is later, this goes back and
            /// can repeat IDs.
            resume_after(generator: *mut Generator, id: *const Id) =
                Ok(memory::hold(generator)?.generator.resume_after(id::read(id)?)?);

            /// Continues after an instant, as if all IDs up to it were used. If its last ID is later, this goes back and
            /// can repeat IDs.
            resume_after_instant(generator: *mut Generator, unix_ms: u64) =
                Ok(memory::hold(generator)?.generator.resume_after_instant(unix_ms)?);

            /// Writes the last ID. Before the first ID, the result is `SORTID_NO_LAST`.
            last(generator: *mut Generator, id: *mut Id) =
                id::write(memory::hold(generator)?.generator.last().ok_or(sortid_code::SORTID_NO_LAST), id);

            /// Writes how far the last ID is ahead of an instant, in milliseconds, or 0 if it is not ahead.
            ahead_ms_at(generator: *mut Generator, unix_ms: u64, ahead_ms: *mut u64) =
                pointers::write(ahead_ms, memory::hold(generator)?.generator.ahead_ms_at(unix_ms));

            /// Sets the ceiling: no later ID has a timestamp at or after this instant.
            set_ceiling_unix_ms(generator: *mut Generator, unix_ms: u64) = {
                memory::hold(generator)?.generator.set_ceiling_unix_ms(unix_ms);
                Ok(())
            };

            $(
                /// Generates an ID for an instant, with all other fields as random as in a generator's first ID,
                /// without a generator.
                sample_at(unix_ms: u64, random: sortid_random, random_context: *mut c_void, id: *mut Id) =
                    generator::sample(&$sample, unix_ms, random, random_context, id);
            )?

            $(
                #[doc = concat!("Generates an ID for an instant, ", $sample_with)]
                sample_at(
                    unix_ms: u64,
                    config: *const Config,
                    random: sortid_random,
                    random_context: *mut c_void,
                    id: *mut Id
                ) = generator::sample(&pointers::read_or(config, DEFAULT)?.scheme()?, unix_ms, random, random_context, id);
            )?
        }
    };
}
