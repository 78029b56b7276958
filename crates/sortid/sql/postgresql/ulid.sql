-- ULID in uuid columns.

CREATE OR REPLACE FUNCTION ulid_text(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN right(
    sortid_to_base32('00000000' || encode(uuid_send(id), 'hex'), '0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
    26
);

CREATE OR REPLACE FUNCTION ulid_from_text(input text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN right(
    sortid_from_base32(
        '000000' || sortid_digits(
            'ulid',
            input,
            'a ULID of 26 digits (0-9 and A-Z without I, L, O and U, case-insensitive)',
            '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
            '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'
        ),
        '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    ),
    32
)::uuid;

-- Parses a string with a TypeID prefix: ulid_from_text('ord_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ord').
CREATE OR REPLACE FUNCTION ulid_from_text(input text, prefix text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ulid_from_text(sortid_after(sortid_with_prefix(prefix, ''::text), input));

CREATE OR REPLACE FUNCTION ulid_hex(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(uuid_send(id), 'hex');

-- Returns the milliseconds since 1970.
CREATE OR REPLACE FUNCTION ulid_timestamp(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint;

-- Returns 20 hex digits.
CREATE OR REPLACE FUNCTION ulid_randomness(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN substr(encode(uuid_send(id), 'hex'), 13);

-- `randomness` is 20 hex digits.
CREATE OR REPLACE FUNCTION ulid_from_parts("timestamp" bigint, randomness text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    lpad(to_hex(sortid_integer('timestamp', "timestamp", 281474976710655)), 12, '0')
    || sortid_hex80('randomness', randomness)
)::uuid;

CREATE OR REPLACE FUNCTION ulid_unix_ms(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ulid_timestamp(id);

CREATE OR REPLACE FUNCTION ulid_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_time(ulid_timestamp(id));

-- Returns the smallest ID of a millisecond.
CREATE OR REPLACE FUNCTION ulid_min_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN rpad(sortid_timestamp48(instant), 32, '0')::uuid;

-- Returns the largest ID of a millisecond.
CREATE OR REPLACE FUNCTION ulid_max_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN rpad(sortid_timestamp48(instant), 32, 'f')::uuid;

-- Generating IDs. The session's last state is in the `sortid.ulid` setting.

-- Returns the state after the next ID: an ID in hex, followed by its number, 16 hex digits. An ID in hex without a number is a state too.
-- '' is the state before the first ID. `random` is a version 4 UUID, of which only the random digits are used. Not for direct use.
CREATE OR REPLACE FUNCTION sortid_ulid_step(state text, unix_ms bigint, random uuid, number bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    drawn text := random::text;
    tick bigint := CASE state WHEN '' THEN -1 ELSE ('x' || substr(state, 1, 12))::bit(48)::bigint END;
    -- The halves of `randomness`.
    high bigint := ('x' || substr(state, 13, 10))::bit(40)::bigint;
    low bigint := ('x' || substr(state, 23, 10))::bit(40)::bigint;
    last_number bigint := ('x' || substr(state, 33))::bit(64)::bigint;
BEGIN
    IF unix_ms NOT BETWEEN 0 AND 281474976710655 THEN
        RAISE EXCEPTION 'the time is % ms after 1970, expected 0 to 281474976710655', unix_ms
            USING ERRCODE = 'datetime_field_overflow';
    ELSIF unix_ms > tick OR tick - unix_ms > 10000 THEN
        -- If the clock went back beyond the allowance, the generator starts over.
        RETURN lpad(to_hex(unix_ms), 12, '0')
            || substr(drawn, 1, 8)
            || right(drawn, 12)
            || lpad(to_hex(greatest(number, last_number)), 16, '0');
    ELSIF number > last_number THEN
        low := low + number - last_number;
    ELSE
        -- Without a number, only random bits distinguish the ID from IDs that were rolled back.
        low := low + 1 + ('x' || substr(drawn, 25))::bit(40)::bigint;
    END IF;
    high := high + (low >> 40);
    IF high > 1099511627775 THEN
        -- Section "Monotonicity".
        RAISE EXCEPTION 'no ULID is left in this millisecond' USING ERRCODE = 'program_limit_exceeded';
    END IF;
    RETURN lpad(to_hex(tick), 12, '0')
        || lpad(to_hex(high), 10, '0')
        || lpad(to_hex(low & 1099511627775), 10, '0')
        || lpad(to_hex(greatest(number, last_number)), 16, '0');
END
$$;

-- Generates an ID, which is greater than the session's last ID.
CREATE OR REPLACE FUNCTION ulid_generate() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN left(set_config(
    'sortid.ulid',
    sortid_ulid_step(coalesce(current_setting('sortid.ulid', true), ''), sortid_clock(), gen_random_uuid(), sortid_number()),
    false
), 32)::uuid;

-- Generates an ID for the time of an older row. IDs of the same millisecond have no defined order.
CREATE OR REPLACE FUNCTION ulid_generate_at(instant timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN left(sortid_ulid_step(
    ''::text,
    sortid_unix_ms(instant, '1970-01-01Z', '10889-08-02 05:31:50.655Z'),
    gen_random_uuid(),
    0::bigint
), 32)::uuid;
