//! Tests of the functions that PostgreSQL and MySQL have in common.

use std::fmt::Write;

use servers::Database;

use crate::vectors::{Vectors, assert_names_fault, assert_names_typed_fault, show};

/// The SQL of a database, for the tests.
pub(crate) struct Dialect {
    /// The prefix that names the schema of a function, for a session without a search path.
    pub(crate) schema: &'static str,
    /// The column type for IDs with this many bytes.
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
    /// The function that parses a string with a prefix, without the name of the scheme.
    pub(crate) from_typed: &'static str,
    /// SQL that creates a function with this name and two arguments, `input` and `prefix`. The function returns the
    /// error of the given expression.
    pub(crate) make_refusal: fn(&str, &str) -> String,
}

impl Dialect {
    /// Returns an expression that parses a string with a prefix, or without a prefix if `prefix` is NULL.
    fn parse(&self, vectors: &Vectors, text: &str, prefix: &str) -> String {
        let [plain, typed] =
            ["from_text", self.from_typed].map(|name| format!("{}{}", self.schema, vectors.name(name)));
        format!("(CASE WHEN {prefix} IS NULL THEN {plain}({text}) ELSE {typed}({text}, {prefix}) END)")
    }
}

/// Checks every function against all valid cases.
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
    // If no bits are the same in all IDs, every value of PostgreSQL's `uuid` type is an ID, and the scheme has no
    // `checked` function.
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

/// The bytes of a valid case, in hex.
type ValidBytes = String;

/// Parses the strings of all valid cases and their alternates, with and without a prefix.
pub(crate) fn check_texts(database: &Database, dialect: &Dialect, vectors: &Vectors) {
    let table = format!("{}_texts", vectors.name("ids"));
    let id_type = (dialect.id_type)(vectors.byte_len());
    let plain = vectors.strings().into_iter().map(|(text, bytes)| (text, "NULL".to_owned(), bytes));
    let typed = vectors.valid_typed.iter().flat_map(|case| {
        let strings = case.alternates.iter().chain([&case.text]);
        strings.map(move |text| (text.as_str(), format!("'{}'", case.prefix), case.bytes.as_str()))
    });
    let values: Vec<_> = plain
        .chain(typed)
        .map(|(text, prefix, bytes)| format!("('{text}', {prefix}, {})", (dialect.id)(bytes)))
        .collect();
    let same = (dialect.same)(&dialect.parse(vectors, "word", "prefix"), "id");
    let sql = format!(
        "CREATE TEMPORARY TABLE {table} (word varchar(110), prefix varchar(63), id {id_type});
        INSERT INTO {table} VALUES {};
        SELECT count(*) FROM {table} WHERE {same};
        SELECT word FROM {table} WHERE NOT {same};",
        values.join(",\n"),
    );
    assert_eq!(database.run(&sql).expect("rows"), format!("{}\n", values.len()), "{}", vectors.scheme.name);
}

/// Checks that the strings of all invalid cases are rejected with an error that names the problem. The functions
/// without a prefix argument must also reject strings with a prefix, such as those of the valid typed cases, and name
/// the function to use instead.
pub(crate) fn check_invalid(database: &Database, dialect: &Dialect, vectors: &Vectors) {
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let refusal = format!("{}{}", dialect.schema, vectors.name("refusal"));
    let mut sql = (dialect.make_refusal)(&refusal, &dialect.parse(vectors, "input", "prefix"));
    let (prefixed, plain): (Vec<_>, Vec<_>) =
        vectors.invalid.iter().partition(|case| case.text.starts_with("ord_"));
    let without = vectors.valid_typed.iter().map(|case| &case.text);
    let without: Vec<_> = without.chain(prefixed.iter().map(|case| &case.text)).collect();
    let plain_texts = plain.iter().map(|case| (&case.text, None));
    let typed = vectors.invalid_typed.iter().map(|(case, _)| (&case.text, Some(&case.prefix)));
    let calls: Vec<_> = plain_texts.chain(typed).chain(without.iter().map(|text| (*text, None))).collect();
    for (text, prefix) in &calls {
        let text = (dialect.text)(&hex(text));
        let prefix = prefix.map_or_else(|| "NULL".to_owned(), |prefix| (dialect.text)(&hex(prefix)));
        writeln!(sql, "SELECT {refusal}({text}, {prefix});").expect("memory");
    }
    let output = database.run(&sql).expect("rows");
    assert_eq!(output.lines().count(), calls.len(), "{}", vectors.scheme.name);
    // PostgreSQL strings can't contain this character.
    let is_about_nul =
        |text: &str, message: &str| text.contains('\0') && message.starts_with("invalid byte sequence");
    let mut messages = output.lines();
    for (case, message) in plain.iter().zip(&mut messages) {
        if !is_about_nul(&case.text, message) {
            assert_names_fault(case, message);
        }
    }
    for (case, message) in vectors.invalid_typed.iter().zip(&mut messages) {
        if !is_about_nul(&case.0.text, message) {
            assert_names_typed_fault(vectors.scheme, case, message);
        }
    }
    for (text, message) in without.iter().zip(&mut messages) {
        let expected = format!("; use {}(text, prefix)", vectors.name(dialect.from_typed));
        assert!(message.starts_with("expected an ID without a prefix, found '"), "{message:?} for {text}");
        assert!(message.ends_with(&expected), "{message:?} for {text}");
    }
}

