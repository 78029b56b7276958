-- ULID in columns of the type BINARY(16).

DROP FUNCTION IF EXISTS ulid_checked;
DROP FUNCTION IF EXISTS ulid_hex;
DROP FUNCTION IF EXISTS ulid_text;
DROP FUNCTION IF EXISTS ulid_from_digits;
DROP FUNCTION IF EXISTS ulid_from_text;
DROP FUNCTION IF EXISTS ulid_timestamp;
DROP FUNCTION IF EXISTS ulid_randomness;
DROP FUNCTION IF EXISTS ulid_from_parts;
DROP FUNCTION IF EXISTS ulid_unix_ms;
DROP FUNCTION IF EXISTS ulid_time;
DROP FUNCTION IF EXISTS ulid_min_at;
DROP FUNCTION IF EXISTS ulid_max_at;

-- Returns the ID, or raises an error if it does not have 16 bytes.
CREATE FUNCTION ulid_checked(id VARBINARY(255)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_bytes('a ULID', id, 16);

CREATE FUNCTION ulid_hex(id VARBINARY(255)) RETURNS CHAR(32) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LOWER(HEX(ulid_checked(id)));

CREATE FUNCTION ulid_text(id VARBINARY(255)) RETURNS CHAR(26) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_to_crockford(RIGHT(
    CONCAT(
        sortid_to_base32(LPAD(LEFT(ulid_hex(id), 12), 20, '0')),
        sortid_to_base32(SUBSTR(ulid_hex(id), 13))
    ),
    26
));

-- Reads 26 digits of five bits, 0-9 and A-V. Not for direct use.
CREATE FUNCTION ulid_from_digits(digits CHAR(26) CHARACTER SET ascii) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(
    RIGHT(sortid_from_base32(LPAD(LEFT(digits, 10), 16, '0')), 12),
    sortid_from_base32(SUBSTR(digits, 11))
));

-- Reads either letter case.
CREATE FUNCTION ulid_from_text(input TEXT CHARACTER SET utf8mb4) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_from_digits(sortid_from_crockford(sortid_digits(
    input,
    'a ULID of 26 digits of 0-9 and A-Z without I, L, O and U',
    '0-9A-HJKMNP-TV-Za-hjkmnp-tv-z',
    '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'
)));

-- Milliseconds since 1970.
CREATE FUNCTION ulid_timestamp(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(LEFT(ulid_checked(id), 6)), 16, 10) AS SIGNED);

-- 20 hex digits.
CREATE FUNCTION ulid_randomness(id VARBINARY(255)) RETURNS CHAR(20) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN SUBSTR(ulid_hex(id), 13);

-- `randomness` is 20 hex digits.
CREATE FUNCTION ulid_from_parts(`timestamp` BIGINT, randomness TEXT CHARACTER SET utf8mb4) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(
    LPAD(HEX(sortid_integer('timestamp', `timestamp`, 281474976710655)), 12, '0'),
    sortid_hex80('randomness', randomness)
));

CREATE FUNCTION ulid_unix_ms(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_timestamp(id);

-- In UTC.
CREATE FUNCTION ulid_time(id VARBINARY(255)) RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_time(ulid_timestamp(id));

-- The smallest ID of a millisecond. The time is in UTC.
CREATE FUNCTION ulid_min_at(instant DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(RPAD(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), 32, '0'));

-- The largest ID of a millisecond. The time is in UTC.
CREATE FUNCTION ulid_max_at(instant DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(RPAD(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), 32, 'F'));
