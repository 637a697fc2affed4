//! Every SQL text of the auth feature.

use jiff::Timestamp;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{App, p, record, statements};

use super::subjects::{self, Device, Subject};

statements! {
    /// Tokens ended before they expired.
    REVOKED = "select jti, expires_at from auth_revoked_tokens where expires_at > $1";
    /// Whether one was.
    IS_REVOKED = "select expires_at from auth_revoked_tokens where jti = $1";
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
    /// Puts a token on the list.
    ADD_SESSION = "insert into auth_sessions (jti, session_id, user_id, created_at, expires_at, last_seen_at, device)
                   values ($1, $2, $3, $4, $5, $6, $7) on conflict (jti) do nothing";
    /// The session of a token.
    SESSION_OF = "select session_id from auth_sessions where jti = $1";
    /// The tokens of a member that hold.
    SESSIONS = "select jti, session_id, created_at, expires_at, last_seen_at, device from auth_sessions
                where user_id = $1 and expires_at > $2 order by created_at limit 1000";
    /// Notes a use.
    SAW = "update auth_sessions set last_seen_at = $2 where jti = $1";
    /// Takes one off the list.
    END_TOKEN = "delete from auth_sessions where jti = $1";
    /// Takes all of a member's but one off the list.
    END_OTHERS = "delete from auth_sessions where user_id = $1 and jti <> $2";
    /// Takes off what has expired.
    EXPIRE_SESSIONS = "delete from auth_sessions where expires_at <= $1";
    /// What was guessed wrong.
    GUESSES = "select failures, last_failed_at from auth_guesses where subject = $1";
    /// One more.
    COUNT_GUESS = "insert into auth_guesses (subject, failures, last_failed_at) values ($1, 1, $2)
                   on conflict (subject) do update set failures = auth_guesses.failures + 1,
                                                       last_failed_at = excluded.last_failed_at";
    /// Forgets those that have rested.
    FORGET_GUESSES = "delete from auth_guesses where last_failed_at <= $1";
    /// Rows of the class list whose claim code was guessed wrong this often.
    CLAIM_FAILURES = "select subject, failures, last_failed_at from auth_guesses
                      where failures >= $1 and subject like 'claim:%'";
    /// Forgets those of one subject.
    DELETE_GUESSES = "delete from auth_guesses where subject = $1";
    /// Whether a device has signed in to an account.
    KNOWS_DEVICE = "select failures from auth_devices
                    where user_id = $1 and device_hash = $2 and last_seen_at > $3";
    /// A known one signs in again.
    SAW_DEVICE = "update auth_devices set last_seen_at = $3, failures = 0 where user_id = $1 and device_hash = $2";
    /// A new one does.
    ADD_DEVICE = "insert into auth_devices (user_id, device_hash, failures, created_at, last_seen_at)
                  values ($1, $2, 0, $3, $3) on conflict (user_id, device_hash) do nothing";
    /// Forgets those that are too many for one account, and too old.
    PRUNE_DEVICES = "delete from auth_devices where user_id = $1 and (last_seen_at <= $2 or device_hash not in
                     (select device_hash from auth_devices where user_id = $1
                      order by last_seen_at desc, device_hash limit $3))";
    /// A wrong password from a known one.
    DEVICE_FAILED = "update auth_devices set failures = failures + 1 where user_id = $1 and device_hash = $2";
    /// Forgets one that guesses.
    DROP_DEVICE = "delete from auth_devices where user_id = $1 and device_hash = $2 and failures >= $3";
    /// The devices of a member.
    DEVICES = "select created_at, last_seen_at from auth_devices where user_id = $1 order by created_at, device_hash";
    /// Erases.
    DELETE_DEVICES = "delete from auth_devices where user_id = $1";
}

record! {
    /// A token on the list.
    #[derive(Clone, Debug)]
    pub(super) struct Issued {
        pub(super) jti: String,
        pub(super) session_id: String,
        /// Milliseconds since the epoch, as `last_seen_at`.
        pub(super) created_at: i64,
        /// Seconds since the epoch, as in the token.
        pub(super) expires_at: i64,
        pub(super) last_seen_at: i64,
        pub(super) device: String,
    }
}

pub(super) async fn revoked(app: &App, now: i64) -> DbResult<Vec<(String, i64)>> {
    app.db.all(&REVOKED, p![now]).await
}

pub(super) fn is_revoked(read: &mut Read, jti: &str) -> DbResult<bool> {
    Ok(read.opt::<i64>(&IS_REVOKED, p![jti])?.is_some())
}

