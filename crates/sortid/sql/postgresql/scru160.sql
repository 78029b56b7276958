-- SCRU160 in columns of the type bytea.

-- Returns the ID, or raises an error if it does not have 20 bytes. For CHECK constraints, too.
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

-- Reads both encodings: 32 digits of base 32, or 40 of base 16.
CREATE OR REPLACE FUNCTION scru160_from_text(input text) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN decode(
    CASE octet_length(input)
        WHEN 40 THEN sortid_digits(
            input,
            'a SCRU160 ID of 32 digits of 0-9 and A-V or 40 digits of 0-9 and a-f, in either case',
            '0123456789ABCDEF',
            'ffffffffffffffffffffffffffffffffffffffff'
        )
        ELSE sortid_from_base32(
            sortid_digits(
                input,
                'a SCRU160 ID of 32 digits of 0-9 and A-V or 40 digits of 0-9 and a-f, in either case',
                '0123456789ABCDEFGHIJKLMNOPQRSTUV',
                'VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV'
            ),
            '0123456789ABCDEFGHIJKLMNOPQRSTUV'
        )
    END,
    'hex'
);

-- Milliseconds since 1970.
CREATE OR REPLACE FUNCTION scru160_timestamp(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(scru160_hex(id), 1, 12))::bit(48)::bigint;

CREATE OR REPLACE FUNCTION scru160_counter(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(scru160_hex(id), 13, 4))::bit(16)::bigint;

CREATE OR REPLACE FUNCTION scru160_random16(id bytea) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || substr(scru160_hex(id), 17, 4))::bit(16)::bigint;

-- 20 hex digits.
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

-- The smallest ID of a millisecond.
CREATE OR REPLACE FUNCTION scru160_min_at(instant timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN decode(
    rpad(
        lpad(to_hex(sortid_unix_ms(instant, '1970-01-01Z', '10889-08-02 05:31:50.655Z')), 12, '0'),
        40,
        '0'
    ),
    'hex'
);

-- The largest ID of a millisecond.
CREATE OR REPLACE FUNCTION scru160_max_at(instant timestamptz) RETURNS bytea
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN decode(
    rpad(
        lpad(to_hex(sortid_unix_ms(instant, '1970-01-01Z', '10889-08-02 05:31:50.655Z')), 12, '0'),
        40,
        'f'
    ),
    'hex'
);
