-- SCRU128 in BINARY(16) columns.

-- Returns the ID, or raises an error if it does not have 16 bytes.
CREATE FUNCTION scru128_checked(id VARBINARY(255)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_bytes('a SCRU128 ID', id, 16);

CREATE FUNCTION scru128_hex(id VARBINARY(255)) RETURNS CHAR(32) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LOWER(HEX(scru128_checked(id)));

-- Not for direct use.
CREATE FUNCTION scru128_to_integer(id VARBINARY(255)) RETURNS DECIMAL(39)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(LEFT(scru128_checked(id), 8)), 16, 10) AS DECIMAL(39)) * 18446744073709551616
    + CAST(CONV(HEX(SUBSTR(id, 9)), 16, 10) AS DECIMAL(39));

-- Encodes an integer as 1 + 12 + 12 digits. `/` rounds, so only multiples of the divisor are divided. Not for direct use.
CREATE FUNCTION scru128_to_base36(value DECIMAL(39)) RETURNS CHAR(25) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LOWER(CONCAT(
    CONV((value - MOD(value, 22452257707354557240087211123792674816)) / 22452257707354557240087211123792674816, 10, 36),
    LPAD(
        CONV(
            MOD((value - MOD(value, 4738381338321616896)) / 4738381338321616896, 4738381338321616896),
            10,
            36
        ),
        12,
        '0'
    ),
    LPAD(CONV(MOD(value, 4738381338321616896), 10, 36), 12, '0')
));

CREATE FUNCTION scru128_text(id VARBINARY(255)) RETURNS CHAR(25) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru128_to_base36(scru128_to_integer(id));

-- Not for direct use.
CREATE FUNCTION scru128_from_base36(digits CHAR(25) CHARACTER SET ascii) RETURNS DECIMAL(39)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(LEFT(digits, 1), 36, 10) AS DECIMAL(39)) * 22452257707354557240087211123792674816
    + CAST(CONV(SUBSTR(digits, 2, 12), 36, 10) AS DECIMAL(39)) * 4738381338321616896
    + CAST(CONV(SUBSTR(digits, 14), 36, 10) AS DECIMAL(39));

-- Not for direct use.
CREATE FUNCTION sortid_scru128_from_integer(value DECIMAL(39)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(
    LPAD(CONV((value - MOD(value, 18446744073709551616)) / 18446744073709551616, 10, 16), 16, '0'),
    LPAD(CONV(MOD(value, 18446744073709551616), 10, 16), 16, '0')
));

-- Case-insensitive.
CREATE FUNCTION scru128_from_text(input TEXT CHARACTER SET utf8mb4) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_scru128_from_integer(scru128_from_base36(sortid_digits(
    'scru128',
    input,
    'a SCRU128 ID of 25 digits of 0-9 and a-z',
    '0-9A-Za-z',
    'f5lxx1zz5pnorynqglhzmsp33'
)));

-- Parses a string with a TypeID prefix: scru128_from_text_with_prefix('ord_0372ijojuxuhjsfkeryi2mrtm', 'ord').
CREATE FUNCTION scru128_from_text_with_prefix(input TEXT CHARACTER SET utf8mb4, prefix TEXT CHARACTER SET utf8mb4)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru128_from_text(sortid_after(sortid_with_prefix(prefix, ''), input));

-- Returns the milliseconds since 1970.
CREATE FUNCTION scru128_timestamp(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(LEFT(scru128_checked(id), 6)), 16, 10) AS SIGNED);

CREATE FUNCTION scru128_counter_hi(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(SUBSTR(scru128_checked(id), 7, 3)), 16, 10) AS SIGNED);

CREATE FUNCTION scru128_counter_lo(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(SUBSTR(scru128_checked(id), 10, 3)), 16, 10) AS SIGNED);

CREATE FUNCTION scru128_entropy(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(HEX(SUBSTR(scru128_checked(id), 13)), 16, 10) AS SIGNED);

CREATE FUNCTION scru128_from_parts(
    `timestamp` BIGINT,
    counter_hi BIGINT,
    counter_lo BIGINT,
    entropy BIGINT
) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(
    LPAD(HEX(sortid_integer('timestamp', `timestamp`, 281474976710655)), 12, '0'),
    LPAD(HEX(sortid_integer('counter_hi', counter_hi, 16777215)), 6, '0'),
    LPAD(HEX(sortid_integer('counter_lo', counter_lo, 16777215)), 6, '0'),
    LPAD(HEX(sortid_integer('entropy', entropy, 4294967295)), 8, '0')
));

