-- SCRU160 in BINARY(20) columns.

-- Returns the ID, or raises an error if it does not have 20 bytes.
CREATE FUNCTION scru160_checked(id VARBINARY(255)) RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_bytes('a SCRU160 ID', id, 20);

CREATE FUNCTION scru160_hex(id VARBINARY(255)) RETURNS CHAR(40) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LOWER(HEX(scru160_checked(id)));

CREATE FUNCTION scru160_text(id VARBINARY(255)) RETURNS CHAR(32) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(sortid_to_base32(LEFT(scru160_hex(id), 20)), sortid_to_base32(SUBSTR(scru160_hex(id), 21)));

-- Not for direct use.
CREATE FUNCTION scru160_from_digits(digits VARCHAR(40) CHARACTER SET ascii) RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(IF(
    LENGTH(digits) = 40,
    digits,
    CONCAT(sortid_from_base32(LEFT(digits, 16)), sortid_from_base32(SUBSTR(digits, 17)))
));

-- Parses both encodings, 32 base-32 digits or 40 hex digits. Case-insensitive.
CREATE FUNCTION scru160_from_text(input TEXT CHARACTER SET utf8mb4) RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru160_from_digits(sortid_digits(
    'scru160',
    input,
    'a SCRU160 ID of 32 digits (0-9 and A-V) or 40 digits (0-9 and a-f)',
    IF(LENGTH(input) = 40, '0-9A-Fa-f', '0-9A-Va-v'),
    IF(LENGTH(input) = 40, REPEAT('F', 40), REPEAT('V', 32))
));

-- Parses a string with a TypeID prefix: scru160_from_text_with_prefix('ord_05TTUP1HNCPNH30VEK64KDQT9BSNU4C4', 'ord').
CREATE FUNCTION scru160_from_text_with_prefix(input TEXT CHARACTER SET utf8mb4, prefix TEXT CHARACTER SET utf8mb4)
RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru160_from_text(sortid_after(sortid_with_prefix(prefix, ''), input));

-- Returns the milliseconds since 1970.
CREATE FUNCTION scru160_timestamp(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(LEFT(scru160_checked(id), 6)), 16, 10) AS SIGNED);

CREATE FUNCTION scru160_counter(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(SUBSTR(scru160_checked(id), 7, 2)), 16, 10) AS SIGNED);

CREATE FUNCTION scru160_random16(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(SUBSTR(scru160_checked(id), 9, 2)), 16, 10) AS SIGNED);

-- Returns 20 hex digits.
CREATE FUNCTION scru160_random80(id VARBINARY(255)) RETURNS CHAR(20) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN SUBSTR(scru160_hex(id), 21);

-- `random80` is 20 hex digits.
CREATE FUNCTION scru160_from_parts(
    `timestamp` BIGINT,
    counter BIGINT,
    random16 BIGINT,
    random80 TEXT CHARACTER SET utf8mb4
) RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(
    LPAD(HEX(sortid_integer('timestamp', `timestamp`, 281474976710655)), 12, '0'),
    LPAD(HEX(sortid_integer('counter', counter, 65535)), 4, '0'),
    LPAD(HEX(sortid_integer('random16', random16, 65535)), 4, '0'),
    sortid_hex80('random80', random80)
));

CREATE FUNCTION scru160_unix_ms(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru160_timestamp(id);

-- The time is in UTC.
CREATE FUNCTION scru160_time(id VARBINARY(255)) RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_time(scru160_timestamp(id));

-- Returns the smallest ID of a millisecond. The time is in UTC.
CREATE FUNCTION scru160_min_at(instant DATETIME(6)) RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(RPAD(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), 40, '0'));

-- Returns the largest ID of a millisecond. The time is in UTC.
CREATE FUNCTION scru160_max_at(instant DATETIME(6)) RETURNS BINARY(20)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(RPAD(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), 40, 'F'));

-- Generating IDs. The session's last state is in the @sortid_scru160 user variable.

DELIMITER $$

-- Returns the state after the next ID. It is an ID in hex.
-- '' is the state before the first ID. `random` is 32 random hex digits. Not for direct use.
CREATE FUNCTION sortid_scru160_step(
    state VARCHAR(60) CHARACTER SET ascii,
    unix_ms BIGINT,
    random CHAR(32) CHARACTER SET ascii
) RETURNS VARCHAR(60) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE tick BIGINT DEFAULT CAST(CONV(CONCAT('0', LEFT(state, 12)), 16, 10) AS SIGNED);
    DECLARE counter INT DEFAULT CAST(CONV(CONCAT('0', SUBSTR(state, 13, 4)), 16, 10) AS SIGNED);
    DECLARE message VARCHAR(255);
    IF unix_ms IS NULL THEN
        RETURN NULL;
    ELSEIF unix_ms NOT BETWEEN 1 AND 281474976710654 THEN
        SET message = CONCAT('the time is ', unix_ms, ' ms after 1970, expected 1 to 281474976710654');
        SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = message;
    ELSEIF unix_ms > tick OR tick > LEAST(unix_ms + 10000, 281474976710654) THEN
        -- If the clock went back beyond the allowance, the generator starts over.
        SET tick = unix_ms;
        SET counter = NULL;
    ELSEIF counter < 65535 THEN
        SET counter = counter + 1;
    ELSEIF tick < 281474976710654 THEN
        SET tick = tick + 1;
        SET counter = NULL;
    ELSE
        SIGNAL SQLSTATE '54000' SET MESSAGE_TEXT = 'no SCRU160 ID is left';
    END IF;
    SET counter = COALESCE(counter, CAST(CONV(CONCAT(SUBSTR(random, 14, 3), SUBSTR(random, 18, 1)), 16, 10) AS SIGNED) & 32767);
    RETURN CONCAT(LPAD(HEX(tick), 12, '0'), LPAD(HEX(counter), 4, '0'), LEFT(random, 12), RIGHT(random, 12));
END$$

-- Generates an ID, which is greater than the session's last ID.
CREATE FUNCTION scru160_generate() RETURNS BINARY(20)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    SET @sortid_scru160 = sortid_scru160_step(COALESCE(@sortid_scru160, ''), sortid_clock(), HEX(RANDOM_BYTES(16)));
    RETURN UNHEX(@sortid_scru160);
END$$

DELIMITER ;

-- Generates an ID for the time of an older row, in UTC. IDs of the same millisecond have no defined order.
CREATE FUNCTION scru160_generate_at(instant DATETIME(6)) RETURNS BINARY(20)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(sortid_scru160_step('', sortid_unix_ms(instant, 1, 281474976710654), HEX(RANDOM_BYTES(16))));
