//! Tests of the functions that PostgreSQL and MySQL have in common.

use std::fmt::Write;

use servers::Database;

use crate::vectors::{Vectors, assert_names_fault, show};

/// The SQL of a database, for the tests.
pub(crate) struct Dialect {
    /// The prefix that names the schema of a function, for a session without a search path.
    pub(crate) schema: &'static str,
    /// The column type for IDs of this many bytes.
    pub(crate) id_type: fn(usize) -> &'static str,
    /// An ID with these bytes, in hex.
    pub(crate) id: fn(&str) -> String,
    /// A string with these bytes, in hex.
    pub(crate) text: fn(&str) -> String,
    /// An expression that is true if two values are the same or both NULL.
    pub(crate) same: fn(&str, &str) -> String,
    /// A time as a string, if the database's type for times can hold it.
    pub(crate) show_time: fn(&str) -> String,
    /// The time of an ID, or NULL if the database's type for times can't hold it.
    pub(crate) time: fn(&Vectors) -> String,
    /// The string that the database shows for `unix_ms`.
    pub(crate) expected_time: fn(u64) -> String,
    /// The strings that the database shows for true and NULL.
    pub(crate) values: [&'static str; 2],
    /// SQL that creates a function with this name, which returns the error for a string.
    pub(crate) make_refusal: fn(&str, &Vectors) -> String,
}

/// Compares every function with all valid cases.
pub(crate) fn check_valid(database: &Database, dialect: &Dialect, vectors: &Vectors) {
    let table = format!("{}_valid", vectors.name("ids"));
    let (id_type, id) = ((dialect.id_type)(vectors.byte_len()), dialect.id);
    let [yes, null] = dialect.values;
    let mut sql =
        format!("CREATE TEMPORARY TABLE {table} (n int, id {id_type}, low {id_type}, high {id_type});\n");
    writeln!(sql, "INSERT INTO {table} VALUES (-1, NULL, NULL, NULL)").expect("memory");
    for (n, case) in vectors.valid.iter().enumerate() {
        let [low, high] = vectors.bounds(case);
        writeln!(sql, ", ({n}, {}, {}, {})", id(&case.bytes), id(&low), id(&high)).expect("memory");
    }
    let call = |name: &str, argument: &str| format!("{}{}({argument})", dialect.schema, vectors.name(name));
    let time = (dialect.time)(vectors);
    let fields: Vec<_> = vectors.fields().map(|field| call(field, "id")).collect();
    let parts: Vec<_> = vectors.parts().map(|field| call(field, "id")).collect();
    let mut columns = vec!["n".to_owned(), call("text", "id"), call("hex", "id"), call("unix_ms", "id")];
    columns.push((dialect.show_time)(&time));
    columns.extend(fields.iter().cloned());
    let same = [
        (call("checked", "id"), "id".to_owned()),
        (call("from_text", &call("text", "id")), "id".to_owned()),
        (call("from_parts", &parts.join(", ")), "id".to_owned()),
        (call("min_at", &time), format!("CASE WHEN {time} IS NOT NULL THEN low END")),
        (call("max_at", &time), format!("CASE WHEN {time} IS NOT NULL THEN high END")),
    ];
    // Every 128-bit value is an ID unless some bits are the same in all IDs. PostgreSQL's type has no other values.
    let is_unchecked = vectors.scheme.layout.constants.is_empty() && id_type == "uuid";
    columns.extend(same[usize::from(is_unchecked)..].iter().map(|(one, other)| (dialect.same)(one, other)));
    writeln!(sql, ";\nSELECT {} FROM {table} ORDER BY n;", columns.join(", ")).expect("memory");
    // The IDs must have the order of their bytes, both in a column of the database's type and as strings.
    writeln!(sql, "SELECT n FROM {table} WHERE n >= 0 ORDER BY id, n;").expect("memory");

    let output = database.run(&sql).expect("rows");
    let mut lines = output.lines();
    let expected_same = vec![yes.to_owned(); columns.len() - 5 - fields.len()];
    let nothing = vec![null.to_owned(); 4 + fields.len()];
    let nothing = [vec!["-1".to_owned()], nothing, expected_same.clone()].concat();
    assert_eq!(lines.next(), Some(nothing.join("\t").as_str()), "of NULL");
    for (n, case) in vectors.valid.iter().enumerate() {
        let mut expected = vec![n.to_string(), case.text.clone(), case.bytes.clone()];
        expected.extend([case.unix_ms.to_string(), (dialect.expected_time)(case.unix_ms)]);
        let fields = vectors.scheme.layout.fields.iter();
        expected.extend(fields.map(|&(field, bits)| show(&case.fields[field], bits)));
        expected.extend(expected_same.iter().cloned());
        assert_eq!(
            lines.next(),
            Some(expected.join("\t").as_str()),
            "{}: {}",
            vectors.scheme.name,
            case.text
        );
    }
    let order: Vec<&ValidBytes> =
        lines.map(|n| &vectors.valid[n.parse::<usize>().expect("n")].bytes).collect();
    assert_eq!(order.len(), vectors.valid.len());
    assert!(order.is_sorted(), "{}", vectors.scheme.name);
}

/// Returns the bytes of a valid case, in hex.
type ValidBytes = String;

/// Parses the strings of all valid cases and their alternates.
pub(crate) fn check_texts(database: &Database, dialect: &Dialect, vectors: &Vectors) {
    let table = format!("{}_texts", vectors.name("ids"));
    let id_type = (dialect.id_type)(vectors.byte_len());
    let texts = vectors.texts();
    let values: Vec<_> =
        texts.iter().map(|(text, bytes)| format!("('{text}', {})", (dialect.id)(bytes))).collect();
    let read = format!("{}{}(word)", dialect.schema, vectors.name("from_text"));
    let sql = format!(
        "CREATE TEMPORARY TABLE {table} (word varchar(40), id {id_type});
        INSERT INTO {table} VALUES {};
        SELECT count(*) FROM {table} WHERE {};
        SELECT word FROM {table} WHERE NOT {};",
        values.join(",\n"),
        (dialect.same)(&read, "id"),
        (dialect.same)(&read, "id"),
    );
    assert_eq!(database.run(&sql).expect("rows"), format!("{}\n", texts.len()), "{}", vectors.scheme.name);
}

/// Rejects the strings of all invalid cases, with an error that names the problem.
pub(crate) fn check_invalid(database: &Database, dialect: &Dialect, vectors: &Vectors) {
    let cases = &vectors.invalid;
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let refusal = format!("{}{}", dialect.schema, vectors.name("refusal"));
    let mut sql = (dialect.make_refusal)(&refusal, vectors);
    for case in cases {
        writeln!(sql, "SELECT {refusal}({});", (dialect.text)(&hex(&case.text))).expect("memory");
    }
    let output = database.run(&sql).expect("rows");
    assert_eq!(output.lines().count(), cases.len(), "{}", vectors.scheme.name);
    for (case, message) in cases.iter().zip(output.lines()) {
        // PostgreSQL strings can't contain this character.
        if case.text.contains('\0') && message.starts_with("invalid byte sequence") {
            continue;
        }
        assert_names_fault(case, message);
    }
}

/// Asserts that expressions are errors and that each message contains the string next to it.
pub(crate) fn check_errors(database: &Database, errors: &[(&str, &str)]) {
    for (expression, expected) in errors {
        match database.run(&format!("SELECT {expression};")) {
            Ok(value) => panic!("{expression} is {value}, expected an error"),
            Err(error) => assert!(error.to_string().contains(expected), "{expression}: {error}"),
        }
    }
}

/// Adds a prefix to a string and removes it, by the rules of TypeID.
pub(crate) fn check_prefixes(database: &Database, &Dialect { schema, .. }: &Dialect) {
    let longest = "abcdefghi_".repeat(6) + "abc";
    for prefix in ["a", "ord", "line_item", &longest] {
        let sql = format!(
            "SELECT {schema}sortid_with_prefix('{prefix}', '01ARZ'),
                {schema}sortid_without_prefix('{prefix}', '{prefix}_01ARZ');"
        );
        assert_eq!(database.run(&sql).expect("a row"), format!("{prefix}_01ARZ\t01ARZ\n"));
    }
    let no_kinds = crate::vectors::no_kinds();
    for prefix in no_kinds.iter().map(String::as_str).chain([""]) {
        let with = format!("{schema}sortid_with_prefix('{prefix}', '01ARZ')");
        let without = format!("{schema}sortid_without_prefix('{prefix}', '{prefix}_01ARZ')");
        let expected = "expected a prefix of at most 63 letters";
        check_errors(database, &[(&with, expected), (&without, expected)]);
    }
    for text in ["cus_01ARZ", "cus_ord_01ARZ", "Ord_01ARZ", "ord", "01ARZ", ""] {
        check_errors(
            database,
            &[(
                &format!("{schema}sortid_without_prefix('ord', '{text}')"),
                "expected an ID that starts with ord_, found '",
            )],
        );
    }
    // From TypeID's published cases.
    let [suffix, hex] = ["01h455vb4pex5vsknk084sn02q", "01890a5dac96774bbcceb302099a8057"];
    let id = format!("{schema}uuid7_from_suffix({schema}sortid_without_prefix('prefix', 'prefix_{suffix}'))");
    let row = database.run(&format!(
        "SELECT {schema}uuid7_suffix({id}), {schema}uuid7_hex({id}), {schema}uuid7_from_suffix(NULL);"
    ));
    assert_eq!(row.expect("a row").trim_end_matches("NULL\n").trim_end(), format!("{suffix}\t{hex}"));
    let digits = "expected 26 digits of 0-9 and a-z without i, l, o and u, found ";
    for (suffix, expected) in [
        ("01h455vb4pex5vsknk084sn02Q", format!("{digits}'Q' at byte 25")),
        ("01h455vb4pex5vsknk084sn0oq", format!("{digits}'o' at byte 24")),
        ("01890a5d-ac96-774b-bcce-b302099a8057", format!("{digits}36 bytes")),
        (
            "8zzzzzzzzzzzzzzzzzzzzzzzzz",
            format!("{digits}a value above the largest, 7zzzzzzzzzzzzzzzzzzzzzzzzz"),
        ),
        // A different version, and a different variant.
        ("0123456789abcdefghjkmnpqrs", "expected a UUID of version 7, found ".to_owned()),
        ("01h455vb4pex5zsknk084sn02q", "expected a UUID of the variant".to_owned()),
    ] {
        check_errors(database, &[(&format!("{schema}uuid7_from_suffix('{suffix}')"), &expected)]);
    }
}
