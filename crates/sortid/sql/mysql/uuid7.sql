-- UUIDv7 in BINARY(16) columns.

DELIMITER $$

-- Returns the ID, or raises an error if it does not have 16 bytes or is a UUID of a different version. A CHECK
-- constraint can't call it, but a trigger can: SET NEW.id = uuid7_checked(NEW.id).
CREATE FUNCTION uuid7_checked(id VARBINARY(255)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE message VARCHAR(255);
    DECLARE digits CHAR(32) CHARACTER SET ascii DEFAULT HEX(sortid_bytes('a UUIDv7', id, 16));
    IF SUBSTR(digits, 13, 1) <> '7' THEN
        SET message = CONCAT('expected a version 7 UUID, found ', digits);
        SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = message;
    ELSEIF LOCATE(SUBSTR(digits, 17, 1), '89AB') = 0 THEN
        SET message = CONCAT('expected a UUID with variant 8, 9, A or B, found ', digits);
        SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = message;
    END IF;
    RETURN id;
END$$

-- Parses 36 case-insensitive characters.
CREATE FUNCTION uuid7_from_text(input TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE found VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
    DECLARE message VARCHAR(255) CHARACTER SET utf8mb4;
    DECLARE place INT DEFAULT 1;
    IF input IS NULL THEN
        RETURN NULL;
    END IF;
    IF LENGTH(input) <> 36 THEN
        SET found = IF(LENGTH(input) = 1, '1 byte', CONCAT(LENGTH(input), ' bytes'));
    ELSE
        WHILE place <= 36 AND LOCATE(
            SUBSTR(input, place, 1),
            CASE
                WHEN place IN (9, 14, 19, 24) THEN '-'
                WHEN place = 15 THEN '7'
                WHEN place = 20 THEN '89abAB'
                ELSE '0123456789abcdefABCDEF'
            END
        ) > 0 DO
            SET place = place + 1;
        END WHILE;
        IF place > 36 THEN
            RETURN UNHEX(REPLACE(input, '-', ''));
        END IF;
        SET found = SUBSTR(input, place, 1);
        SET found = CASE
            WHEN LENGTH(found) > 1 THEN 'a non-ASCII character'
            WHEN ASCII(found) NOT BETWEEN 32 AND 126 THEN CONCAT('U+00', HEX(found))
            ELSE QUOTE(found)
        END;
        SET found = CONCAT(found, ' at byte ', place - 1);
    END IF;
    SET message = CONCAT('expected a version 7 UUID like 017f22e2-79b0-7cc3-98c4-dc0c0c07398f, found ', found);
    IF REGEXP_INSTR(input, '^[a-z][a-z_]*_') > 0 THEN
        SET message = CONCAT('expected an ID without a prefix, found ', QUOTE(LEFT(input, 10)));
        SET message = CONCAT(message, '; use uuid7_from_text_with_prefix(text, prefix)');
    END IF;
    SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = message;
END$$

-- Parses the lowercase part of a TypeID after the prefix, or a TypeID without a prefix.
CREATE FUNCTION uuid7_from_suffix(input TEXT CHARACTER SET utf8mb4) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE digits CHAR(26) CHARACTER SET ascii DEFAULT sortid_from_crockford(sortid_digits(
        'uuid7',
        input,
        '26 lowercase digits (0-9 and a-z without i, l, o and u)',
        '0-9a-hjkmnp-tv-z',
        '7zzzzzzzzzzzzzzzzzzzzzzzzz'
    ));
    RETURN uuid7_checked(UNHEX(CONCAT(
        RIGHT(sortid_from_base32(LPAD(LEFT(digits, 10), 16, '0')), 12),
        sortid_from_base32(SUBSTR(digits, 11))
    )));
END$$

-- Checks a 62-bit field, written as 16 hex digits. Not for direct use.
CREATE FUNCTION sortid_uuid7_rand_b(rand_b TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS CHAR(16) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE message VARCHAR(255) CHARACTER SET utf8mb4;
    IF LENGTH(rand_b) <> 16 OR REGEXP_INSTR(rand_b, '[^0-9a-fA-F]') > 0 OR LOCATE(LEFT(rand_b, 1), '0123') = 0 THEN
        SET message = CONCAT('rand_b is ', QUOTE(LEFT(rand_b, 20)), ', expected 16 hex digits, the first from 0 to 3');
        SIGNAL SQLSTATE '22018' SET MESSAGE_TEXT = message;
    END IF;
    RETURN CONCAT(SUBSTR('89AB', LEFT(rand_b, 1) + 1, 1), SUBSTR(rand_b, 2));
END$$

DELIMITER ;

CREATE FUNCTION uuid7_hex(id VARBINARY(255)) RETURNS CHAR(32) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LOWER(HEX(uuid7_checked(id)));

CREATE FUNCTION uuid7_text(id VARBINARY(255)) RETURNS CHAR(36) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN INSERT(INSERT(INSERT(INSERT(uuid7_hex(id), 21, 0, '-'), 17, 0, '-'), 13, 0, '-'), 9, 0, '-');

-- Returns the part of a TypeID after the prefix: sortid_with_prefix('ord', uuid7_suffix(id)).
CREATE FUNCTION uuid7_suffix(id VARBINARY(255)) RETURNS CHAR(26) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LOWER(sortid_to_crockford(RIGHT(
    CONCAT(
        sortid_to_base32(LPAD(LEFT(uuid7_hex(id), 12), 20, '0')),
        sortid_to_base32(SUBSTR(uuid7_hex(id), 13))
    ),
    26
)));

-- Parses a string with a TypeID prefix: uuid7_from_text_with_prefix('ord_01h455vb4pex5vsknk084sn02q', 'ord').
CREATE FUNCTION uuid7_from_text_with_prefix(input TEXT CHARACTER SET utf8mb4, prefix TEXT CHARACTER SET utf8mb4)
RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN uuid7_from_suffix(sortid_after(sortid_with_prefix(prefix, ''), input));

-- Returns the milliseconds since 1970.
CREATE FUNCTION uuid7_timestamp(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(LEFT(uuid7_hex(id), 12), 16, 10) AS SIGNED);

-- Returns the version, 7.
CREATE FUNCTION uuid7_ver(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(SUBSTR(uuid7_hex(id), 13, 1), 16, 10) AS SIGNED);

CREATE FUNCTION uuid7_rand_a(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(SUBSTR(uuid7_hex(id), 14, 3), 16, 10) AS SIGNED);

-- Returns the variant, 2.
CREATE FUNCTION uuid7_var(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(SUBSTR(uuid7_hex(id), 17, 1), 16, 10) AS SIGNED) >> 2;

-- Returns 16 hex digits.
CREATE FUNCTION uuid7_rand_b(id VARBINARY(255)) RETURNS CHAR(16) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CONCAT(CONV(SUBSTR(uuid7_hex(id), 17, 1), 16, 10) - 8, SUBSTR(uuid7_hex(id), 18));

-- `rand_b` is 16 hex digits, the first from 0 to 3.
CREATE FUNCTION uuid7_from_parts(`timestamp` BIGINT, rand_a BIGINT, rand_b TEXT CHARACTER SET utf8mb4) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(
    LPAD(HEX(sortid_integer('timestamp', `timestamp`, 281474976710655)), 12, '0'),
    '7',
    LPAD(HEX(sortid_integer('rand_a', rand_a, 4095)), 3, '0'),
    sortid_uuid7_rand_b(rand_b)
));

CREATE FUNCTION uuid7_unix_ms(id VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN uuid7_timestamp(id);

-- The time is in UTC.
CREATE FUNCTION uuid7_time(id VARBINARY(255)) RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_time(uuid7_timestamp(id));

-- Returns the smallest ID of a millisecond. The time is in UTC.
CREATE FUNCTION uuid7_min_at(instant DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), '70008000000000000000'));

-- Returns the largest ID of a millisecond. The time is in UTC.
CREATE FUNCTION uuid7_max_at(instant DATETIME(6)) RETURNS BINARY(16)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(CONCAT(LPAD(HEX(sortid_unix_ms(instant, 0, 281474976710655)), 12, '0'), '7FFFBFFFFFFFFFFFFFFF'));

-- Generating IDs. The session's last state is in the @sortid_uuid7 user variable.

DELIMITER $$

-- Returns the state after the next ID. It is an ID in hex.
-- '' is the state before the first ID. `random` is 32 random hex digits. Not for direct use.
CREATE FUNCTION sortid_uuid7_step(
    state VARCHAR(60) CHARACTER SET ascii,
    unix_ms BIGINT,
    random CHAR(32) CHARACTER SET ascii
) RETURNS VARCHAR(60) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    DECLARE tick BIGINT DEFAULT IF(state = '', -1, CAST(CONV(LEFT(state, 12), 16, 10) AS SIGNED));
    -- `rand_a`, with the upper 30 bits of `rand_b` below it.
    DECLARE counter BIGINT DEFAULT (CAST(CONV(CONCAT('0', SUBSTR(state, 14, 3)), 16, 10) AS SIGNED) << 30)
        + (CAST(CONV(CONCAT('0', SUBSTR(state, 17, 8)), 16, 10) AS SIGNED) & 1073741823);
    DECLARE message VARCHAR(255);
    IF unix_ms IS NULL THEN
        RETURN NULL;
    ELSEIF unix_ms NOT BETWEEN 0 AND 281474976710655 THEN
        SET message = CONCAT('the time is ', unix_ms, ' ms after 1970, expected 0 to 281474976710655');
        SIGNAL SQLSTATE '22008' SET MESSAGE_TEXT = message;
    ELSEIF unix_ms > tick OR tick - unix_ms > 10000 THEN
        -- If the clock went back beyond the allowance, the generator starts over.
        SET tick = unix_ms;
        SET counter = NULL;
    ELSEIF counter < 4398046511103 THEN
        SET counter = counter + 1;
    ELSEIF tick < 281474976710655 THEN
        -- Section 6.2, "Counter Rollover Handling".
        SET tick = tick + 1;
        SET counter = NULL;
    ELSE
        SIGNAL SQLSTATE '54000' SET MESSAGE_TEXT = 'no UUIDv7 is left';
    END IF;
    -- Section 6.2, method 1: the highest of the counter's 42 bits starts at 0.
    SET counter = COALESCE(counter, CAST(CONV(LEFT(random, 11), 16, 10) AS SIGNED) & 2199023255551);
    RETURN CONCAT(
        LPAD(HEX(tick), 12, '0'),
        HEX(28672 + (counter >> 30)),
        HEX(2147483648 + (counter & 1073741823)),
        RIGHT(random, 8)
    );
END$$

-- Generates an ID, which is greater than the session's last ID.
CREATE FUNCTION uuid7_generate() RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
    SET @sortid_uuid7 = sortid_uuid7_step(COALESCE(@sortid_uuid7, ''), sortid_clock(), HEX(RANDOM_BYTES(16)));
    RETURN UNHEX(@sortid_uuid7);
END$$

DELIMITER ;

-- Generates an ID for the time of an older row, in UTC. IDs of the same millisecond have no defined order.
CREATE FUNCTION uuid7_generate_at(instant DATETIME(6)) RETURNS BINARY(16)
NOT DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN UNHEX(sortid_uuid7_step('', sortid_unix_ms(instant, 0, 281474976710655), HEX(RANDOM_BYTES(16))));
