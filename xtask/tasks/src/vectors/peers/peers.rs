//! Runs the published Rust implementations against the vectors: `peers VECTORS TREE`. TREE is the output of `cargo
//! tree`, which contains the versions.
//!
//! Prints the same lines as peers.py. It is built outside the workspace, because some of these crates have the same
//! names as ours.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::env;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::rc::Rc;

use ferroid::base32::Base32UlidExt as _;
use serde_json::{Value, json};

struct Peer {
    package: &'static str,
    scheme: &'static str,
    /// Parses a string. Returns the integer, or `None` if the string is rejected.
    of_text: fn(&str) -> Option<u128>,
    /// Returns the text form of an integer, or `None` if it is rejected.
    text: fn(u128) -> Option<String>,
    /// Returns the timestamp of an integer in milliseconds since 1970.
    unix_ms: fn(u128) -> u64,
    compare: fn(u128, u128) -> Ordering,
    generator: Generator,
}

enum Generator {
    None,
    /// A generator whose draws come from the queue.
    Of(fn(&Value, Draws) -> Step),
    /// A generator with its own random source.
    OwnSource(fn() -> Step),
}

type Draws = Rc<RefCell<VecDeque<u64>>>;
type Step = Box<dyn FnMut(u64) -> Option<String>>;

struct Random(Draws);

impl Random {
    fn next(&self) -> u64 {
        self.0.borrow_mut().pop_front().expect("the step has this draw")
    }
}

impl scru128::generator::RandSource for Random {
    fn next_u32(&mut self) -> u32 {
        self.next() as u32
    }
}

impl uuid7::generator::RandSource for Random {
    fn next_u32(&mut self) -> u32 {
        self.next() as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.next()
    }
}

impl scru64::generator::counter_mode::CounterMode for Random {
    fn renew(&mut self, _: u8, _: &scru64::generator::counter_mode::RenewContext) -> u32 {
        // 0-bit draws are not listed.
        self.0.borrow_mut().pop_front().unwrap_or(0) as u32
    }
}

/// Runs a step of the generators of one author, which have the same functions.
macro_rules! step {
    ($config:expr, $generator:ident, $reset:ident, $abort:ident $(, $allowance:expr)?) => {{
        let reset = $config["on_rollback"] == "reset";
        Box::new(move |now| {
            let id = if reset { Some($generator.$reset(now $(, $allowance)?)) } else { $generator.$abort(now $(, $allowance)?) };
            id.map(|id| id.to_string())
        })
    }};
}

fn scru128(config: &Value, draws: Draws) -> Step {
    use scru128::generator::{Generator, StdSystemTime};
    let mut generator = Generator::with_rand_and_time_sources(Random(draws), StdSystemTime);
    generator.set_rollback_allowance(config["allowance_ms"].as_u64().unwrap());
    step!(config, generator, generate_or_reset_with_ts, generate_or_abort_with_ts)
}

fn uuid7(config: &Value, draws: Draws) -> Step {
    let mut generator = uuid7::V7Generator::new(Random(draws));
    generator.set_rollback_allowance(config["allowance_ms"].as_u64().unwrap());
    step!(config, generator, generate_or_reset_with_ts, generate_or_abort_with_ts)
}

fn scru64(config: &Value, draws: Draws) -> Step {
    let (size, allowance) = (&config["node_id_size"], config["allowance_ms"].as_u64().unwrap());
    let node = config["resume_after"].as_str().map_or(config["node_id"].to_string(), str::to_owned);
    let spec: scru64::generator::NodeSpec = format!("{node}/{size}").parse().unwrap();
    let mut generator = scru64::generator::Scru64Generator::with_counter_mode(spec, Random(draws));
    step!(config, generator, generate_or_reset_core, generate_or_abort_core, allowance)
}

fn uuid() -> Step {
    let context = uuid::ContextV7::new();
    Box::new(move |now| {
        let (seconds, nanoseconds) = (now / 1000, now % 1000 * 1_000_000);
        let timestamp = uuid::Timestamp::from_unix(&context, seconds, nanoseconds as u32);
        Some(uuid::Uuid::new_v7(timestamp).to_string())
    })
}

