//! `sortid lease status`: the pool, its leases, and the clock.

mod metrics;

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::Result;
use anyid::Instant;
use idlease::protocol::{free_from, now};
use idlease::registry::{Pool, Record, Slots, Snapshot};
use serde::Serialize;

use super::read;
use super::words::{in_seconds, pool_in_words, when};
use crate::cli::{Status, StatusFormat};
use crate::registry::AnyRegistry;
use crate::streams::visible;

pub(super) fn run(status: &Status, mut registry: AnyRegistry, out: &mut impl Write) -> Result<()> {
    let (snapshot, local) = read(&mut registry, Slots::All)?;
    let report = Report::new(&snapshot, local, status.all)?;
    match status.format {
        StatusFormat::Text => write_text(&report, &snapshot.pool, out),
        StatusFormat::Json => Ok(writeln!(out, "{}", serde_json::to_string(&report)?)?),
        StatusFormat::Openmetrics => Ok(metrics::write(&report, out)?),
    }
}

/// The state of a slot. The help of `status` describes each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Leased,
    Blocked,
    Expired,
    Released,
    New,
    Missing,
}

impl State {
    const ALL: [Self; 6] =
        [Self::Leased, Self::Blocked, Self::Expired, Self::Released, Self::New, Self::Missing];

    fn of(record: &Record, snapshot: &Snapshot, now_unix_ms: u64) -> Self {
        match record {
            Record { owner: Some(_), end_unix_ms, .. } if *end_unix_ms > now_unix_ms => Self::Leased,
            record if free_from(snapshot, record) > now_unix_ms => Self::Blocked,
            Record { owner: Some(_), .. } => Self::Expired,
            Record { epoch: 0, .. } => Self::New,
            Record { owner: None, .. } => Self::Released,
        }
    }

    fn name(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }
}

/// The JSON output of `status`. It always has the same keys.
#[derive(Serialize)]
struct Report {
    node_id_size: u32,
    first_node_id: u32,
    slots: u32,
    window_ms: u64,
    /// The time that determines when slots become free.
    unix_ms: u64,
    /// How far the registry's clock is ahead of this machine's.
    skew_ms: Option<i64>,
    /// The earliest start of a new lease.
    floor_unix_ms: u64,
    #[serde(flatten)]
    counts: BTreeMap<State, usize>,
    records: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    node_id: u32,
    state: State,
    /// The earliest start of the next lease, which can be acquired up to a second before. Null if the slot has no record.
    free_from_unix_ms: Option<u64>,
    epoch: Option<u64>,
    owner: Option<String>,
    label: Option<String>,
    start_unix_ms: Option<u64>,
    end_unix_ms: Option<u64>,
}

impl Report {
    fn new(snapshot: &Snapshot, local_unix_ms: u64, all: bool) -> Result<Self> {
        let Snapshot { pool, server_unix_ms, floor_unix_ms, .. } = snapshot;
        let unix_ms = now(snapshot, local_unix_ms);
        let mut rows = rows(snapshot, unix_ms)?;
        let count = |state| rows.iter().filter(|row| row.state == state).count();
        let counts = State::ALL.map(|state| (state, count(state))).into();
        rows.retain(|row| all || row.epoch != Some(0));
        Ok(Self {
            node_id_size: pool.node_id_size(),
            first_node_id: pool.node_id(0)?,
            slots: pool.slots(),
            window_ms: pool.window_ms(),
            unix_ms,
            skew_ms: server_unix_ms.map(|server| {
                let skew = i64::try_from(server.abs_diff(local_unix_ms)).unwrap_or(i64::MAX);
                if server < local_unix_ms { -skew } else { skew }
            }),
            floor_unix_ms: *floor_unix_ms,
            counts,
            records: rows,
        })
    }
}

/// Returns all slots, sorted by node ID.
fn rows(snapshot: &Snapshot, now_unix_ms: u64) -> Result<Vec<Row>> {
    let pool = &snapshot.pool;
    let mut records: Vec<Option<&Record>> = vec![None; usize::try_from(pool.slots())?];
    for (slot, record) in &snapshot.records {
        if let Some(place) = records.get_mut(usize::try_from(*slot)?) {
            *place = Some(record);
        }
    }
    let row = |(slot, record): (u32, Option<&Record>)| {
        Ok(Row {
            node_id: pool.node_id(slot)?,
            state: record.map_or(State::Missing, |record| State::of(record, snapshot, now_unix_ms)),
            free_from_unix_ms: record.map(|record| record.end_unix_ms.max(snapshot.floor_unix_ms)),
            epoch: record.map(|record| record.epoch),
            owner: record.and_then(|record| record.owner).map(|owner| owner.to_string()),
            label: record.map(|record| record.label.to_string()).filter(|label| !label.is_empty()),
            start_unix_ms: record.map(|record| record.start_unix_ms),
            end_unix_ms: record.map(|record| record.end_unix_ms),
        })
    };
    (0..).zip(records).map(row).collect()
}

