//! `cargo xtask`: see [`HELP`].

use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::prelude::{Long, Value, ValueExt as _};
use xtask::{
    bench, book, capi, firmware, fuzz, lease_trial, machines, mutants, races, randomness, soak, supply, test,
    vectors, vendor, web,
};

const HELP: &str = "\
cargo xtask vectors                regenerate test-vectors/ from the specifications, and check every crate against them
cargo xtask vectors --check        write nothing; fail if a file is out of date, or a crate fails a case
cargo xtask vectors --verify DIR   check the crates against other vectors, in the layout of test-vectors/
cargo xtask vectors --mutants      check ports with one deliberate fault each against the vectors; fail if one passes
cargo xtask vectors --peers        run the published implementations against the vectors, and write docs/agreement.md
cargo xtask vectors --readers      run the readers of the vectors in Python, JavaScript, Go and C
cargo xtask bench [--quick]        compare the published crates with these; with --quick in a minute or two
cargo xtask bench --write          the same, and write the results to docs/performance.md and docs/performance.svg
cargo xtask bench --counts         count instructions under callgrind, and write xtask/bench/counts.toml
cargo xtask bench --counts --check write nothing; fail if one of these crates takes more instructions than that file says
cargo xtask bench --waits          compare how long threads wait for an ID with the waits of a `Mutex`
cargo xtask book [--check]         build the book from docs/ in target/book, and check its pages, links, pictures and code; with
                                   --check, write nothing
cargo xtask book --write           first draw the pictures and write the tables that come from the crates
cargo xtask capi [--check]         compare the header of the C interface with the sources, and try the library with a C program,
                                   on this computer and on an emulated microcontroller
cargo xtask capi --write           write the header, crates/capi/include/sortid.h
cargo xtask firmware [--check]     run the schemes on an emulated microcontroller, and print their cost; with --check, fail if
                                   it is not the cost in xtask/firmware/figures.toml
cargo xtask firmware --write       the same, and write the cost to that file and to docs/embedded.md
cargo xtask fuzz [--seconds N]     look for inputs that a parser, a decoder, a generator or the program gets wrong: each target
  [--target NAME] [--write]          of xtask/fuzz runs for 10 minutes or N seconds; --write stores the inputs with new coverage
cargo xtask lease-trial [--quick]  disturb workers that lease node ids and their real servers, in some 15 minutes or one;
  [--engine NAME] [--fault NAME]   a server that is missing is named; --seed selects the victims and times
  [--seed N]
cargo xtask lease-trial --write    the same, and write the table of faults and engines to docs/fleet.md
cargo xtask machines               run the tests on machines with other byte orders and word sizes, in emulators and Miri;
  [--target NAME]                    NAME can be given again
cargo xtask mutants [--file FILE]  change one place of the published crates at a time; fail if the tests then still pass, and the
                                   mutant is not listed as equivalent; FILE can be a pattern, and can be given again
cargo xtask mutants                the same for the lines that differ from a revision; by default, the one at which this branch
  --changed[=REVISION]               left `main`
cargo xtask mutants --quick        the same for a few places, and compare the list of equivalent mutants with the code
cargo xtask races                  look for data races and invalid memory accesses, in every order of threads with loom, and
                                   under ThreadSanitizer and AddressSanitizer
cargo xtask randomness             test a gigabyte of each scheme's random bits; with --quick, three megabytes
  [--megabytes N] [--quick]
cargo xtask randomness             write the bits of a stream to stdout, for other batteries; a wrong name lists all
  --write STREAM
cargo xtask soak [--ids N]         make 100 million IDs of each scheme in processes and threads under faults, and check every
  [--scheme NAME] [--seconds N]      ID; with --quick, a few hundred thousand in half a minute
  [--seed N] [--quick]
cargo xtask vendor SCHEME DIR      write a scheme crate and everything that it needs to DIR, in another project, which then
  [--features LIST]                builds it without `std`, registry or network; LIST adds features, such as alloc,serde,defmt_1
