-- SCRU128 as BLOBs of 16 bytes.

-- scru128_text
-- The 25 digits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 16
        THEN json_extract('{}', 'expected a SCRU128 ID of 16 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE
            -- The integer, as three limbs of nine digits of base 36. Each step shifts in one hex digit.
            sortid_limbs(n, high, mid, low) AS (
                SELECT 0, 0, 0, 0
                UNION ALL
                SELECT
                    n + 1,
                    high * 16 + (
                        mid * 16 + (low * 16 + instr('123456789ABCDEF', substr(hex(:id), n + 1, 1))) / 101559956668416
                    ) / 101559956668416,
                    (
                        mid * 16 + (low * 16 + instr('123456789ABCDEF', substr(hex(:id), n + 1, 1))) / 101559956668416
                    ) % 101559956668416,
                    (low * 16 + instr('123456789ABCDEF', substr(hex(:id), n + 1, 1))) % 101559956668416
                FROM sortid_limbs WHERE n < 32
            ),
            sortid_step(n, high, mid, low, high_digits, mid_digits, low_digits) AS (
                SELECT 0, high, mid, low, '', '', '' FROM sortid_limbs WHERE n = 32
                UNION ALL
                SELECT
                    n + 1,
                    high / 36,
                    mid / 36,
                    low / 36,
                    substr('0123456789abcdefghijklmnopqrstuvwxyz', high % 36 + 1, 1) || high_digits,
                    substr('0123456789abcdefghijklmnopqrstuvwxyz', mid % 36 + 1, 1) || mid_digits,
                    substr('0123456789abcdefghijklmnopqrstuvwxyz', low % 36 + 1, 1) || low_digits
                FROM sortid_step WHERE n < 9
            )
        SELECT substr(high_digits || mid_digits || low_digits, 3) FROM sortid_step WHERE n = 9
    )
END;

-- scru128_unix_ms
-- Milliseconds since 1970.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 16
        THEN json_extract('{}', 'expected a SCRU128 ID of 16 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE sortid_step(n, value) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, value << 4 | instr('123456789ABCDEF', substr(hex(:id), n + 1, 1))
            FROM sortid_step WHERE n < 12
        )
        SELECT value FROM sortid_step WHERE n = 12
    )
END;

-- scru128_time
-- ISO 8601, in UTC, as sortid prints it.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 16
        THEN json_extract('{}', 'expected a SCRU128 ID of 16 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE sortid_step(n, value) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, value << 4 | instr('123456789ABCDEF', substr(hex(:id), n + 1, 1))
            FROM sortid_step WHERE n < 12
        )
        SELECT CASE WHEN value >= 253402300800000 THEN '+' ELSE '' END
            || printf(
                '%04d',
                strftime('%Y', value % 12622780800000 / 1000.0, 'unixepoch') + value / 12622780800000 * 400
            )
            || strftime('-%m-%dT%H:%M:%fZ', value % 12622780800000 / 1000.0, 'unixepoch')
        FROM sortid_step WHERE n = 12
    )
END;

-- scru128_timestamp
-- Milliseconds since 1970.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 16
        THEN json_extract('{}', 'expected a SCRU128 ID of 16 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE sortid_step(n, value) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, value << 4 | instr('123456789ABCDEF', substr(hex(:id), n + 1, 1))
            FROM sortid_step WHERE n < 12
        )
        SELECT value FROM sortid_step WHERE n = 12
    )
END;

-- scru128_counter_hi
-- 24 bits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 16
        THEN json_extract('{}', 'expected a SCRU128 ID of 16 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE sortid_step(n, value) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, value << 4 | instr('123456789ABCDEF', substr(hex(:id), n + 13, 1))
            FROM sortid_step WHERE n < 6
        )
        SELECT value FROM sortid_step WHERE n = 6
    )
END;

-- scru128_counter_lo
-- 24 bits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 16
        THEN json_extract('{}', 'expected a SCRU128 ID of 16 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE sortid_step(n, value) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, value << 4 | instr('123456789ABCDEF', substr(hex(:id), n + 19, 1))
            FROM sortid_step WHERE n < 6
        )
        SELECT value FROM sortid_step WHERE n = 6
    )
END;

-- scru128_entropy
-- 32 bits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 16
        THEN json_extract('{}', 'expected a SCRU128 ID of 16 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE sortid_step(n, value) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, value << 4 | instr('123456789ABCDEF', substr(hex(:id), n + 25, 1))
            FROM sortid_step WHERE n < 8
        )
        SELECT value FROM sortid_step WHERE n = 8
    )
END;

