//! Traces of every transition of the generator, in both forms.

use super::model::{EPOCH_UNIX_MS, Form};
use crate::generator_cases::Traces;

/// The traces of both forms. `FIRST` is the epoch, `LAST` the last reading that an ID can carry, and `MAX` the largest
/// randomness. The specification does not mention clocks that go back.
///
/// Three of the readings that are too late have timestamps that wrap to ordinary timestamps if an implementation drops
/// their leading bits.
const SCRIPT: &str = include_str!("traces.txt");

/// More traces, with the usual epoch again.
const FAILURES: &str = include_str!("traces-with-failures.txt");

/// The field of the scalable form.
const SCALABILITIES: &str = "
    #800 | scalability
    scalability {}: the smallest ID | scalability={} FIRST:0 | &
    scalability {}: the largest ID | scalability={} LAST:MAX | &
    scalability {}: increments | scalability={} T:0 T:inc=1 T:inc=2 T:inc=255 T+1 | &
    scalability {}: an overflow | scalability={} T:MAX-1 T:inc=1 T:inc=1 | 0 1 15 16 30 31
";

/// The long random traces.
const WALKS: &str = include_str!("walks.txt");

/// Configuration changes, each with an ID that the generator does not resume after. The usual scalability is 7.
pub(super) const NOT_RESUMED: &str = "
    resume_after=0/0/6 | an ID with the scalability 6
    resume_after=0/0/0 | the smallest ID
    scalability=0 resume_after=0/0/7 | an ID with the scalability 7, in a generator with 0
";

pub(super) fn add(traces: &mut Traces, form: &Form) {
    let bits = form.randomness_bits;
    traces.names(&format!("FIRST={EPOCH_UNIX_MS} SPAN=2^43-1 LAST=FIRST+SPAN OUT=FIRST-1 MAX=2^{bits}-1"));
    // An ordinary reading after the epoch: 2025-06-15T15:06:40Z.
    traces.names("T=1_750_000_000_000 NOW=T");

    let carries = "0x1f 0xff 0x3ff 0xfff 0x3fff 0x7eff";
    let larger = if form.scalable { "" } else { " 0x7fff 0xffff 0x7ffff 0xffeff" };
    let widths =
        [1, 2, 7, 9, 14, 15, 16, 19, 20, 21, 24].into_iter().filter(|width| *width <= form.max_entropy_bits);
    let widths: String =
        widths.map(|width| format!(" {width}/{}/{}", width - 1, width.min(bits - 1))).collect();
    let script =
        SCRIPT.replace("$EXAMPLE", &example(form)).replace("$CARRIES", &(carries.to_owned() + larger));
    traces.add(&script.replace("$WIDTHS", &widths));
    epochs(traces);
    traces.add(FAILURES);
    if form.scalable {
        traces.add(SCALABILITIES);
    }
    traces.random_walks(900, 400, &WALKS.replace("$MAX_BITS", &form.max_entropy_bits.to_string()));
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    traces.ceilings(9500, Some("AT<END:MAX"));
    let node = if form.scalable { "/7" } else { "" };
    let (id, last) = (format!("NOW-FIRST/0xff{node}"), format!("NOW-FIRST/MAX{node}"));
    traces.resuming(9800, &id, &last);
    traces.add(&format!(
        "#9830 | resume
         resuming with another epoch \
            | resume_after=5/MAX-1{node} epoch_unix_ms=T T+5 T+5:inc=1 T+5:inc=1 T+6 T-1
         resuming after the smallest ID | resume_after=0/0{node} FIRST FIRST FIRST+1
         resuming after the largest ID | resume_after=SPAN/MAX{node} LAST LAST-1 LAST+1 T
         resuming in the last timestamp, with a source that fails \
            | resume_after=SPAN/3{node} LAST:inc=fails LAST:inc=1"
    ));
    if form.scalable {
        traces.add("resuming with the largest scalability | resume_after=T-FIRST/9/31 scalability=31 T T+1");
    }
}

/// Generates the ID that the specification prints, with a generator that draws its parts.
fn example(form: &Form) -> String {
    let int = form.layout.int_of_text("00CMXB6TAK4SA").unwrap_or_default();
    let values = form.layout.values(&int);
    let scalability =
        values.get(2).map(|scalability| format!("scalability={scalability} ")).unwrap_or_default();
    format!("{scalability}{}:{}", form.layout.unix_ms_of(&int), values[1])
}

fn epochs(traces: &mut Traces) {
    traces.add("#580 | epoch");
    for (epoch, name) in [
        ("0", "1970"),
        ("1", "1 ms after 1970"),
        ("1_000_000_000_000", "2001"),
        ("1_735_689_600_000", "2025"),
        ("2^44", "2527"),
        ("2^53-1", "287396, the largest one of the vectors"),
    ] {
        traces.names(&format!("EPOCH={epoch} END=EPOCH+SPAN LATER=EPOCH+45_932_800_000"));
        traces.add(&format!(
            "an epoch of {name}: the smallest timestamp | epoch_unix_ms=EPOCH EPOCH:0 EPOCH EPOCH+1
             an epoch of {name}: the largest timestamp, and one more \
                | epoch_unix_ms=EPOCH END-1 END:0 END END+1 END
             an epoch of {name}: about a year and a half later \
                | epoch_unix_ms=EPOCH LATER:0 LATER LATER-10_000 LATER-10_001"
        ));
        traces.add(&format!(
            "an epoch of {name}: a ceiling | +ceiling epoch_unix_ms=EPOCH LATER<LATER+1:5 LATER+1 LATER<EPOCH LATER<LATER+2"
        ));
        if epoch != "0" {
            traces.add(&format!(
                "an epoch of {name}: 1 ms before it | epoch_unix_ms=EPOCH EPOCH-1 EPOCH:0 EPOCH-1 EPOCH"
            ));
        }
    }
}
