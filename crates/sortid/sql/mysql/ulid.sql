-- ULID in BINARY(16) columns.

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

-- Decodes 26 five-bit digits, 0-9 and A-V. Not for direct use.
CREATE FUNCTION ulid_from_digits(digits CHAR(26) CHARACTER SET ascii) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(
    RIGHT(sortid_from_base32(LPAD(LEFT(digits, 10), 16, '0')), 12),
    sortid_from_base32(SUBSTR(digits, 11))
));

-- Case-insensitive.
CREATE FUNCTION ulid_from_text(input TEXT CHARACTER SET utf8mb4) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_from_digits(sortid_from_crockford(sortid_digits(
    'ulid',
    input,
    'a ULID of 26 digits (0-9 and A-Z without I, L, O and U)',
    '0-9A-HJKMNP-TV-Za-hjkmnp-tv-z',
    '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'
)));

-- Parses a string with a TypeID prefix: ulid_from_text_with_prefix('ord_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ord').
CREATE FUNCTION ulid_from_text_with_prefix(input TEXT CHARACTER SET utf8mb4, prefix TEXT CHARACTER SET utf8mb4)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN ulid_from_text(sortid_after(sortid_with_prefix(prefix, ''), input));

-- Returns the milliseconds since 1970.
CREATE FUNCTION ulid_timestamp(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(LEFT(ulid_checked(id), 6)), 16, 10) AS SIGNED);

-- Returns 20 hex digits.
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

-- The time is in UTC.
CREATE FUNCTION ulid_time(id VARBINARY(255)) RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_time(ulid_timestamp(id));

-- Returns the smallest ID of a millisecond. The time is in UTC.
CREATE FUNCTION ulid_min_at(instant DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(RPAD(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), 32, '0'));

-- Returns the largest ID of a millisecond. The time is in UTC.
CREATE FUNCTION ulid_max_at(instant DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(RPAD(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), 32, 'F'));

-- Generating IDs. The session's last state is in the @sortid_ulid user variable.

DELIMITER $$

-- Returns the state after the next ID. It is an ID in hex.
-- '' is the state before the first ID. `random` is 32 random hex digits. Not for direct use.
CREATE FUNCTION sortid_ulid_step(
    state VARCHAR(60) CHARACTER SET ascii,
    unix_ms BIGINT,
    random CHAR(32) CHARACTER SET ascii
) RETURNS VARCHAR(60) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE tick BIGINT DEFAULT IF(state = '', -1, CAST(CONV(LEFT(state, 12), 16, 10) AS SIGNED));
    -- The halves of `randomness`.
    DECLARE high BIGINT DEFAULT CAST(CONV(CONCAT('0', SUBSTR(state, 13, 10)), 16, 10) AS SIGNED);
    DECLARE low BIGINT DEFAULT CAST(CONV(CONCAT('0', SUBSTR(state, 23, 10)), 16, 10) AS SIGNED);
    DECLARE message VARCHAR(255);
    IF unix_ms IS NULL THEN
        RETURN NULL;
    ELSEIF unix_ms NOT BETWEEN 0 AND 281474976710655 THEN
        SET message = CONCAT('the time is ', unix_ms, ' ms after 1970, expected 0 to 281474976710655');
        SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = message;
    ELSEIF unix_ms > tick OR tick - unix_ms > 10000 THEN
        -- If the clock went back beyond the allowance, the generator starts over.
        RETURN CONCAT(LPAD(HEX(unix_ms), 12, '0'), LEFT(random, 8), RIGHT(random, 12));
    ELSEIF low < 1099511627775 THEN
        SET low = low + 1;
    ELSEIF high < 1099511627775 THEN
        SET low = 0;
        SET high = high + 1;
    ELSE
        -- Section "Monotonicity".
        SIGNAL SQLSTATE '54000' SET MESSAGE_TEXT = 'no ULID is left in this millisecond';
    END IF;
    RETURN CONCAT(LPAD(HEX(tick), 12, '0'), LPAD(HEX(high), 10, '0'), LPAD(HEX(low), 10, '0'));
END$$

-- Generates an ID, which is greater than the session's last ID.
CREATE FUNCTION ulid_generate() RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    SET @sortid_ulid = sortid_ulid_step(COALESCE(@sortid_ulid, ''), sortid_clock(), HEX(RANDOM_BYTES(16)));
    RETURN UNHEX(@sortid_ulid);
END$$

DELIMITER ;

-- Generates an ID for the time of an older row, in UTC. IDs of the same millisecond have no defined order.
CREATE FUNCTION ulid_generate_at(instant DATETIME(6)) RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(sortid_ulid_step('', sortid_unix_ms(instant, 0, 281474976710655), HEX(RANDOM_BYTES(16))));
