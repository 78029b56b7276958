//! The rule for all errors: a message states its own part, the cause is the source, and no chain repeats itself.

use harness::ulid_flake;
use std::error::Error;

use conformance::sources::{NotSet, SeedError};
use harness::scru64::{NodeSpec, Scru64};
use harness::ulid::Ulid;
use idcore::error::Quantity;
use idcore::error::{FillError, GenerateError, RangeError};

type Generate = GenerateError<NotSet, SeedError>;

fn out_of_range() -> RangeError {
    RangeError::check(Quantity::UnixMs, 7, 8, 9).expect_err("7 is below 8")
}

fn errors() -> Vec<Box<dyn Error>> {
    let node_spec = |text: &str| Box::new(text.parse::<NodeSpec>().expect_err(text)) as Box<dyn Error>;
    vec![
        Box::new("".parse::<Ulid>().expect_err("it is empty")),
        Box::new(out_of_range()),
        Box::new(Ulid::try_from([0].as_slice()).expect_err("it is too short")),
        Box::new(Generate::Clock(NotSet)),
        Box::new(Generate::Random(SeedError)),
        Box::new(Generate::OutOfRange(out_of_range())),
        Box::new(Generate::BeforeFloor { unix_ms: 1, floor_unix_ms: 2 }),
        Box::new(Generate::AfterCeiling { unix_ms: 2, ceiling_unix_ms: 1 }),
        Box::new(Generate::Rollback { unix_ms: 1, last_unix_ms: 2, allowance_ms: 0 }),
        Box::new(Generate::Forked),
        Box::new(Generate::NotConfigured),
        Box::new(Generate::Overflow { unix_ms: 1, last_unix_ms: 1 }),
        Box::new(FillError { filled: 3, error: Generate::OutOfRange(out_of_range()) }),
        node_spec("42"),
        node_spec("42/"),
        node_spec("/8"),
        node_spec("0u2r85hm2pt-/16"),
        node_spec("256/8"),
        #[cfg(feature = "std")]
        Box::new(harness::scru64::error::NewError::NoNodeSpec),
        #[cfg(feature = "std")]
        Box::new(harness::scru64::error::NewError::NodeSpec(
            "256/8".parse::<NodeSpec>().expect_err("256 has 9 bits"),
        )),
        #[cfg(feature = "std")]
        Box::new(harness::scru64::error::NewError::Generate(idcore::error::GenerateError::OutOfRange(
            out_of_range(),
        ))),
    ]
}

fn messages(error: &dyn Error) -> Vec<String> {
    let causes = error.source().map(messages).unwrap_or_default();
    [vec![error.to_string()], causes].concat()
}

#[test]
fn no_chain_repeats_itself() {
    for error in errors() {
        let messages = messages(&*error);
        for (index, message) in messages.iter().enumerate() {
            assert!(!message.is_empty(), "{messages:?}");
            let others = messages.iter().skip(index + 1);
            assert!(others.clone().all(|cause| !message.contains(cause.as_str())), "{messages:?}");
        }
    }
}

/// The chain of every error about a number contains that number.
#[test]
fn no_cause_is_lost() {
    let numbers = errors().into_iter().map(|error| messages(&*error).join(": "));
    let numbers = numbers.filter(|chain| chain.ends_with("unix_ms is 7, expected 8 to 9"));
    assert_eq!(numbers.count(), if cfg!(feature = "std") { 4 } else { 3 });
}

#[test]
fn a_negative_integer_is_shown_as_it_is() {
    let error = Scru64::try_from(-5_i64).unwrap_err();
    assert_eq!(error.to_string(), "integer is -5, expected 0 to 4738381338321616895");
    let error = ulid_flake::UlidFlake::try_from(i64::MIN).unwrap_err();
    assert_eq!(error.to_string(), format!("integer is {}, expected 0 to {}", i64::MIN, i64::MAX));
}

/// The panic of `new` is reported at its caller, and its message names the fix.
#[cfg(feature = "std")]
#[test]
fn new_panics_where_it_is_called() {
    use std::panic;
    use std::sync::mpsc;

    assert!(std::env::var_os("SCRU64_NODE_SPEC").is_none(), "the test needs a process without a node");
    let (sender, reports) = mpsc::channel();
    panic::set_hook(Box::new(move |info| sender.send(info.to_string()).unwrap()));
    for new in [|| drop(Scru64::new().to_string()), || drop(Scru64::new().to_string())] {
        panic::catch_unwind(new).unwrap_err();
    }
    drop(panic::take_hook());
    let reports: Vec<_> =
        reports.iter().filter(|report| report.contains("call `Scru64::configure`")).collect();
    assert_eq!(reports.len(), 2);
    assert!(reports.iter().all(|report| report.contains("tests/errors.rs")), "{reports:?}");
}
