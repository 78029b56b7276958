-- Functions for sortable unique IDs, for MySQL 8 and MariaDB 10.5 and later. Printed by `sortid sql mysql`.
--
--     sortid sql mysql | mysql shop    installs them in the database `shop`, or updates them
--
-- To create functions on a server with a binary log, the user may need SUPER, or the server log_bin_trust_function_creators = 1.
--
-- To generate IDs, the functions need RANDOM_BYTES(), so MySQL 8 or MariaDB 10.10. A DEFAULT can't call a stored function, but a trigger can
-- set a key that the statement leaves out. For SCRU160, use BINARY(20) and 20 bytes:
--
--     CREATE TABLE orders (id BINARY(16) NOT NULL DEFAULT '' PRIMARY KEY, cents INT NOT NULL);
--     CREATE TRIGGER orders_id BEFORE INSERT ON orders FOR EACH ROW
--     SET NEW.id = COALESCE(NULLIF(NEW.id, REPEAT(x'00', 16)), scru128_generate());
--
-- With binlog_format = STATEMENT, a replica generates different IDs, so use MIXED or ROW.
--
-- All times are in UTC: set the session's time_zone to '+00:00' before you compare them with NOW() or a TIMESTAMP.
--
-- NULL returns NULL. Invalid data is an error. But without strict mode, the server converts arguments to BIGINT and DATETIME before the
-- function runs, and only warns: '12abc' becomes 12, and the offset of a time is cut off.

-- A function compares strings in the character set of the connection that creates it.
SET NAMES utf8mb4;

-- A function always runs in the `sql_mode` in which it was created. `sortid sql` prints a last statement that restores the session's mode.
SET @sortid_sql_mode = @@sql_mode, sql_mode = 'STRICT_ALL_TABLES';

-- Functions that the other functions call. They are not for direct use.

-- The next functions have several statements. The line below keeps the client from ending them at a semicolon.
DELIMITER $$

-- Checks a string and returns its digits in uppercase. `alphabet` is the digits, written as in a regular expression.
-- `scheme`, `expected` and `largest` are for the error message, which MySQL limits to 128 characters.
CREATE FUNCTION sortid_digits(
    scheme VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    input TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    expected VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    alphabet VARCHAR(60) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    largest VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
) RETURNS VARCHAR(40) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE found VARCHAR(100) CHARACTER SET utf8mb4;
    DECLARE message VARCHAR(255) CHARACTER SET utf8mb4;
    -- The position of the first character that is not a digit.
    DECLARE place INT DEFAULT REGEXP_INSTR(input, CONCAT('[^', alphabet, ']'));
    IF LENGTH(input) <> LENGTH(largest) THEN
        SET found = IF(LENGTH(input) = 1, '1 byte', CONCAT(LENGTH(input), ' bytes'));
    ELSEIF place > 0 THEN
        SET found = SUBSTR(input, place, 1);
        SET found = CASE
            WHEN LENGTH(found) > 1 THEN 'a non-ASCII character'
            WHEN ASCII(found) NOT BETWEEN 32 AND 126 THEN CONCAT('U+00', HEX(found))
            ELSE QUOTE(found)
        END;
        SET found = CONCAT(found, ' at byte ', place - 1);
    ELSEIF UPPER(input) > UPPER(largest) THEN
        SET found = CONCAT('a value above the maximum, ', largest);
    ELSE
        RETURN UPPER(input);
    END IF;
    SET message = CONCAT('expected ', expected, ', found ', found);
    IF REGEXP_INSTR(input, '^[a-z][a-z_]*_') > 0 THEN
        SET message = CONCAT('expected an ID without a prefix, found ', QUOTE(LEFT(input, 10)), '; use ');
        SET message = CONCAT(message, scheme, '_from_text_with_prefix(text, prefix)');
    END IF;
    SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = message;
END$$

-- Checks the length of an ID. `expected` is for the error message.
CREATE FUNCTION sortid_bytes(expected VARCHAR(60), id VARBINARY(255), count INT) RETURNS VARBINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE message VARCHAR(255);
    IF LENGTH(id) <> count THEN
        SET message = CONCAT('expected ', expected, ' of ', count, ' bytes, found ', LENGTH(id));
        SIGNAL SQLSTATE '22001' SET MESSAGE_TEXT = message;
    END IF;
    RETURN id;
END$$

