-- SCRU160 in bytea columns.

-- Returns the ID, or raises an error if it does not have 20 bytes. Works in CHECK constraints too.
CREATE OR REPLACE FUNCTION scru160_checked(id bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF octet_length(id) = 20 THEN
        RETURN id;
    END IF;
    RAISE EXCEPTION 'expected a SCRU160 ID of 20 bytes, found %', octet_length(id)
        USING ERRCODE = 'invalid_binary_representation';
END
$$;

CREATE OR REPLACE FUNCTION scru160_hex(id bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(scru160_checked(id), 'hex');

CREATE OR REPLACE FUNCTION scru160_text(id bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_to_base32(scru160_hex(id), '0123456789ABCDEFGHIJKLMNOPQRSTUV');

-- Parses both encodings, 32 base-32 digits or 40 hex digits. Case-insensitive.
CREATE OR REPLACE FUNCTION scru160_from_text(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN decode(
    CASE octet_length(input)
        WHEN 40 THEN sortid_digits(
            'scru160',
            input,
            'a SCRU160 ID of 32 digits (0-9 and A-V) or 40 digits (0-9 and a-f), case-insensitive',
            '0123456789ABCDEF',
            'ffffffffffffffffffffffffffffffffffffffff'
        )
        ELSE sortid_from_base32(
            sortid_digits(
                'scru160',
                input,
                'a SCRU160 ID of 32 digits (0-9 and A-V) or 40 digits (0-9 and a-f), case-insensitive',
                '0123456789ABCDEFGHIJKLMNOPQRSTUV',
                'VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV'
            ),
            '0123456789ABCDEFGHIJKLMNOPQRSTUV'
        )
    END,
    'hex'
);

-- Parses a string with a TypeID prefix: scru160_from_text('ord_05TTUP1HNCPNH30VEK64KDQT9BSNU4C4', 'ord').
CREATE OR REPLACE FUNCTION scru160_from_text(input text, prefix text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN scru160_from_text(sortid_after(sortid_with_prefix(prefix, ''::text), input));

-- Returns the milliseconds since 1970.
CREATE OR REPLACE FUNCTION scru160_timestamp(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(scru160_hex(id), 1, 12))::bit(48)::bigint;

CREATE OR REPLACE FUNCTION scru160_counter(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(scru160_hex(id), 13, 4))::bit(16)::bigint;

CREATE OR REPLACE FUNCTION scru160_random16(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(scru160_hex(id), 17, 4))::bit(16)::bigint;

-- Returns 20 hex digits.
CREATE OR REPLACE FUNCTION scru160_random80(id bytea) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN substr(scru160_hex(id), 21);

-- `random80` is 20 hex digits.
CREATE OR REPLACE FUNCTION scru160_from_parts(
    "timestamp" bigint, counter bigint, random16 bigint, random80 text
) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN decode(
    lpad(to_hex(sortid_integer('timestamp', "timestamp", 281474976710655)), 12, '0')
    || lpad(to_hex(sortid_integer('counter', counter, 65535)), 4, '0')
    || lpad(to_hex(sortid_integer('random16', random16, 65535)), 4, '0')
    || sortid_hex80('random80', random80),
    'hex'
);

CREATE OR REPLACE FUNCTION scru160_unix_ms(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN scru160_timestamp(id);

CREATE OR REPLACE FUNCTION scru160_time(id bytea) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_time(scru160_timestamp(id));

-- Returns the smallest ID of a millisecond.
CREATE OR REPLACE FUNCTION scru160_min_at(instant timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN decode(rpad(sortid_timestamp48(instant), 40, '0'), 'hex');

-- Returns the largest ID of a millisecond.
CREATE OR REPLACE FUNCTION scru160_max_at(instant timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN decode(rpad(sortid_timestamp48(instant), 40, 'f'), 'hex');

-- Generating IDs. The session's last state is in the `sortid.scru160` setting.

-- Returns the state after the next ID: an ID in hex, followed by its number, 16 hex digits. An ID in hex without a number is a state too.
-- '' is the state before the first ID. `random` is a version 4 UUID, of which only the random digits are used. Not for direct use.
CREATE OR REPLACE FUNCTION sortid_scru160_step(state text, unix_ms bigint, random uuid, number bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    drawn text := random::text;
    tick bigint := ('x' || substr(state, 1, 12))::bit(48)::bigint;
    counter bigint := ('x' || substr(state, 13, 4))::bit(16)::bigint;
    last_number bigint := ('x' || substr(state, 41))::bit(64)::bigint;
    distance bigint := greatest(number - last_number, 1);
BEGIN
    IF unix_ms NOT BETWEEN 1 AND 281474976710654 THEN
        RAISE EXCEPTION 'the time is % ms after 1970, expected 1 to 281474976710654', unix_ms
            USING ERRCODE = 'datetime_field_overflow';
    ELSIF unix_ms > tick OR tick > least(unix_ms + 10000, 281474976710654) THEN
        -- If the clock went back beyond the allowance, the generator starts over.
        tick := unix_ms;
        counter := NULL;
    ELSIF counter + distance <= 65535 THEN
        counter := counter + distance;
    ELSIF tick < 281474976710654 THEN
        tick := tick + 1;
        counter := NULL;
    ELSE
        RAISE EXCEPTION 'no SCRU160 ID is left' USING ERRCODE = 'program_limit_exceeded';
    END IF;
    counter := coalesce(counter, ('x' || substr(drawn, 16, 3) || substr(drawn, 21, 1))::bit(16)::bigint & 32767);
    RETURN lpad(to_hex(tick), 12, '0')
        || lpad(to_hex(counter), 4, '0')
        || substr(drawn, 1, 8)
        || substr(drawn, 10, 4)
        || right(drawn, 12)
        || lpad(to_hex(greatest(number, last_number)), 16, '0');
END
$$;

-- Generates an ID, which is greater than the session's last ID.
CREATE OR REPLACE FUNCTION scru160_generate() RETURNS bytea
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN decode(left(set_config(
    'sortid.scru160',
    sortid_scru160_step(coalesce(current_setting('sortid.scru160', true), ''), sortid_clock(), gen_random_uuid(), sortid_number()),
    false
), 40), 'hex');

-- Generates an ID for the time of an older row. IDs of the same millisecond have no defined order.
CREATE OR REPLACE FUNCTION scru160_generate_at(instant timestamptz) RETURNS bytea
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN decode(left(sortid_scru160_step(
    ''::text,
    sortid_unix_ms(instant, '1970-01-01 00:00:00.001Z', '10889-08-02 05:31:50.654Z'),
    gen_random_uuid(),
    0::bigint
), 40), 'hex');
