//! The tasks of `cargo xtask`, except `vectors`. [`flags`] lists all of them. This program must be built before any of
//! these tasks can start. Tasks that need the crates or large libraries therefore run programs in other packages.

mod bench;
mod capi;
mod command;
mod files;
mod firmware;
mod flags;
mod fuzz;
mod js;
mod machines;
mod markdown;
mod mutants;
mod pinned;
mod races;
mod release;
mod report;
mod supply;
mod targets;
mod test;
mod vectors;
mod vendor;
mod web;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser as _;

use xtask::program::{Program, root};

use flags::{Proof, Task};

fn main() -> ExitCode {
    match run(&Task::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task) -> Result<()> {
    match task {
        Task::Bench(options) => bench::run(options),
        Task::Book(options) => command::program(Program::new("book"), &options.arguments),
        Task::Capi(options) => capi::run(options),
        Task::Firmware(options) => firmware::run(options),
        Task::Js => js::run(),
        Task::Prove(proof) => prove(proof),
        Task::Test(options) => test::run(options),
        // `cargo xtask` runs the other program unless one of the last two options is used.
        Task::Vectors(options) => vectors::ports::run(options),
        Task::Vendor(options) => vendor::run(options),
        Task::Web(options) => web::run(options),
    }
}

fn prove(proof: &Proof) -> Result<()> {
    match proof {
        Proof::Fuzz(options) => fuzz::run(options),
        Proof::Leases(options) => {
            command::program(Program::new("trials").with_name("trial"), &options.arguments)
        }
        Proof::Machines => machines::run(),
        Proof::Mutants(options) => mutants::run(options),
        Proof::Peers => vectors::peers::run(),
        Proof::Ports(options) => vectors::check_ports(&options.arguments),
        Proof::Races => races::run(),
        Proof::Release => release::rehearse(),
        Proof::Supply(options) => supply::run(options),
    }
}
