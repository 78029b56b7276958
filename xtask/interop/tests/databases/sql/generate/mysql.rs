//! The functions for MySQL, in MariaDB.

use servers::mariadb;

use super::{
    GENERATED, Player, check_kept, check_next, check_sessions, check_traces, installed, kept_table, sortid,
};

const PLAYER: Player = Player {
    table: "CREATE TEMPORARY TABLE steps (
            n INT PRIMARY KEY, start VARCHAR(60), unix_ms BIGINT, random CHAR(32), found VARCHAR(60)
        );",
    play: "DELIMITER $$
        CREATE OR REPLACE PROCEDURE play()
        BEGIN
            DECLARE place INT DEFAULT 0;
            DECLARE state, result VARCHAR(60);
            DECLARE reading BIGINT;
            DECLARE drawn CHAR(32);
            WHILE place < (SELECT count(*) FROM steps) DO
                SELECT COALESCE(start, state), unix_ms, random INTO state, reading, drawn FROM steps WHERE n = place;
                BEGIN
                    DECLARE EXIT HANDLER FOR SQLSTATE '22008' UPDATE steps SET found = 'out_of_range' WHERE n = place;
                    DECLARE EXIT HANDLER FOR SQLSTATE '54000' UPDATE steps SET found = 'overflow' WHERE n = place;
                    -- A variable is NULL after an error in the expression that is assigned to it.
                    SET result = {step}(state, reading, drawn);
                    SET state = result;
                    UPDATE steps SET found = LOWER(state) WHERE n = place;
                END;
                SET place = place + 1;
            END WHILE;
        END$$
        DELIMITER ;
        CALL play();
        SELECT found FROM steps ORDER BY n;",
};

#[test]
fn follows_the_traces() {
    let Some(database) = installed("mysql", mariadb::database("generate_traces")) else { return };
    check_traces(&database, &PLAYER);
}

/// Returns a table with the trigger that `sortid sql mysql` shows as an example.
fn table(name: &str) -> String {
    let printed = sortid(&["mysql"]);
    let lines = printed.lines().skip_while(|line| !line.contains("CREATE TABLE orders")).take(3);
    let example: String = lines.map(|line| format!("{}\n", line.trim_start_matches('-'))).collect();
    let bytes = if name == "scru160" { "20" } else { "16" };
    let example = example.replace("16", bytes).replace("scru128", name);
    example.replace("orders", &format!("{name}_ids")).replace("cents INT NOT NULL", "session INT, n INT")
}

#[test]
fn eight_sessions_repeat_no_id_and_keep_their_order() {
    let Some(database) = installed("mysql", mariadb::database("generate_sessions")) else { return };
    database.run(&GENERATED.map(table).concat()).expect("tables");
    check_sessions(&database, "(SELECT seq AS n FROM seq_1_to_62500) AS numbers", || {});
}

/// User variables survive a rollback. The trigger keeps a key that the application has set.
#[test]
fn a_trigger_sets_the_key() {
    let Some(database) = installed("mysql", mariadb::database("generate_trigger")) else { return };
    for name in GENERATED {
        database.run(&table(name)).expect("a table");
        let rows = database.run(&format!(
            "INSERT INTO {name}_ids (n) VALUES (1), (2) RETURNING HEX(id);
            START TRANSACTION; INSERT INTO {name}_ids (n) VALUES (3) RETURNING HEX(id); ROLLBACK;
            INSERT INTO {name}_ids VALUES (NULL, 0, 4) RETURNING HEX(id);
            PREPARE next FROM 'INSERT INTO {name}_ids (n) VALUES (5) RETURNING HEX(id)'; EXECUTE next;
            INSERT INTO {name}_ids (id, n) VALUES ({name}_max_at('9999-12-31'), 6) RETURNING HEX(id);"
        ));
        let rows = rows.expect("rows");
        let ids: Vec<_> = rows.lines().collect();
        assert!(ids.len() == 6 && ids.is_sorted_by(|one, next| one < next), "{name}: {ids:?}");
    }
}