CREATE FUNCTION scru128_unix_ms(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru128_timestamp(id);

-- The time is in UTC.
CREATE FUNCTION scru128_time(id VARBINARY(255)) RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_time(scru128_timestamp(id));

-- Returns the smallest ID of a millisecond. The time is in UTC.
CREATE FUNCTION scru128_min_at(instant DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(RPAD(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), 32, '0'));

-- Returns the largest ID of a millisecond. The time is in UTC.
CREATE FUNCTION scru128_max_at(instant DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(RPAD(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), 32, 'F'));

-- Generating IDs. The session's last state is in the @sortid_scru128 user variable.

DELIMITER $$

-- Returns the state after the next ID: an ID in hex, followed by the first millisecond that needs a new `counter_hi`,
-- also in hex. An ID in hex without this millisecond is a state too.
-- '' is the state before the first ID. `random` is 32 random hex digits. Not for direct use.
CREATE FUNCTION sortid_scru128_step(
    state VARCHAR(60) CHARACTER SET ascii,
    unix_ms BIGINT,
    random CHAR(32) CHARACTER SET ascii
) RETURNS VARCHAR(60) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE tick BIGINT DEFAULT CAST(CONV(CONCAT('0', LEFT(state, 12)), 16, 10) AS SIGNED);
    DECLARE counters BIGINT DEFAULT CAST(CONV(CONCAT('0', SUBSTR(state, 13, 12)), 16, 10) AS SIGNED);
    -- The first millisecond that needs a new `counter_hi`.
    DECLARE expires BIGINT DEFAULT CAST(CONV(CONCAT('0', SUBSTR(state, 33, 13)), 16, 10) AS SIGNED);
    DECLARE message VARCHAR(255);
    IF unix_ms IS NULL THEN
        RETURN NULL;
    ELSEIF unix_ms NOT BETWEEN 1 AND 281474976710654 THEN
        SET message = CONCAT('the time is ', unix_ms, ' ms after 1970, expected 1 to 281474976710654');
        SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = message;
    ELSEIF tick > LEAST(unix_ms + 10000, 281474976710654) THEN
        -- The clock went back beyond the allowance, so the generator starts over.
        SET tick = unix_ms;
        SET expires = 0;
    ELSEIF unix_ms > tick THEN
        SET tick = unix_ms;
    ELSEIF counters < 281474976710655 THEN
        RETURN CONCAT(LPAD(HEX(tick), 12, '0'), LPAD(HEX(counters + 1), 12, '0'), RIGHT(random, 8), HEX(expires));
    ELSEIF tick < 281474976710654 THEN
        -- Section "Counter overflow handling".
        SET tick = tick + 1;
        SET counters = 0;
    ELSE
        SIGNAL SQLSTATE '54000' SET MESSAGE_TEXT = 'no SCRU128 ID is left';
    END IF;
    SET counters = (counters >> 24 << 24) + CAST(CONV(LEFT(random, 6), 16, 10) AS SIGNED);
    IF tick >= expires THEN
        SET counters = (CAST(CONV(SUBSTR(random, 7, 6), 16, 10) AS SIGNED) << 24) + (counters & 16777215);
        SET expires = tick + 1000;
    END IF;
    RETURN CONCAT(LPAD(HEX(tick), 12, '0'), LPAD(HEX(counters), 12, '0'), RIGHT(random, 8), HEX(expires));
END$$

-- Generates an ID, which is greater than the session's last ID.
CREATE FUNCTION scru128_generate() RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    SET @sortid_scru128 = sortid_scru128_step(COALESCE(@sortid_scru128, ''), sortid_clock(), HEX(RANDOM_BYTES(16)));
    RETURN UNHEX(LEFT(@sortid_scru128, 32));
END$$

DELIMITER ;

-- Generates an ID for the time of an older row, in UTC. IDs of the same millisecond have no defined order.
CREATE FUNCTION scru128_generate_at(instant DATETIME(6)) RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(LEFT(sortid_scru128_step('', sortid_unix_ms(instant, 1, 281474976710654), HEX(RANDOM_BYTES(16))), 32));
