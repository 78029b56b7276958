-- SCRU128 in uuid columns.

CREATE OR REPLACE FUNCTION scru128_text(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_to_base36(
    ('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint::numeric * 1208925819614629174706176
    + ('x' || substr(encode(uuid_send(id), 'hex'), 13, 10))::bit(40)::bigint::numeric * 1099511627776.0
    + ('x' || substr(encode(uuid_send(id), 'hex'), 23, 10))::bit(40)::bigint::numeric,
    25
);

-- Converts an integer below 2^128 to an ID. Not for direct use.
CREATE OR REPLACE FUNCTION sortid_scru128_from_integer(value numeric) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    lpad(to_hex(div(value, 1208925819614629174706176)::bigint), 12, '0')
    || lpad(to_hex(mod(div(value, 1099511627776::numeric), 1099511627776::numeric)::bigint), 10, '0')
    || lpad(to_hex(mod(value, 1099511627776::numeric)::bigint), 10, '0')
)::uuid;

CREATE OR REPLACE FUNCTION scru128_from_text(input text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_scru128_from_integer(sortid_from_base36(sortid_digits(
    'scru128',
    input,
    'a SCRU128 ID of 25 digits of 0-9 and a-z in either case',
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'f5lxx1zz5pnorynqglhzmsp33'
)));

-- Parses a string with a TypeID prefix: scru128_from_text('ord_0372ijojuxuhjsfkeryi2mrtm', 'ord').
CREATE OR REPLACE FUNCTION scru128_from_text(input text, prefix text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN scru128_from_text(sortid_after(sortid_with_prefix(prefix, ''::text), input));

CREATE OR REPLACE FUNCTION scru128_hex(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(uuid_send(id), 'hex');

-- Returns the milliseconds since 1970.
CREATE OR REPLACE FUNCTION scru128_timestamp(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint;

CREATE OR REPLACE FUNCTION scru128_counter_hi(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(encode(uuid_send(id), 'hex'), 13, 6))::bit(24)::bigint;

CREATE OR REPLACE FUNCTION scru128_counter_lo(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(encode(uuid_send(id), 'hex'), 19, 6))::bit(24)::bigint;

CREATE OR REPLACE FUNCTION scru128_entropy(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(encode(uuid_send(id), 'hex'), 25))::bit(32)::bigint;

CREATE OR REPLACE FUNCTION scru128_from_parts(
    "timestamp" bigint, counter_hi bigint, counter_lo bigint, entropy bigint
) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    lpad(to_hex(sortid_integer('timestamp', "timestamp", 281474976710655)), 12, '0')
    || lpad(to_hex(sortid_integer('counter_hi', counter_hi, 16777215)), 6, '0')
    || lpad(to_hex(sortid_integer('counter_lo', counter_lo, 16777215)), 6, '0')
    || lpad(to_hex(sortid_integer('entropy', entropy, 4294967295)), 8, '0')
)::uuid;

CREATE OR REPLACE FUNCTION scru128_unix_ms(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN scru128_timestamp(id);

CREATE OR REPLACE FUNCTION scru128_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_time(scru128_timestamp(id));

-- Returns the smallest ID of a millisecond.
CREATE OR REPLACE FUNCTION scru128_min_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN rpad(sortid_timestamp48(instant), 32, '0')::uuid;

-- Returns the largest ID of a millisecond.
CREATE OR REPLACE FUNCTION scru128_max_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN rpad(sortid_timestamp48(instant), 32, 'f')::uuid;

-- Generating IDs. The session's last state is in the `sortid.scru128` setting.

-- Returns the state after the next ID: an ID in hex, followed by its number, 16 hex digits, and by the first millisecond that needs a new
-- `counter_hi`, also in hex. An ID in hex without number and millisecond is a state too.
-- '' is the state before the first ID. `random` is a version 4 UUID, of which only the random digits are used. Not for direct use.
CREATE OR REPLACE FUNCTION sortid_scru128_step(state text, unix_ms bigint, random uuid, number bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    drawn text := random::text;
    tick bigint := ('x' || substr(state, 1, 12))::bit(48)::bigint;
    counters bigint := ('x' || substr(state, 13, 12))::bit(48)::bigint;
    -- The first millisecond that needs a new `counter_hi`.
    expires bigint := ('x' || lpad(substr(state, 49), 16, '0'))::bit(64)::bigint;
    last_number bigint := ('x' || substr(state, 33, 16))::bit(64)::bigint;
    distance bigint := greatest(number - last_number, 1);
BEGIN
    IF unix_ms NOT BETWEEN 1 AND 281474976710654 THEN
        RAISE EXCEPTION 'the time is % ms after 1970, expected 1 to 281474976710654', unix_ms
            USING ERRCODE = 'datetime_field_overflow';
    ELSIF tick > least(unix_ms + 10000, 281474976710654) THEN
        -- The clock went back beyond the allowance, so the generator starts over.
        tick := unix_ms;
        expires := 0;
    ELSIF unix_ms > tick THEN
        tick := unix_ms;
    ELSIF counters + distance <= 281474976710655 THEN
        RETURN lpad(to_hex(tick), 12, '0')
            || lpad(to_hex(counters + distance), 12, '0')
            || right(drawn, 8)
            || lpad(to_hex(greatest(number, last_number)), 16, '0')
            || to_hex(expires);
    ELSIF tick < 281474976710654 THEN
        -- Section "Counter overflow handling".
        tick := tick + 1;
        counters := 0;
    ELSE
        RAISE EXCEPTION 'no SCRU128 ID is left' USING ERRCODE = 'program_limit_exceeded';
    END IF;
    counters := (counters >> 24 << 24) + ('x' || substr(drawn, 1, 6))::bit(24)::bigint;
    IF tick >= expires THEN
        counters := (('x' || substr(drawn, 7, 2) || substr(drawn, 10, 4))::bit(24)::bigint << 24) + (counters & 16777215);
        expires := tick + 1000;
    END IF;
    RETURN lpad(to_hex(tick), 12, '0')
        || lpad(to_hex(counters), 12, '0')
        || right(drawn, 8)
        || lpad(to_hex(greatest(number, last_number)), 16, '0')
        || to_hex(expires);
END
$$;

-- Generates an ID, which is greater than the session's last ID.
CREATE OR REPLACE FUNCTION scru128_generate() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN left(set_config(
    'sortid.scru128',
    sortid_scru128_step(coalesce(current_setting('sortid.scru128', true), ''), sortid_clock(), gen_random_uuid(), sortid_number()),
    false
), 32)::uuid;

-- Generates an ID for the time of an older row. IDs of the same millisecond have no defined order.
CREATE OR REPLACE FUNCTION scru128_generate_at(instant timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN left(sortid_scru128_step(
    ''::text,
    sortid_unix_ms(instant, '1970-01-01 00:00:00.001Z', '10889-08-02 05:31:50.654Z'),
    gen_random_uuid(),
    0::bigint
), 32)::uuid;
