//! Packs the page's files and its program into one file, which works without a server.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::files;

/// The scripts, in the order of their dependencies. They share one scope.
const SCRIPTS: [&str; 6] = ["program.js", "dom.js", "layout.js", "card.js", "list.js", "page.js"];

/// Returns the page, from the files in a directory and the program.
pub(super) fn page(directory: &Path, program: &[u8]) -> Result<String> {
    let scripts =
        SCRIPTS.iter().map(|name| files::read(&directory.join(name))).collect::<Result<Vec<_>>>()?;
    let script = format!("\"use strict\";\n{}", scripts.join("\n"));
    let style = files::read(&directory.join("style.css"))?;
    let program = STANDARD.encode(packed(program)?);
    let template = files::read(&directory.join("index.html"))?;
    inline(&template, &[("{style}", &style), ("{program}", &program), ("{script}", &script)])
}

/// Compresses the program to a third of its size. The page decompresses it.
fn packed(program: &[u8]) -> Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(program)?;
    packer.finish().context("failed to compress the program")
}

/// Replaces placeholders, in their order.
fn inline(template: &str, parts: &[(&str, &str)]) -> Result<String> {
    let mut page = String::new();
    let mut rest = template;
    for (place, part) in parts {
        ensure!(!part.contains("</"), "the replacement for {place} contains `</`, which can end its element");
        let (before, after) =
            rest.split_once(place).with_context(|| format!("expected {place} in the page, found none"))?;
        page.extend([before, part]);
        rest = after;
    }
    page.push_str(rest);
    Ok(page)
}
