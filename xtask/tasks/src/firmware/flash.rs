//! The parts of an operation in a firmware: their sizes, and a check for forbidden parts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};

use super::toolchain::LINKER;
use crate::command;

/// Code that no operation may need: parts of its symbols' names, and a description.
const FORBIDDEN: &[(&[&str], &str)] = &[
    // Signed and unsigned division, with or without the remainder.
    (
        &[
            "ldivmod",
            "divdi3",
            "moddi3",
            "divmoddi4",
            "divti3",
            "modti3",
            "divmodti4",
            "64_div_rem",
            "128_div_rem",
        ],
        "a division of 64 or 128 bits",
    ),
    (&["rust_alloc", "rust_realloc", "rdl_alloc", "malloc"], "an allocation"),
    (&["panicking", "rust_begin_unwind", "an_operation_can_panic"], "a panic"),
    (&["__atomic_", "__sync_"], "an atomic operation"),
];

/// Bytes of flash memory.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    /// The operations' own instructions.
    pub(super) code: u64,
    /// Their constants.
    pub(super) tables: u64,
    /// The functions that copy and fill memory. Most firmware has them anyway.
    pub(super) memory: u64,
}

/// Links operations of a library with only what they need and measures the size of the result. If linking succeeds, the
/// operations can't panic, because the panic handler calls a function that does not exist.
pub(crate) fn weigh(library: &Path, operations: &[String], image: &Path) -> Result<Size> {
    let mut linker = Command::new(LINKER);
    linker.arg("--gc-sections").arg("-o").arg(image);
    for operation in operations {
        linker.args(["-u", operation]);
    }
    let names = operations.join(", ");
    linker.arg("-e").arg(operations.first().context("expected at least one operation")?).arg(library);
    command::read(&mut linker).with_context(|| {
        format!("{names}: linking failed, which usually means that the operation can panic")
    })?;
    let bytes = fs::read(image).with_context(|| image.display().to_string())?;
    let file = object::File::parse(&*bytes)?;
    for symbol in file.symbols() {
        refuse(symbol.name()?).with_context(|| names.clone())?;
    }
    let of_kind = |kinds: &[SectionKind]| -> u64 {
        file.sections().filter(|section| kinds.contains(&section.kind())).map(|section| section.size()).sum()
    };
    let text = of_kind(&[SectionKind::Text]);
    let memory = memory_functions(&file)?;
    // `.ARM.exidx` has a different kind, so it is not counted. It is for unwinding, and no firmware keeps it.
    let tables = of_kind(&[SectionKind::ReadOnlyData, SectionKind::ReadOnlyString, SectionKind::Data]);
    Ok(Size { code: text - memory, tables, memory })
}

/// Returns the size of the functions that copy and fill memory. A function can have several names.
fn memory_functions(file: &object::File<'_>) -> Result<u64> {
    let mut functions = BTreeMap::new();
    for symbol in file.symbols() {
        let name = symbol.name()?;
        if ["memcpy", "memmove", "memset", "memclr", "memcmp"].iter().any(|function| name.contains(function))
        {
            functions.insert(symbol.address(), symbol.size());
        }
    }
    Ok(functions.into_values().sum())
}

/// Checks which functions of the compiler's runtime a library for any core needs.
pub(super) fn inspect(library: &Path) -> Result<()> {
    let bytes = fs::read(library).with_context(|| library.display().to_string())?;
    let archive = ArchiveFile::parse(&*bytes)?;
    let mut objects = 0;
    for member in archive.members() {
        let member = member?;
        // The other objects are the runtime itself.
        if !member.name().starts_with(b"firmware") {
            continue;
        }
        objects += 1;
        let file = object::File::parse(member.data(&*bytes)?)?;
        for symbol in file.symbols().filter(|symbol| symbol.is_undefined()) {
            let name = symbol.name()?;
            // The library contains the panic handler. Only linking shows whether anything calls it.
            if name != "an_operation_can_panic" {
                refuse(name).with_context(|| library.display().to_string())?;
            }
        }
    }
    ensure!(objects > 0, "{}: expected objects of this package, found none", library.display());
    Ok(())
}

fn refuse(symbol: &str) -> Result<()> {
    for (parts, what) in FORBIDDEN {
        if parts.iter().any(|part| symbol.contains(part)) {
            bail!("contains {what}: {symbol}");
        }
    }
    Ok(())
}
