//! Generates IDs, formats and parses them, reads the time, and shows an error: `cargo run -p scru128 --example first_id`.

use std::error::Error;

use scru128::Scru128;

fn main() -> Result<(), Box<dyn Error>> {
    let id = Scru128::new(); // from the process-wide generator: increasing across all threads
    println!("{id} was generated {} ms after 1970", id.unix_ms());

    let parsed: Scru128 = id.to_string().parse()?; // case-insensitive, otherwise strict
    assert_eq!(parsed, id);

    // IDs, their bytes and their strings all sort in the order of generation.
    let next = Scru128::new();
    assert!(id < next && id.to_bytes() < next.to_bytes() && id.to_string() < next.to_string());

    // All IDs of a day, for a query such as `WHERE id BETWEEN $1 AND $2`. It needs no index on a time column.
    let day_unix_ms = 1_648_944_000_000; // 2022-04-03
    let first = Scru128::min_at(day_unix_ms)?;
    let last = Scru128::max_at(day_unix_ms + 86_399_999)?;
    let example: Scru128 = "0372ijojuxuhjsfkeryi2mrtm".parse()?;
    assert!((first..=last).contains(&example));

    // A string that is not an ID is an error, which shows what is wrong and where.
    if let Err(error) = "0372ijojuxuhjsfkeryi2mrt!".parse::<Scru128>() {
        println!("A string with a wrong character is an error: {error}");
    }
    Ok(())
}
