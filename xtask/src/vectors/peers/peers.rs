//! Runs the published Rust implementations against the vectors: `peers VECTORS VERSIONS...`, where a version is NAME=VERSION.
//!
//! Prints the same lines as peers.py. It is built outside the workspace, because two of these crates have the names of ours.

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
    /// The integer of a text.
    of_text: fn(&str) -> Option<u128>,
    /// The text of an integer; `None` if it is refused.
    text: fn(u128) -> Option<String>,
    /// The timestamp of an integer in milliseconds since 1970.
    unix_ms: fn(u128) -> u64,
    compare: fn(u128, u128) -> Ordering,
    /// Makes a generator whose draws come from the queue.
    generator: Option<fn(&Value, Draws) -> Step>,
}

type Draws = Rc<RefCell<VecDeque<u32>>>;
type Step = Box<dyn FnMut(u64) -> Option<String>>;

struct Random(Draws);

impl scru128::generator::RandSource for Random {
    fn next_u32(&mut self) -> u32 {
        self.0.borrow_mut().pop_front().expect("the step has this draw")
    }
}

impl scru64::generator::counter_mode::CounterMode for Random {
    fn renew(&mut self, _: u8, _: &scru64::generator::counter_mode::RenewContext) -> u32 {
        self.0.borrow_mut().pop_front().expect("the step has this draw")
    }
}

fn scru128(config: &Value, draws: Draws) -> Step {
    let mut generator =
        scru128::Generator::with_rand_and_time_sources(Random(draws), scru128::generator::StdSystemTime);
    generator.set_rollback_allowance(config["allowance_ms"].as_u64().unwrap());
    let reset = config["on_rollback"] == "reset";
    Box::new(move |now| {
        let id = if reset {
            Some(generator.generate_or_reset_with_ts(now))
        } else {
            generator.generate_or_abort_with_ts(now)
        };
        id.map(|id| id.to_string())
    })
}

fn scru64(config: &Value, draws: Draws) -> Step {
    let size = &config["node_id_size"];
    let node = config["resume_after"].as_str().map_or(config["node_id"].to_string(), str::to_owned);
    let spec: scru64::generator::NodeSpec = format!("{node}/{size}").parse().unwrap();
    let mut generator = scru64::generator::Scru64Generator::with_counter_mode(spec, Random(draws));
    let (reset, allowance) = (config["on_rollback"] == "reset", config["allowance_ms"].as_u64().unwrap());
    Box::new(move |now| {
        let id = if reset {
            Some(generator.generate_or_reset_core(now, allowance))
        } else {
            generator.generate_or_abort_core(now, allowance)
        };
        id.map(|id| id.to_string())
    })
}

const PEERS: [Peer; 5] = [
    Peer {
        package: "scru128",
        scheme: "scru128",
        of_text: |text| text.parse().ok().map(scru128::Id::to_u128),
        text: |int| Some(scru128::Id::from(int).to_string()),
        unix_ms: |int| scru128::Id::from(int).timestamp(),
        compare: |one, other| scru128::Id::from(one).cmp(&other.into()),
        generator: Some(scru128),
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
        generator: Some(scru64),
    },
    Peer {
        package: "ulid",
        scheme: "ulid",
        of_text: |text| ulid::Ulid::from_string(text).ok().map(|id| id.0),
        text: |int| Some(ulid::Ulid(int).to_string()),
        unix_ms: |int| ulid::Ulid(int).timestamp_ms(),
        compare: |one, other| ulid::Ulid(one).cmp(&ulid::Ulid(other)),
        generator: None,
    },
    Peer {
        package: "rusty_ulid",
        scheme: "ulid",
        of_text: |text| text.parse().ok().map(|id: rusty_ulid::Ulid| id.into()),
        text: |int| Some(rusty_ulid::Ulid::from(int).to_string()),
        unix_ms: |int| rusty_ulid::Ulid::from(int).timestamp(),
        compare: |one, other| rusty_ulid::Ulid::from(one).cmp(&rusty_ulid::Ulid::from(other)),
        generator: None,
    },
    Peer {
        package: "ferroid",
        scheme: "ulid",
        of_text: |text| ferroid::id::ULID::decode(text).ok().map(|id| id.to_raw()),
        text: |int| Some(ferroid::id::ULID::from_raw(int).encode().as_str().to_owned()),
        unix_ms: |int| ferroid::id::ULID::from_raw(int).timestamp() as u64,
        compare: |one, other| ferroid::id::ULID::from_raw(one).cmp(&ferroid::id::ULID::from_raw(other)),
        generator: None,
    },
];

