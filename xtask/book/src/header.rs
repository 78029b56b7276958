//! `header SOURCE…`: prints the header of `crates/capi` to stdout. The arguments name the files in `src/interface` that it is made
//! from. `cargo xtask capi` runs it.

use std::path::PathBuf;
use std::{env, io};

use anyhow::{Context, Result, ensure};
use cbindgen::{Builder, Config, DocumentationStyle, Language, Style};

const START: &str = "\
/* The C interface of sortid. Written by `cargo xtask capi --write` from the sources in crates/capi: do not edit it.
 *
 * docs/c.md shows how to use it, and names the mistakes that it can't notice. Rules for all functions:
 *
 * - After an error, a function has written nothing except for the position of a wrong digit, and a generator is as it was.
 * - Memory of generators starts at a multiple of SORTID_GENERATOR_ALIGN, as that of the generator types does. Nothing else needs
 *   an alignment.
 * - One call at a time may use a generator. IDs and texts need no such care.
 */";

const ALIGN: &str = "
// The alignment of the memory of generators, for memory that is not declared with their types.
#define SORTID_GENERATOR_ALIGN 8";

fn main() -> Result<()> {
    let config = Config {
        language: Language::C,
        header: Some(START.to_owned()),
        include_guard: Some("SORTID_H".to_owned()),
        no_includes: true,
        sys_includes: ["stddef.h", "stdint.h"].map(str::to_owned).into(),
        after_includes: Some(ALIGN.to_owned()),
        cpp_compat: true,
        style: Style::Type,
        documentation_style: DocumentationStyle::C99,
        line_length: 130,
        tab_width: 4,
        usize_is_size_t: true,
        ..Config::default()
    };
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().nth(2).context("the root of the repository")?;
    let mut builder = Builder::new().with_config(config);
    for source in env::args().skip(1) {
        let path = root.join("crates/capi/src/interface").join(source).with_extension("rs");
        ensure!(path.is_file(), "expected a source at {}", path.display());
        builder = builder.with_src(path);
    }
    builder.generate().context("the header can't be made")?.write(io::stdout());
    Ok(())
}
