-- Precedes every read and every replacement, in the same transaction. It changes the row only if the data were or may
-- have been rolled back. The clock is read once, so that both floors are the same.
UPDATE {schema}.pool AS pool SET
    floor_unix_ms = CASE pool.history
        WHEN present.history THEN pool.floor_unix_ms
        ELSE greatest(pool.floor_unix_ms, present.unix_ms + 2 * pool.window_ms)
    END,
    start_floor_unix_ms = greatest(pool.start_floor_unix_ms, present.unix_ms + 2 * pool.window_ms),
    history = present.history,
    incarnation = present.incarnation
FROM (SELECT {history} AS history, {incarnation} AS incarnation, {now} AS unix_ms) AS present
WHERE pool.history <> present.history OR pool.incarnation <> present.incarnation;
