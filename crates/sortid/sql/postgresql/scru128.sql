-- SCRU128 in columns of the type uuid.

CREATE OR REPLACE FUNCTION scru128_text(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_to_base36(
    ('x' || substr(encode(uuid_send(id), 'hex'), 1, 12))::bit(48)::bigint::numeric * 1208925819614629174706176
    + ('x' || substr(encode(uuid_send(id), 'hex'), 13, 10))::bit(40)::bigint::numeric * 1099511627776.0
    + ('x' || substr(encode(uuid_send(id), 'hex'), 23, 10))::bit(40)::bigint::numeric,
    25
);

-- Writes an integer below 2^128 as an ID. Not for direct use.
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
    input,
    'a SCRU128 ID of 25 digits of 0-9 and a-z in either case',
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'f5lxx1zz5pnorynqglhzmsp33'
)));

CREATE OR REPLACE FUNCTION scru128_hex(id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN encode(uuid_send(id), 'hex');

-- Milliseconds since 1970.
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

-- The smallest ID of a millisecond.
CREATE OR REPLACE FUNCTION scru128_min_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN rpad(
    lpad(to_hex(sortid_unix_ms(instant, '1970-01-01Z', '10889-08-02 05:31:50.655Z')), 12, '0'),
    32,
    '0'
)::uuid;

-- The largest ID of a millisecond.
CREATE OR REPLACE FUNCTION scru128_max_at(instant timestamptz) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN rpad(
    lpad(to_hex(sortid_unix_ms(instant, '1970-01-01Z', '10889-08-02 05:31:50.655Z')), 12, '0'),
    32,
    'f'
)::uuid;
