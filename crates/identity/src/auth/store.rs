//! Every SQL text of the auth room.

use kernel::db::{DbResult, Tx};
use kernel::user::UserId;
use kernel::{App, p, statements};

statements! {
    /// Tokens ended before they expired.
    REVOKED = "select jti, expires_at from auth_revoked_tokens where expires_at > $1";
    /// Ends one.
    REVOKE = "insert into auth_revoked_tokens (jti, expires_at) values ($1, $2) on conflict (jti) do nothing";
    /// Forgets those that have expired anyway.
    FORGET = "delete from auth_revoked_tokens where expires_at <= $1";
    /// Sets a one-time code; a new one replaces the old one.
    SET_CODE = "insert into auth_reset_codes (user_id, code_hash, expires_at) values ($1, $2, $3)
                on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at";
    /// Uses a code up; touches nothing when it is wrong or over.
    USE_CODE = "delete from auth_reset_codes where user_id = $1 and code_hash = $2 and expires_at > $3";
    /// Erases.
    DELETE_CODES = "delete from auth_reset_codes where user_id = $1";
}

pub(super) async fn revoked(app: &App, now: i64) -> DbResult<Vec<(String, i64)>> {
    app.db.all(&REVOKED, p![now]).await
}

pub(super) fn revoke(tx: &mut Tx, jti: &str, expires_at: i64, now: i64) -> DbResult<()> {
    tx.exec(&FORGET, p![now])?;
    tx.exec(&REVOKE, p![jti, expires_at])?;
    Ok(())
}

pub(super) fn set_code(tx: &mut Tx, user: UserId, code_hash: &str, expires_at: i64) -> DbResult<()> {
    tx.exec(&SET_CODE, p![user, code_hash, expires_at])?;
    Ok(())
}

pub(super) fn use_code(tx: &mut Tx, user: UserId, code_hash: &str, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&USE_CODE, p![user, code_hash, now])? == 1)
}

pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    tx.exec(&DELETE_CODES, p![user])?;
    Ok(())
}