const PEERS: [Peer; 7] = [
    Peer {
        package: "scru128",
        scheme: "scru128",
        of_text: |text| text.parse().ok().map(scru128::id::Id::to_u128),
        text: |int| Some(scru128::id::Id::from(int).to_string()),
        unix_ms: |int| scru128::id::Id::from(int).timestamp(),
        compare: |one, other| scru128::id::Id::from(one).cmp(&other.into()),
        generator: Generator::Of(scru128),
    },
    Peer {
        package: "scru64",
        scheme: "scru64",
        of_text: |text| text.parse().ok().map(|id: scru64::Scru64Id| id.to_u64().into()),
        text: |int| scru64::Scru64Id::try_from(u64::try_from(int).ok()?).ok().map(|id| id.to_string()),
        unix_ms: |int| scru64::Scru64Id::try_from(int as u64).unwrap().timestamp() * 256,
        compare: |one, other| {
            let id = |int| scru64::Scru64Id::try_from(int as u64).unwrap();
            id(one).cmp(&id(other))
        },
        generator: Generator::Of(scru64),
    },
    Peer {
        package: "ulid",
        scheme: "ulid",
        of_text: |text| ulid::Ulid::from_string(text).ok().map(|id| id.0),
        text: |int| Some(ulid::Ulid(int).to_string()),
        unix_ms: |int| ulid::Ulid(int).timestamp_ms(),
        compare: |one, other| ulid::Ulid(one).cmp(&ulid::Ulid(other)),
        generator: Generator::None,
    },
    Peer {
        package: "rusty_ulid",
        scheme: "ulid",
        of_text: |text| text.parse().ok().map(|id: rusty_ulid::Ulid| id.into()),
        text: |int| Some(rusty_ulid::Ulid::from(int).to_string()),
        unix_ms: |int| rusty_ulid::Ulid::from(int).timestamp(),
        compare: |one, other| rusty_ulid::Ulid::from(one).cmp(&rusty_ulid::Ulid::from(other)),
        generator: Generator::None,
    },
    Peer {
        package: "ferroid",
        scheme: "ulid",
        of_text: |text| ferroid::id::ULID::decode(text).ok().map(|id| id.to_raw()),
        text: |int| Some(ferroid::id::ULID::from_raw(int).encode().as_str().to_owned()),
        unix_ms: |int| ferroid::id::ULID::from_raw(int).timestamp() as u64,
        compare: |one, other| ferroid::id::ULID::from_raw(one).cmp(&ferroid::id::ULID::from_raw(other)),
        generator: Generator::None,
    },
    Peer {
        package: "uuid",
        scheme: "uuid7",
        of_text: |text| text.parse().ok().map(|id: uuid::Uuid| id.as_u128()),
        text: |int| Some(uuid::Uuid::from_u128(int).to_string()),
        unix_ms: |int| {
            let (seconds, nanoseconds) = uuid::Uuid::from_u128(int).get_timestamp().unwrap().to_unix();
            seconds * 1000 + u64::from(nanoseconds) / 1_000_000
        },
        compare: |one, other| uuid::Uuid::from_u128(one).cmp(&uuid::Uuid::from_u128(other)),
        generator: Generator::OwnSource(uuid),
    },
    Peer {
        package: "uuid7",
        scheme: "uuid7",
        of_text: |text| text.parse().ok().map(|id: uuid7::Uuid| id.into()),
        text: |int| Some(uuid7::Uuid::from(int).to_string()),
        unix_ms: |int| (int >> 80) as u64, // It has no function for it.
        compare: |one, other| uuid7::Uuid::from(one).cmp(&uuid7::Uuid::from(other)),
        generator: Generator::Of(uuid7),
    },
];

/// Returns the values of an array. If it is missing, returns no values.
fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn strings(value: &Value) -> Vec<&str> {
    list(value).filter_map(Value::as_str).collect()
}

/// Runs a case. Returns `None` if it is not for this peer, and otherwise how the result differs, if it does.
fn run(peer: &Peer, kind: &str, case: &Value) -> Option<Option<String>> {
    let text = case["text"].as_str().unwrap_or_default();
    Some(match kind {
        "codec" if case["reason"].is_string() => (peer.of_text)(text).map(|int| format!("accepted as {int}")),
        "codec" => {
            let int: u128 = case["int"].as_str().unwrap().parse().unwrap();
            let all = strings(&case["alternates"]).into_iter().chain([text]);
            let wrong = all.into_iter().find(|text| (peer.of_text)(text) != Some(int));
            let written = (peer.text)(int);
            match wrong {
                Some(text) => Some(format!("{text} is read as {:?}", (peer.of_text)(text))),
                None if written.as_deref() != Some(text) => Some(format!("text: {written:?}")),
                None if case["unix_ms"] != (peer.unix_ms)(int) => {
                    Some(format!("unix_ms: {}", (peer.unix_ms)(int)))
                }
                None => None,
            }
        }
        "refused" if case["from"] == "int" => {
            let int = case["value"].as_str().unwrap().parse().ok()?;
            (peer.text)(int).map(|text| format!("accepted as {text}"))
        }
        "order" => {
            let mut ints: Vec<_> = strings(&case["shuffled"]).into_iter().filter_map(peer.of_text).collect();
            ints.sort_by(|one, other| (peer.compare)(*one, *other));
            let found: Vec<_> = ints.into_iter().filter_map(peer.text).collect();
            (found != strings(&case["sorted"])).then(|| "a different order".to_owned())
        }
        "generator" => {
            let has = |flag: &str| list(&case["flags"]).any(|known| known == flag);
            let resumes = peer.scheme != "scru64" && has("resume");
            let resets = case["config"]["on_rollback"] == "reset";
            match peer.generator {
                // These generators' random sources can't fail.
                _ if has("ceiling") || has("rng_failure") || resumes => return None,
                Generator::Of(generator) => trace(generator, case),
                Generator::OwnSource(_)
                    if resets || list(&case["steps"]).any(|step| step["error"].is_string()) =>
                {
                    return None;
                }
                Generator::OwnSource(generator) => times_and_order(generator(), case),
                Generator::None => return None,
            }
        }
        _ => return None,
    })
}

