-- SCRU160 as BLOBs of 20 bytes.

-- scru160_text
-- The 32 digits of base 32.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 20
        THEN json_extract('{}', 'expected a SCRU160 ID of 20 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE sortid_step(n, digits) AS (
            SELECT 0, ''
            UNION ALL
            -- Digit n begins in one hex digit and ends in the next.
            SELECT n + 1, digits || substr('0123456789ABCDEFGHIJKLMNOPQRSTUV', ((
                instr('123456789ABCDEF', substr(hex(:id), 5 * n / 4 + 1, 1)) << 4
                | instr('123456789ABCDEF', substr(hex(:id), 5 * n / 4 + 2, 1))
                ) >> (3 - 5 * n % 4) & 31) + 1, 1)
            FROM sortid_step WHERE n < 32
        )
        SELECT digits FROM sortid_step WHERE n = 32
    )
END;

-- scru160_hex
-- The 40 digits of base 16.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 20
        THEN json_extract('{}', 'expected a SCRU160 ID of 20 bytes, found ' || quote(:id))
    ELSE (
        lower(hex(:id))
    )
END;

-- scru160_unix_ms
-- Milliseconds since 1970.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 20
        THEN json_extract('{}', 'expected a SCRU160 ID of 20 bytes, found ' || quote(:id))
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

-- scru160_time
-- ISO 8601, in UTC, as sortid prints it.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 20
        THEN json_extract('{}', 'expected a SCRU160 ID of 20 bytes, found ' || quote(:id))
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

-- scru160_timestamp
-- Milliseconds since 1970.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 20
        THEN json_extract('{}', 'expected a SCRU160 ID of 20 bytes, found ' || quote(:id))
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

-- scru160_counter
-- 16 bits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 20
        THEN json_extract('{}', 'expected a SCRU160 ID of 20 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE sortid_step(n, value) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, value << 4 | instr('123456789ABCDEF', substr(hex(:id), n + 13, 1))
            FROM sortid_step WHERE n < 4
        )
        SELECT value FROM sortid_step WHERE n = 4
    )
END;

-- scru160_random16
-- 16 bits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 20
        THEN json_extract('{}', 'expected a SCRU160 ID of 20 bytes, found ' || quote(:id))
    ELSE (
        WITH RECURSIVE sortid_step(n, value) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, value << 4 | instr('123456789ABCDEF', substr(hex(:id), n + 17, 1))
            FROM sortid_step WHERE n < 4
        )
        SELECT value FROM sortid_step WHERE n = 4
    )
END;

-- scru160_random80
-- 20 hex digits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'blob' OR length(:id) <> 20
        THEN json_extract('{}', 'expected a SCRU160 ID of 20 bytes, found ' || quote(:id))
    ELSE (
        lower(substr(hex(:id), 21))
    )
END;

-- scru160_from_text
-- Reads 32 digits of base 32 or 40 of base 16, in either letter case.
SELECT CASE
    WHEN :text IS NULL THEN NULL
    WHEN typeof(:text) = 'text'
        AND length(CAST(:text AS BLOB)) = 32
        AND ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUV') = ''
    THEN (
        WITH RECURSIVE sortid_step(n, id) AS (
            SELECT 0, ''
            UNION ALL
            -- Byte n is in two or three digits.
            SELECT n + 1, id || substr(:bytes, ((
                instr('123456789ABCDEFGHIJKLMNOPQRSTUV', substr(upper(:text) || '00', 8 * n / 5 + 1, 1)) << 10
                | (instr('123456789ABCDEFGHIJKLMNOPQRSTUV', substr(upper(:text) || '00', 8 * n / 5 + 2, 1)) << 5)
                | instr('123456789ABCDEFGHIJKLMNOPQRSTUV', substr(upper(:text) || '00', 8 * n / 5 + 3, 1))
                ) >> (7 - 8 * n % 5) & 255) + 1, 1)
            FROM sortid_step WHERE n < 20
        )
        SELECT CAST(id AS BLOB) FROM sortid_step WHERE n = 20
    )
    WHEN typeof(:text) = 'text'
        AND length(CAST(:text AS BLOB)) = 40
        AND ltrim(upper(:text), '0123456789ABCDEF') = ''
    THEN (
        WITH RECURSIVE sortid_step(n, id) AS (
            SELECT 0, ''
            UNION ALL
            SELECT n + 1, id || substr(:bytes, (
                instr('123456789ABCDEF', substr(upper(:text), 2 * n + 1, 1)) << 4
                | instr('123456789ABCDEF', substr(upper(:text), 2 * n + 2, 1))
                ) + 1, 1)
            FROM sortid_step WHERE n < 20
        )
        SELECT CAST(id AS BLOB) FROM sortid_step WHERE n = 20
    )
    ELSE json_extract('{}', 'expected a SCRU160 ID of 32 digits of 0-9 and A-V '
        || 'or 40 digits of 0-9 and a-f, in either case, found ' || CASE
            WHEN typeof(:text) <> 'text' THEN typeof(:text)
            WHEN length(CAST(:text AS BLOB)) NOT IN (32, 40)
                THEN length(CAST(:text AS BLOB)) || iif(length(CAST(:text AS BLOB)) = 1, ' byte', ' bytes')
            WHEN length(CAST(:text AS BLOB)) = 40
                THEN quote(substr(:text, -length(ltrim(upper(:text), '0123456789ABCDEF')), 1)) || ' at byte '
                    || (length(:text) - length(ltrim(upper(:text), '0123456789ABCDEF')))
            ELSE quote(substr(:text, -length(ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUV')), 1)) || ' at byte '
                || (length(:text) - length(ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUV')))
        END)
END;

-- scru160_min_at
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
    SELECT CAST(id || x'0000000000000000000000000000' AS BLOB) FROM sortid_step WHERE n = 6
) END;

-- scru160_max_at
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
    SELECT CAST(id || x'ffffffffffffffffffffffffffff' AS BLOB) FROM sortid_step WHERE n = 6
) END;
