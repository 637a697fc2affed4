//! The table `integrations`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements, text_column};

use crate::model::IntegrationStatus;

text_column!(IntegrationStatus);

macro_rules! columns {
    () => {
        "id, name, token, status, active, signed_only, scopes, origins, webhook_url, page_url, webhook_off, failing_since, owner_id,
         requested_by, purpose, refusal_reason, ttl_days, signing_key, credential_hash, previous_key, previous_hash, previous_until, created_at, expires_at,
         last_used_at, last_used_address"
    };
}

statements! {
    /// One.
    FIND = concat!("select ", columns!(), " from integrations where id = $1");
    /// All that may hold, or were revoked, unless they have expired some time ago.
    DECIDED = concat!("select ", columns!(), " from integrations where status in ('approved', 'revoked') and expires_at > $1
                       order by id");
    /// All that were issued or approved, newest first.
    LIST = concat!("select ", columns!(), " from integrations where status in ('approved', 'revoked')
                   order by id desc limit 10000");
    /// The requests that nobody has decided, oldest first.
    OPEN_REQUESTS = concat!("select ", columns!(), " from integrations where status = 'requested' order by id limit 1000");
    /// What a member has asked for, newest first.
    REQUESTED_BY = concat!("select ", columns!(), " from integrations where requested_by = $1 order by id desc limit 100");
    /// What a member owns or has asked for.
    OF_MEMBER = concat!("select ", columns!(), " from integrations where owner_id = $1 or requested_by = $1 order by id");
    /// How many of these a member owns, and how many open requests they have.
    COUNT = "select
        (select count(*) from integrations where owner_id = $1 and status = 'approved'),
        (select count(*) from integrations where requested_by = $1 and status = 'requested')";
    /// Adds one.
    INSERT = "insert into integrations (id, name, token, status, active, scopes, origins, webhook_url, page_url, webhook_off,
                  signed_only, owner_id, requested_by, purpose, ttl_days, signing_key, credential_hash, created_at, expires_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $18, '', $9, $10, $11, $12, $13, $14, $15, $16, $17)";
    /// Replaces what may change.
    UPDATE = "update integrations set name = $2, status = $3, active = $4, scopes = $5, origins = $6, webhook_url = $7,
                  owner_id = $8, signing_key = $9, credential_hash = $10, previous_key = $11, previous_hash = $12,
                  previous_until = $13, expires_at = $14, webhook_off = $15, failing_since = $16,
                  ttl_days = $17, signed_only = $18, page_url = $19, purpose = $20, refusal_reason = $21,
                  created_at = $22 where id = $1";
    /// All that events may be sent to.
    WITH_WEBHOOK = concat!("select ", columns!(), " from integrations where status = 'approved' and active = 1
                           and webhook_url <> '' and webhook_off = '' and expires_at > $1 order by id");
    /// Notes since when deliveries fail.
    SET_FAILING = "update integrations set failing_since = $2 where id = $1";
    /// Notes that one was used.
    SET_USED = "update integrations set last_used_at = $2, last_used_address = $3 where id = $1";
    /// Takes a request back.
    DELETE = "delete from integrations where id = $1";
    /// Erases what a member owns, and their requests that nobody has approved.
    ERASE_OWNED = "delete from integrations where owner_id = $1 or (requested_by = $1 and owner_id = '')";
    /// Revokes what an erased member ran and somebody else owns.
    ERASE_REQUESTER = "update integrations set requested_by = '', purpose = '', status = 'revoked', active = 0,
                           signing_key = null, credential_hash = null, previous_key = null, previous_hash = null
                       where requested_by = $1";
    /// The numbers of what a member runs.
    IDS_RUN_BY = "select id from integrations where owner_id = $1 or requested_by = $1";
}

record! {
    /// A row.
    #[derive(Clone, Debug)]
    pub(crate) struct IntegrationRow {
        pub(crate) id: i64,
        pub(crate) name: String,
        pub(crate) token: String,
        pub(crate) status: IntegrationStatus,
        pub(crate) active: bool,
        pub(crate) signed_only: bool,
        pub(crate) scopes: String,
        pub(crate) origins: String,
        pub(crate) webhook_url: String,
        pub(crate) page_url: String,
        pub(crate) webhook_off: String,
        pub(crate) failing_since: Option<i64>,
        pub(crate) owner_id: String,
        pub(crate) requested_by: String,
        pub(crate) purpose: String,
        pub(crate) refusal_reason: String,
        pub(crate) ttl_days: i64,
        pub(crate) signing_key: Option<String>,
        pub(crate) credential_hash: Option<String>,
        pub(crate) previous_key: Option<String>,
        pub(crate) previous_hash: Option<String>,
        pub(crate) previous_until: Option<i64>,
        pub(crate) created_at: i64,
        pub(crate) expires_at: Option<i64>,
        pub(crate) last_used_at: Option<i64>,
        pub(crate) last_used_address: Option<String>,
    }
}

pub(crate) fn find(read: &mut Read, id: i64) -> DbResult<Option<IntegrationRow>> {
    read.opt(&FIND, p![id])
}

/// All whose secrets may hold, or that were revoked, unless they had expired by then.
pub(crate) fn decided(read: &mut Read, since: i64) -> DbResult<Vec<IntegrationRow>> {
    read.all(&DECIDED, p![since])
}

/// All that were issued or approved, newest first.
pub(crate) fn list(read: &mut Read) -> DbResult<Vec<IntegrationRow>> {
    read.all(&LIST, p![])
}

/// The requests that nobody has decided, oldest first.
pub(crate) fn open_requests(read: &mut Read) -> DbResult<Vec<IntegrationRow>> {
    read.all(&OPEN_REQUESTS, p![])
}

/// What a member has asked for, newest first.
pub(crate) fn requested_by(read: &mut Read, user: UserId) -> DbResult<Vec<IntegrationRow>> {
    read.all(&REQUESTED_BY, p![user])
}

pub(crate) fn of_member(read: &mut Read, user: UserId) -> DbResult<Vec<IntegrationRow>> {
    read.all(&OF_MEMBER, p![user])
}

/// The numbers of what a member owns or runs.
pub(crate) fn ids_of(read: &mut Read, user: UserId) -> DbResult<Vec<i64>> {
    read.all(&IDS_RUN_BY, p![user])
}

/// How many integrations a member owns, and how many open requests they have.
pub(crate) fn count(read: &mut Read, user: UserId) -> DbResult<(i64, i64)> {
    read.one(&COUNT, p![user])
}

pub(crate) fn insert(tx: &mut Tx, row: &IntegrationRow) -> DbResult<()> {
    tx.exec(
        &INSERT,
        p![
            row.id,
            &row.name,
            &row.token,
            row.status,
            row.active,
            &row.scopes,
            &row.origins,
            &row.webhook_url,
            row.signed_only,
            &row.owner_id,
            &row.requested_by,
            &row.purpose,
            row.ttl_days,
            row.signing_key.clone(),
            row.credential_hash.clone(),
            row.created_at,
            row.expires_at,
            &row.page_url
        ],
    )?;
    Ok(())
}

pub(crate) fn update(tx: &mut Tx, row: &IntegrationRow) -> DbResult<()> {
    tx.exec(
        &UPDATE,
        p![
            row.id,
            &row.name,
            row.status,
            row.active,
            &row.scopes,
            &row.origins,
            &row.webhook_url,
            &row.owner_id,
            row.signing_key.clone(),
            row.credential_hash.clone(),
            row.previous_key.clone(),
            row.previous_hash.clone(),
            row.previous_until,
            row.expires_at,
            &row.webhook_off,
            row.failing_since,
            row.ttl_days,
            row.signed_only,
            &row.page_url,
            &row.purpose,
            &row.refusal_reason,
            row.created_at
        ],
    )?;
    Ok(())
}

/// All that events may be sent to now.
pub(crate) fn with_webhook(read: &mut Read, now: i64) -> DbResult<Vec<IntegrationRow>> {
    read.all(&WITH_WEBHOOK, p![now])
}

/// Notes since when every delivery has failed.
pub(crate) fn set_failing(tx: &mut Tx, id: i64, since: Option<i64>) -> DbResult<()> {
    tx.exec(&SET_FAILING, p![id, since])?;
    Ok(())
}

pub(crate) fn set_used(tx: &mut Tx, id: i64, at: i64, address: &str) -> DbResult<()> {
    tx.exec(&SET_USED, p![id, at, address])?;
    Ok(())
}

pub(crate) fn delete(tx: &mut Tx, id: i64) -> DbResult<()> {
    tx.exec(&DELETE, p![id])?;
    Ok(())
}

pub(super) fn erase(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&ERASE_OWNED, p![user])?;
    tx.exec(&ERASE_REQUESTER, p![user])?;
    Ok(())
}
