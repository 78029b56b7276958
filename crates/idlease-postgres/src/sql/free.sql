-- Returns slots that a client can try to acquire: free slots from a given slot on, or else slots that become free
-- first. `idlease::protocol::plan_acquire` decides which slots are free. Rows that another client is replacing or has
-- just preselected are skipped.
WITH limits AS (
    SELECT slots, {number} % slots AS first_slot, {now} AS unix_ms FROM {schema}.pool
),
-- A released slot is free one second before its end, as in `idlease::protocol::free_from`.
above AS (
    SELECT slot FROM {schema}.slots
    WHERE slot >= (SELECT first_slot FROM limits) AND slot < (SELECT slots FROM limits)
        AND end_unix_ms - CASE WHEN owner IS NULL THEN 1000 ELSE 0 END <= (SELECT unix_ms FROM limits)
    ORDER BY slot LIMIT {limit}
    FOR UPDATE SKIP LOCKED
),
below AS (
    SELECT slot FROM {schema}.slots
    WHERE slot < (SELECT first_slot FROM limits) AND NOT EXISTS (SELECT FROM above)
        AND end_unix_ms - CASE WHEN owner IS NULL THEN 1000 ELSE 0 END <= (SELECT unix_ms FROM limits)
    ORDER BY slot LIMIT {limit}
    FOR UPDATE SKIP LOCKED
),
next AS (
    SELECT slot FROM {schema}.slots
    WHERE slot < (SELECT slots FROM limits)
        AND NOT EXISTS (SELECT FROM above) AND NOT EXISTS (SELECT FROM below)
    ORDER BY end_unix_ms - CASE WHEN owner IS NULL THEN 1000 ELSE 0 END LIMIT {limit}
)
SELECT slot FROM above UNION ALL SELECT slot FROM below UNION ALL SELECT slot FROM next
