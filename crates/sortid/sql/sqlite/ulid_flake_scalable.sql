-- Scalable Ulid-Flake as INTEGERs. :epoch is in milliseconds since 1970. If it is NULL, timestamps count from 2024.

-- ulid_flake_scalable_text
-- The 13 digits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 9223372036854775807
        THEN json_extract('{}', 'the Ulid-Flake is ' || quote(:id) || ', expected 0 to 9223372036854775807')
    ELSE (
        WITH RECURSIVE sortid_step(n, rest, digits) AS (
            SELECT 0, :id, ''
            UNION ALL
            SELECT n + 1, rest >> 5, substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (rest & 31) + 1, 1) || digits
            FROM sortid_step WHERE n < 13
        )
        SELECT digits FROM sortid_step WHERE n = 13
    )
END;

-- ulid_flake_scalable_unix_ms
-- Milliseconds since 1970.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 9223372036854775807
        THEN json_extract('{}', 'the Ulid-Flake is ' || quote(:id) || ', expected 0 to 9223372036854775807')
    ELSE coalesce(:epoch, 1704067200000) + (:id >> 20)
END;

-- ulid_flake_scalable_time
-- ISO 8601, in UTC, as sortid prints it.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 9223372036854775807
        THEN json_extract('{}', 'the Ulid-Flake is ' || quote(:id) || ', expected 0 to 9223372036854775807')
    ELSE (
        SELECT CASE WHEN value >= 253402300800000 THEN '+' ELSE '' END
            || printf(
                '%04d',
                strftime('%Y', value % 12622780800000 / 1000.0, 'unixepoch') + value / 12622780800000 * 400
            )
            || strftime('-%m-%dT%H:%M:%fZ', value % 12622780800000 / 1000.0, 'unixepoch')
        FROM (SELECT coalesce(:epoch, 1704067200000) + (:id >> 20) AS value)
    )
END;

-- ulid_flake_scalable_timestamp
-- Milliseconds since the epoch.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 9223372036854775807
        THEN json_extract('{}', 'the Ulid-Flake is ' || quote(:id) || ', expected 0 to 9223372036854775807')
    ELSE :id >> 20
END;

-- ulid_flake_scalable_randomness
-- 15 bits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 9223372036854775807
        THEN json_extract('{}', 'the Ulid-Flake is ' || quote(:id) || ', expected 0 to 9223372036854775807')
    ELSE :id >> 5 & 32767
END;

-- ulid_flake_scalable_scalability
-- 5 bits.
SELECT CASE
    WHEN :id IS NULL THEN NULL
    WHEN typeof(:id) <> 'integer' OR :id NOT BETWEEN 0 AND 9223372036854775807
        THEN json_extract('{}', 'the Ulid-Flake is ' || quote(:id) || ', expected 0 to 9223372036854775807')
    ELSE :id & 31
END;

-- ulid_flake_scalable_from_text
-- Reads 13 digits in either letter case.
SELECT CASE
    WHEN :text IS NULL THEN NULL
    WHEN typeof(:text) = 'text'
        AND length(CAST(:text AS BLOB)) = 13
        AND ltrim(upper(:text), '0123456789ABCDEFGHJKMNPQRSTVWXYZ') = ''
        AND upper(:text) <= '7ZZZZZZZZZZZZ'
    THEN (
        WITH RECURSIVE sortid_step(n, id) AS (
            SELECT 0, 0
            UNION ALL
            SELECT n + 1, id << 5 | instr('123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(upper(:text), n + 1, 1))
            FROM sortid_step WHERE n < 13
        )
        SELECT id FROM sortid_step WHERE n = 13
    )
    ELSE json_extract('{}', 'expected a Ulid-Flake of 13 digits of 0-9 and A-Z without I, L, O and U, in either case, '
        || 'found ' || CASE
            WHEN typeof(:text) <> 'text' THEN typeof(:text)
            WHEN length(CAST(:text AS BLOB)) <> 13
                THEN length(CAST(:text AS BLOB)) || iif(length(CAST(:text AS BLOB)) = 1, ' byte', ' bytes')
            WHEN ltrim(upper(:text), '0123456789ABCDEFGHJKMNPQRSTVWXYZ') <> ''
                THEN quote(substr(:text, -length(ltrim(upper(:text), '0123456789ABCDEFGHJKMNPQRSTVWXYZ')), 1)) || ' at byte '
                    || (length(:text) - length(ltrim(upper(:text), '0123456789ABCDEFGHJKMNPQRSTVWXYZ')))
            ELSE 'a value above the largest, 7ZZZZZZZZZZZZ'
        END)
END;

-- ulid_flake_scalable_min_at
-- The smallest ID of a millisecond.
-- :time is a text as for datetime(), or an integer in milliseconds since 1970.
SELECT CASE WHEN :time IS NOT NULL THEN (
    WITH
        sortid_instant(unix_ms, first) AS (
            SELECT CASE typeof(:time)
                WHEN 'integer' THEN :time
                WHEN 'text' THEN CAST(round((julianday(:time) - 2440587.5) * 86400000) AS INTEGER)
            END, coalesce(:epoch, 1704067200000)
        )
    SELECT CASE
        WHEN unix_ms BETWEEN first AND first + 8796093022207 THEN unix_ms - first << 20
        ELSE json_extract('{}', 'the time is ' || quote(:time) || ', expected '
            || first || ' to ' || (first + 8796093022207) || ' ms after 1970')
    END
    FROM sortid_instant
) END;

-- ulid_flake_scalable_max_at
-- The largest ID of a millisecond.
-- :time is a text as for datetime(), or an integer in milliseconds since 1970.
SELECT CASE WHEN :time IS NOT NULL THEN (
    WITH
        sortid_instant(unix_ms, first) AS (
            SELECT CASE typeof(:time)
                WHEN 'integer' THEN :time
                WHEN 'text' THEN CAST(round((julianday(:time) - 2440587.5) * 86400000) AS INTEGER)
            END, coalesce(:epoch, 1704067200000)
        )
    SELECT CASE
        WHEN unix_ms BETWEEN first AND first + 8796093022207 THEN unix_ms - first << 20 | 1048575
        ELSE json_extract('{}', 'the time is ' || quote(:time) || ', expected '
            || first || ' to ' || (first + 8796093022207) || ' ms after 1970')
    END
    FROM sortid_instant
) END;
