-- One process at a time, because concurrent runs of `IF NOT EXISTS` fail if they create the same object.
SELECT pg_advisory_xact_lock(hashtext('idlease'), hashtext('{schema}'));
-- Even if the schema exists, `IF NOT EXISTS` would need the privilege to create it.
DO $$ BEGIN IF to_regnamespace('{schema}') IS NULL THEN CREATE SCHEMA {schema}; END IF; END $$;
CREATE TABLE IF NOT EXISTS {schema}.pool (
    -- The table has one row.
    id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    node_id_size integer NOT NULL,
    first_node_id integer NOT NULL,
    slots integer NOT NULL,
    window_ms bigint NOT NULL,
    -- If the data come from a different server, timeline, database or table, no grant starts before this time, and no
    -- earlier grant is renewed.
    floor_unix_ms bigint NOT NULL DEFAULT 0,
    -- If the server was restarted or a table was rewritten, no new grant starts before this time.
    start_floor_unix_ms bigint NOT NULL DEFAULT 0,
    -- The values by which these two cases are detected.
    history text NOT NULL,
    incarnation text NOT NULL
);
CREATE TABLE IF NOT EXISTS {schema}.slots (
    slot integer PRIMARY KEY CHECK (slot >= 0),
    epoch bigint NOT NULL CHECK (epoch >= 0),
    owner uuid,
    start_unix_ms bigint NOT NULL CHECK (start_unix_ms >= 0),
    end_unix_ms bigint NOT NULL CHECK (end_unix_ms >= start_unix_ms),
    label text NOT NULL DEFAULT ''
-- Leaves room for a new version of each row next to the old one, so that an update does not change the index.
) WITH (fillfactor = 50);
WITH created AS (
    INSERT INTO {schema}.pool (node_id_size, first_node_id, slots, window_ms, history, incarnation)
    SELECT {node_id_size}, {first_node_id}, {slots}, {window_ms}, {history}, {incarnation}
    ON CONFLICT DO NOTHING
    RETURNING slots, {from_unix_ms} AS from_unix_ms
)
INSERT INTO {schema}.slots AS slots
SELECT slot, 0, NULL, created.from_unix_ms, created.from_unix_ms
FROM created, generate_series(0, created.slots - 1) AS slot
-- The pool was lost, but this record was not.
ON CONFLICT (slot) DO UPDATE SET
    epoch = 0,
    owner = NULL,
    label = '',
    start_unix_ms = greatest(slots.end_unix_ms, excluded.end_unix_ms),
    end_unix_ms = greatest(slots.end_unix_ms, excluded.end_unix_ms);
