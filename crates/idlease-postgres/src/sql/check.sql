-- Returns a row for each problem. It reads only catalogs and settings that every role may read. If the tables don't exist
-- yet, it checks the rest.
WITH functions (function, detects) AS (
    VALUES
        ('pg_control_system()', 'a restored cluster'),
        ('pg_current_wal_lsn()', 'a failover'),
        ('pg_walfile_name(pg_lsn)', 'a failover'),
        ('pg_postmaster_start_time()', 'a restart'),
        ('pg_relation_filenode(regclass)', 'restored tables')
),
tables AS (
    SELECT pg_class.oid, relname, relpersistence FROM pg_class
    WHERE relnamespace = to_regnamespace('{schema}') AND relname IN ('pool', 'slots')
),
-- `init` also needs other privileges, but only once.
missing (privilege) AS (
    SELECT 'USAGE ON SCHEMA {schema}'
    WHERE NOT has_schema_privilege(to_regnamespace('{schema}')::oid, 'USAGE')
    UNION ALL
    SELECT format('SELECT ON {schema}.%I', relname) FROM tables WHERE NOT has_table_privilege(oid, 'SELECT')
    UNION ALL
    SELECT format('UPDATE (%s) ON {schema}.%I', string_agg(attname, ', ' ORDER BY attnum), relname)
    FROM tables JOIN pg_attribute ON attrelid = oid
    WHERE attname IN (
            'epoch', 'owner', 'start_unix_ms', 'end_unix_ms', 'label',
            'floor_unix_ms', 'start_floor_unix_ms', 'history', 'incarnation'
        )
        AND NOT has_column_privilege(oid, attname, 'UPDATE')
    GROUP BY relname
    UNION ALL
    SELECT format('EXECUTE ON FUNCTION %s', function) FROM functions
    WHERE NOT has_function_privilege(to_regprocedure(function)::oid, 'EXECUTE')
)
SELECT true AS is_error, format('this server has no %s, which detects %s, so every call fails', function, detects) AS finding
FROM functions WHERE to_regprocedure(function) IS NULL
UNION ALL
SELECT true, format('the role %I lacks a privilege: GRANT %s TO %1$I;', current_user, privilege) FROM missing
UNION ALL
SELECT true, format('%s is off: after a crash of the machine, leases can be forgotten or damaged; turn it on', name)
FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'
UNION ALL
SELECT true, 'every role can create objects in the schema {schema}, and so change leases: '
    'REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC;'
WHERE has_schema_privilege('public', to_regnamespace('{schema}')::oid, 'CREATE')
UNION ALL
SELECT true, format('every role can change leases: REVOKE UPDATE (%s) ON {schema}.%I FROM PUBLIC;', columns, relname)
FROM tables, LATERAL (
    SELECT string_agg(attname, ', ' ORDER BY attnum) AS columns FROM pg_attribute
    WHERE attrelid = oid AND attnum > 0 AND has_column_privilege('public', oid, attname, 'UPDATE')
) AS changeable
WHERE columns IS NOT NULL
UNION ALL
-- Roles that may not read statistics see replicas without their state.
SELECT true, 'no server in synchronous_standby_names is connected, so every commit waits'
WHERE current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') <> 'local'
    AND NOT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state IS NULL OR sync_state IN ('sync', 'quorum'))
UNION ALL
SELECT false, format('a crash of the server empties {schema}.%I: ALTER TABLE {schema}.%1$I SET LOGGED;', relname)
FROM tables WHERE relpersistence = 'u'
UNION ALL
SELECT false, format('%s is off, so the tables grow with each renewal; turn it on', name)
FROM pg_settings WHERE name IN ('autovacuum', 'track_counts') AND setting = 'off'
UNION ALL
SELECT false, format('the encoding is %s, so a label with other characters prevents a lease', pg_encoding_to_char(encoding))
FROM pg_database WHERE datname = current_database() AND pg_encoding_to_char(encoding) NOT IN ('UTF8', 'SQL_ASCII');
