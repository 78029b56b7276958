//! Builds the book from `docs/` in `target/book` and checks its pages, links, pictures, code and English. `cargo xtask
//! book` runs it.

mod build;
mod english;
mod facts;
mod generated;
mod html;
mod layout;
mod links_out;
mod pages;
mod schemes;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Parser;
use xtask::progress::Steps;

/// Builds the book from docs/ in target/book and checks its pages, links, pictures, code and English
#[derive(Debug, Parser)]
#[command(name = "cargo xtask book", bin_name = "cargo xtask book")]
#[group(multiple = false)]
struct Options {
    /// Build in a temporary directory, so that nothing in the repository changes
    #[arg(long)]
    check: bool,
    /// First draw the pictures and write the tables that are generated from the crates
    #[arg(long)]
    write: bool,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    let start = Instant::now();
    let root = root();
    let docs = root.join("docs");
    let mut steps = Steps::new(if options.write { 3 } else { 2 });
    if options.write {
        steps.next("draw the pictures and write the tables");
        generated::write(&docs)?;
    }
    steps.next("build the book");
    let temporary = tempfile::tempdir()?;
    let output = if options.check { temporary.path().join("book") } else { root.join("target/book") };
    let chapters = build::build(&docs, &output)?;

    steps.next("check the pages");
    let pages = pages::read(&docs)?;
    let (files, stale) = generated::check(&docs)?;
    let (pictures, mute) = pages::pictures(&docs)?;
    let (links_out, broken_out) = pages::links_to_repository(&pages, &root);
    let (links, mut broken) = html::check(&output)?;
    broken.extend(pages::undefined(&pages));
    let (blocks, not_compiled) = pages::code(&pages, &pages::compiled(&root)?);
    let (proofread, phrases) = english::check(&pages::read(&root)?)?;
    let checks = [
        ("pages in docs/, all in the book", pages.len() - 1, pages::unlisted(&pages, &chapters)),
        ("links to pages, headings and images", links, broken),
        ("links to other files of the repository", links_out, broken_out),
        ("pictures with a title for screen readers", pictures, mute),
        ("layouts and sizes that agree with the crates", files, stale),
        ("blocks of Rust code, all compiled by tests", blocks, not_compiled),
        ("pages in plain English", proofread, phrases),
    ];
    println!("check | number | problems");
    println!("{}", ["---"; 3].join(" | "));
    for (name, count, problems) in &checks {
        println!("{name} | {count} | {}", problems.len());
    }
    let mut problems = Vec::new();
    for (name, count, found) in checks {
        // A check without anything to check would find no problem either.
        problems.extend((count == 0).then(|| format!("expected {name}, found none")));
        problems.extend(found);
    }
    if !problems.is_empty() {
        bail!("the book has problems:\n{}", problems.join("\n"));
    }
    let seconds = start.elapsed().as_secs_f64();
    if options.check {
        println!("\nBuilt and checked in {seconds:.1} s.");
    } else {
        println!("\nBuilt in {seconds:.1} s: target/book/index.html");
    }
    Ok(())
}

/// Returns the root of the repository.
fn root() -> PathBuf {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).map(PathBuf::from).unwrap_or(package)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does the same as `cargo xtask book --check`. As a test, it shares the build of mdBook with the workspace's other
    /// tests.
    #[test]
    fn the_book_has_no_problem() {
        run(&Options { check: true, write: false }).unwrap();
    }
}
