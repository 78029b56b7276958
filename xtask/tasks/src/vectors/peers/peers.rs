//! Answers the questions of judge.py with a package from crates.io: `peers PACKAGE SCHEME`. It judges nothing.
//!
//! It is built outside the workspace, because some of these crates have the same names as ours.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::str::FromStr;

use serde_json::{Value, json};

type Question = BTreeMap<String, String>;
type Step = Box<dyn FnMut(u64) -> Option<String>>;

thread_local! {
    /// The question of a generator without the random numbers that were drawn, and what was drawn.
    static CALL: RefCell<(Question, Vec<String>)> = RefCell::default();
}

/// A random source for the fields that a generator draws, in order, with their widths.
struct Draws(Vec<(&'static str, u8)>);

impl Draws {
    fn next(&self) -> u64 {
        CALL.with_borrow_mut(|(question, drawn)| {
            let mut values =
                self.0.iter().map(|field| (*field, question.remove(&format!("draw_{}", field.0))));
            let found = values.find_map(|(field, value)| Some((field, value?)));
            let ((name, bits), value) = found.unwrap_or((("unknown", self.0[0].1), "0".to_owned()));
            drawn.push(format!("{name}:{bits}"));
            value.parse().unwrap()
        })
    }
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

/// Creates a generator. The error is the answer.
fn open(package: &str, q: &Question) -> Result<Step, Value> {
    use scru64::generator::{NodeSpec, Scru64Generator};
    let unsupported = |reason| Err(json!({"unsupported": reason}));
    let rejected = || json!({"error": "rejected"});
    let allowance = q["allowance_ms"].parse().map_err(|_| rejected())?;
    let resets = q["on_rollback"] == "reset";
    match package {
        "scru64" => {
            let node = if q["resume_after"].is_empty() { &q["node_id"] } else { &q["resume_after"] };
            let spec: NodeSpec = format!("{node}/{}", q["node_id_size"]).parse().map_err(|_| rejected())?;
            let guard_bits = q["guard_bits"].parse().map_err(|_| rejected())?;
            if spec.node_id().to_string() != q["node_id"] {
                return unsupported("it takes the node ID from the last ID");
            }
            let draws = Draws(vec![("counter", (24 - spec.node_id_size()).saturating_sub(guard_bits))]);
            let mut generator = Scru64Generator::with_counter_mode(spec, draws);
            Ok(Box::new(move |now| {
                let id = resets.then(|| generator.generate_or_reset_core(now, allowance));
                Some(id.or_else(|| generator.generate_or_abort_core(now, allowance))?.to_string())
            }))
        }
        _ if !q["resume_after"].is_empty() => unsupported("it can't resume"),
        "scru128" => {
            let draws = Draws(vec![("counter_lo", 24), ("counter_hi", 24), ("entropy", 32)]);
            let clock = scru128::generator::StdSystemTime;
            let mut generator = scru128::Generator::with_rand_and_time_sources(draws, clock);
            generator.set_rollback_allowance(allowance);
            Ok(Box::new(move |now| {
                let id = resets.then(|| generator.generate_or_reset_with_ts(now));
                Some(id.or_else(|| generator.generate_or_abort_with_ts(now))?.to_string())
            }))
        }
        "uuid7" => {
            let mut generator = uuid7::V7Generator::new(Draws(vec![("counter", 41), ("random", 32)]));
            generator.set_rollback_allowance(allowance);
            Ok(Box::new(move |now| {
                let id = resets.then(|| generator.generate_or_reset_with_ts(now));
                Some(id.or_else(|| generator.generate_or_abort_with_ts(now))?.to_string())
            }))
        }
        _ if resets => unsupported("it can't start over"),
        _ => {
            let context = uuid::ContextV7::new();
            Ok(Box::new(move |now| {
                let time = uuid::Timestamp::from_unix(&context, now / 1000, (now % 1000 * 1_000_000) as u32);
                Some(uuid::Uuid::new_v7(time).to_string())
            }))
        }
    }
}

fn generate(step: &mut Step, q: &Question) -> Value {
    if q.contains_key("ceiling_unix_ms") || q.values().any(|value| value == "fail") {
        return json!({"unsupported": "it has no ceiling, and its random source can't fail"});
    }
    CALL.set((q.clone(), Vec::new()));
    step(q["now"].parse().unwrap()).map_or(json!({"error": "rollback"}), |id| json!({"text": id}))
}

/// Answers a question about IDs. `parts` returns the integer and, if the package decodes it, the time.
fn ids<I>(q: &Question, of_int: Option<I>, parts: fn(I) -> (u128, Option<u64>)) -> Value
where
    I: FromStr + Display + Ord + Copy,
{
    let parse = |key: &str| q[key].parse::<I>().ok();
    let id = match &*q["do"] {
        "parse" => parse("text"),
        "from_int" => of_int,
        _ => return json!({"order": format!("{:?}", parse("a").cmp(&parse("b"))).to_lowercase()}),
    };
    let Some(id) = id else { return json!({"error": "rejected"}) };
    let (int, unix_ms) = parts(id);
    let mut forms = json!({"text": id.to_string(), "int": int.to_string()});
    if let Some(unix_ms) = unix_ms {
        forms["unix_ms"] = json!(unix_ms.to_string());
    }
    forms
}

fn answer(package: &str, q: &Question) -> Value {
    let Ok(int) = q.get("int").map_or("0", String::as_str).parse() else {
        return json!({"unsupported": "its type for integers is smaller"});
    };
    match package {
        "scru128" => ids(q, Some(scru128::Id::from(int)), |id| (id.into(), Some(id.timestamp()))),
        "scru64" => {
            let id = u64::try_from(int).ok().and_then(|int| scru64::Scru64Id::try_from(int).ok());
            ids(q, id, |id| (id.to_u64().into(), Some(id.timestamp() * 256)))
        }
        "ulid" => ids(q, Some(ulid::Ulid(int)), |id| (id.0, Some(id.timestamp_ms()))),
        "rusty_ulid" => ids(q, Some(rusty_ulid::Ulid::from(int)), |id| (id.into(), Some(id.timestamp()))),
        "ferroid" => {
            ids(q, Some(ferroid::id::ULID::from_raw(int)), |id| (id.to_raw(), Some(id.timestamp() as u64)))
        }
        "uuid" => ids(q, Some(uuid::Uuid::from_u128(int)), |id| {
            let unix_ms = |(seconds, nanos)| seconds * 1000 + u64::from(nanos) / 1_000_000;
            (id.as_u128(), id.get_timestamp().map(|time| unix_ms(time.to_unix())))
        }),
        _ => ids(q, Some(uuid7::Uuid::from(int)), |id| (id.into(), None)),
    }
}

fn main() {
    set_hook(Box::new(|_| {}));
    let [package, scheme] = <[String; 2]>::try_from(Vec::from_iter(std::env::args().skip(1))).unwrap();
    let (_, rest) =
        include_str!("../Cargo.lock").split_once(&format!("\"{package}\"\nversion = \"")).unwrap();
    let open_ability = if ["scru128", "scru64", "uuid", "uuid7"].contains(&&*package) { " open" } else { "" };
    let mut generators = HashMap::new();
    for line in std::io::stdin().lines() {
        let q: Question = serde_json::from_str(&line.unwrap()).unwrap();
        let answer = catch_unwind(AssertUnwindSafe(|| match &*q["do"] {
            "start" => json!({
                "protocol": "1", "name": format!("crates.io {package}"), "version": rest.split('"').next(),
                "schemes": scheme, "abilities": format!("parse from_int compare{open_ability}"),
            }),
            "open" => open(&package, &q).map_or_else(
                |answer| answer,
                |step| {
                    generators.insert(q["generator"].clone(), step);
                    if package == "uuid" { json!({"random": "own"}) } else { json!({}) }
                },
            ),
            "generate" => generate(generators.get_mut(&q["generator"]).unwrap(), &q),
            _ => answer(&package, &q),
        }));
        let mut answer = answer.unwrap_or(json!({"error": "failed"})); // Some errors are panics.
        if q["do"] == "generate" {
            answer["drawn"] = json!(CALL.take().1.join(" "));
        }
        answer["n"] = json!(q["n"]);
        println!("{answer}");
    }
}
