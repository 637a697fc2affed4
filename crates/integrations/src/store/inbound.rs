//! The tables `integrations_inbound` and `integrations_log`.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

statements! {
    /// Remembers a webhook; nothing happens when it is a copy.
    REMEMBER = "insert into integrations_inbound (integration_id, signature, event, received_at)
                values ($1, $2, $3, $4) on conflict (integration_id, signature) do nothing";
    /// What a copy of a webhook was answered.
    FIRST = "select event, received_at from integrations_inbound where integration_id = $1 and signature = $2";
    /// Forgets what could not be accepted again, a bounded piece at a time.
    FORGET = "delete from integrations_inbound where (integration_id, signature) in
              (select integration_id, signature from integrations_inbound where received_at < $1
               order by received_at limit 1000)";
    /// Forgets those of one integration.
    FORGET_OF = "delete from integrations_inbound where integration_id = $1";
    /// Adds to the log.
    LOG = "insert into integrations_log (id, integration_id, event, status, reason, address, count, excerpt, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    /// The log of one integration before a row, newest first.
    LIST = "select id, integration_id, event, status, reason, address, count, excerpt, created_at from integrations_log
            where integration_id = $1 and id < $2 order by id desc limit $3";
    /// The refusals in it.
    LIST_REFUSED = "select id, integration_id, event, status, reason, address, count, excerpt, created_at
                    from integrations_log
                    where integration_id = $1 and id < $2 and status <> 200 order by id desc limit $3";
    /// Forgets old rows, a bounded piece at a time.
    FORGET_LOG = "delete from integrations_log where id in
                  (select id from integrations_log where created_at < $1 order by created_at limit 1000)";
    /// Keeps the newest rows of one integration.
    TRIM_LOG = "delete from integrations_log where integration_id = $1 and id <=
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

/// Remembers a webhook. Answers event and time of the first one when it is a copy.
pub(crate) fn remember(
    tx: &mut Tx,
    integration: i64,
    signature: &str,
    event: &str,
    now: i64,
) -> DbResult<Option<(String, i64)>> {
    let is_new = tx.exec(&REMEMBER, p![integration, signature, event, now])? == 1;
    if is_new { Ok(None) } else { first(tx, integration, signature) }
}

/// Event and time of the webhook with this signature.
pub(crate) fn first(read: &mut Read, integration: i64, signature: &str) -> DbResult<Option<(String, i64)>> {
    read.opt(&FIRST, p![integration, signature])
}

/// Forgets what came before; 0 when nothing is left of it.
pub(crate) fn forget_before(tx: &mut Tx, received_at: i64) -> DbResult<u64> {
    tx.exec(&FORGET, p![received_at])
}

pub(crate) fn log(tx: &mut Tx, row: &LogRow) -> DbResult<()> {
    let LogRow { id, integration_id, event, status, reason, address, count, excerpt, created_at } = row;
    let params = p![id, *integration_id, event, *status, reason, address, *count, excerpt, *created_at];
    tx.exec(&LOG, params)?;
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

/// Forgets the rows before a time; 0 when nothing is left of them.
pub(crate) fn forget_log_before(tx: &mut Tx, created_at: i64) -> DbResult<u64> {
    tx.exec(&FORGET_LOG, p![created_at])
}

/// Keeps the newest `count` rows of each log.
pub(crate) fn trim_logs(tx: &mut Tx, count: i64) -> DbResult<()> {
    for id in tx.all::<i64>(&WITH_LOG, p![])? {
        tx.exec(&TRIM_LOG, p![id, count])?;
    }
    Ok(())
}

pub(super) fn delete_of(tx: &mut Tx, integration: i64) -> DbResult<()> {
    tx.exec(&FORGET_OF, p![integration])?;
    tx.exec(&DELETE_LOG, p![integration])?;
    Ok(())
}
