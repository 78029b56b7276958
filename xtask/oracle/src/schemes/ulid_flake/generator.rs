//! Traces of every transition of the generator, in both forms.

use super::model::EPOCH_UNIX_MS;
use crate::generator_cases::Traces;

/// The traces of both forms. `FIRST` is the epoch, `LAST` the last reading that an ID can carry, and `MAX` the largest
/// randomness. The specification does not mention clocks that go back.
///
/// Three of the readings that are too late have timestamps that wrap to ordinary timestamps if an implementation drops
/// their leading bits.
const SCRIPT: &str = include_str!("traces.txt");

/// The traces for an epoch.
const OF_EACH_EPOCH: &str = include_str!("traces-of-each-epoch.txt");
/// One more for each epoch after 1970.
const BEFORE_THE_EPOCH: &str =
    "an epoch of $NAME: 1 ms before it | epoch_unix_ms=$EPOCH $EPOCH-1 $EPOCH:0 $EPOCH-1 $EPOCH\n";

/// Epochs with their names.
const EPOCHS: [(&str, &str); 6] = [
    ("0", "1970"),
    ("1", "1 ms after 1970"),
    ("1_000_000_000_000", "2001"),
    ("1_735_689_600_000", "2025"),
    ("2^44", "2527"),
    ("2^53-1", "287396, the largest one of the vectors"),
];

/// The words of the scripts, each with its value in the stand-alone and in the scalable form.
const VALUES: &str = include_str!("values.txt");

pub(super) fn add(traces: &mut Traces, is_scalable: bool) {
    let of_form = |script: &str| {
        VALUES.lines().fold(script.to_owned(), |script, line| {
            let columns: Vec<_> = line.split('|').map(str::trim).collect();
            script.replace(columns[0], columns[1 + usize::from(is_scalable)])
        })
    };
    let (span, max_bits) = ("SPAN=2^43-1 LAST=FIRST+SPAN OUT=FIRST-1", if is_scalable { 15 } else { 20 });
    traces.names(&format!("FIRST={EPOCH_UNIX_MS} {span} MAX=2^{max_bits}-1 LATER=45_932_800_000"));
    // An ordinary reading after the epoch: 2025-06-15T15:06:40Z.
    traces.names("T=1_750_000_000_000 NOW=T");
    let epochs = EPOCHS.map(|(epoch, name)| {
        let before = if epoch == "0" { "" } else { BEFORE_THE_EPOCH };
        (OF_EACH_EPOCH.to_owned() + before).replace("$EPOCH", epoch).replace("$NAME", name)
    });
    traces.add(&of_form(SCRIPT).replace("$EPOCHS", &epochs.concat()));
    if is_scalable {
        traces.add(include_str!("traces-of-scalability.txt"));
    }
    traces.random_walks(900, 400, &of_form(include_str!("walks.txt")));
    traces.wide_spans(9000);
    traces.wide_limits(9100);
    traces.ceilings(9500, Some("AT<END:MAX"));
    traces.resuming(9800, &of_form("NOW-FIRST/0xff$NODE"), &of_form("NOW-FIRST/MAX$NODE"));
    traces.add(&of_form(include_str!("traces-that-resume.txt")));
    if is_scalable {
        traces.add("resuming with the largest scalability | resume_after=T-FIRST/9/31 scalability=31 T T+1");
    }
}
