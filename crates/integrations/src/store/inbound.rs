//! The table `integrations_log`.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

statements! {
    /// Adds an accepted request, which may be signed; nothing happens when it is a copy.
    LOG_ACCEPTED = "insert into integrations_log
                        (id, integration_id, event, status, reason, address, count, excerpt, created_at, signature)
                    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                    on conflict (integration_id, signature) where signature is not null do nothing";
    /// What the first request with a signature was answered.
    FIRST = "select event, created_at from integrations_log where integration_id = $1 and signature = $2";
    /// Adds a refusal.
    LOG_REFUSED = "insert into integrations_log
                       (id, integration_id, event, status, reason, address, count, excerpt, created_at)
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    /// The log of one integration before a row, newest first.
    LIST = "select id, integration_id, event, status, reason, address, count, excerpt, created_at from integrations_log
            where integration_id = $1 and id < $2 order by id desc limit $3";
    /// The refusals in it.
    LIST_REFUSED = "select id, integration_id, event, status, reason, address, count, excerpt, created_at
                    from integrations_log
                    where integration_id = $1 and id < $2 and status <> 200 order by id desc limit $3";
    /// Forgets old rows of one integration, a bounded piece at a time.
    FORGET_LOG = "delete from integrations_log where integration_id = $1 and id in
                  (select id from integrations_log where integration_id = $1 and id < $2 order by id limit 1000)";
    /// Keeps the newest rows of one integration, and those from an id on.
    TRIM_LOG = "delete from integrations_log where integration_id = $1 and id < $3 and id <=
                (select id from integrations_log where integration_id = $1 order by id desc limit 1 offset $2)";
    /// Those that have a log.
    WITH_LOG = "select distinct integration_id from integrations_log";
    /// Forgets the log of one integration.
    DELETE_LOG = "delete from integrations_log where integration_id = $1";
}

record! {
    /// A row of the log.
    #[derive(Clone, Debug)]
    pub(crate) struct LogRow {
        pub(crate) id: String,
        pub(crate) integration_id: i64,
        pub(crate) event: String,
        pub(crate) status: i64,
        pub(crate) reason: String,
        pub(crate) address: String,
        pub(crate) count: i64,
        pub(crate) excerpt: String,
        pub(crate) created_at: i64,
    }
}

/// Adds an accepted request. Answers event and time of the first one when it is a copy of a signed one.
pub(crate) fn log_accepted(
    tx: &mut Tx,
    row: &LogRow,
    signature: Option<&str>,
) -> DbResult<Option<(String, i64)>> {
    let LogRow { id, integration_id, event, status, reason, address, count, excerpt, created_at } = row;
    let is_new = tx.exec(
        &LOG_ACCEPTED,
        p![id, *integration_id, event, *status, reason, address, *count, excerpt, *created_at, signature],
    )? == 1;
    match signature {
        Some(signature) if !is_new => first(tx, *integration_id, signature),
        _ => Ok(None),
    }
}

/// Event and time of the first request with this signature.
pub(crate) fn first(read: &mut Read, integration: i64, signature: &str) -> DbResult<Option<(String, i64)>> {
    read.opt(&FIRST, p![integration, signature])
}

/// Adds a refusal.
pub(crate) fn log_refused(tx: &mut Tx, row: &LogRow) -> DbResult<()> {
    let LogRow { id, integration_id, event, status, reason, address, count, excerpt, created_at } = row;
    let params = p![id, *integration_id, event, *status, reason, address, *count, excerpt, *created_at];
    tx.exec(&LOG_REFUSED, params)?;
    Ok(())
}

/// The log of one integration before the row `before`, newest first.
pub(crate) fn list(
    read: &mut Read,
    integration: i64,
    before: &str,
    limit: i64,
    only_refused: bool,
) -> DbResult<Vec<LogRow>> {
    let statement = if only_refused { &LIST_REFUSED } else { &LIST };
    read.all(statement, p![integration, before, limit])
}

/// The integrations that have a log.
pub(crate) fn with_log(read: &mut Read) -> DbResult<Vec<i64>> {
    read.all(&WITH_LOG, p![])
}

/// Forgets the rows of an integration before an id, a piece at a time; 0 when nothing is left of them.
pub(crate) fn forget_before(tx: &mut Tx, integration: i64, id: &str) -> DbResult<u64> {
    tx.exec(&FORGET_LOG, p![integration, id])
}

/// Keeps the newest `count` rows of an integration, and all from an id on.
pub(crate) fn trim(tx: &mut Tx, integration: i64, count: i64, from: &str) -> DbResult<()> {
    tx.exec(&TRIM_LOG, p![integration, count, from])?;
    Ok(())
}

pub(super) fn delete_of(tx: &mut Tx, integration: i64) -> DbResult<()> {
    tx.exec(&DELETE_LOG, p![integration])?;
    Ok(())
}
