SELECT
    concat_ws(' ', node_id_size, first_node_id, slots, window_ms) AS pool,
    {now} AS server_unix_ms,
    floor_unix_ms,
    start_floor_unix_ms
FROM {schema}.pool;
SELECT
    slots.slot,
    concat_ws(
        ' ', slots.epoch, coalesce(replace(slots.owner::text, '-', ''), '-'), slots.start_unix_ms, slots.end_unix_ms,
        nullif(slots.label, '')
    ) AS record,
    slots.owner IS NOT NULL AND slots.end_unix_ms > {now} + pool.window_ms / 4 AS is_renewable
FROM {schema}.slots AS slots, {schema}.pool AS pool
WHERE slots.slot < pool.slots {and_slot};
