//! `sortid completions` and `sortid man`: print what `clap` generates from the command line's definition.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::roff::{Roff, roman};

use crate::cli::Cli;

pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    // `clap_complete` panics if a write fails, so it must not write to a pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sortid", &mut script);
    out.write_all(&script)?;
    out.flush()
}

/// Writes the man pages of sortid and all its commands to a directory, such as `sortid-lease-init.1`.
pub(crate) fn write_all(directory: &Path) -> Result<()> {
    let failed = |path: &Path| format!("can't write {}", path.display());
    std::fs::create_dir_all(directory).with_context(|| failed(directory))?;
    let mut program = Cli::command();
    program.build();
    let mut rest = vec![("sortid".to_owned(), program)];
    while let Some((name, command)) = rest.pop() {
        let path = directory.join(format!("{name}.1"));
        // `help` prints the same as `--help` and needs no page.
        let commands = command.get_subcommands().filter(|command| command.get_name() != "help");
        rest.extend(commands.map(|command| (format!("{name}-{}", command.get_name()), command.clone())));
        std::fs::write(&path, page(command)?).with_context(|| failed(&path))?;
    }
    Ok(())
}

fn page(mut command: Command) -> io::Result<Vec<u8>> {
    if command.find_subcommand("help").is_some() {
        command = command.mut_subcommand("help", |help| help.hide(true));
    }
    let (is_program, has_commands) = (command.get_name() == "sortid", command.has_subcommands());
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let page = clap_mangen::Man::new(command);
    let mut out = Vec::new();
    page.render_title(&mut out)?;
    page.render_name_section(&mut out)?;
    page.render_synopsis_section(&mut out)?;
    page.render_description_section(&mut out)?;
    page.render_options_section(&mut out)?;
    if has_commands {
        page.render_subcommands_section(&mut out)?;
    }
    after_help(&after).to_writer(&mut out)?;
    if is_program {
        page.render_version_section(&mut out)?;
    }
    Ok(out)
}

/// Formats the help after the options. Keeps its line breaks.
fn after_help(text: &str) -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["EXAMPLES"]).control("nf", []);
    for line in text.lines().filter(|line| !line.starts_with("Example")) {
        section.text([roman(line)]);
    }
    section.control("fi", []);
    section
}