fn write_text(report: &Report, pool: &Pool, out: &mut impl Write) -> Result<()> {
    let Report { slots, counts, unix_ms, .. } = report;
    let [leased, blocked, expired, released, new, missing] =
        State::ALL.map(|state| counts.get(&state).unwrap_or(&0));
    let free = expired + released + new;
    writeln!(
        out,
        "{slots} slots: {leased} leased, {blocked} blocked, {free} free ({expired} expired, {released} released, {new} \
         new), {missing} missing"
    )?;
    writeln!(out, "pool:   {}", pool_in_words(pool)?)?;
    let now = Instant(*unix_ms);
    match report.skew_ms {
        None => writeln!(out, "clock:  {now}, from this machine, because the registry has no clock")?,
        Some(skew_ms) => {
            let direction = if skew_ms < 0 { "behind" } else { "ahead of" };
            let skew = in_seconds(skew_ms.unsigned_abs());
            writeln!(out, "clock:  {now}, from the registry, {skew} {direction} this machine")?;
        }
    }
    if report.floor_unix_ms > 0 {
        let floor = Instant(report.floor_unix_ms);
        writeln!(out, "floor:  {floor} ({}), the earliest start of a lease", when(floor, now))?;
    }
    if !report.records.is_empty() {
        writeln!(
            out,
            "\nnode ID  state     free               epoch  owner     start, end if different, label"
        )?;
    }
    for row in &report.records {
        write_row(row, now, out)?;
    }
    Ok(())
}

fn write_row(row: &Row, now: Instant, out: &mut impl Write) -> io::Result<()> {
    let Row { node_id, state, .. } = row;
    let (Some(free), Some(epoch), Some(start), Some(end)) =
        (row.free_from_unix_ms, row.epoch, row.start_unix_ms, row.end_unix_ms)
    else {
        return writeln!(out, "{node_id:>7}  {}", state.name());
    };
    // In practice, the first digits are enough to identify an owner.
    let owner = row.owner.as_deref().and_then(|owner| owner.get(..8)).unwrap_or("-");
    let free = when(Instant(free), now);
    let state = state.name();
    write!(out, "{node_id:>7}  {state:<8}  {free:<17}  {epoch:>5}  {owner:<8}  {}", Instant(start))?;
    if end != start {
        write!(out, " to {}", Instant(end))?;
    }
    let label = row.label.as_deref().map_or_else(String::new, |label| format!("  {}", visible(label)));
    writeln!(out, "{label}")
}

#[cfg(test)]
mod tests {
    use idlease::Label;
    use idlease::registry::Token;

    use super::*;

    const NOW: u64 = 1_700_000_000_000;

    /// A slot can be acquired up to a second before its next lease starts. The time in the column is the start.
    #[test]
    fn a_slot_is_free_from_the_start_of_its_next_lease() {
        let owner = Some(Token::from_u128(1 << 96));
        let record = |owner, start_unix_ms, end_unix_ms| Record {
            epoch: 1,
            owner,
            start_unix_ms,
            end_unix_ms,
            label: Label::EMPTY,
        };
        let records = [
            record(None, NOW - 100, NOW - 40),
            record(None, NOW - 2_100, NOW - 2_000),
            record(None, NOW - 100, NOW + 300),
            record(None, NOW + 120_000, NOW + 120_000),
            record(None, NOW + 1_999, NOW + 1_999),
            record(owner, NOW - 100, NOW + 59_900),
        ];
        let pool = Pool::new(8).unwrap().with_node_ids(0, 6).unwrap();
        let records = (0..).zip(records).collect();
        let snapshot = Snapshot { pool, records, server_unix_ms: None, floor_unix_ms: 0 };
        let report = Report::new(&snapshot, NOW, false).unwrap();
        let mut text = Vec::new();
        write_text(&report, &pool, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let rows: Vec<_> =
            text.lines().filter_map(|line| line.get(9..37)).skip(4).map(str::trim_end).collect();
        let expected = [
            "released  now",
            "released  2 seconds ago",
            "released  in under 1 second",
            "blocked   in 2 minutes",
            "blocked   in 1 second",
            "leased    in 59 seconds",
        ];
        assert_eq!(rows, expected, "{text}");
        let free: Vec<_> = report.records.iter().map(|row| row.free_from_unix_ms).collect();
        let ends: Vec<_> = report.records.iter().map(|row| row.end_unix_ms).collect();
        assert_eq!(free, ends);
    }
}
