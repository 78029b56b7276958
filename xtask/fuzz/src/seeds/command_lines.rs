//! Command lines of the program, with input.

use super::{codecs, with};

/// The lines up to an empty one are arguments, the rest is stdin.
const LINES: &[&str] = &[
    "convert\n--to\nint\n\n01ARZ3NDEKTSV4RRFFQ69G5FAV\n",
    "convert\n--to\ntime\n--lenient\n\n \"0372ijojuxuhjsfkeryi2mrtm\"\r\n\nx\n",
    "convert\n--to\njson\n--scheme\nulid-flake\n--epoch\n2020-01-01T00:00:00Z\n--on-error\nkeep\n\n00CMXB6TB2CJA\nx\n",
    "convert\n--scheme\nscru64\n--from\nint\n--to\ntext\n109959589539758421\n-\n\n1\n",
    "inspect\n--format\njson\n\n0372ijojuxuhjsfkeryi2mrtm\n01563e3a-b5d3-d676-4c61-efb99302bd5b\n{0}\n",
    "inspect\n0u2r85hm2pt3\n\\x0123456789abcdef\n0x00\nurn:uuid:01563e3a-b5d3-d676-4c61-efb99302bd5b\n",
    "inspect\n--header\n--scheme\nscru160\n--from\nhex\n\n\u{feff}id\n017be0b1ac3b336f0751eb63beb3c3f8ca2a5f5c\n",
    "check\n\n01ARZ3NDEKTSV4RRFFQ69G5FAV\n01ARZ3NDEKTSV4RRFFQ69G5FAV\nx\n01ARZ3NDEKTSV4RRFFQ69G5FAU\n",
    "check\n--format\njson\n--allow-empty\n-\n\n",
    "check\n--scheme\nscru128\n--header\n\nid\n0372ijojuxuhjsfkeryi2mrtm",
    "range\nscru128\n--day\n2026-11-21\n",
    "range\nulid\n--from\n2026-11-01\n--before\n2026-12-01T00:00:00+01:00\n--format\nuuid\n",
    "range\nscru64\n--from\n@1700000000\n--to\n1700000059999\n--format\nint\n",
    "range\nulid-flake-scalable\n--from\n-1\n--to\nnow\n--epoch\n0\n",
    "new\nulid\n--at\n2020-02-29T12:00:00Z\n-n\n3\n--format\njson\n",
    "new\nscru64\n--node-spec\n42/8\n--guard-bits\n3\n--at\n-\n--header\n\nx\n2020-02-29T12:00:00.123456789Z\n@1600000000\n",
    "new\nscru160\n--node-id\n0x2a\n--node-id-bits\n8\n--microseconds\n--extension-bits\n4\n--counter-bits\n5\n--at\n1700000000000\n",
    "new\nulid-flake-scalable\n--scalability\n7\n--entropy-bits\n16\n--at\n2024-06-01\n--unordered\n",
    "sql\npostgresql\n",
    "sql\nmysql\n--scheme\nscru128\n--remove\n",
    "sql\nsqlite\n--scheme\nulid\n--table\nor\"ders\n--column\nid\n",
    "sql\nsqlite\n--scheme\nulid-flake\n--table\nt\n--epoch\n2020-01-01\n",
    "completions\nbash\n",
    "man\n--all\npages\n",
    "lease\nacquire\nfile:leases\n",
    "help\nconvert\n",
    "--version\n",
    "--help\n",
    "convert\n--too\n",
    "\n",
];

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<_> = LINES.iter().map(|line| with(&[8], line)).collect();
    for (number, file) in codecs() {
        let valid = file.valid.iter().step_by(20).map(|case| case.text.as_str());
        let invalid = file.invalid.iter().step_by(20).map(|case| case.text.as_str());
        let all: Vec<_> = valid.chain(invalid).collect();
        for (to, texts) in (0_u8..).zip(all.chunks(4)) {
            seeds.push(with(&[1, number, to], texts.join("\n")));
        }
    }
    seeds
}
