//! IDs as serialisers and databases have them. The first byte selects the kind of libraries.

mod archives;
mod databases;
mod formats;
mod sqlite;

pub(crate) fn check(data: &[u8]) {
    let Some((kind, rest)) = data.split_first() else { return };
    match kind % 4 {
        0 => formats::check(rest),
        1 => archives::check(rest),
        2 => databases::check(rest),
        _ => sqlite::check(rest),
    }
}
