-- Ulid-Flake in bigint columns. An ID does not show which of the two forms it has. ulid_flake_randomness and
-- ulid_flake_from_parts are for stand-alone IDs, and the ulid_flake_scalable_… functions for scalable IDs. All other
-- functions are for both.

-- Returns the ID, or raises an error if it isn't valid. Works in CHECK constraints too.
CREATE OR REPLACE FUNCTION ulid_flake_checked(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_integer('the Ulid-Flake', id, 9223372036854775807);

CREATE OR REPLACE FUNCTION ulid_flake_hex(id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lpad(to_hex(ulid_flake_checked(id)), 16, '0');

CREATE OR REPLACE FUNCTION ulid_flake_text(id bigint) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN right(sortid_to_base32('0000' || ulid_flake_hex(id), '0123456789ABCDEFGHJKMNPQRSTVWXYZ'), 13);

CREATE OR REPLACE FUNCTION ulid_flake_from_text(input text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ('x' || right(
    sortid_from_base32(
        '000' || sortid_digits(
            'ulid_flake',
            input,
            'a Ulid-Flake of 13 digits (0-9 and A-Z without I, L, O and U, case-insensitive)',
            '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
            '7ZZZZZZZZZZZZ'
        ),
        '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    ),
    16
))::bit(64)::bigint;

-- Parses a string with a TypeID prefix: ulid_flake_from_text('ord_00CMXB6TAK4SA', 'ord').
CREATE OR REPLACE FUNCTION ulid_flake_from_text(input text, prefix text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ulid_flake_from_text(sortid_after(sortid_with_prefix(prefix, ''::text), input));

-- Returns the milliseconds since the epoch.
CREATE OR REPLACE FUNCTION ulid_flake_timestamp(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ulid_flake_checked(id) >> 20;

CREATE OR REPLACE FUNCTION ulid_flake_randomness(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ulid_flake_checked(id) & 1048575::bigint;

CREATE OR REPLACE FUNCTION ulid_flake_from_parts("timestamp" bigint, randomness bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (sortid_integer('timestamp', "timestamp", 8796093022207) << 20)
    | sortid_integer('randomness', randomness, 1048575);

CREATE OR REPLACE FUNCTION ulid_flake_unix_ms(id bigint, epoch timestamptz DEFAULT '2024-01-01Z') RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_unix_ms(epoch, '1970-01-01Z', 'infinity') + ulid_flake_timestamp(id);

CREATE OR REPLACE FUNCTION ulid_flake_time(id bigint, epoch timestamptz DEFAULT '2024-01-01Z') RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_time(ulid_flake_unix_ms(id, epoch));

-- Returns the timestamp of a time, or raises an error if no ID can carry that time. Not for direct use.
CREATE OR REPLACE FUNCTION ulid_flake_timestamp_at(instant timestamptz, epoch timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN sortid_unix_ms(instant, ulid_flake_time(0, epoch), ulid_flake_time(9223372036854775807, epoch))
    - sortid_unix_ms(epoch, '1970-01-01Z', 'infinity');

-- Returns the smallest ID of a millisecond.
CREATE OR REPLACE FUNCTION ulid_flake_min_at(instant timestamptz, epoch timestamptz DEFAULT '2024-01-01Z')
RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ulid_flake_timestamp_at(instant, epoch) << 20;

-- Returns the largest ID of a millisecond.
CREATE OR REPLACE FUNCTION ulid_flake_max_at(instant timestamptz, epoch timestamptz DEFAULT '2024-01-01Z')
RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ulid_flake_timestamp_at(instant, epoch) << 20 | 1048575::bigint;

-- For scalable IDs.

CREATE OR REPLACE FUNCTION ulid_flake_scalable_randomness(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ulid_flake_checked(id) >> 5 & 32767::bigint;

CREATE OR REPLACE FUNCTION ulid_flake_scalable_scalability(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ulid_flake_checked(id) & 31::bigint;

CREATE OR REPLACE FUNCTION ulid_flake_scalable_from_parts(
    "timestamp" bigint, randomness bigint, scalability bigint
) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (sortid_integer('timestamp', "timestamp", 8796093022207) << 20)
    | (sortid_integer('randomness', randomness, 32767) << 5)
    | sortid_integer('scalability', scalability, 31);
