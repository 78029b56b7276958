//! Builds the book from `docs/` in `target/book` and checks its pages, links, pictures and code. `cargo xtask book` runs
//! it.

mod build;
mod facts;
mod html;
mod pages;

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;
use xtask::progress::{self, Steps};

use pages::Checked;

/// Build the book from docs/ in target/book and check its pages, links, pictures and code
#[derive(Debug, Parser)]
#[command(name = "cargo xtask book", bin_name = "cargo xtask book")]
struct Options {
    /// Build in a temporary directory, so that nothing in the repository changes
    #[arg(long)]
    check: bool,
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
    let root = xtask::program::root();
    let docs = root.join("docs");
    let mut steps = Steps::new(2);
    steps.next("build the book");
    let temporary = tempfile::tempdir()?;
    let output = if options.check { temporary.path().join("book") } else { root.join("target/book") };
    let (chapters, address) = build::build(&docs, &output)?;

    steps.next("check the pages");
    let pages = pages::read(&docs)?;
    let [mut links, links_out] = html::check(&output, &root, address.as_deref())?;
    links.problems.extend(pages::undefined(&pages));
    let listed = Checked { count: pages.len() - 1, problems: pages::unlisted(&pages, &chapters) };
    let checks = [
        ("pages in docs/, all in the book", listed),
        ("links to pages, headings and images", links),
        ("links to other files of the repository", links_out),
        ("pictures with a title for screen readers", pages::pictures(&docs)?),
        ("layouts, sizes and numbers that agree with the crates", facts::check(&root)?),
        ("blocks of Rust code, all compiled by tests", pages::code(&pages, &pages::compiled(&root)?)),
    ];
    println!("check | number | problems");
    println!("{}", ["---"; 3].join(" | "));
    for (name, Checked { count, problems }) in &checks {
        println!("{name} | {count} | {}", problems.len());
    }
    let mut all = Vec::new();
    for (name, Checked { count, problems }) in checks {
        // A check without anything to check would find no problem either.
        all.extend((count == 0).then(|| format!("expected {name}, found none")));
        all.extend(problems);
    }
    if !all.is_empty() {
        bail!("the book has problems:\n{}", all.join("\n"));
    }
    let built = if options.check { "Built and checked" } else { "Built target/book/index.html" };
    println!("\n{built} in {}.", progress::duration());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does the same as `cargo xtask book --check`. As a test, it shares the build of mdBook with the workspace's other
    /// tests.
    #[test]
    fn the_book_has_no_problem() {
        run(&Options { check: true }).unwrap();
    }
}