/// Numbers and parts that are out of range in each database.
pub(crate) const OUT_OF_RANGE: [(&str, &str); 9] = [
    ("scru64_text(-1)", "the SCRU64 ID is -1, expected 0 to 4738381338321616895"),
    ("scru64_node_ctr(4738381338321616896)", "is 4738381338321616896, expected 0 to"),
    ("ulid_flake_time(-1)", "the Ulid-Flake is -1, expected 0 to 9223372036854775807"),
    ("ulid_from_parts(-1, repeat('0', 20))", "timestamp is -1, expected 0 to 281474976710655"),
    ("ulid_from_parts(0, 'é')", "randomness is 'é', expected 20 hex digits"),
    ("scru128_from_parts(0, 16777216, 0, 0)", "counter_hi is 16777216, expected 0 to 16777215"),
    ("scru64_from_parts(282429536481, 0)", "timestamp is 282429536481, expected 0 to 282429536480"),
    ("uuid7_from_parts(0, 4096, '0000000000000000')", "rand_a is 4096, expected 0 to 4095"),
    ("uuid7_from_parts(0, 0, '4000000000000000')", "expected 16 hex digits, the first from 0 to 3"),
];

/// Asserts that expressions are errors and that each message contains the string next to it.
pub(crate) fn check_errors(database: &Database, errors: &[(&str, &str)]) {
    for (expression, expected) in errors {
        match database.run(&format!("SELECT {expression};")) {
            Ok(value) => panic!("{expression} is {value}, expected an error"),
            Err(error) => assert!(error.to_string().contains(expected), "{expression}: {error}"),
        }
    }
}

/// Checks that ranges of a table with an ID of each tenth second are found by an index, if the plan says so.
pub(crate) fn check_ranges(database: &Database, zone: &str, by_index: impl Fn(&str, &str) -> bool) {
    for (column, scheme) in [("u", "ulid"), ("u", "scru128"), ("b", "scru160"), ("n", "scru64")] {
        let [first, last] = ["05", "55"].map(|seconds| format!("'2023-11-14 23:00:{seconds}{zone}'"));
        let condition = format!("{column} BETWEEN {scheme}_min_at({first}) AND {scheme}_max_at({last})");
        let plan = database.run(&format!("EXPLAIN SELECT * FROM ids WHERE {condition};")).expect("a plan");
        assert!(by_index(&plan, column), "{plan}");
        let count = database.run(&format!("SELECT count(*) FROM ids WHERE {condition};"));
        assert_eq!(count.expect("a row"), "5\n", "{scheme}");
    }
}

/// Checks the functions that add a prefix by the rules of TypeID, and the functions for the part after the prefix.
pub(crate) fn check_prefixes(database: &Database, dialect: &Dialect) {
    let Dialect { schema, from_typed, .. } = dialect;
    let longest = "abcdefghi_".repeat(6) + "abc";
    for prefix in ["a", "ord", "line_item", &longest] {
        let sql = format!("SELECT {schema}sortid_with_prefix('{prefix}', '01ARZ');");
        assert_eq!(database.run(&sql).expect("a row"), format!("{prefix}_01ARZ\n"));
    }
    for prefix in crate::vectors::no_kinds().chain([""]) {
        let with = format!("{schema}sortid_with_prefix('{prefix}', '01ARZ')");
        check_errors(database, &[(&with, "expected a prefix of at most 63 letters")]);
    }
    // From TypeID's published cases.
    let [suffix, hex] = ["01h455vb4pex5vsknk084sn02q", "01890a5dac96774bbcceb302099a8057"];
    let id = format!("{schema}uuid7_from_suffix('{suffix}')");
    let row = database.run(&format!(
        "SELECT {schema}uuid7_suffix({id}), {schema}uuid7_hex({id}), {schema}uuid7_from_suffix(NULL),
            {schema}uuid7_{from_typed}(NULL, 'ord'), {schema}uuid7_{from_typed}('ord_{suffix}', NULL);"
    ));
    let nulls = [dialect.values[1]; 3].join("\t");
    assert_eq!(row.expect("a row"), format!("{suffix}\t{hex}\t{nulls}\n"));
    let digits = "expected 26 lowercase digits (0-9 and a-z without i, l, o and u), found ";
    for (suffix, expected) in [
        ("01h455vb4pex5vsknk084sn02Q", format!("{digits}'Q' at byte 25")),
        ("01890a5d-ac96-774b-bcce-b302099a8057", format!("{digits}36 bytes")),
        ("ord_01h455vb4pex5vsknk084sn02q", format!("use uuid7_{from_typed}(text, prefix)")),
        // A different version, and a different variant.
        ("0123456789abcdefghjkmnpqrs", "expected a version 7 UUID, found ".to_owned()),
        ("01h455vb4pex5zsknk084sn02q", "expected a UUID with variant".to_owned()),
    ] {
        check_errors(database, &[(&format!("{schema}uuid7_from_suffix('{suffix}')"), &expected)]);
    }
}