/// Whether a case is one for the peer and, if it differs, how.
fn run(peer: &Peer, kind: &str, case: &Value) -> Option<Option<String>> {
    let text = || case["text"].as_str().unwrap();
    Some(match kind {
        "codec" if case["reason"].is_string() => {
            (peer.of_text)(text()).map(|int| format!("accepted as {int}"))
        }
        "codec" => {
            let texts = case["alternates"].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
            let int: u128 = case["int"].as_str().unwrap().parse().unwrap();
            let wrong = texts.chain([text()]).find(|text| (peer.of_text)(text) != Some(int));
            let written = (peer.text)(int);
            match wrong {
                Some(text) => Some(format!("{text} is read as {:?}", (peer.of_text)(text))),
                None if written.as_deref() != Some(text()) => Some(format!("text: {written:?}")),
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
            let texts = |key: &str| {
                case[key]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|text| text.as_str().unwrap().to_owned())
                    .collect::<Vec<_>>()
            };
            let mut ints: Vec<_> = texts("shuffled").iter().filter_map(|text| (peer.of_text)(text)).collect();
            ints.sort_by(|one, other| (peer.compare)(*one, *other));
            let found: Vec<_> = ints.iter().filter_map(|int| (peer.text)(*int)).collect();
            (found != texts("sorted")).then(|| "another order".to_owned())
        }
        "generator" => {
            let flags = case["flags"].as_array().unwrap();
            let has = |flag: &str| flags.iter().any(|known| known == flag);
            let resumes = peer.scheme != "scru64" && has("resume");
            // Their sources can't fail.
            if has("ceiling") || has("rng_failure") || resumes {
                return None;
            }
            trace(peer.generator?, case)
        }
        _ => return None,
    })
}

fn trace(generator: fn(&Value, Draws) -> Step, case: &Value) -> Option<String> {
    let draws = Draws::default();
    let mut make = generator(&case["config"], draws.clone());
    case["steps"].as_array().unwrap().iter().enumerate().find_map(|(index, step)| {
        *draws.borrow_mut() =
            step["draws"].as_object().unwrap().values().map(|draw| draw.as_u64().unwrap() as u32).collect();
        let found = catch_unwind(AssertUnwindSafe(|| make(step["now"].as_u64().unwrap())));
        let left = draws.borrow().len();
        let error = step["error"].as_str();
        let expected = step["text"].as_str().map(str::to_owned);
        let agrees = match &found {
            // A panic is their only other error.
            Err(_) => matches!(error, Some("overflow" | "out_of_range")),
            Ok(None) => error == Some("rollback"),
            Ok(found) => *found == expected,
        };
        (!agrees || left > 0).then(|| {
            format!(
                "step {index}: {}",
                found.map_or("a panic".to_owned(), |id| id.unwrap_or("rollback".to_owned()))
            )
        })
    })
}

fn main() {
    set_hook(Box::new(|_| {}));
    let arguments: Vec<_> = env::args().skip(1).collect();
    for peer in PEERS {
        let version =
            arguments.iter().find_map(|word| word.strip_prefix(&format!("{}=", peer.package))).unwrap_or("?");
        for kind in ["codec", "generator", "node-spec", "order", "refused"] {
            let name = format!("{}/{kind}.json", peer.scheme);
            let Ok(content) = fs::read_to_string(format!("{}/{name}", arguments[0])) else { continue };
            let file: Value = serde_json::from_str(&content).unwrap();
            let arrays = ["valid", "invalid", "cases"]
                .map(|array| file[array].as_array().cloned().unwrap_or_default());
            let (mut ran, mut differ) = (0, Vec::new());
            for case in arrays.concat() {
                let result = catch_unwind(AssertUnwindSafe(|| run(&peer, kind, &case)));
                let Some(difference) = result.unwrap_or(Some(Some("a panic".to_owned()))) else { continue };
                ran += 1;
                if let Some(difference) = difference {
                    let policy = case["flags"].as_array().unwrap().iter().any(|flag| flag == "policy");
                    differ.push(json!([case["id"], case["comment"], difference, policy]));
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
