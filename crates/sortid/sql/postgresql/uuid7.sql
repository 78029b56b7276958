-- UUIDv7 in uuid columns.

-- Returns the ID, or raises an error if it is a UUID of a different version. Works in CHECK constraints too.
CREATE OR REPLACE FUNCTION uuid7_checked(id uuid) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    text text COLLATE "C" := id::text;
BEGIN
    IF substr(text, 15, 1) <> '7' THEN
        RAISE EXCEPTION 'expected a version 7 UUID, found % with the digit % at byte 14', id, substr(text, 15, 1)
            USING ERRCODE = 'invalid_binary_representation';
    ELSIF substr(text, 20, 1) NOT IN ('8', '9', 'a', 'b') THEN
        RAISE EXCEPTION 'expected a UUID with variant 8, 9, a or b, found % with the digit % at byte 19', id, substr(text, 20, 1)
            USING ERRCODE = 'invalid_binary_representation';
    END IF;
    RETURN id;
END
$$;

CREATE OR REPLACE FUNCTION uuid7_text(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN uuid7_checked(id)::text;

-- Parses 36 case-insensitive characters. A cast to uuid also accepts other forms and all versions.
CREATE OR REPLACE FUNCTION uuid7_from_text(input text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    digits text COLLATE "C" := input;
    allowed text COLLATE "C";
    found text;
BEGIN
    IF octet_length(input) <> 36 THEN
        found := CASE octet_length(input) WHEN 1 THEN '1 byte' ELSE octet_length(input) || ' bytes' END;
    ELSIF digits ~ '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$' THEN
        RETURN input::uuid;
    ELSE
        FOR place IN 1 .. 36 LOOP
            allowed := CASE
                WHEN place IN (9, 14, 19, 24) THEN '-'
                WHEN place = 15 THEN '7'
                WHEN place = 20 THEN '89abAB'
                ELSE '0123456789abcdefABCDEF'
            END;
            found := substr(digits, place, 1);
            IF strpos(allowed, found COLLATE "C") = 0 THEN
                found := CASE
                    WHEN octet_length(found) > 1 THEN 'a non-ASCII character'
                    WHEN ascii(found) NOT BETWEEN 32 AND 126 THEN 'U+00' || lpad(to_hex(ascii(found)), 2, '0')
                    ELSE quote_literal(found)
                END;
                found := found || ' at byte ' || place - 1;
                EXIT;
            END IF;
        END LOOP;
    END IF;
    IF digits ~ '^[a-z][a-z_]*_' THEN
        RAISE EXCEPTION 'expected an ID without a prefix, found %; use uuid7_from_text(text, prefix)', quote_literal(input)
            USING ERRCODE = 'invalid_text_representation';
    END IF;
    RAISE EXCEPTION 'expected a version 7 UUID like 017f22e2-79b0-7cc3-98c4-dc0c0c07398f, found %', found
        USING ERRCODE = 'invalid_text_representation', DETAIL = 'The text is ' || to_json(input) || '.';
END
$$;

CREATE OR REPLACE FUNCTION uuid7_hex(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(uuid_send(uuid7_checked(id)), 'hex');

-- Returns the part of a TypeID after the prefix: sortid_with_prefix('ord', uuid7_suffix(id)).
CREATE OR REPLACE FUNCTION uuid7_suffix(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN right(sortid_to_base32('00000000' || uuid7_hex(id), '0123456789abcdefghjkmnpqrstvwxyz'), 26);

-- Parses the lowercase part of a TypeID after the prefix, or a TypeID without a prefix.
CREATE OR REPLACE FUNCTION uuid7_from_suffix(input text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN uuid7_checked(right(
    sortid_from_base32(
        '000000' || sortid_digits(
            'uuid7',
            input,
            '26 lowercase digits (0-9 and a-z without i, l, o and u)',
            '0123456789abcdefghjkmnpqrstvwxyz',
            '7zzzzzzzzzzzzzzzzzzzzzzzzz'
        ),
        '0123456789abcdefghjkmnpqrstvwxyz'
    ),
    32
)::uuid);

-- Parses a string with a TypeID prefix: uuid7_from_text('ord_01h455vb4pex5vsknk084sn02q', 'ord').
CREATE OR REPLACE FUNCTION uuid7_from_text(input text, prefix text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN uuid7_from_suffix(sortid_after(sortid_with_prefix(prefix, ''::text), input));

-- Returns the milliseconds since 1970.
CREATE OR REPLACE FUNCTION uuid7_timestamp(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(uuid7_hex(id), 1, 12))::bit(48)::bigint;

-- Returns the version, 7.
CREATE OR REPLACE FUNCTION uuid7_ver(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(uuid7_hex(id), 13, 1))::bit(4)::int;

CREATE OR REPLACE FUNCTION uuid7_rand_a(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(uuid7_hex(id), 14, 3))::bit(12)::int;

-- Returns the variant, 2.
CREATE OR REPLACE FUNCTION uuid7_var(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(uuid7_hex(id), 17, 1))::bit(4)::int >> 2;

-- Returns 16 hex digits.
CREATE OR REPLACE FUNCTION uuid7_rand_b(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(substr(uuid7_hex(id), 17, 1), '89ab', '0123') || substr(uuid7_hex(id), 18);

-- Checks a 62-bit field, written as 16 hex digits. Not for direct use.
CREATE OR REPLACE FUNCTION sortid_uuid7_rand_b(rand_b text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF rand_b COLLATE "C" ~ '^[0-3][0-9a-fA-F]{15}$' THEN
        RETURN translate(substr(rand_b, 1, 1), '0123', '89ab') || substr(rand_b, 2);
    END IF;
    RAISE EXCEPTION 'rand_b is %, expected 16 hex digits, the first from 0 to 3', quote_literal(rand_b)
        USING ERRCODE = 'invalid_text_representation';
END
$$;

-- `rand_b` is 16 hex digits, the first from 0 to 3.
CREATE OR REPLACE FUNCTION uuid7_from_parts("timestamp" bigint, rand_a bigint, rand_b text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    lpad(to_hex(sortid_integer('timestamp', "timestamp", 281474976710655)), 12, '0')
    || '7'
    || lpad(to_hex(sortid_integer('rand_a', rand_a, 4095)), 3, '0')
    || sortid_uuid7_rand_b(rand_b)
)::uuid;

CREATE OR REPLACE FUNCTION uuid7_unix_ms(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN uuid7_timestamp(id);

CREATE OR REPLACE FUNCTION uuid7_time(id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_time(uuid7_timestamp(id));

-- Returns the smallest ID of a millisecond.
CREATE OR REPLACE FUNCTION uuid7_min_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (sortid_timestamp48(instant) || '70008000000000000000')::uuid;

-- Returns the largest ID of a millisecond.
CREATE OR REPLACE FUNCTION uuid7_max_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (sortid_timestamp48(instant) || '7fffbfffffffffffffff')::uuid;

-- Generating IDs. The session's last state is in the `sortid.uuid7` setting.

-- Returns the state after the next ID: an ID in hex, followed by its number, 16 hex digits. An ID in hex without a number is a state too.
-- '' is the state before the first ID. `random` is a version 4 UUID, of which only the random digits are used. Not for direct use.
CREATE OR REPLACE FUNCTION sortid_uuid7_step(state text, unix_ms bigint, random uuid, number bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    drawn text := random::text;
    tick bigint := CASE state WHEN '' THEN -1 ELSE ('x' || substr(state, 1, 12))::bit(48)::bigint END;
    -- `rand_a`, with the upper 30 bits of `rand_b` below it.
    counter bigint := (('x' || substr(state, 14, 3))::bit(12)::bigint << 30)
        + (('x' || substr(state, 17, 8))::bit(32)::bigint & 1073741823);
    last_number bigint := ('x' || substr(state, 33))::bit(64)::bigint;
    distance bigint := greatest(number - last_number, 1);
BEGIN
    IF unix_ms NOT BETWEEN 0 AND 281474976710655 THEN
        RAISE EXCEPTION 'the time is % ms after 1970, expected 0 to 281474976710655', unix_ms
            USING ERRCODE = 'datetime_field_overflow';
    ELSIF unix_ms > tick OR tick - unix_ms > 10000 THEN
        -- If the clock went back beyond the allowance, the generator starts over.
        tick := unix_ms;
        counter := NULL;
    ELSIF counter + distance <= 4398046511103 THEN
        counter := counter + distance;
    ELSIF tick < 281474976710655 THEN
        -- Section 6.2, "Counter Rollover Handling".
        tick := tick + 1;
        counter := NULL;
    ELSE
        RAISE EXCEPTION 'no UUIDv7 is left' USING ERRCODE = 'program_limit_exceeded';
    END IF;
    -- Section 6.2, method 1: the highest of the counter's 42 bits starts at 0.
    counter := coalesce(counter, ('x' || substr(drawn, 1, 8) || substr(drawn, 10, 3))::bit(44)::bigint & 2199023255551);
    RETURN lpad(to_hex(tick), 12, '0')
        || to_hex(28672 + (counter >> 30))
        || to_hex(2147483648 + (counter & 1073741823))
        || right(drawn, 8)
        || lpad(to_hex(greatest(number, last_number)), 16, '0');
END
$$;

-- Generates an ID, which is greater than the session's last ID.
CREATE OR REPLACE FUNCTION uuid7_generate() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN left(set_config(
    'sortid.uuid7',
    sortid_uuid7_step(coalesce(current_setting('sortid.uuid7', true), ''), sortid_clock(), gen_random_uuid(), sortid_number()),
    false
), 32)::uuid;

-- Generates an ID for the time of an older row. IDs of the same millisecond have no defined order.
CREATE OR REPLACE FUNCTION uuid7_generate_at(instant timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE
RETURN left(sortid_uuid7_step(
    ''::text,
    sortid_unix_ms(instant, '1970-01-01Z', '10889-08-02 05:31:50.655Z'),
    gen_random_uuid(),
    0::bigint
), 32)::uuid;