/// False when it had ended before.
pub(super) fn revoke(tx: &mut Tx, jti: &str, expires_at: i64, now: i64) -> DbResult<bool> {
    if tx.exec(&REVOKE, p![jti, expires_at])? == 0 {
        return Ok(false);
    }
    tx.exec(&FORGET, p![now])?;
    tx.exec(&END_TOKEN, p![jti])?;
    Ok(true)
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
    tx.exec(&DELETE_GUESSES, p![user])?;
    forget_devices(tx, *user)?;
    forget_sessions(tx, *user, None)
}

pub(super) fn add_session(tx: &mut Tx, user: UserId, token: &Issued, now: Timestamp) -> DbResult<()> {
    let Issued { jti, session_id, created_at, expires_at, last_seen_at, device } = token;
    tx.exec(&EXPIRE_SESSIONS, p![now.as_second()])?;
    tx.exec(&ADD_SESSION, p![jti, session_id, user, *created_at, *expires_at, *last_seen_at, device])?;
    Ok(())
}

pub(super) fn session_of(read: &mut Read, jti: &str) -> DbResult<Option<String>> {
    read.opt(&SESSION_OF, p![jti])
}

/// Those that hold at this time.
pub(super) fn sessions(read: &mut Read, user: UserId, now: Timestamp) -> DbResult<Vec<Issued>> {
    read.all(&SESSIONS, p![user, now.as_second()])
}

pub(super) fn saw(tx: &mut Tx, tokens: &[String], now: Timestamp) -> DbResult<()> {
    tokens.iter().try_for_each(|jti| tx.exec(&SAW, p![jti, now.as_millisecond()]).map(drop))
}

/// Takes every token of a member but one off the list.
pub(super) fn forget_sessions(tx: &mut Tx, user: UserId, kept: Option<&str>) -> DbResult<()> {
    tx.exec(&END_OTHERS, p![user, kept.unwrap_or_default()])?;
    Ok(())
}

/// Failures, and when the last one was, in milliseconds.
pub(super) fn guesses(read: &mut Read, subject: &Subject) -> DbResult<Option<(i64, i64)>> {
    read.opt(&GUESSES, p![subject.as_str()])
}

pub(super) fn count_guess(tx: &mut Tx, subject: &Subject, now: i64) -> DbResult<()> {
    tx.exec(&COUNT_GUESS, p![subject.as_str(), now])?;
    Ok(())
}

pub(super) fn forget_guesses(tx: &mut Tx, until: i64) -> DbResult<()> {
    tx.exec(&FORGET_GUESSES, p![until])?;
    Ok(())
}

/// Subjects of claim codes with at least this many failures, their number, and when the last one was, in
/// milliseconds.
pub(super) fn claim_failures(read: &mut Read, at_least: i64) -> DbResult<Vec<(String, i64, i64)>> {
    read.all(&CLAIM_FAILURES, p![at_least])
}

/// False when there were none.
pub(super) fn forget_guesses_of(tx: &mut Tx, subject: &Subject) -> DbResult<bool> {
    Ok(tx.exec(&DELETE_GUESSES, p![subject.as_str()])? > 0)
}

/// Whether a device has signed in to an account since then.
pub(super) fn knows_device(
    read: &mut Read,
    subject: &Subject,
    device: &Device,
    since: i64,
) -> DbResult<bool> {
    Ok(read.opt::<i64>(&KNOWS_DEVICE, p![subject.as_str(), device.hash(), since])?.is_some())
}

pub(super) fn note_device(tx: &mut Tx, user: UserId, device: &Device, now: i64, oldest: i64) -> DbResult<()> {
    let hash = device.hash();
    if tx.exec(&SAW_DEVICE, p![user, &hash, now])? == 0 {
        tx.exec(&ADD_DEVICE, p![user, &hash, now])?;
        tx.exec(&PRUNE_DEVICES, p![user, oldest, subjects::MOST])?;
    }
    Ok(())
}

/// Counts a wrong password from a known device; one of too many makes it unknown.
pub(super) fn device_failed(tx: &mut Tx, subject: &Subject, device: &Device) -> DbResult<()> {
    let hash = device.hash();
    tx.exec(&DEVICE_FAILED, p![subject.as_str(), &hash])?;
    tx.exec(&DROP_DEVICE, p![subject.as_str(), &hash, subjects::MAX_FAILURES])?;
    Ok(())
}

pub(super) fn forget_devices(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&DELETE_DEVICES, p![user])?;
    Ok(())
}

/// When each signed in first and last, in milliseconds.
pub(super) fn devices(read: &mut Read, user: UserId) -> DbResult<Vec<(i64, i64)>> {
    read.all(&DEVICES, p![user])
}
