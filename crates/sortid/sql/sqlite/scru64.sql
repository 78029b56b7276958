-- SCRU64 as INTEGERs.

-- scru64_text
-- The 12 digits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 4738381338321616895
        THEN json_extract('{}', 'the SCRU64 ID is ' || quote(:id) || ', expected 0 to 4738381338321616895')
    ELSE (
        WITH RECURSIVE sortid_step(n, rest, digits) AS (
            SELECT 0, :id, ''
            UNION ALL
            SELECT n + 1, rest / 36, substr('0123456789abcdefghijklmnopqrstuvwxyz', rest % 36 + 1, 1) || digits
            FROM sortid_step WHERE n < 12
        )
        SELECT digits FROM sortid_step WHERE n = 12
    )
END;

-- scru64_unix_ms
-- The start of the tick of 256 ms, in milliseconds since 1970.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 4738381338321616895
        THEN json_extract('{}', 'the SCRU64 ID is ' || quote(:id) || ', expected 0 to 4738381338321616895')
    ELSE :id >> 24 << 8
END;

-- scru64_time
-- ISO 8601, in UTC, as sortid prints it.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 4738381338321616895
        THEN json_extract('{}', 'the SCRU64 ID is ' || quote(:id) || ', expected 0 to 4738381338321616895')
    ELSE (
        SELECT CASE WHEN value >= 253402300800000 THEN '+' ELSE '' END
            || printf(
                '%04d',
                strftime('%Y', value % 12622780800000 / 1000.0, 'unixepoch') + value / 12622780800000 * 400
            )
            || strftime('-%m-%dT%H:%M:%fZ', value % 12622780800000 / 1000.0, 'unixepoch')
        FROM (SELECT :id >> 24 << 8 AS value)
    )
END;

-- scru64_timestamp
-- Units of 256 ms since 1970.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 4738381338321616895
        THEN json_extract('{}', 'the SCRU64 ID is ' || quote(:id) || ', expected 0 to 4738381338321616895')
    ELSE :id >> 24
END;

-- scru64_node_ctr
-- 24 bits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 4738381338321616895
        THEN json_extract('{}', 'the SCRU64 ID is ' || quote(:id) || ', expected 0 to 4738381338321616895')
    ELSE :id & 16777215
END;

-- scru64_from_text
-- Reads 12 digits in either letter case.
SELECT CASE
    WHEN :text IS NULL THEN NULL
    WHEN typeof(:text) = 'text'
        AND length(CAST(:text AS BLOB)) = 12
        AND ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') = ''
        AND upper(:text) <= 'ZZZZZZZZZZZZ'
    THEN (
        WITH RECURSIVE sortid_step(n, id) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, id * 36 + instr('123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(upper(:text), n + 1, 1))
            FROM sortid_step WHERE n < 12
        )
        SELECT id FROM sortid_step WHERE n = 12
    )
    ELSE json_extract('{}', 'expected a SCRU64 ID of 12 digits of 0-9 and a-z in either case, '
        || 'found ' || CASE
            WHEN typeof(:text) <> 'text' THEN typeof(:text)
            WHEN length(CAST(:text AS BLOB)) <> 12
                THEN length(CAST(:text AS BLOB)) || iif(length(CAST(:text AS BLOB)) = 1, ' byte', ' bytes')
            WHEN ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') <> ''
                THEN quote(substr(:text, -length(ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')), 1)) || ' at byte '
                    || (length(:text) - length(ltrim(upper(:text), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
            ELSE 'a value above the largest, zzzzzzzzzzzz'
        END)
END;

-- scru64_min_at
-- The smallest ID of the tick that contains the time.
-- :time is a text as for datetime(), or an integer in milliseconds since 1970.
SELECT CASE WHEN :time IS NOT NULL THEN (
    WITH
        sortid_instant(unix_ms, first) AS (
            SELECT CASE typeof(:time)
                WHEN 'integer' THEN :time
                WHEN 'text' THEN CAST(round((julianday(:time) - 2440587.5) * 86400000) AS INTEGER)
            END, 0
        )
    SELECT CASE
        WHEN unix_ms BETWEEN first AND first + 72301961339135 THEN unix_ms >> 8 << 24
        ELSE json_extract('{}', 'the time is ' || quote(:time) || ', expected '
            || first || ' to ' || (first + 72301961339135) || ' ms after 1970')
    END
    FROM sortid_instant
) END;

-- scru64_max_at
-- The largest ID of the tick that contains the time.
-- :time is a text as for datetime(), or an integer in milliseconds since 1970.
SELECT CASE WHEN :time IS NOT NULL THEN (
    WITH
        sortid_instant(unix_ms, first) AS (
            SELECT CASE typeof(:time)
                WHEN 'integer' THEN :time
                WHEN 'text' THEN CAST(round((julianday(:time) - 2440587.5) * 86400000) AS INTEGER)
            END, 0
        )
    SELECT CASE
        WHEN unix_ms BETWEEN first AND first + 72301961339135 THEN unix_ms >> 8 << 24 | 16777215
        ELSE json_extract('{}', 'the time is ' || quote(:time) || ', expected '
            || first || ' to ' || (first + 72301961339135) || ' ms after 1970')
    END
    FROM sortid_instant
) END;