/// User variables survive a rollback. All kept IDs are in order with the later IDs.
#[test]
fn ids_kept_across_rollbacks_stay_in_order() {
    let Some(database) = installed("mysql", mariadb::database("generate_kept")) else { return };
    for name in GENERATED {
        let table = kept_table(name, if name == "scru160" { "BINARY(20)" } else { "BINARY(16)" });
        let retry = |n| {
            format!(
                "START TRANSACTION; SET @kept = {name}_generate(); ROLLBACK;
                INSERT INTO {name}_kept VALUES ({n}, @kept, {name}_generate());"
            )
        };
        let retries = (0..500).map(retry).collect::<String>();
        database.run(&[table, retries].concat()).expect("rows");
        check_kept(&database, name, "(previous IS NULL OR kept > previous) AND later > kept");
    }
}

/// The clock is right in every time zone and, without daylight saving time, with any session `timestamp`. A client can
/// set the state to any string.
#[test]
fn no_session_gives_a_wrong_id() {
    let Some(database) = installed("mysql", mariadb::database("generate_wrong")) else { return };
    let now = "UNIX_TIMESTAMP(SYSDATE(3)) * 1000";
    for name in GENERATED {
        let ahead = |milliseconds| {
            format!("CONCAT(LPAD(HEX(sortid_clock() + {milliseconds}), 12, '0'), REPEAT('F', 40))")
        };
        let set = |state: &str| format!("SET @sortid_{name} = {state};");
        let states = ["''", "'wrong'", "7", "REPEAT('f', 60)", "REPEAT('0', 60)", "x'ff'"].map(set);
        let aheads = [ahead(0), ahead(9000), ahead(11000)].map(|state| set(&state));
        let zones =
            ["SET time_zone = '+05:30';", "SET timestamp = 1000;", "SET sql_mode = '';"].map(str::to_owned);
        for setting in [states.as_slice(), &aheads, &zones].concat() {
            let sql = format!(
                "SET @now = {now}; {setting}
                SELECT {name}_unix_ms({name}_generate()) BETWEEN FLOOR(@now) AND {now} + 10001;"
            );
            check_next(&database, name, &sql, "1\n");
        }
        let error = database.run(&format!("SET @sortid_{name} = 'é'; SELECT {name}_generate();"));
        assert!(error.expect_err("not ASCII").to_string().contains("Incorrect string value"), "{name}");
        let at = |time: &str| database.run(&format!("SELECT {name}_unix_ms({name}_generate_at({time}));"));
        assert_eq!(at("'2020-01-02 03:04:05.6789'").expect("a row"), "1577934245678\n", "{name}");
        assert_eq!(at("NULL").expect("a row"), "NULL\n", "{name}");
        assert_eq!(at("'9999-12-31 23:59:59.999999'").expect("a row"), "253402300799999\n", "{name}");
        for time in ["'1969-12-31 23:59:59.999'", "'0000-00-00'"] {
            assert!(at(time).is_err(), "{name}, {time}");
        }
    }
}

/// If the binary log contained statements, a replica would generate different IDs, so the server must log rows. It does
/// this unless `binlog_format` is `STATEMENT`.
#[test]
fn a_binary_log_has_rows() {
    let Some(server) = mariadb::start_with(&["--log-bin=log", "--server-id=1"]) else { return };
    let all = mariadb::database_of(&server, "mysql");
    all.run("CREATE DATABASE shop;").expect("a database");
    let database = mariadb::database_of(&server, "shop");
    database.run(&sortid(&["mysql", "--scheme=ulid"])).expect("functions");
    database.run(&table("ulid")).expect("a table");
    for (format, logs_rows) in [("STATEMENT", false), ("MIXED", true), ("ROW", true)] {
        let insert =
            format!("FLUSH BINARY LOGS; SET binlog_format = {format}; INSERT INTO ulid_ids (n) VALUES (1);");
        database.run(&insert).expect("a row");
        let status = database.run("SHOW MASTER STATUS;").expect("a row");
        let file = status.split('\t').next().expect("a file");
        let events = database.run(&format!("SHOW BINLOG EVENTS IN '{file}';")).expect("events");
        assert_eq!(events.contains("Write_rows"), logs_rows, "{format}: {events}");
    }
}
