//! Answers the questions of `test-vectors/judge.py` with a package from crates.io: `peers PACKAGE VERSION SCHEME`
//!
//! Translates, and judges nothing, like peers.py. It is built outside the workspace, because some of these crates have the
//! same names as ours.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::{BufRead as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::rc::Rc;

use ferroid::base32::Base32UlidExt as _;
use serde_json::{Map, Value, json};

type Question = Map<String, Value>;
type Step = Box<dyn FnMut(u64) -> Option<String>>;

/// The functions of a package. An ID is its integer.
struct Peer {
    of_text: fn(&str) -> Option<u128>,
    /// Returns the text form of an integer, or `None` if the integer is rejected.
    text: fn(u128) -> Option<String>,
    /// Returns the timestamp of an integer in milliseconds since 1970, if the package has a function for it.
    unix_ms: fn(u128) -> Option<u64>,
    compare: fn(u128, u128) -> Ordering,
    generator: Option<fn(&Question, Draws) -> Step>,
    /// The fields that a generator draws, in order, with their widths.
    draws: &'static [(&'static str, u32)],
}

/// The question of a call, and the fields that were drawn.
#[derive(Clone, Default)]
struct Draws(Rc<RefCell<(Question, Vec<(&'static str, u32)>, &'static [(&'static str, u32)])>>);

impl Draws {
    fn next(&self) -> u64 {
        let (question, drawn, fields) = &mut *self.0.borrow_mut();
        let is_left = |(name, _): &&(&str, u32)| {
            question.contains_key(&format!("draw_{name}")) && drawn.iter().all(|(known, _)| known != name)
        };
        let (name, bits) = fields.iter().find(is_left).copied().unwrap_or(("unknown", 0));
        // The width of SCRU64's counter is not passed to the package's trait in this form.
        drawn.push((name, if bits == 0 { number(question, "counter_bits") as u32 } else { bits }));
        number(question, &format!("draw_{name}"))
    }
}

fn text<'a>(question: &'a Question, key: &str) -> &'a str {
    question.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn number(question: &Question, key: &str) -> u64 {
    text(question, key).parse().unwrap_or_default()
}

impl scru128::generator::RandSource for Draws {
    fn next_u32(&mut self) -> u32 {
        self.next() as u32
    }
}

impl uuid7::generator::RandSource for Draws {
    fn next_u32(&mut self) -> u32 {
        self.next() as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.next()
    }
}

impl scru64::generator::counter_mode::CounterMode for Draws {
    fn renew(&mut self, _: u8, _: &scru64::generator::counter_mode::RenewContext) -> u32 {
        self.next() as u32
    }
}

/// Runs a step of the generators of one author, which have the same functions.
macro_rules! step {
    ($question:expr, $generator:ident, $reset:ident, $abort:ident $(, $allowance:expr)?) => {{
        let reset = text($question, "on_rollback") == "reset";
        Box::new(move |now| {
            let id = if reset { Some($generator.$reset(now $(, $allowance)?)) } else { $generator.$abort(now $(, $allowance)?) };
            id.map(|id| id.to_string())
        })
    }};
}

fn scru128(question: &Question, draws: Draws) -> Step {
    use scru128::generator::{Generator, StdSystemTime};
    let mut generator = Generator::with_rand_and_time_sources(draws, StdSystemTime);
    generator.set_rollback_allowance(number(question, "allowance_ms"));
    step!(question, generator, generate_or_reset_with_ts, generate_or_abort_with_ts)
}

fn uuid7(question: &Question, draws: Draws) -> Step {
    let mut generator = uuid7::V7Generator::new(draws);
    generator.set_rollback_allowance(number(question, "allowance_ms"));
    step!(question, generator, generate_or_reset_with_ts, generate_or_abort_with_ts)
}

fn scru64(question: &Question, draws: Draws) -> Step {
    let (size, allowance) = (text(question, "node_id_size"), number(question, "allowance_ms"));
    let previous = text(question, "resume_after");
    let node = if previous.is_empty() { text(question, "node_id") } else { previous };
    let spec: scru64::generator::NodeSpec = format!("{node}/{size}").parse().unwrap();
    let mut generator = scru64::generator::Scru64Generator::with_counter_mode(spec, draws);
    step!(question, generator, generate_or_reset_core, generate_or_abort_core, allowance)
}

fn uuid(_: &Question, _: Draws) -> Step {
    let context = uuid::ContextV7::new();
    Box::new(move |now| {
        let timestamp = uuid::Timestamp::from_unix(&context, now / 1000, (now % 1000 * 1_000_000) as u32);
        Some(uuid::Uuid::new_v7(timestamp).to_string())
    })
}

fn peer(package: &str) -> Peer {
    const NONE: Peer = Peer {
        of_text: |_| None,
        text: |_| None,
        unix_ms: |_| None,
        compare: |one, other| one.cmp(&other),
        generator: None,
        draws: &[],
    };
    match package {
        "scru128" => Peer {
            of_text: |text| text.parse().ok().map(scru128::id::Id::to_u128),
            text: |int| Some(scru128::id::Id::from(int).to_string()),
            unix_ms: |int| Some(scru128::id::Id::from(int).timestamp()),
            compare: |one, other| scru128::id::Id::from(one).cmp(&other.into()),
            generator: Some(scru128),
            draws: &[("counter_lo", 24), ("counter_hi", 24), ("entropy", 32)],
        },
        "scru64" => Peer {
            of_text: |text| text.parse().ok().map(|id: scru64::Scru64Id| id.to_u64().into()),
            text: |int| scru64::Scru64Id::try_from(u64::try_from(int).ok()?).ok().map(|id| id.to_string()),
            unix_ms: |int| Some(scru64::Scru64Id::try_from(int as u64).ok()?.timestamp() * 256),
            compare: |one, other| {
                let id = |int| scru64::Scru64Id::try_from(int as u64).unwrap();
                id(one).cmp(&id(other))
            },
            generator: Some(scru64),
            draws: &[("counter", 0)],
        },
        "ulid" => Peer {
            of_text: |text| ulid::Ulid::from_string(text).ok().map(|id| id.0),
            text: |int| Some(ulid::Ulid(int).to_string()),
            unix_ms: |int| Some(ulid::Ulid(int).timestamp_ms()),
            compare: |one, other| ulid::Ulid(one).cmp(&ulid::Ulid(other)),
            ..NONE
        },
        "rusty_ulid" => Peer {
            of_text: |text| text.parse().ok().map(|id: rusty_ulid::Ulid| id.into()),
            text: |int| Some(rusty_ulid::Ulid::from(int).to_string()),
            unix_ms: |int| Some(rusty_ulid::Ulid::from(int).timestamp()),
            compare: |one, other| rusty_ulid::Ulid::from(one).cmp(&rusty_ulid::Ulid::from(other)),
            ..NONE
        },
        "ferroid" => Peer {
            of_text: |text| ferroid::id::ULID::decode(text).ok().map(|id| id.to_raw()),
            text: |int| Some(ferroid::id::ULID::from_raw(int).encode().as_str().to_owned()),
            unix_ms: |int| Some(ferroid::id::ULID::from_raw(int).timestamp() as u64),
            compare: |one, other| ferroid::id::ULID::from_raw(one).cmp(&ferroid::id::ULID::from_raw(other)),
            ..NONE
        },
        "uuid" => Peer {
            of_text: |text| text.parse().ok().map(|id: uuid::Uuid| id.as_u128()),
            text: |int| Some(uuid::Uuid::from_u128(int).to_string()),
            unix_ms: |int| {
                let (seconds, nanoseconds) = uuid::Uuid::from_u128(int).get_timestamp()?.to_unix();
                Some(seconds * 1000 + u64::from(nanoseconds) / 1_000_000)
            },
            compare: |one, other| uuid::Uuid::from_u128(one).cmp(&uuid::Uuid::from_u128(other)),
            generator: Some(uuid),
            ..NONE
        },
        "uuid7" => Peer {
            of_text: |text| text.parse().ok().map(|id: uuid7::Uuid| id.into()),
            text: |int| Some(uuid7::Uuid::from(int).to_string()),
            compare: |one, other| uuid7::Uuid::from(one).cmp(&uuid7::Uuid::from(other)),
            generator: Some(uuid7),
            draws: &[("counter", 41), ("random", 32)],
            ..NONE
        },
        _ => panic!("unknown package {package}"),
    }
}

fn main() {
    set_hook(Box::new(|_| {}));
    let [package, version, scheme] = <[String; 3]>::try_from(Vec::from_iter(std::env::args().skip(1))).unwrap();
    let peer = peer(&package);
    let mut generators: HashMap<String, (Step, Draws, u64)> = HashMap::new();
    for line in std::io::stdin().lock().lines() {
        let question: Question = serde_json::from_str(&line.unwrap()).unwrap();
        let unsupported = |reason: &str| json!({"unsupported": reason});
        let id = |int: Option<u128>| match int.and_then(|int| Some((int, (peer.text)(int)?))) {
            Some((int, text)) => match (peer.unix_ms)(int) {
                Some(unix_ms) => json!({"int": int.to_string(), "text": text, "unix_ms": unix_ms.to_string()}),
                None => json!({"int": int.to_string(), "text": text}),
            },
            None => json!({"error": "rejected"}),
        };
        let of = |key: &str| (peer.of_text)(text(&question, key));
        let own_random = peer.generator.is_some() && peer.draws.is_empty();
        let answer = catch_unwind(AssertUnwindSafe(|| match text(&question, "do") {
            "start" => json!({
                "protocol": "1", "name": format!("crates.io {package}"), "version": version, "schemes": scheme,
                "abilities": if peer.generator.is_some() { "parse from_int compare open" } else { "parse from_int compare" },
            }),
            "parse" => id(of("text")),
            "from_int" => match text(&question, "int").parse() {
                Ok(int) => id(Some(int)),
                Err(_) => unsupported("its type for integers is smaller"),
            },
            "compare" => match (peer.compare)(of("a").unwrap(), of("b").unwrap()) {
                Ordering::Less => json!({"order": "less"}),
                Ordering::Equal => json!({"order": "equal"}),
                Ordering::Greater => json!({"order": "greater"}),
            },
            "open" if !text(&question, "resume_after").is_empty() && package != "scru64" => unsupported("it can't resume"),
            "open" if own_random && text(&question, "on_rollback") == "reset" => unsupported("it can't start over"),
            "open" if text(&question, "allowance_ms").parse::<u64>().is_err() => {
                unsupported("it takes unsigned allowances")
            }
            "open" => {
                let draws = Draws::default();
                draws.0.borrow_mut().2 = peer.draws;
                let width = 24 - number(&question, "node_id_size") - number(&question, "guard_bits");
                let step = peer.generator.unwrap()(&question, draws.clone());
                generators.insert(text(&question, "generator").to_owned(), (step, draws, width));
                if own_random { json!({"random": "own"}) } else { json!({}) }
            }
            "generate" if question.contains_key("ceiling_unix_ms") => unsupported("it has no ceiling"),
            "generate" if question.iter().any(|(key, value)| key.starts_with("draw_") && value == "fail") => {
                unsupported("its random source can't fail")
            }
            "generate" => {
                let (step, draws, width) = generators.get_mut(text(&question, "generator")).unwrap();
                let mut question = question.clone();
                question.insert("counter_bits".to_owned(), json!(width.to_string()));
                let now = number(&question, "now");
                (draws.0.borrow_mut().0, draws.0.borrow_mut().1) = (question, Vec::new());
                let mut answer = match catch_unwind(AssertUnwindSafe(|| step(now))) {
                    Ok(Some(id)) => json!({"text": id}),
                    Ok(None) => json!({"error": "rollback"}),
                    Err(_) => json!({"error": "failed"}), // Their only other error is a panic.
                };
                if !own_random {
                    let drawn: Vec<_> = draws.0.borrow().1.iter().map(|(name, bits)| format!("{name}:{bits}")).collect();
                    answer["drawn"] = json!(drawn.join(" "));
                }
                answer
            }
            _ => unsupported("an unknown question"),
        }));
        let mut answer = answer.unwrap_or_else(|_| json!({"error": "a panic"}));
        answer["n"] = question["n"].clone();
        println!("{answer}");
        std::io::stdout().flush().unwrap();
    }
}
