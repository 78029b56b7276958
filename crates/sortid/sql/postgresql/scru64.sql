-- SCRU64 in bigint columns.

-- Returns the ID, or raises an error if it isn't valid. Works in CHECK constraints too.
CREATE OR REPLACE FUNCTION scru64_checked(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_integer('the SCRU64 ID', id, 4738381338321616895);

CREATE OR REPLACE FUNCTION scru64_text(id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_to_base36(scru64_checked(id), 12);

CREATE OR REPLACE FUNCTION scru64_from_text(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_from_base36(sortid_digits(
    'scru64',
    input,
    'a SCRU64 ID of 12 digits (0-9 and a-z, case-insensitive)',
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'zzzzzzzzzzzz'
))::bigint;

-- Parses a string with a TypeID prefix: scru64_from_text('ord_0u375nxqh5cq', 'ord').
CREATE OR REPLACE FUNCTION scru64_from_text(input text, prefix text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN scru64_from_text(sortid_after(sortid_with_prefix(prefix, ''::text), input));

CREATE OR REPLACE FUNCTION scru64_hex(id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lpad(to_hex(scru64_checked(id)), 16, '0');

-- Returns the number of 256 ms ticks since 1970.
CREATE OR REPLACE FUNCTION scru64_timestamp(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN scru64_checked(id) >> 24;

CREATE OR REPLACE FUNCTION scru64_node_ctr(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN scru64_checked(id) & 16777215::bigint;

CREATE OR REPLACE FUNCTION scru64_from_parts("timestamp" bigint, node_ctr bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (sortid_integer('timestamp', "timestamp", 282429536480) << 24)
    | sortid_integer('node_ctr', node_ctr, 16777215);

-- Returns the start of the 256 ms tick.
CREATE OR REPLACE FUNCTION scru64_unix_ms(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN scru64_timestamp(id) << 8;

CREATE OR REPLACE FUNCTION scru64_time(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_time(scru64_unix_ms(id));

-- Returns the smallest ID of the tick that contains the time.
CREATE OR REPLACE FUNCTION scru64_min_at(instant timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_unix_ms(instant, '1970-01-01Z', '4261-02-27 06:08:59.135Z') >> 8 << 24;

-- Returns the largest ID of the tick that contains the time.
CREATE OR REPLACE FUNCTION scru64_max_at(instant timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_unix_ms(instant, '1970-01-01Z', '4261-02-27 06:08:59.135Z') >> 8 << 24 | 16777215::bigint;
