-- If another transaction has locked the row, this waits for it and then compares with the new version of the row. It
-- does not read `pool` again. This is safe, because the floors change only together with `history` or `incarnation`,
-- and these two can't change while this statement holds its locks on both tables.
UPDATE {schema}.slots AS slots SET
    epoch = {new_epoch},
    owner = {new_owner},
    start_unix_ms = {new_start},
    end_unix_ms = {new_end},
    label = {new_label}
FROM {schema}.pool AS pool
WHERE slots.slot = {slot}
    AND slots.slot < pool.slots
    AND pool.history = {history}
    AND pool.incarnation = {incarnation}
    AND slots.epoch = {epoch}
    AND slots.owner IS NOT DISTINCT FROM {owner}
    AND slots.start_unix_ms = {start}
    AND slots.end_unix_ms = {end}
    AND slots.label = {label}
    -- `idlease::protocol::admits`
    AND {new_end} <= {now} + 2 * pool.window_ms
    AND ({new_start} >= pool.floor_unix_ms OR {end} >= pool.floor_unix_ms)
    -- The same for the floor after a restart, except that a grant that has not expired can be renewed.
    AND (
        {new_start} >= pool.start_floor_unix_ms
        OR {end} >= pool.start_floor_unix_ms
        OR (
            {new_epoch} = {epoch}
            AND {new_owner} = {owner}
            AND {new_start} = {start}
            AND {end} > {now} + pool.window_ms / 4
        )
    )
RETURNING slots.slot;
