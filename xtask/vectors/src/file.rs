//! The parts of a file, and its content.

use std::collections::HashSet;
use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use oracle::format::{Case, File, Kind};

/// Returns the file with only some cases. The header states their number and their flags.
pub(crate) fn only(mut file: File, keeps: impl Fn(&Case) -> bool) -> File {
    for cases in [&mut file.valid, &mut file.invalid, &mut file.cases] {
        cases.retain(&keeps);
    }
    file.header.count = file.all().count();
    let used: HashSet<_> = file.all().flat_map(|case| case.flags.clone()).collect();
    file.header.flags.retain(|flag, _| used.contains(flag));
    file
}

/// Returns the content of the file, one case per line.
pub(crate) fn to_json(file: &File) -> Result<String> {
    let json = serde_json::to_string_pretty(&file.header)?;
    let mut json = json.strip_suffix("\n}").context("an object ends with a brace")?.to_owned();
    let arrays = match file.header.kind {
        Kind::Codec | Kind::Typed | Kind::NodeSpec => {
            &[("valid", &file.valid), ("invalid", &file.invalid)][..]
        }
        _ => &[("cases", &file.cases)],
    };
    for (name, cases) in arrays {
        let lines: Result<Vec<_>, _> = cases.iter().map(serde_json::to_string).collect();
        let (lines, end) = (lines?.join(",\n    "), if cases.is_empty() { "]" } else { "\n  ]" });
        let start = if cases.is_empty() { "" } else { "\n    " };
        write!(json, ",\n  \"{name}\": [{start}{lines}{end}")?;
    }
    Ok(json + "\n}\n")
}
