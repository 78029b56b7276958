-- Functions for sortable unique IDs, for PostgreSQL 14 and later. Printed by `sortid sql postgresql`.
--
--     sortid sql postgresql | psql    installs them in the first schema of the search path, or updates them
--
-- Install them into a schema in which only trusted roles may create. Up to PostgreSQL 14, every role may create in `public` by default.
-- A role that creates a function of the same name first stays its owner and can change it later.
--
-- The functions that generate IDs can be a default: CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT scru128_generate(), cents int NOT NULL);
--
-- NULL returns NULL. Invalid data is an error.

-- Functions that the other functions call. They are not for direct use.
--
-- PostgreSQL looks up the names in a RETURN once, when it creates the function. So only these bodies call functions of this file. The
-- arguments of their operators have exactly the types of an operator in pg_catalog, because any role that may create in the schema
-- can define an operator that fits better than a conversion. The names in a body in PL/pgSQL are looked up in each session, so these
-- functions set the search path.

-- Checks a string and returns its digits, in uppercase unless the alphabet is lowercase. In that case, the string must
-- be lowercase too. `scheme` and `expected` are for the error message.
CREATE OR REPLACE FUNCTION sortid_digits(scheme text, input text, expected text, alphabet text, largest text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- The collation "C" changes the case of ASCII only, and compares digits in the same order as the schemes.
    digits text COLLATE "C" := CASE strpos(alphabet, 'a') WHEN 0 THEN upper(input COLLATE "C") ELSE input END;
    -- The rest of the string, starting at the first character that is not a digit.
    rest text COLLATE "C" := ltrim(digits, alphabet);
    found text;
BEGIN
    IF octet_length(input) <> length(largest) THEN
        found := CASE octet_length(input) WHEN 1 THEN '1 byte' ELSE octet_length(input) || ' bytes' END;
    ELSIF rest <> '' THEN
        found := substr(input, length(digits) - length(rest) + 1, 1);
        found := CASE
            WHEN octet_length(found) > 1 THEN 'a non-ASCII character'
            WHEN ascii(found) NOT BETWEEN 32 AND 126 THEN 'U+00' || lpad(to_hex(ascii(found)), 2, '0')
            ELSE quote_literal(found)
        END;
        found := found || ' at byte ' || length(digits) - length(rest);
    ELSIF upper(digits) > upper(largest COLLATE "C") THEN
        found := 'a value above the maximum, ' || largest;
    ELSE
        RETURN digits;
    END IF;
    IF input COLLATE "C" ~ '^[a-z][a-z_]*_' THEN
        RAISE EXCEPTION 'expected an ID without a prefix, found %; use %_from_text(text, prefix)', quote_literal(input), scheme
            USING ERRCODE = 'invalid_text_representation';
    END IF;
    RAISE EXCEPTION 'expected %, found %', expected, found
        USING ERRCODE = 'invalid_text_representation', DETAIL = 'The text is ' || to_json(input) || '.';
END
$$;

-- Encodes bytes as five-bit digits, most significant first. `hex` is the bytes, in groups of ten hex digits.
CREATE OR REPLACE FUNCTION sortid_to_base32(hex text, alphabet bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    digits text := '';
    bits bigint;
BEGIN
    FOR i IN 1 .. length(hex) BY 10 LOOP
        bits := ('x' || substr(hex, i, 10))::bit(40)::bigint;
        digits := digits
            || chr(get_byte(alphabet, (bits >> 35)::int))
            || chr(get_byte(alphabet, (bits >> 30 & 31)::int))
            || chr(get_byte(alphabet, (bits >> 25 & 31)::int))
            || chr(get_byte(alphabet, (bits >> 20 & 31)::int))
            || chr(get_byte(alphabet, (bits >> 15 & 31)::int))
            || chr(get_byte(alphabet, (bits >> 10 & 31)::int))
            || chr(get_byte(alphabet, (bits >> 5 & 31)::int))
            || chr(get_byte(alphabet, (bits & 31)::int));
    END LOOP;
    RETURN digits;
END
$$;

-- Decodes five-bit digits, in groups of eight. Returns the bytes in hex.
CREATE OR REPLACE FUNCTION sortid_from_base32(digits text, alphabet text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- In ASCII, each of these characters is 48 above its place.
    plus48 bytea := translate(digits, alphabet, '0123456789:;<=>?@ABCDEFGHIJKLMNO')::bytea;
    hex text := '';
BEGIN
    FOR i IN 0 .. length(digits) - 1 BY 8 LOOP
        hex := hex || lpad(to_hex(
            (get_byte(plus48, i) - 48::bigint << 35)
            + (get_byte(plus48, i + 1) - 48::bigint << 30)
            + (get_byte(plus48, i + 2) - 48 << 25)
            + (get_byte(plus48, i + 3) - 48 << 20)
            + (get_byte(plus48, i + 4) - 48 << 15)
            + (get_byte(plus48, i + 5) - 48 << 10)
            + (get_byte(plus48, i + 6) - 48 << 5)
            + get_byte(plus48, i + 7) - 48
        ), 10, '0');
    END LOOP;
    RETURN hex;
END
$$;

-- Encodes an integer in base 36, with leading zeros.
CREATE OR REPLACE FUNCTION sortid_to_base36(value numeric, count int) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    alphabet constant bytea := '0123456789abcdefghijklmnopqrstuvwxyz';
    digits text := '';
    -- The value of twelve digits, the maximum that fits.
    low bigint;
BEGIN
    LOOP
        low := mod(value, 4738381338321616896)::bigint;
        digits := chr(get_byte(alphabet, (low / 131621703842267136)::int))
            || chr(get_byte(alphabet, (low / 3656158440062976 % 36)::int))
            || chr(get_byte(alphabet, (low / 101559956668416 % 36)::int))
            || chr(get_byte(alphabet, (low / 2821109907456 % 36)::int))
            || chr(get_byte(alphabet, (low / 78364164096 % 36)::int))
            || chr(get_byte(alphabet, (low / 2176782336 % 36)::int))
            || chr(get_byte(alphabet, (low / 60466176 % 36)::int))
            || chr(get_byte(alphabet, (low / 1679616 % 36)::int))
            || chr(get_byte(alphabet, (low / 46656 % 36)::int))
            || chr(get_byte(alphabet, (low / 1296 % 36)::int))
            || chr(get_byte(alphabet, (low / 36 % 36)::int))
            || chr(get_byte(alphabet, (low % 36)::int))
            || digits;
        EXIT WHEN length(digits) >= count;
        value := div(value, 4738381338321616896);
    END LOOP;
    RETURN right(digits, count);
END
$$;

-- Decodes uppercase base-36 digits.
CREATE OR REPLACE FUNCTION sortid_from_base36(digits text) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- In ASCII, each of these characters is 48 above its place.
    plus48 bytea := translate(
        digits,
        '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
        '0123456789:;<=>?@ABCDEFGHIJKLMNOPQRS'
    )::bytea;
    value numeric := 0;
    -- The value of at most twelve digits.
    low bigint := 0;
BEGIN
    FOR i IN 1 .. length(digits) LOOP
        low := low * 36 + get_byte(plus48, i - 1) - 48;
        IF (length(digits) - i) % 12 = 0 THEN
            value := value * 4738381338321616896 + low;
            low := 0;
        END IF;
    END LOOP;
    RETURN value;
END
$$;

-- Returns the time for milliseconds since 1970. Unlike to_timestamp(), it is exact.
CREATE OR REPLACE FUNCTION sortid_time(unix_ms bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    timestamp '1970-01-01'
    + (unix_ms / 86400000)::double precision * interval '1 day'
    + (unix_ms % 86400000::bigint)::double precision * interval '1 ms'
) AT TIME ZONE 'UTC';

-- Returns the milliseconds since 1970, rounded down. Raises an error if the time is before the millisecond `first` or
-- after the millisecond `last`.
CREATE OR REPLACE FUNCTION sortid_unix_ms(instant timestamptz, first timestamptz, last timestamptz) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF instant >= first AND instant < last + interval '1 ms' THEN
        RETURN floor(extract(epoch FROM instant) * 1000);
    END IF;
    RAISE EXCEPTION 'the time is %, expected % to %', instant, first, last
        USING ERRCODE = 'datetime_field_overflow';
END
$$;

-- Returns a time as a 48-bit timestamp in hex.
CREATE OR REPLACE FUNCTION sortid_timestamp48(instant timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lpad(to_hex(sortid_unix_ms(instant, '1970-01-01Z', '10889-08-02 05:31:50.655Z')), 12, '0');

-- Returns the clock's milliseconds since 1970, which advance within a statement. The product is exact, because it is
-- rounded to the microsecond.
CREATE OR REPLACE FUNCTION sortid_clock() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN (date_part('epoch'::text, clock_timestamp()) * 1000000::double precision)::bigint / 1000::bigint;

-- The numbers of the generated IDs. A rollback restores the state of a generator, which contains the number of the last ID, but not the
-- sequence. So the next number shows how many IDs were rolled back, and the generator skips them. A session takes 1000 numbers at a time,
-- because the log contains each change of the sequence.
CREATE SEQUENCE IF NOT EXISTS sortid_numbers CACHE 1000 CYCLE;
GRANT USAGE ON SEQUENCE sortid_numbers TO PUBLIC;

-- Returns the session's next number, or 0 in a read-only transaction, which can't change the sequence.
CREATE OR REPLACE FUNCTION sortid_number() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE
RETURN CASE
    WHEN current_setting('transaction_read_only') = 'on'::text THEN 0::bigint
    ELSE nextval('sortid_numbers'::regclass)
END;

-- Checks an integer. `name` is for the error message.
CREATE OR REPLACE FUNCTION sortid_integer(name text, value bigint, largest bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF value BETWEEN 0 AND largest THEN
        RETURN value;
    END IF;
    RAISE EXCEPTION '% is %, expected 0 to %', name, value, largest
        USING ERRCODE = 'numeric_value_out_of_range';
END
$$;

-- Checks an 80-bit field, written as 20 hex digits. `name` is for the error message.
CREATE OR REPLACE FUNCTION sortid_hex80(name text, value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF value COLLATE "C" ~ '^[0-9a-fA-F]{20}$' THEN
        RETURN value;
    END IF;
    RAISE EXCEPTION '% is %, expected 20 hex digits', name, quote_literal(value)
        USING ERRCODE = 'invalid_text_representation';
END
$$;

-- Returns the part of a string after its prefix, which ends before the last `_`. `first` is the prefix and its `_`.
CREATE OR REPLACE FUNCTION sortid_after(first text, input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    rest text COLLATE "C" := substr(input, length(first) + 1);
BEGIN
    IF left(input, length(first)) COLLATE "C" = first AND strpos(rest, '_') = 0 THEN
        RETURN rest;
    END IF;
    RAISE EXCEPTION 'expected an ID with the prefix %, found %', left(first, -1), quote_literal(input)
        USING ERRCODE = 'invalid_text_representation';
END
$$;

-- For direct use, with the strings of any scheme. For UUIDv7, use uuid7_suffix(id) instead of uuid7_text(id).

-- Adds a TypeID prefix to a string: sortid_with_prefix('ord', ulid_text(id)).
CREATE OR REPLACE FUNCTION sortid_with_prefix(prefix text, input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF prefix COLLATE "C" ~ '^[a-z]([a-z_]{0,61}[a-z])?$' THEN
        RETURN prefix || '_' || input;
    END IF;
    RAISE EXCEPTION 'expected a prefix of at most 63 letters a to z and _, the first and the last a letter, found %',
        quote_literal(prefix)
        USING ERRCODE = 'invalid_text_representation';
END
$$;
