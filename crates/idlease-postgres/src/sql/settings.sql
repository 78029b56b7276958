-- Begins every request. A request is one message with several statements, which the server runs as one transaction. The
-- settings last as long, so a pool of connections can't mix them up.
SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
{trusted_names}
SELECT
    set_config('statement_timeout', '{timeout_ms}', true),
    -- Otherwise a commit is reported before it would survive a crash. Every other value is at least as strict, so it stays.
    set_config(
        'synchronous_commit',
        CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END,
        true
    );
