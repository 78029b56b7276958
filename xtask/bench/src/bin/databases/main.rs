//! What a primary key costs a database: rows per second, and bytes in the index and in the log, for each kind of key.
//!
//! Each measurement makes a table and inserts the same rows, in statements of a hundred, by one connection or by several. Every
//! connection is a client program that reads from a pipe, and makes its IDs while it writes to it. So an ID is a few
//! milliseconds older than its insert, as in a service. IDs made long before would let connections drift apart.
//!
//! `cargo xtask bench --databases` runs this. It prints a line for each database and key, with tabs between the figures.

mod engine;
mod keys;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, thread};

use anyhow::{Context, Result, ensure};

use engine::Engine;
use keys::{Key, Maker};

/// The connections of the measured rounds. One more round has a single connection.
const WRITERS: u64 = 4;
/// The number of rows in a statement, which is also a transaction.
const BATCH: u64 = 100;
/// The rounds of which the table has the median.
const ROUNDS: usize = 3;

/// The table, with the type of the key as `{key}`.
const TABLE: &str =
    "(id {key} PRIMARY KEY, customer bigint NOT NULL, cents int NOT NULL, note varchar(200) NOT NULL)";

/// What one measurement finds. The sizes are in bytes.
struct Found {
    rows_per_second: u64,
    index: u64,
    log: u64,
    pages_written: Option<u64>,
}

fn main() -> Result<()> {
    let rows = env::args().nth(1).map_or(Ok(1_000_000), |rows| rows.parse());
    measure_all(rows.context("expected a number of rows")?, ROUNDS)
}

fn measure_all(rows: u64, rounds: usize) -> Result<()> {
    ensure!(rows >= BATCH * WRITERS, "expected at least {} rows, found {rows}", BATCH * WRITERS);
    let engines: Vec<_> = [Engine::postgresql(), Engine::mariadb()].into_iter().flatten().collect();
    let cases: Vec<_> =
        engines.iter().flat_map(|engine| keys::ALL.iter().map(move |key| (engine, key))).collect();
    let mut found: Vec<Vec<Found>> = cases.iter().map(|_| Vec::new()).collect();
    // One round of all after the other, so that a slow minute of the machine is in one round of each.
    for round in 0..=rounds {
        for ((engine, key), found) in cases.iter().zip(&mut found) {
            let writers = if round == 0 { 1 } else { WRITERS };
            found.push(measure(engine, key, rows, writers).with_context(|| key.name)?);
        }
        eprintln!("round {round} of {rounds} is done");
    }
    for ((engine, key), found) in cases.iter().zip(found) {
        println!("{}", line(engine, key, rows, &found)?);
    }
    Ok(())
}

/// Makes the table, inserts all rows, and looks at the result.
fn measure(engine: &Engine, key: &Key, rows: u64, writers: u64) -> Result<Found> {
    let table = TABLE.replace("{key}", engine.column(key));
    engine.database().run(&format!("DROP TABLE IF EXISTS orders; CREATE TABLE orders {table};"))?;
    let before = engine.written()?;
    let start = Instant::now();
    thread::scope(|scope| {
        let write = |writer| insert(engine.database().client(), engine, (key.maker)(writer), rows / writers);
        let writers: Vec<_> = (0..writers).map(|writer| scope.spawn(move || write(writer))).collect();
        writers.into_iter().try_for_each(|writer| writer.join().expect("it does not panic"))
    })?;
    let elapsed = start.elapsed();
    let after = engine.written()?;
    let stored: u64 = engine.database().run("SELECT count(*) FROM orders;")?.trim().parse()?;
    let expected = rows / writers * writers;
    ensure!(stored == expected, "expected {expected} rows, found {stored}");
    Ok(Found {
        rows_per_second: stored * 1_000_000 / u64::try_from(elapsed.as_micros())?,
        index: engine.index_size()?,
        log: after.log - before.log,
        pages_written: after.pages.zip(before.pages).map(|(after, before)| after - before),
    })
}

/// Inserts the rows of one connection.
fn insert(mut client: Command, engine: &Engine, mut make: Maker, rows: u64) -> Result<()> {
    let mut client = client.stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    let mut pipe = client.stdin.take().context("the pipe of a client")?;
    let mut written = 0;
    while written < rows {
        let batch = BATCH.min(rows - written);
        let mut statement = String::from("INSERT INTO orders VALUES ");
        for row in written..written + batch {
            let separator = if row == written { "" } else { "," };
            let (id, customer, cents) = (engine.literal(&make()), row * 7_919 % 100_003, row * 31 % 50_021);
            write!(
                statement,
                "{separator}({id},{customer},{cents},'Order {row}: gift wrap, ring twice, leave at the back door, no substitutes')"
            )?;
        }
        pipe.write_all((statement + ";\n").as_bytes())?;
        written += batch;
    }
    drop(pipe);
    let status = client.wait()?;
    ensure!(status.success(), "a client failed: {status}");
    Ok(())
}

/// The figures of a key, with tabs between them: sizes in bytes for each row, and pages for each thousand rows.
fn line(engine: &Engine, key: &Key, rows: u64, found: &[Found]) -> Result<String> {
    let (single, several) = found.split_first().context("a round with one connection")?;
    let median = |figure: fn(&Found) -> u64| -> Result<u64> {
        let mut figures: Vec<_> = several.iter().map(figure).collect();
        figures.sort_unstable();
        figures.get(figures.len() / 2).copied().context("a round")
    };
    let mut figures = vec![
        // To the next hundred: the digits after it differ from run to run.
        median(|found| found.rows_per_second)?.next_multiple_of(100),
        single.index / rows,
        median(|found| found.index)? / rows,
        median(|found| found.log)? / rows,
    ];
    if single.pages_written.is_some() {
        figures.push(median(|found| found.pages_written.unwrap_or_default())? * 1_000 / rows);
    }
    let figures: Vec<_> = figures.iter().map(u64::to_string).collect();
    Ok(format!("{}\t{}\t{}\t{}", engine.name()?, key.name, engine.column(key), figures.join("\t")))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_key_is_measured_in_every_database() {
        super::measure_all(super::BATCH * super::WRITERS, 1).unwrap();
    }
}
