//! The ID types with their oracles.

use harness::scheme::{IdUnderTest, SchemeUnderTest};
use idcore::id::Id;
use num_bigint::BigUint;
use oracle::schemes::{SCHEMES, Scheme};

/// An ID type under test.
pub(crate) trait Tested: IdUnderTest {
    /// Returns the rules of the specification.
    fn oracle() -> &'static Scheme {
        let named = |scheme: &&&Scheme| scheme.name == Self::Scheme::NAME;
        SCHEMES.iter().find(named).expect("the oracle has every scheme")
    }
}

impl<I: IdUnderTest> Tested for I {}

/// Evaluates an expression with the ID type that a number selects, in the order of [`SCHEMES`]. Add a new scheme at the
/// end, so that stored inputs with a number below the number of schemes keep their scheme.
macro_rules! with_scheme {
    ($selector:expr, $id:ident => $body:expr) => {{
        let schemes = oracle::schemes::SCHEMES;
        let count = u8::try_from(schemes.len()).expect("fewer schemes than bytes");
        let name = schemes[usize::from($selector % count)].name;
        let result = harness::with_scheme!(name, S => {
            type $id = <S as harness::scheme::SchemeUnderTest>::Id;
            $body
        });
        result.expect("every scheme has a crate")
    }};
}
pub(crate) use with_scheme;

/// Returns the big-endian bytes of an integer, if an ID has room for them.
pub(crate) fn bytes<I: Id>(integer: &BigUint) -> Option<Vec<u8>> {
    let digits = integer.to_bytes_be();
    let mut bytes = vec![0; size_of::<I::Bytes>().checked_sub(digits.len())?];
    bytes.extend(digits);
    Some(bytes)
}
