//! The cost of a primary key in a database: rows per second, and bytes in the index and in the log, by kind of key.
//!
//! Each measurement creates a table and inserts the same rows, in statements of a hundred, on one connection or on
//! several. Each connection is a client program that reads from a pipe, and its IDs are generated while the pipe is
//! written. An ID is therefore a few milliseconds older than its insert, as in a service. With IDs generated long
//! before, the connections would drift apart.
//!
//! `cargo xtask bench --databases` runs this.

mod engine;
mod keys;
#[path = "../../../../tasks/src/markdown.rs"]
mod markdown;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, thread};

use anyhow::{Context, Result, ensure};

use engine::Engine;
use keys::{Key, Maker};

/// The connections in the measured rounds. An additional round has a single connection.
const WRITERS: u32 = 4;
/// The number of rows in a statement, which is also a transaction.
const BATCH: u64 = 100;
/// The number of rounds. The table shows their median.
const ROUNDS: usize = 3;

/// The command that writes the page, and the page.
const COMMAND: &str = "cargo xtask bench --databases --write";
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/databases.md");

/// The columns of the table. `{key}` stands for the type of the key.
const TABLE: &str =
    "(id {key} PRIMARY KEY, customer bigint NOT NULL, cents int NOT NULL, note varchar(200) NOT NULL)";

/// The result of one measurement. Sizes are in bytes.
struct Found {
    rows_per_second: u64,
    index: u64,
    log: u64,
    pages_written: Option<u64>,
}

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let rows = arguments.first().context("expected a number of rows")?.parse()?;
    let tables = measure_all(rows, ROUNDS)?;
    print!("{tables}");
    if arguments.iter().any(|argument| argument == "--write") {
        let date = String::from_utf8(Command::new("date").args(["-u", "+%Y-%m-%d"]).output()?.stdout)?;
        let (processors, date) = (thread::available_parallelism()?, date.trim_end());
        let measured = format!("\n{tables}Measured with {rows} rows on {processors} processors, {date}.\n\n");
        markdown::write_generated(Path::new(PAGE), COMMAND, &measured)?;
    }
    Ok(())
}

/// Measures all keys in each database. Returns a table for each database.
fn measure_all(rows: u64, rounds: usize) -> Result<String> {
    let engines: Vec<_> = [Engine::postgresql(), Engine::mariadb()].into_iter().flatten().collect();
    engines.iter().try_for_each(Engine::create_functions)?;
    let mut found: Vec<_> = engines.iter().map(|_| keys::ALL.map(|key| (key, Vec::new()))).collect();
    // Each round measures everything once, so a slow minute of the machine affects only one round of each key.
    for round in 0..=rounds {
        for (engine, found) in engines.iter().zip(&mut found) {
            for (key, found) in found {
                let writers = if round == 0 { 1 } else { WRITERS };
                found.push(measure(engine, key, rows, writers).with_context(|| key.name)?);
            }
        }
        eprintln!("round {round} of {rounds} is done");
    }
    let mut tables = String::new();
    for (engine, found) in engines.iter().zip(found) {
        let table = found.iter().map(|(key, found)| row(engine, key, rows, found)).collect::<Result<_>>()?;
        write!(tables, "**{}**\n\n{}\n", engine.name()?, markdown::table(engine.head(), table, 2))?;
    }
    Ok(tables)
}

/// Creates the table, inserts all rows and checks the result.
fn measure(engine: &Engine, key: &Key, rows: u64, writers: u32) -> Result<Found> {
    engine.create_table(key, TABLE)?;
    let before = engine.written()?;
    let (start, share) = (Instant::now(), rows.div_ceil(writers.into()));
    thread::scope(|scope| {
        let write = |writer| insert(engine.database().client(), engine, (key.maker)(writer), share);
        let writers: Vec<_> = (0..writers).map(|writer| scope.spawn(move || write(writer))).collect();
        writers.into_iter().try_for_each(|writer| writer.join().expect("it does not panic"))
    })?;
    let elapsed = start.elapsed();
    let after = engine.written()?;
    let stored: u64 = engine.database().run("SELECT count(*) FROM orders;")?.trim().parse()?;
    let expected = share * u64::from(writers);
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
        let mut statement = String::new();
        for row in written..written + batch {
            let id = engine.literal(&make());
            let separator = match (row == written, id.is_empty()) {
                // PostgreSQL would plan each DEFAULT in a list of rows separately.
                (true, true) => "INSERT INTO orders (customer, cents, note) VALUES ",
                (true, false) => "INSERT INTO orders VALUES ",
                (false, _) => ",",
            };
            let (customer, cents) = (row * 7_919 % 100_003, row * 31 % 50_021);
            write!(
                statement,
                "{separator}({id}{customer},{cents},'Order {row}: gift wrap, ring twice, leave at the back door, no substitutes')"
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

/// Returns the table row of a key: sizes in bytes per database row, and pages per thousand rows.
fn row(engine: &Engine, key: &Key, rows: u64, found: &[Found]) -> Result<Vec<String>> {
    let (single, several) = found.split_first().context("a round with one connection")?;
    let median = |figure: fn(&Found) -> u64| -> Result<u64> {
        let mut figures: Vec<_> = several.iter().map(figure).collect();
        figures.sort_unstable();
        figures.get(figures.len() / 2).copied().context("a round")
    };
    // The last digits differ from run to run.
    let rows_per_second = median(|found| found.rows_per_second)? / 100 * 100;
    let (index, log) = (median(|found| found.index)? / rows, median(|found| found.log)? / rows);
    let mut figures = vec![rows_per_second, single.index / rows, index, log];
    if single.pages_written.is_some() {
        figures.push(median(|found| found.pages_written.unwrap_or_default())? * 1_000 / rows);
    }
    let words = [key.name, engine.column(key)].map(str::to_owned);
    Ok(words.into_iter().chain(figures.iter().map(u64::to_string)).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_key_is_measured_in_every_database() {
        super::measure_all(800, 1).unwrap();
    }
}
