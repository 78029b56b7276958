//! The tasks and their options. `cargo xtask --help` prints these comments.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Check this repository and generate its files
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
pub(crate) enum Task {
    /// Write test-vectors/ from the specifications and check every crate against it
    Vectors(Vectors),
    /// Run everything that needs only Rust; with --all, everything that a change must pass
    Test(Test),
    /// Run one of the long proofs; without a name, list them
    #[command(subcommand, arg_required_else_help = true)]
    Prove(Proof),
    /// Compare the speed of our crates with other published crates, and count instructions
    Bench(Bench),
    /// Build the book from docs/ in target/book and check its pages, links, pictures and code
    Book(Passed),
    /// Check the C interface on this computer and on an emulated microcontroller
    Capi(Capi),
    /// Run the schemes on an emulated microcontroller and print their cost
    Firmware(Firmware),
    /// Build the ID viewer, target/web/index.html
    Web(Web),
    /// Check IDs in Chromium and Node.js
    Js,
    /// Copy a scheme crate and its dependencies into another project, to build it offline and without `std`
    Vendor(Vendor),
}

/// The proofs that take long or need special tools. The help lists them with their requirements and durations.
#[derive(Debug, Subcommand)]
pub(crate) enum Proof {
    /// Repeatedly disturb processes that lease node IDs, and their servers (5 min; PostgreSQL, etcd, Redis)
    Leases(Passed),
    /// Look for inputs that a parser, a generator or sortid gets wrong (10 min per target; nightly, cargo-fuzz)
    Fuzz(Fuzz),
    /// Check that the tests detect changes to the crates; takes options of cargo-mutants (1 h or more; cargo-mutants)
    Mutants(Passed),
    /// Check that the vectors, and the small set, find each bug that is injected into a port (3 min; Python)
    Ports(Passed),
    /// Check every order of threads and lease events, simulate fleets, and run sanitizers (20 min; x86_64 Linux,
    /// nightly, rust-src)
    Races,
    /// Test on other byte orders and word sizes (20 min; nightly with miri, linkers, QEMU)
    Machines,
    /// Rehearse a release: the packages under their published names, built and tested from the archives (5 min;
    /// network)
    Release,
    /// Check packages, dependencies and compatibility (25 min; nightly, cargo-deny, cargo-semver-checks, network)
    Supply(Supply),
    /// Run published implementations on the vectors and write docs/agreement.md (2 min; Python, npm, Go, Java, apt,
    /// network)
    Peers,
}

// `xtask/vectors` implements all of these except the last three, so that a newcomer need not build this program.
#[derive(Debug, Default, Args)]
pub(crate) struct Vectors {
    /// Write nothing; fail if a file is out of date
    #[arg(long, conflicts_with_all = ["case", "verify"])]
    pub(crate) check: bool,
    /// Check only one case, such as scru128/codec.json:12; write nothing
    #[arg(long, value_name = "FILE:ID")]
    pub(crate) case: Option<String>,
    /// Check the crates against other vectors, laid out like test-vectors/; any file may be missing
    #[arg(long, value_name = "DIR")]
    pub(crate) verify: Option<PathBuf>,
    /// Test a port in any language: COMMAND answers questions on standard input (see test-vectors/porting.md)
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["check", "verify"])]
    pub(crate) port: Option<OsString>,
    /// Test the templates in Python, JavaScript, Go and C, and the judge with ports that misbehave
    #[arg(long, conflicts_with_all = ["case", "check", "port", "verify"])]
    pub(crate) templates: bool,
    /// With --port: further options of test-vectors/judge.py, such as --only ulid, --all or a directory
    #[arg(last = true, requires = "port", value_name = "OPTION")]
    pub(crate) judge: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct Test {
    /// Test only the crates and checks of IDs, of leases, or of the command-line program
    #[arg(conflicts_with = "all")]
    pub(crate) group: Option<Group>,
    /// Also test what needs more than Rust: features, databases, servers, C, the ID viewer, boards, other compilers
    #[arg(long)]
    pub(crate) all: bool,
    /// Run only the steps that otherwise run in parallel with the lints
    #[arg(long, hide = true, conflicts_with_all = ["all", "group"])]
    pub(crate) apart: bool,
}

/// A group of tests that need only Rust.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(crate) enum Group {
    Ids,
    Leases,
    Program,
}

#[derive(Debug, Default, Args)]
pub(crate) struct Capi {
    /// Write the header, crates/capi/include/sortid.h; check nothing
    #[arg(long)]
    pub(crate) write: bool,
}

/// The options for the measurements in docs/embedded/cost.md.
#[derive(Debug, Default, Args)]
#[group(multiple = false)]
pub(crate) struct Firmware {
    /// Fail if a number differs from docs/embedded/cost.md, or vendored schemes can't be built
    #[arg(long)]
    pub(crate) check: bool,
    /// Write the measurements to docs/embedded/cost.md
    #[arg(long)]
    pub(crate) write: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Write the measurements to docs/performance.md and docs/measurements.md
    #[arg(long, conflicts_with = "counts")]
    pub(crate) write: bool,
    /// Count instructions with callgrind and write xtask/bench/counts.toml
    #[arg(long)]
    pub(crate) counts: bool,
    /// Write nothing; fail if a count differs
    #[arg(long, requires = "counts")]
    pub(crate) check: bool,
}

#[derive(Debug, Default, Args)]
pub(crate) struct Web {
    /// Check in Chromium that the page shows the test vectors correctly
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Vendor {
    /// The schemes, such as scru64 or scru64,ulid
    #[arg(required = true, value_delimiter = ',')]
    pub(crate) schemes: Vec<String>,
    /// A directory in the other project
    pub(crate) dir: PathBuf,
    /// Additional features, such as alloc,serde,defmt_1
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "c")]
    pub(crate) features: Vec<String>,
    /// Write a library for C, with its header, an example and a Makefile
    #[arg(long)]
    pub(crate) c: bool,
    /// The microcontroller's target, such as thumbv7m-none-eabi
    #[arg(long, requires = "c")]
    pub(crate) target: Option<String>,
}

/// Arguments for another package's program, which has its own help.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Passed {
    /// The program's own options: see --help
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// How long each target runs
    // The fuzzer takes 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) seconds: u32,
    /// The only target to run
    #[arg(long, value_name = "NAME")]
    pub(crate) target: Option<String>,
    /// Store the inputs with new coverage in xtask/fuzz/corpora
    #[arg(long)]
    pub(crate) write: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Supply {
    /// A git revision, by default the last release
    #[arg(long, value_name = "REVISION")]
    pub(crate) baseline: Option<String>,
}
