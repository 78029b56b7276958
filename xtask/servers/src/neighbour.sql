-- Attacks by a role that may create objects in the `public` schema. Each function and operator raises an error.
CREATE FUNCTION public.neighbour() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'code of the neighbour ran as %', current_user;
END
$$;

DO $$
DECLARE
    body constant text := $body$ LANGUAGE plpgsql AS 'BEGIN RETURN public.neighbour(); END'$body$;
    types constant text[] := ARRAY[
        'smallint', 'integer', 'bigint', 'numeric', 'double precision', 'text', 'varchar', 'bytea', 'uuid', 'bit', 'oid',
        'timestamp', 'timestamptz', 'interval', 'date'
    ];
    arguments text;
    it record;
BEGIN
    -- With the same arguments as in `pg_catalog`, for a session that searches `public` first.
    FOR it IN
        SELECT proname AS name, string_agg(format('%s', argument::regtype), ', ' ORDER BY place) AS arguments
        FROM pg_proc, unnest(proargtypes) WITH ORDINALITY AS argument (argument, place)
        WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f'
        GROUP BY pg_proc.oid, proname
        HAVING bool_and((SELECT typtype FROM pg_type WHERE oid = argument) <> 'p')
        UNION ALL
        SELECT proname, '' FROM pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace AND pronargs = 0 AND prorettype NOT IN (
            SELECT oid FROM pg_type WHERE typtype = 'p'
        )
    LOOP
        EXECUTE format('CREATE FUNCTION public.%I(%s) RETURNS boolean %s', it.name, it.arguments, body);
    END LOOP;

    -- With arguments that match better than `pg_catalog`'s, for every other session.
    FOR it IN SELECT l, r FROM unnest(types) AS l, unnest(types) AS r LOOP
        EXECUTE format('CREATE FUNCTION public.neighbour(%s, %s) RETURNS boolean %s', it.l, it.r, body);
    END LOOP;
    FOR it IN
        SELECT name, l, r
        FROM unnest(types) AS l, unnest(types) AS r,
            unnest(ARRAY['+', '-', '*', '/', '%', '=', '<>', '<', '<=', '>', '>=', '||', '&', '|', '<<', '>>', '~']) AS name
    LOOP
        EXECUTE format('CREATE OPERATOR public.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = public.neighbour)', it.name, it.l, it.r);
    END LOOP;
    FOR it IN
        WITH names AS (
            SELECT unnest(ARRAY[
                'chr', 'concat_ws', 'convert_from', 'decode', 'div', 'encode', 'floor', 'get_byte', 'hashtext', 'lpad', 'mod',
                'pg_relation_filenode', 'replace', 'rpad', 'starts_with', 'substr', 'to_hex', 'translate'
            ]) AS name
        )
        SELECT name, a AS arguments FROM names, unnest(types) AS a
        UNION ALL
        SELECT name, concat_ws(', ', a, b) FROM names, unnest(types[2:9]) AS a, unnest(types[2:7]) AS b
        UNION ALL
        SELECT name, concat_ws(', ', a, b, c)
        FROM names, unnest(types[2:7]) AS a, unnest(ARRAY['integer', 'bigint', 'text', 'varchar']) AS b,
            unnest(ARRAY['integer', 'text', 'varchar']) AS c
    LOOP
        IF to_regprocedure(format('public.%I(%s)', it.name, it.arguments)) IS NULL THEN
            EXECUTE format('CREATE FUNCTION public.%I(%s) RETURNS boolean %s', it.name, it.arguments, body);
        END IF;
    END LOOP;
    FOREACH arguments IN ARRAY ARRAY[
        'text, integer, integer, integer, bigint',
        'text, bigint, text, bigint, bigint, text',
        'text, bigint, text, oid, oid, oid',
        'text, bigint, oid, oid',
        'VARIADIC text[]'
    ] LOOP
        EXECUTE format('CREATE FUNCTION public.concat_ws(%s) RETURNS boolean %s', arguments, body);
    END LOOP;
END
$$;

CREATE VIEW public.pool AS SELECT public.neighbour();
CREATE VIEW public.slots AS SELECT public.neighbour();
CREATE VIEW public.pg_database AS SELECT public.neighbour() AS oid, current_database() AS datname;
CREATE DOMAIN public.regclass AS pg_catalog.text CHECK (public.neighbour());
CREATE DOMAIN public.oid AS pg_catalog.text CHECK (public.neighbour());
CREATE DOMAIN public.uuid AS pg_catalog.text CHECK (public.neighbour());
CREATE DOMAIN public.bytea AS pg_catalog.text CHECK (public.neighbour());
CREATE DOMAIN public.timestamptz AS pg_catalog.text CHECK (public.neighbour());
CREATE DOMAIN public.text AS pg_catalog.varchar CHECK (public.neighbour());
