//! The tables `integrations_deliveries` and `integrations_senders`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements, text_column};

use crate::outbound::{DeliveryStatus, MAX_ATTEMPTS};

text_column!(DeliveryStatus);

macro_rules! columns {
    () => {
        "id, integration_id, seq, event, about, body, status, attempts, attempts_left, history, next_at, last_status,
         last_error, took, created_at, done_at"
    };
}

statements! {
    /// Adds one.
    INSERT = "insert into integrations_deliveries
                  (id, integration_id, seq, event, about, body, status, attempts, attempts_left, next_at, last_error, created_at)
              values ($1, $2, $3, $4, $5, $6, 'pending', 0, $8, $7, '', $7)";
    /// One.
    FIND = concat!("select ", columns!(), " from integrations_deliveries where id = $1 and integration_id = $2");
    /// Those that wait, in their order.
    PENDING = concat!("select ", columns!(), " from integrations_deliveries
                      where integration_id = $1 and status = 'pending' order by seq limit $2");
    /// The integrations that something waits for.
    WAITING = "select distinct integration_id from integrations_deliveries where status = 'pending'";
    /// Notes what an attempt came to.
    SET_RESULT = "update integrations_deliveries set status = $2, attempts = $3, next_at = $4, last_status = $5,
                      last_error = $6, took = $7, done_at = $8, attempts_left = $9, history = $10
                  where id = $1 and status = 'pending'";
    /// Sends one once more, with one attempt; one that waits is due at once, with those that it has left.
    RESEND = "update integrations_deliveries set next_at = $2, done_at = null, status = 'pending',
                  attempts_left = case when status = 'pending' then attempts_left else 1 end
              where id = $1";
    /// Gives up what waits for an integration.
    DROP_PENDING = "update integrations_deliveries set status = 'dropped', done_at = $2
                    where integration_id = $1 and status = 'pending'";
    /// The deliveries of one integration before a number, newest first.
    LIST = concat!("select ", columns!(), " from integrations_deliveries
                   where integration_id = $1 and seq < $2 order by seq desc limit $3");
    /// Those of them that were not delivered.
    LIST_FAILED = concat!("select ", columns!(), " from integrations_deliveries
                          where integration_id = $1 and seq < $2 and status <> 'delivered' order by seq desc limit $3");
    /// Forgets what is done and old, a bounded piece at a time.
    FORGET = "delete from integrations_deliveries where id in
              (select id from integrations_deliveries where id < $1 and status <> 'pending' order by id limit 1000)";
    /// Keeps the newest ones of an integration that are done.
    TRIM = "delete from integrations_deliveries where integration_id = $1 and status <> 'pending' and seq <=
            (select seq from integrations_deliveries where integration_id = $1 order by seq desc limit 1 offset $2)";
    /// Those that have any.
    WITH_DELIVERIES = "select distinct integration_id from integrations_deliveries";
    /// Forgets those about a member.
    DELETE_ABOUT = "delete from integrations_deliveries where about = $1";
    /// Forgets those of one integration.
    DELETE_OF = "delete from integrations_deliveries where integration_id = $1";
    /// Makes a node the sender of an integration, unless another one is.
    TAKE_LEASE = "insert into integrations_senders (integration_id, node, until) values ($1, $2, $3)
                  on conflict (integration_id) do update set node = excluded.node, until = excluded.until
                  where integrations_senders.node = $2 or integrations_senders.until <= $4";
    /// The node stops sending.
    END_LEASE = "delete from integrations_senders where integration_id = $1 and node = $2";
}

record! {
    /// A delivery.
    #[derive(Clone, Debug)]
    pub(crate) struct DeliveryRow {
        pub(crate) id: String,
        pub(crate) integration_id: i64,
        pub(crate) seq: i64,
        pub(crate) event: String,
        pub(crate) about: String,
        pub(crate) body: String,
        pub(crate) status: DeliveryStatus,
        pub(crate) attempts: i64,
        pub(crate) attempts_left: i64,
        /// JSON.
        pub(crate) history: String,
        pub(crate) next_at: i64,
        pub(crate) last_status: Option<i64>,
        pub(crate) last_error: String,
        pub(crate) took: Option<i64>,
        pub(crate) created_at: i64,
        pub(crate) done_at: Option<i64>,
    }
}

/// A delivery that is due at once.
pub(crate) struct NewDelivery<'a> {
    pub(crate) id: &'a str,
    pub(crate) integration_id: i64,
    pub(crate) seq: i64,
    pub(crate) event: &'a str,
    /// The member whom it is about; empty for nobody.
    pub(crate) about: &'a str,
    pub(crate) body: &'a str,
}

pub(crate) fn insert(tx: &mut Tx, new: &NewDelivery<'_>, now: i64) -> DbResult<()> {
    let NewDelivery { id, integration_id, seq, event, about, body } = new;
    tx.exec(&INSERT, p![*id, *integration_id, *seq, *event, *about, *body, now, MAX_ATTEMPTS])?;
    Ok(())
}

pub(crate) fn find(read: &mut Read, integration: i64, id: &str) -> DbResult<Option<DeliveryRow>> {
    read.opt(&FIND, p![id, integration])
}

/// Those that wait for an integration, in their order.
pub(crate) fn pending(read: &mut Read, integration: i64, limit: i64) -> DbResult<Vec<DeliveryRow>> {
    read.all(&PENDING, p![integration, limit])
}

/// The integrations that something waits for.
pub(crate) fn waiting(read: &mut Read) -> DbResult<Vec<i64>> {
    read.all(&WAITING, p![])
}

/// Notes what an attempt came to, as the row says.
pub(crate) fn set_result(tx: &mut Tx, row: &DeliveryRow) -> DbResult<()> {
    let DeliveryRow { id, status, attempts, attempts_left, history, .. } = row;
    let DeliveryRow { next_at, last_status, last_error, took, done_at, .. } = row;
    tx.exec(
        &SET_RESULT,
        p![
            id,
            *status,
            *attempts,
            *next_at,
            *last_status,
            last_error,
            *took,
            *done_at,
            *attempts_left,
            history
        ],
    )?;
    Ok(())
}

/// Makes one pending again, for one attempt, or due at once if it waits.
pub(crate) fn resend(tx: &mut Tx, id: &str, now: i64) -> DbResult<()> {
    tx.exec(&RESEND, p![id, now])?;
    Ok(())
}

/// Gives up what waits for an integration.
pub(crate) fn drop_pending(tx: &mut Tx, integration: i64, now: i64) -> DbResult<()> {
    tx.exec(&DROP_PENDING, p![integration, now])?;
    Ok(())
}

/// The deliveries of an integration before a number, newest first.
pub(crate) fn list(
    read: &mut Read,
    integration: i64,
    before: i64,
    limit: i64,
    only_failed: bool,
) -> DbResult<Vec<DeliveryRow>> {
    let statement = if only_failed { &LIST_FAILED } else { &LIST };
    read.all(statement, p![integration, before, limit])
}

/// Forgets what is done and before an id, a piece at a time; 0 when nothing is left of it.
pub(crate) fn forget_before(tx: &mut Tx, id: &str) -> DbResult<u64> {
    tx.exec(&FORGET, p![id])
}

/// The integrations that have any.
pub(crate) fn with_deliveries(read: &mut Read) -> DbResult<Vec<i64>> {
    read.all(&WITH_DELIVERIES, p![])
}

/// Keeps the newest `count` of an integration.
pub(crate) fn trim(tx: &mut Tx, integration: i64, count: i64) -> DbResult<()> {
    tx.exec(&TRIM, p![integration, count])?;
    Ok(())
}

pub(super) fn delete_about(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&DELETE_ABOUT, p![user])?;
    Ok(())
}

pub(crate) fn delete_of(tx: &mut Tx, integration: i64) -> DbResult<()> {
    tx.exec(&DELETE_OF, p![integration])?;
    Ok(())
}

/// Makes a node the sender of an integration until then; false when another one is.
pub(crate) fn take_lease(tx: &mut Tx, integration: i64, node: &str, until: i64, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&TAKE_LEASE, p![integration, node, until, now])? == 1)
}

pub(crate) fn end_lease(tx: &mut Tx, integration: i64, node: &str) -> DbResult<()> {
    tx.exec(&END_LEASE, p![integration, node])?;
    Ok(())
}
