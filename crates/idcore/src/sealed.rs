//! Tests that users can't implement the sealed traits with the items that the documentation shows.

/// Implements `Id`. The argument completes the implementation.
macro_rules! id {
    ($hidden:literal) => {
        concat!(
            "
use idcore::__private::{TextFormat, base16};
use idcore::error::{ParseError, RangeError};
use idcore::id::{Field, Id, Text};

const FORMAT: TextFormat = TextFormat { name: \"an ID\", digits: \"16 hex digits\", max: \"ffffffffffffffff\", forms: None };

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Own([u8; 8]);

impl Own {
    fn try_from_str(text: &str) -> Result<Self, ParseError> { Ok(Self(base16::decode::<8, 16>(text.as_bytes(), &FORMAT)?)) }
    fn encode(self) -> Text<16> { base16::encode(&self.0) }
}

idcore::impl_bytes_id!(Own, 8, any);
idcore::impl_text_traits!(Own);

impl Id for Own {
    type Bytes = [u8; 8];
    type Text = Text<16>;
    const NAME: &'static str = \"Own\";
    const MIN: Self = Self([0; 8]);
    const MAX: Self = Self([0xff; 8]);
    const FIELDS: &'static [Field] = &[];
    const UNIX_MS: core::ops::RangeInclusive<u64> = 0..=0;
    fn try_from_bytes(bytes: [u8; 8]) -> Result<Self, RangeError> { Ok(Self(bytes)) }
    fn to_bytes(self) -> [u8; 8] { self.0 }
    fn encode(self) -> Text<16> { self.encode() }
    fn unix_ms(self) -> u64 { 0 }
    fn min_at(_: u64) -> Result<Self, RangeError> { Ok(Self::MIN) }
    fn max_at(_: u64) -> Result<Self, RangeError> { Ok(Self::MAX) }
    // This item is hidden, but the seal does not depend on it.
    const FORMAT: &'static TextFormat = &FORMAT;
    const PATTERN: &'static str = \"\";
",
            $hidden,
            "
}
```"
        )
    };
}

#[doc = concat!("```compile_fail,E0046", id!(""))]
struct IdWithoutSeal;

/// The test above fails only because of the seal: with it, the code compiles.
#[doc = concat!("```", id!("fn only_scheme_crates_implement_this_trait() {}"))]
struct IdWithSeal;

/// ```compile_fail,E0046
/// struct Seconds;
/// impl<C: idcore::clock::Clock> idcore::clock::Unit<C> for Seconds {}
/// ```
struct Unit;

/// ```compile_fail,E0046
/// struct Config;
/// impl idcore::Scheme for Config {
///     type Id = u64;
///     type Unit = idcore::clock::Milliseconds;
/// }
/// ```
struct Scheme;
