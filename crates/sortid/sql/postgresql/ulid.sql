-- ULID in columns of the type uuid.

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
            input,
            'a ULID of 26 digits of 0-9 and A-Z without I, L, O and U, in either case',
            '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
            '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'
        ),
        '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    ),
    32
)::uuid;

CREATE OR REPLACE FUNCTION ulid_hex(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(uuid_send(id), 'hex');

-- Milliseconds since 1970.
CREATE OR REPLACE FUNCTION ulid_timestamp(id uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint;

-- 20 hex digits.
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

-- The smallest ID of a millisecond.
CREATE OR REPLACE FUNCTION ulid_min_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN rpad(
    lpad(to_hex(sortid_unix_ms(instant, '1970-01-01Z', '10889-08-02 05:31:50.655Z')), 12, '0'),
    32,
    '0'
)::uuid;

-- The largest ID of a millisecond.
CREATE OR REPLACE FUNCTION ulid_max_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN rpad(
    lpad(to_hex(sortid_unix_ms(instant, '1970-01-01Z', '10889-08-02 05:31:50.655Z')), 12, '0'),
    32,
    'f'
)::uuid;