-- Checks an integer. `name` is for the error message.
CREATE FUNCTION sortid_integer(name VARCHAR(60), value BIGINT, largest BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE message VARCHAR(255);
    IF value < 0 OR value > largest THEN
        SET message = CONCAT(name, ' is ', value, ', expected 0 to ', largest);
        SIGNAL SQLSTATE '22003' SET MESSAGE_TEXT = message;
    END IF;
    RETURN value;
END$$

-- Checks an 80-bit field, written as 20 hex digits. `name` is for the error message.
CREATE FUNCTION sortid_hex80(
    name VARCHAR(60),
    value TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
) RETURNS CHAR(20) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE message VARCHAR(255) CHARACTER SET utf8mb4;
    IF LENGTH(value) <> 20 OR REGEXP_INSTR(value, '[^0-9a-fA-F]') > 0 THEN
        SET message = CONCAT(name, ' is ', QUOTE(LEFT(value, 40)), ', expected 20 hex digits');
        SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = message;
    END IF;
    RETURN value;
END$$

-- Returns the milliseconds from 1970 to a time in UTC, rounded down.
CREATE FUNCTION sortid_unix_ms(instant DATETIME(6), first BIGINT, last BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE message VARCHAR(255);
    -- A quotient would have as many digits as the session's div_precision_increment sets.
    DECLARE unix_ms BIGINT
        DEFAULT FLOOR(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', instant) * 0.001);
    -- It is NULL for a zero date.
    IF instant IS NOT NULL AND (unix_ms IS NULL OR unix_ms < first OR unix_ms > last) THEN
        SET message = CONCAT('the time is ', instant, ', expected ', sortid_time(first), ' to ');
        SET message = CONCAT(message, sortid_time(LEAST(last, 253402300799999)));
        SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = message;
    END IF;
    RETURN unix_ms;
END$$

-- Returns the UTC time for milliseconds since 1970.
CREATE FUNCTION sortid_time(unix_ms BIGINT) RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE message VARCHAR(255);
    IF unix_ms > 253402300799999 THEN
        SET message = CONCAT('the time is ', unix_ms, ' ms after 1970, expected a year up to 9999 for a DATETIME');
        SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = message;
    END IF;
    RETURN TIMESTAMPADD(MICROSECOND, unix_ms * 1000, TIMESTAMP'1970-01-01 00:00:00');
END$$

-- Returns the part of a string after its prefix, which ends before the last `_`. `first` is the prefix and its `_`.
CREATE FUNCTION sortid_after(
    first TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    input TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
) RETURNS TEXT CHARACTER SET utf8mb4
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE message VARCHAR(255) CHARACTER SET utf8mb4;
    DECLARE rest TEXT CHARACTER SET utf8mb4 DEFAULT SUBSTR(input, CHAR_LENGTH(first) + 1);
    IF LEFT(input, CHAR_LENGTH(first)) <> first OR LOCATE('_', rest) > 0 THEN
        SET message = CONCAT('expected an ID with the prefix ', LEFT(first, CHAR_LENGTH(first) - 1));
        SET message = CONCAT(message, ', found ', QUOTE(LEFT(input, 10)));
        SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = message;
    END IF;
    RETURN rest;
END$$

DELIMITER ;

-- Returns the clock's milliseconds since 1970, which advance within a statement. Only SYSDATE() advances, but it is in
-- the session's time zone. So this adds the time since the start of the statement to UTC_TIMESTAMP(), which is the
-- start.
CREATE FUNCTION sortid_clock() RETURNS BIGINT
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN (
    TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', UTC_TIMESTAMP(6))
    + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))
) DIV 1000;

-- Encodes ten bytes as 16 five-bit digits, 0-9 and A-V.
CREATE FUNCTION sortid_to_base32(hex CHAR(20) CHARACTER SET ascii) RETURNS CHAR(16) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(
    LPAD(CONV(LEFT(hex, 10), 16, 32), 8, '0'),
    LPAD(CONV(RIGHT(hex, 10), 16, 32), 8, '0')
);

-- Decodes 16 five-bit digits, 0-9 and A-V. Returns ten bytes in hex.
CREATE FUNCTION sortid_from_base32(digits CHAR(16) CHARACTER SET ascii) RETURNS CHAR(20) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(
    LPAD(CONV(LEFT(digits, 8), 32, 16), 10, '0'),
    LPAD(CONV(RIGHT(digits, 8), 32, 16), 10, '0')
);

-- Converts the digits 0-9 and A-V to Crockford's. Starts with the last digit, so that no digit changes twice.
CREATE FUNCTION sortid_to_crockford(digits VARCHAR(32) CHARACTER SET ascii) RETURNS VARCHAR(32) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
    digits,
    'V', 'Z'), 'U', 'Y'), 'T', 'X'), 'S', 'W'), 'R', 'V'), 'Q', 'T'), 'P', 'S'),
    'O', 'R'), 'N', 'Q'), 'M', 'P'), 'L', 'N'), 'K', 'M'), 'J', 'K'), 'I', 'J');

-- Converts Crockford's digits to 0-9 and A-V. Starts with the first digit that differs, for the same reason.
CREATE FUNCTION sortid_from_crockford(digits VARCHAR(32) CHARACTER SET ascii) RETURNS VARCHAR(32) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(
    digits,
    'J', 'I'), 'K', 'J'), 'M', 'K'), 'N', 'L'), 'P', 'M'), 'Q', 'N'), 'R', 'O'),
    'S', 'P'), 'T', 'Q'), 'V', 'R'), 'W', 'S'), 'X', 'T'), 'Y', 'U'), 'Z', 'V');

-- For direct use, with the strings of any scheme. For UUIDv7, use uuid7_suffix(id) instead of uuid7_text(id).

DELIMITER $$

-- Adds a TypeID prefix to a string: sortid_with_prefix('ord', ulid_text(id)).
CREATE FUNCTION sortid_with_prefix(
    prefix TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    input TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
) RETURNS TEXT CHARACTER SET utf8mb4
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE message VARCHAR(255) CHARACTER SET utf8mb4;
    IF LENGTH(prefix) NOT BETWEEN 1 AND 63
        OR REGEXP_INSTR(prefix, '[^a-z_]') > 0
        OR '_' IN (LEFT(prefix, 1), RIGHT(prefix, 1))
    THEN
        SET message = 'expected a prefix of at most 63 letters a to z and _, the first and the last a letter, found ';
        SET message = CONCAT(message, QUOTE(LEFT(prefix, 10)));
        SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = message;
    END IF;
    RETURN CONCAT(prefix, '_', input);
END$$

DELIMITER ;
