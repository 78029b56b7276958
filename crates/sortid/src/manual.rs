//! `sortid completions` and `sortid man`: generated from the definition of the command line.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::roff::{Roff, roman};

use crate::cli::Cli;
use crate::failure::UsageError;

/// Writes a completion script.
pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    // `clap_complete` panics if a write fails, so it must not write to a pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sortid", &mut script);
    out.write_all(&script)?;
    out.flush()
}

/// Writes the man pages of the program and of all its commands to a folder, such as `sortid-lease-init.1`.
pub(crate) fn write_all(folder: &Path) -> Result<()> {
    let failed = |path: &Path| format!("can't write {}", path.display());
    std::fs::create_dir_all(folder).with_context(|| failed(folder))?;
    let mut command = Cli::command();
    command.build();
    let mut rest = vec![(Vec::new(), &command)];
    while let Some((names, command)) = rest.pop() {
        let mut page = Vec::new();
        man(&names, &mut page)?;
        let path = folder.join(format!("{}.1", [&["sortid".to_owned()], &*names].concat().join("-")));
        std::fs::write(&path, page).with_context(|| failed(&path))?;
        let commands = command.get_subcommands().filter(|command| command.get_name() != "help");
        rest.extend(commands.map(|command| ([&*names, &[command.get_name().to_owned()]].concat(), command)));
    }
    Ok(())
}

/// Writes the man page of the program, or of one of its commands, such as `new` or `lease init`.
pub(crate) fn man(names: &[String], out: &mut impl Write) -> Result<()> {
    let mut command = Cli::command();
    command.build();
    for name in names {
        let known: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        let found = command.find_subcommand(name).cloned();
        let unknown = || {
            let known = if known.is_empty() { "none".into() } else { format!("one of {}", known.join(", ")) };
            UsageError::new(format!("unknown command {name:?}, expected {known}"))
        };
        command = found.ok_or_else(unknown)?;
    }
    if command.find_subcommand("help").is_some() {
        // It prints what `--help` does, and has no page.
        command = command.mut_subcommand("help", |help| help.hide(true));
    }
    let (is_program, has_commands) = (names.is_empty(), command.has_subcommands());
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let page = clap_mangen::Man::new(command);
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if has_commands {
        page.render_subcommands_section(out)?;
    }
    after_help(&after).to_writer(out)?;
    if is_program {
        page.render_version_section(out)?;
    }
    out.flush()?;
    Ok(())
}

/// Formats the help after the options: examples, which keep their line breaks, and text.
fn after_help(text: &str) -> Roff {
    let mut sections = Roff::new();
    let mut filled = true;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let example = line.strip_prefix("  ");
        if example.is_none() && !filled {
            sections.control("fi", []);
            filled = true;
        }
        match (example, line.strip_prefix("Exit status: ")) {
            (Some(example), _) => sections.text([roman(example)]),
            (None, Some(status)) => sections.control("SH", ["EXIT STATUS"]).text([roman(status)]),
            _ if line.starts_with("Example") => {
                filled = false;
                sections.control("SH", ["EXAMPLES"]).control("nf", [])
            }
            _ => sections.control("PP", []).text([roman(line)]),
        };
    }
    if !filled {
        sections.control("fi", []);
    }
    sections
}
