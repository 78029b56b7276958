//! `sortid convert --csv`.

use crate::{fails, good, refuses, run_with};

const ULID: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const UUID: &str = "01563e3a-b5d3-d676-4c61-efb99302bd5b";

fn convert(options: &[&str]) -> Vec<String> {
    let convert = ["convert", "--csv", "--to", "uuid"];
    convert.iter().chain(options).map(ToString::to_string).collect()
}

/// Quotes, blank lines, line endings and a missing line feed at the end belong to the other columns.
#[test]
fn changes_one_column_and_no_other_byte() {
    let table = |id: &str| {
        [
            format!("a,id,c\n\"1\",{id},\"x, \"\"y\"\"\nz\"\n\n2,{id},"),
            format!("\u{feff}a,id,c\r\n1,\"{id}\",\"\"\r\n2,{id},\r\n"),
            format!("\"a\",\"id\"\n\"\",{id}\n\n\n"),
            format!("id\n{id}\n"),
        ]
    };
    for (input, expected) in table(ULID).into_iter().zip(table(UUID)) {
        for column in ["id", if input.starts_with("id") { "1" } else { "2" }] {
            let arguments = convert(&["--column", column, "--header"]);
            let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
            assert_eq!(good(&arguments, input.clone()), expected, "{input:?}");
        }
    }
    let arguments = ["convert", "--csv", "--column", "1", "--delimiter", "tab", "--to", "uuid"];
    assert_eq!(good(&arguments, format!("{ULID}\ta,b\n")), format!("{UUID}\ta,b\n"));
}

#[test]
fn quotes_what_must_be_quoted() {
    let json = good(&["convert", "--csv", "--column", "1", "--to", "json"], format!("{ULID},x\n"));
    assert!(
        json.starts_with("\"{\"\"scheme\"\":\"\"ulid\"\",\"\"also\"\":") && json.ends_with("}\",x\n"),
        "{json}"
    );
}

#[test]
fn names_the_line_and_the_column_of_a_bad_cell() {
    let input = format!("n,id\n\"a\nb\",{ULID}\n2,bad\n3,{ULID},4\n5,{ULID}\n");
    let run = |on_error| {
        run_with(
            &["convert", "--csv", "--column", "id", "--to", "uuid", "--on-error", on_error],
            input.clone(),
        )
    };
    let fail = run("fail");
    assert_eq!((fail.status, fail.stdout), (1, format!("n,id\n\"a\nb\",{UUID}\n")));
    assert!(fail.stderr.starts_with("sortid: line 4, column id: \"bad\": expected"), "{}", fail.stderr);
    for (on_error, bad) in [("keep", "bad"), ("empty", "")] {
        let run = run(on_error);
        let expected = format!("n,id\n\"a\nb\",{UUID}\n2,{bad}\n3,{ULID},4\n5,{UUID}\n");
        assert_eq!((run.status, run.stdout), (1, expected));
        let row = format!(
            "sortid: line 5, column id: \"3,{ULID},4\\n\": expected 2 cells, as in the first row, found 3"
        );
        assert_eq!(run.stderr.lines().last(), Some(row.as_str()));
    }
}

#[test]
fn asks_whether_a_bad_first_row_is_a_header() {
    let arguments = ["convert", "--csv", "--column", "1", "--to", "uuid", "--on-error", "keep"];
    let run = run_with(&arguments, "id\nbad\n");
    let hints: Vec<_> = run.stderr.lines().map(|line| line.contains("; give --header if")).collect();
    assert_eq!(hints, [true, false], "{}", run.stderr);
}

#[test]
fn blank_cells_are_bad_unless_they_are_allowed() {
    let input = format!("id,n\n,1\n{ULID},2\n");
    let arguments = ["convert", "--csv", "--column", "id", "--to", "uuid"];
    assert!(
        run_with(&arguments, input.clone()).stderr.starts_with("sortid: line 2, column id: \"\": expected")
    );
    let lenient = good(&[&arguments[..], &["--lenient"]].concat(), input);
    assert_eq!(lenient, format!("id,n\n,1\n{UUID},2\n"));
}

#[test]
fn refuses_files_without_the_column() {
    let run = |column: &str, input: &str| {
        let run = run_with(&["convert", "--csv", "--column", column, "--to", "uuid"], input);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{}", run.stderr);
        run.stderr
    };
    assert_eq!(run("id", "a,b\n"), "sortid: line 1: expected a column \"id\", found [\"a\", \"b\"]\n");
    assert_eq!(
        run("id", "id,id\n"),
        "sortid: line 1: expected one column \"id\", found several; give its number\n"
    );
    assert_eq!(run("3", "a,b\n"), "sortid: line 1: expected a column 3, found 2 columns\n");
    assert_eq!(run("0", "a,b\n"), "sortid: line 1: expected a column 0, found 2 columns\n");
    assert_eq!(run("id", ""), "sortid: expected a header with a column \"id\", found no rows\n");
    let open = run_with(
        &["convert", "--csv", "--column", "id", "--to", "uuid"],
        format!("id,n\n{ULID},\"x\n{ULID},y\n"),
    );
    assert_eq!(open.status, 1);
    assert_eq!(open.stderr, "sortid: line 2: the quote before cell 2 is never closed\n");
}

#[test]
fn refuses_half_a_command_line() {
    refuses(&[
        (&["convert", "--csv", "--to", "uuid"], "--column"),
        (&["convert", "--column", "id", "--to", "uuid"], "--csv"),
        (&["convert", "--column", "id", "--to", "uuid", ULID], "cannot be used with"),
        (&["convert", "--csv", "--column", "id", "--to", "uuid", ULID], "cannot be used with"),
        (&["convert", "--csv", "--column", "id", "--delimiter", "ab", "--to", "uuid"], "one ASCII character"),
        (&["convert", "--csv", "--column", "id", "--delimiter", "\"", "--to", "uuid"], "one ASCII character"),
    ]);
    assert!(fails(2, &["convert", "--delimiter", ";", "--to", "uuid"]).contains("--csv"));
}