cargo xtask vendor --c LIST DIR    write schemes, such as scru64,ulid, as a library for C to DIR, with its header, an example and a
  [--target TARGET]                Makefile; TARGET is a microcontroller's, such as thumbv7m-none-eabi
cargo xtask web                    build a page that shows IDs, target/web/index.html
cargo xtask web --check            the same, and check in Chromium that it shows what the test vectors say; write pictures of it
  [--screenshots DIR]                to DIR
cargo xtask supply [--baseline R]  check the packages, their dependencies and their APIs, also against the git revision R, by
                                   default the last release; write bills of materials
cargo xtask supply --write         write the APIs to docs/api, and check nothing
cargo xtask test [--apart]         run the formatter, lints, documentation, vectors --check and all tests; with --apart, only the
                                   steps that otherwise run beside the lints: other compilers, firmware, counts, mutants
";

enum Task {
    Bench(bench::Mode),
    Book(book::Mode),
    Capi(capi::Mode),
    Firmware(firmware::Mode),
    Fuzz(fuzz::Options),
    Help,
    LeaseTrial(lease_trial::Options),
    Machines(machines::Options),
    Mutants(mutants::Options),
    Races,
    Randomness(randomness::Options),
    Soak(soak::Options),
    Supply(supply::Options),
    Test(test::Part),
    Vectors(vectors::Mode),
    Vendor(vendor::Options),
    Web(web::Mode),
}

fn main() -> ExitCode {
    let task = match parse(lexopt::Parser::from_env()) {
        Ok(task) => task,
        Err(error) => {
            eprint!("error: {error:#}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let result = match task {
        Task::Help => {
            print!("{HELP}");
            Ok(())
        }
        Task::Bench(mode) => bench::run(mode),
        Task::Book(mode) => book::run(mode),
        Task::Capi(mode) => capi::run(mode),
        Task::Firmware(mode) => firmware::run(mode),
        Task::Fuzz(options) => fuzz::run(&options),
        Task::LeaseTrial(options) => lease_trial::run(&options),
        Task::Machines(options) => machines::run(&options),
        Task::Mutants(options) => mutants::run(&options),
        Task::Races => races::run(),
        Task::Randomness(options) => randomness::run(&options),
        Task::Soak(options) => soak::run(&options),
        Task::Supply(options) => supply::run(&options),
        Task::Test(part) => test::run(part),
        Task::Vectors(mode) => vectors::run(&mode),
        Task::Vendor(options) => vendor::run(&options),
        Task::Web(mode) => web::run(&mode),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn parse(mut arguments: lexopt::Parser) -> Result<Task> {
    let Some(first) = arguments.next()? else { bail!("no task is named") };
    let task = match first {
        Long("help") => Task::Help,
        Value(name) => match name.string()?.as_str() {
            "bench" => Task::Bench(bench::parse(&mut arguments)?),
            "book" => Task::Book(book::parse(&mut arguments)?),
            "capi" => Task::Capi(capi::parse(&mut arguments)?),
            "firmware" => Task::Firmware(firmware::parse(&mut arguments)?),
            "fuzz" => Task::Fuzz(fuzz::parse(&mut arguments)?),
            "help" => Task::Help,
            "lease-trial" => Task::LeaseTrial(lease_trial::parse(&mut arguments)?),
            "machines" => Task::Machines(machines::parse(&mut arguments)?),
            "mutants" => Task::Mutants(mutants::parse(&mut arguments)?),
            "races" => Task::Races,
            "randomness" => Task::Randomness(randomness::parse(&mut arguments)?),
            "soak" => Task::Soak(soak::parse(&mut arguments)?),
            "supply" => Task::Supply(supply::parse(&mut arguments)?),
            "test" => Task::Test(test::parse(&mut arguments)?),
            "vectors" => Task::Vectors(vectors::parse(&mut arguments)?),
            "vendor" => Task::Vendor(vendor::parse(&mut arguments)?),
            "web" => Task::Web(web::parse(&mut arguments)?),
            name => bail!("there is no task `{name}`"),
        },
        other => return Err(other.unexpected().into()),
    };
    match arguments.next()? {
        Some(other) => Err(other.unexpected().into()),
        None => Ok(task),
    }
}
