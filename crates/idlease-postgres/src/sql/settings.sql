-- Starts every request. A request is one message with several statements, which the server runs as one transaction. The
-- settings last as long as the transaction, so a connection pool can't mix them up.
SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
{trusted_names}
SELECT
    set_config('statement_timeout', '{timeout_ms}', true),
    -- Without this, a commit could be reported before it survives a crash. Every other value is at least as strict, so
    -- it is kept.
    set_config(
        'synchronous_commit',
        CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END,
        true
    );
