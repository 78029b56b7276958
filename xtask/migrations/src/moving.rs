//! The kinds in the table of steps in `docs/moving.md`.

use scru128::id::Kind;
use scru128::{kind, Typed};

/// Two text forms of an ID, with their names on the page.
const FORMS: [(&str, &str); 2] =
    [("017fef39-c264-1ba5-6a94-83188841e05a", "UUID"), ("ord_0372ijojuxuhjsfkeryi2mrtm", "`ord_…`")];

fn check<K: Kind>(kind: &str) {
    let page = include_str!("../../../docs/moving.md").replace("\\|", "or");
    let code = format!("`kind!({})`", kind.replace(" | ", " or "));
    let row = page.lines().find(|line| line.contains(&code)).expect(kind);
    let cells: Vec<_> = row.split('|').map(str::trim).collect();
    let read = |text: &str| text.parse::<Typed<K>>();
    let reads: Vec<_> = FORMS.iter().filter(|(text, _)| read(text).is_ok()).map(|(_, name)| *name).collect();
    let id = FORMS.iter().find_map(|(text, _)| read(text).ok()).unwrap().to_string();
    let writes: Vec<_> = FORMS.iter().filter(|(text, _)| *text == id).map(|(_, name)| *name).collect();
    assert_eq!([cells[3], cells[4]], [writes.join(", "), reads.join(", ")], "{row}");
}

#[test]
fn each_step_writes_and_reads_what_the_table_says() {
    macro_rules! steps {
        ($([$($kind:tt)+])+) => {$({
            kind!($($kind)+);
            check::<Order>(stringify!($($kind)+));
        })+};
    }
    steps!([pub Order = uuid] [pub Order = uuid | "ord"] [pub Order = "ord" | uuid] [pub Order = "ord"]);
}