fn trace(generator: fn(&Value, Draws) -> Step, case: &Value) -> Option<String> {
    let draws = Draws::default();
    let mut make = generator(&case["config"], draws.clone());
    list(&case["steps"]).enumerate().find_map(|(index, step)| {
        *draws.borrow_mut() = step["draws"].as_object().unwrap().values().filter_map(Value::as_u64).collect();
        let found = catch_unwind(AssertUnwindSafe(|| make(reading(step))));
        let error = step["error"].as_str();
        let agrees = match &found {
            // Their only other error is a panic.
            Err(_) => matches!(error, Some("overflow" | "out_of_range")),
            Ok(None) => error == Some("rollback"),
            Ok(found) => found.as_deref() == step["text"].as_str(),
        };
        let found = found.map_or("a panic".to_owned(), |id| id.unwrap_or("rollback".to_owned()));
        (!agrees || !draws.borrow().is_empty()).then(|| format!("step {index}: {found}"))
    })
}

/// Returns the reading of a step, which is a decimal string above 2^53 - 1.
fn reading(step: &Value) -> u64 {
    step["now"].as_u64().unwrap_or_else(|| step["now"].as_str().unwrap().parse().unwrap())
}

/// Compares what does not depend on random numbers: version, variant, timestamps and order.
fn times_and_order(mut make: Step, case: &Value) -> Option<String> {
    let mut last = String::new();
    list(&case["steps"]).find_map(|step| {
        let (found, text) = (make(reading(step)).unwrap(), step["text"].as_str().unwrap());
        let difference = match found[..13].cmp(&text[..13]) {
            _ if &found[14..15] != "7" || !"89ab".contains(&found[19..20]) => "a wrong version or variant",
            Ordering::Greater => "a timestamp ahead of the clock and of the last ID",
            Ordering::Less => "a timestamp behind the clock or the last ID",
            Ordering::Equal if found <= last => "an ID that is not after the last ID",
            Ordering::Equal => "",
        };
        last = found;
        (!difference.is_empty()).then(|| difference.to_owned())
    })
}

fn main() {
    set_hook(Box::new(|_| {}));
    let [vectors, tree] = <[String; 2]>::try_from(Vec::from_iter(env::args().skip(1))).unwrap();
    for peer in PEERS {
        let version = tree.lines().find_map(|line| line.strip_prefix(peer.package)?.strip_prefix(" v"));
        let kinds = ["codec", "generator", "order", "refused"];
        for (kind, end) in kinds.into_iter().flat_map(|kind| [(kind, ""), (kind, "-policy")]) {
            let name = format!("{}/{kind}{end}.json", peer.scheme);
            // A file without cases does not exist.
            let Ok(content) = fs::read_to_string(format!("{vectors}/{name}")) else { continue };
            let file: Value = serde_json::from_str(&content).unwrap();
            let (mut ran, mut differ) = (0, Vec::new());
            for case in ["valid", "invalid", "cases"].into_iter().flat_map(|array| list(&file[array])) {
                let result = catch_unwind(AssertUnwindSafe(|| run(&peer, kind, case)));
                let Some(difference) = result.unwrap_or(Some(Some("a panic".to_owned()))) else { continue };
                ran += 1;
                if let Some(difference) = difference {
                    let [id, comment, flags, text] = ["id", "comment", "flags", "text"].map(|key| &case[key]);
                    differ.push(json!([id, comment, difference, flags, text]));
                }
            }
            let peer = format!("crates.io {}", peer.package);
            println!(
                "{}",
                json!({"peer": peer, "version": version, "file": name, "cases": file["count"], "ran": ran, "differ": differ})
            );
        }
    }
}
