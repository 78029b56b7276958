-- SCRU64 in BIGINT columns.

-- Returns the ID, or raises an error if it isn't valid.
CREATE FUNCTION scru64_checked(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_integer('the SCRU64 ID', id, 4738381338321616895);

CREATE FUNCTION scru64_hex(id BIGINT) RETURNS CHAR(16) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LOWER(LPAD(HEX(scru64_checked(id)), 16, '0'));

CREATE FUNCTION scru64_text(id BIGINT) RETURNS CHAR(12) CHARACTER SET ascii
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN LOWER(LPAD(CONV(scru64_checked(id), 10, 36), 12, '0'));

-- Case-insensitive.
CREATE FUNCTION scru64_from_text(input TEXT CHARACTER SET utf8mb4) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN CAST(CONV(
    sortid_digits('scru64', input, 'a SCRU64 ID of 12 digits (0-9 and a-z)', '0-9A-Za-z', 'zzzzzzzzzzzz'),
    36,
    10
) AS SIGNED);

-- Parses a string with a TypeID prefix: scru64_from_text_with_prefix('ord_0u375nxqh5cq', 'ord').
CREATE FUNCTION scru64_from_text_with_prefix(input TEXT CHARACTER SET utf8mb4, prefix TEXT CHARACTER SET utf8mb4)
RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru64_from_text(sortid_after(sortid_with_prefix(prefix, ''), input));

-- Returns the number of 256 ms ticks since 1970.
CREATE FUNCTION scru64_timestamp(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru64_checked(id) >> 24;

CREATE FUNCTION scru64_node_ctr(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru64_checked(id) & 16777215;

CREATE FUNCTION scru64_from_parts(`timestamp` BIGINT, node_ctr BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_integer('timestamp', `timestamp`, 282429536480) << 24
    | sortid_integer('node_ctr', node_ctr, 16777215);

-- Returns the start of the 256 ms tick.
CREATE FUNCTION scru64_unix_ms(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN scru64_timestamp(id) << 8;

-- The time is in UTC.
CREATE FUNCTION scru64_time(id BIGINT) RETURNS DATETIME(3)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_time(scru64_unix_ms(id));

-- Returns the smallest ID of the tick that contains the time, which is in UTC.
CREATE FUNCTION scru64_min_at(instant DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_unix_ms(instant, 0, 72301961339135) >> 8 << 24;

-- Returns the largest ID of the tick that contains the time, which is in UTC.
CREATE FUNCTION scru64_max_at(instant DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
RETURN sortid_unix_ms(instant, 0, 72301961339135) >> 8 << 24 | 16777215;
