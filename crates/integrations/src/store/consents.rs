//! The table `integrations_page_consents`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// What a member has agreed to.
    FIND_CONSENT = "select integration_id, origin, scopes, created_at from integrations_page_consents
                    where integration_id = $1 and user_id = $2";
    /// All of a member.
    CONSENTS_OF = "select integration_id, origin, scopes, created_at from integrations_page_consents where user_id = $1
                   order by integration_id";
    /// Notes that a member has agreed.
    SET_CONSENT = "insert into integrations_page_consents (integration_id, user_id, origin, scopes, created_at)
                   values ($1, $2, $3, $4, $5) on conflict (integration_id, user_id) do update set
                   origin = excluded.origin, scopes = excluded.scopes, created_at = excluded.created_at";
    /// A member takes it back.
    DELETE_CONSENT = "delete from integrations_page_consents where integration_id = $1 and user_id = $2";
    /// Forgets those of an integration.
    DELETE_CONSENTS_OF = "delete from integrations_page_consents where integration_id = $1";
    /// Forgets those of a member.
    DELETE_CONSENTS_BY = "delete from integrations_page_consents where user_id = $1";
}

record! {
    /// What a member has agreed to show the page of an integration.
    #[derive(Clone, Debug)]
    pub(crate) struct ConsentRow {
        pub(crate) integration_id: i64,
        pub(crate) origin: String,
        pub(crate) scopes: String,
        pub(crate) created_at: i64,
    }
}

pub(crate) fn find(read: &mut Read, integration: i64, user: UserId) -> DbResult<Option<ConsentRow>> {
    read.opt(&FIND_CONSENT, p![integration, user])
}

pub(crate) fn of_member(read: &mut Read, user: UserId) -> DbResult<Vec<ConsentRow>> {
    read.all(&CONSENTS_OF, p![user])
}

pub(crate) fn set(tx: &mut Tx, row: &ConsentRow, user: UserId) -> DbResult<()> {
    tx.exec(&SET_CONSENT, p![row.integration_id, user, &row.origin, &row.scopes, row.created_at])?;
    Ok(())
}

pub(crate) fn delete(tx: &mut Tx, integration: i64, user: UserId) -> DbResult<()> {
    tx.exec(&DELETE_CONSENT, p![integration, user])?;
    Ok(())
}

pub(crate) fn delete_of(tx: &mut Tx, integration: i64) -> DbResult<()> {
    tx.exec(&DELETE_CONSENTS_OF, p![integration])?;
    Ok(())
}

pub(crate) fn delete_by(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&DELETE_CONSENTS_BY, p![user])?;
    Ok(())
}