-- scru128_from_text
-- Reads 25 digits in either letter case.
SELECT CASE
    WHEN :text IS NULL THEN NULL
    WHEN typeof(:text) = 'text'
        AND length(CAST(:text AS BLOB)) = 25
        AND ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') = ''
        AND upper(:text) <= 'F5LXX1ZZ5PNORYNQGLHZMSP33'
    THEN (
        WITH RECURSIVE
            -- The integer, as limbs of 48, 40 and 40 bits. Each step shifts in a digit, and reads the next.
            sortid_limbs(n, high, mid, low, digit) AS (
                SELECT 0, 0, 0, 0, instr('123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(upper(:text), 1, 1))
                UNION ALL
                SELECT
                    n + 1,
                    high * 36 + (mid * 36 + (low * 36 + digit >> 40) >> 40),
                    mid * 36 + (low * 36 + digit >> 40) & 1099511627775,
                    low * 36 + digit & 1099511627775,
                    instr('123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(upper(:text), n + 2, 1))
                FROM sortid_limbs WHERE n < 25
            ),
            sortid_step(n, high, mid, low, high_bytes, mid_bytes, low_bytes) AS (
                SELECT 0, high, mid, low, '', '', '' FROM sortid_limbs WHERE n = 25
                UNION ALL
                SELECT
                    n + 1,
                    high,
                    mid,
                    low,
                    high_bytes || substr(:bytes, (high >> (40 - 8 * n) & 255) + 1, 1),
                    mid_bytes || substr(:bytes, (mid >> (32 - 8 * n) & 255) + 1, n < 5),
                    low_bytes || substr(:bytes, (low >> (32 - 8 * n) & 255) + 1, n < 5)
                FROM sortid_step WHERE n < 6
            )
        SELECT CAST(high_bytes || mid_bytes || low_bytes AS BLOB) FROM sortid_step WHERE n = 6
    )
    ELSE json_extract('{}', 'expected a SCRU128 ID of 25 digits of 0-9 and a-z in either case, '
        || 'found ' || CASE
            WHEN typeof(:text) <> 'text' THEN typeof(:text)
            WHEN length(CAST(:text AS BLOB)) <> 25
                THEN length(CAST(:text AS BLOB)) || iif(length(CAST(:text AS BLOB)) = 1, ' byte', ' bytes')
            WHEN ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') <> ''
                THEN quote(substr(:text, -length(ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')), 1)) || ' at byte '
                    || (length(:text) - length(ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
            ELSE 'a value above the largest, f5lxx1zz5pnorynqglhzmsp33'
        END)
END;

-- scru128_min_at
-- The smallest ID of a millisecond. :time is a text as for datetime(), or an integer in milliseconds since 1970.
SELECT CASE WHEN :time IS NOT NULL THEN (
    WITH RECURSIVE
        sortid_instant(unix_ms) AS (
            SELECT CASE typeof(:time)
                WHEN 'integer' THEN :time
                WHEN 'text' THEN CAST(round((julianday(:time) - 2440587.5) * 86400000) AS INTEGER)
            END
        ),
        sortid_step(n, unix_ms, id) AS (
            SELECT 0, CASE
                WHEN unix_ms BETWEEN 0 AND 281474976710655 THEN unix_ms
                ELSE json_extract('{}', 'the time is ' || quote(:time)
                    || ', expected 0 to 281474976710655 ms after 1970')
            END, ''
            FROM sortid_instant
            UNION ALL
            SELECT n + 1, unix_ms, id || substr(:bytes, (unix_ms >> (40 - 8 * n) & 255) + 1, 1)
            FROM sortid_step WHERE n < 6
        )
    SELECT CAST(id || x'00000000000000000000' AS BLOB) FROM sortid_step WHERE n = 6
) END;

-- scru128_max_at
-- The largest ID of a millisecond. :time is a text as for datetime(), or an integer in milliseconds since 1970.
SELECT CASE WHEN :time IS NOT NULL THEN (
    WITH RECURSIVE
        sortid_instant(unix_ms) AS (
            SELECT CASE typeof(:time)
                WHEN 'integer' THEN :time
                WHEN 'text' THEN CAST(round((julianday(:time) - 2440587.5) * 86400000) AS INTEGER)
            END
        ),
        sortid_step(n, unix_ms, id) AS (
            SELECT 0, CASE
                WHEN unix_ms BETWEEN 0 AND 281474976710655 THEN unix_ms
                ELSE json_extract('{}', 'the time is ' || quote(:time)
                    || ', expected 0 to 281474976710655 ms after 1970')
            END, ''
            FROM sortid_instant
            UNION ALL
            SELECT n + 1, unix_ms, id || substr(:bytes, (unix_ms >> (40 - 8 * n) & 255) + 1, 1)
            FROM sortid_step WHERE n < 6
        )
    SELECT CAST(id || x'ffffffffffffffffffff' AS BLOB) FROM sortid_step WHERE n = 6
) END;
