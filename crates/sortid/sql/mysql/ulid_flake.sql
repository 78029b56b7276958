-- Ulid-Flake in BIGINT columns. An ID does not show which of the two forms it has. ulid_flake_randomness and
-- ulid_flake_from_parts are for stand-alone IDs, and the ulid_flake_scalable_… functions for scalable IDs. All other
-- functions are for both.

-- Returns the ID, or raises an error if it isn't valid.
CREATE FUNCTION ulid_flake_checked(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_integer('the Ulid-Flake', id, 9223372036854775807);

CREATE FUNCTION ulid_flake_hex(id BIGINT) RETURNS CHAR(16) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LOWER(LPAD(HEX(ulid_flake_checked(id)), 16, '0'));

CREATE FUNCTION ulid_flake_text(id BIGINT) RETURNS CHAR(13) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_to_crockford(RIGHT(sortid_to_base32(LPAD(ulid_flake_hex(id), 20, '0')), 13));

-- Case-insensitive.
CREATE FUNCTION ulid_flake_from_text(input TEXT CHARACTER SET utf8mb4) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(
    sortid_from_crockford(sortid_digits(
        'ulid_flake',
        input,
        'a Ulid-Flake of 13 digits (0-9 and A-Z without I, L, O and U)',
        '0-9A-HJKMNP-TV-Za-hjkmnp-tv-z',
        '7ZZZZZZZZZZZZ'
    )),
    32,
    10
) AS SIGNED);

-- Parses a string with a TypeID prefix: ulid_flake_from_text_with_prefix('ord_00CMXB6TAK4SA', 'ord').
CREATE FUNCTION ulid_flake_from_text_with_prefix(input TEXT CHARACTER SET utf8mb4, prefix TEXT CHARACTER SET utf8mb4)
RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_from_text(sortid_after(sortid_with_prefix(prefix, ''), input));

-- Returns the milliseconds since the epoch.
CREATE FUNCTION ulid_flake_timestamp(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_checked(id) >> 20;

CREATE FUNCTION ulid_flake_randomness(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_checked(id) & 1048575;

CREATE FUNCTION ulid_flake_from_parts(`timestamp` BIGINT, randomness BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_integer('timestamp', `timestamp`, 8796093022207) << 20
    | sortid_integer('randomness', randomness, 1048575);

-- The epoch is in UTC.
CREATE FUNCTION ulid_flake_unix_ms_with_epoch(id BIGINT, epoch DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_unix_ms(epoch, 0, 253402300799999) + ulid_flake_timestamp(id);

CREATE FUNCTION ulid_flake_unix_ms(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_unix_ms_with_epoch(id, TIMESTAMP'2024-01-01 00:00:00');

-- The time is in UTC.
CREATE FUNCTION ulid_flake_time_with_epoch(id BIGINT, epoch DATETIME(6)) RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_time(ulid_flake_unix_ms_with_epoch(id, epoch));

CREATE FUNCTION ulid_flake_time(id BIGINT) RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_time_with_epoch(id, TIMESTAMP'2024-01-01 00:00:00');

-- Returns the timestamp of a time. Not for direct use.
CREATE FUNCTION ulid_flake_timestamp_at(instant DATETIME(6), epoch_unix_ms BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_unix_ms(instant, epoch_unix_ms, epoch_unix_ms + 8796093022207) - epoch_unix_ms;

-- Returns the smallest ID of a millisecond. Both times are in UTC.
CREATE FUNCTION ulid_flake_min_at_with_epoch(instant DATETIME(6), epoch DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_timestamp_at(instant, sortid_unix_ms(epoch, 0, 253402300799999)) << 20;

CREATE FUNCTION ulid_flake_min_at(instant DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_min_at_with_epoch(instant, TIMESTAMP'2024-01-01 00:00:00');

-- Returns the largest ID of a millisecond. Both times are in UTC.
CREATE FUNCTION ulid_flake_max_at_with_epoch(instant DATETIME(6), epoch DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_timestamp_at(instant, sortid_unix_ms(epoch, 0, 253402300799999)) << 20 | 1048575;

CREATE FUNCTION ulid_flake_max_at(instant DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_max_at_with_epoch(instant, TIMESTAMP'2024-01-01 00:00:00');

-- For scalable IDs.

CREATE FUNCTION ulid_flake_scalable_randomness(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_checked(id) >> 5 & 32767;

CREATE FUNCTION ulid_flake_scalable_scalability(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_flake_checked(id) & 31;

CREATE FUNCTION ulid_flake_scalable_from_parts(
    `timestamp` BIGINT,
    randomness BIGINT,
    scalability BIGINT
) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_integer('timestamp', `timestamp`, 8796093022207) << 20
    | sortid_integer('randomness', randomness, 32767) << 5
    | sortid_integer('scalability', scalability, 31);
