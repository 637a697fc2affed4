//! The operation log: one row per administrative act, in the act's own transaction, hash-chained
//! (`interface 2.13`).
//!
//! A row's hash covers the one before it, so that a changed, removed or reordered row shows.
//! `detail` holds ids, field names and codes, never names or contact data: erasing a person leaves
//! the chain alone. A reason that somebody of the staff gives for an act may stand there, and stays.
//!
//! What is older than AUDIT_RETENTION_DAYS leaves from the front ([`retention`]); the last row that
//! left stays as a sealed anchor, from which [`verify`] starts. [`log`] reads for people.

pub mod log;
mod retention;
mod target_name;
#[cfg(test)]
mod tests;

pub(crate) use retention::{STATEMENTS as RETENTION_STATEMENTS, spawn_retention};
pub use target_name::{TargetName, TargetPlace, name_target};

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::db::{DbResult, Read, Tx};
use crate::http::{Caller, Origin};
use crate::secrets::Secrets;
use crate::texts;
use crate::user::UserId;
use crate::{p, record, statements};

/// Milliseconds within which looking again is the same look.
const SAME_ACCESS_MS: i64 = 60_000;
/// Rows among which the last look is searched for.
const NEWEST_ROWS: i64 = 1000;

statements! {
    /// Takes the chain's end, and with it the right to extend it.
    EXTEND = "update audit_head set id = id + 1 returning id, hash";
    /// Remembers the new end.
    SET_HEAD = "update audit_head set hash = $1";
    /// Adds a row.
    APPEND = "insert into audit_log (id, admin_id, action, target, detail, created_at, ip, request_id, hash)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    /// Rows in order, for verification.
    IN_ORDER = "select id, admin_id, action, target, detail, created_at, ip, request_id, hash
                from audit_log where id > $1 order by id limit $2";
    /// Whether someone did the same to the same a moment ago; among the newest rows alone, because there is no
    /// index for it.
    DONE_LATELY = "select id from audit_log where id > $1 and created_at > $2 and admin_id = $3 and action = $4
                   and target = $5 limit 1";
    /// The end of the chain.
    HEAD = "select id, hash from audit_head";
}

record! {
    /// One act.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Entry {
        /// Position in the chain, without gaps.
        pub id: i64,
        /// Who did it: a user ID, or `system`.
        pub admin_id: String,
        /// What, like `disable_user`.
        pub action: String,
        /// To whom or what.
        pub target: String,
        /// JSON: ids, field names and codes.
        pub detail: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// From which address.
        pub ip: String,
        /// In which request.
        pub request_id: String,
        /// Hash over this row and the hash of the one before.
        pub hash: String,
    }
}

/// An act that the operation log names, in words of both languages. Declared by [`actions!`](crate::actions).
#[derive(Debug, PartialEq, Eq)]
pub struct Action {
    /// As the log stores it, like `disable_user`.
    pub id: &'static str,
    /// What it is called, where acts are chosen from.
    pub zh: &'static str,
    /// The same in English.
    pub en: &'static str,
    /// What follows the name of whoever did it, a sentence. `{target}` stands for what it was done to,
    /// `{field}` for a field of the detail, `{field?yes|no}` for one of two words, by whether the field
    /// holds something.
    pub sentence_zh: &'static str,
    /// The same in English.
    pub sentence_en: &'static str,
}

/// A word of the details of acts, the name of a field or one of its values, in both languages.
/// Declared by [`log_words!`](crate::log_words).
#[derive(Debug, PartialEq, Eq)]
pub struct LogWord {
    /// As the detail has it, like `reason`.
    pub id: &'static str,
    /// Chinese.
    pub zh: &'static str,
    /// English.
    pub en: &'static str,
}

/// Declares the acts of a feature: `actions! { /// Doc. NAME = "id", "中文", "English" => "句子", "sentence"; }`.
/// The list `ACTIONS` has all of them, for [`Feature::actions`](crate::Feature::actions).
#[macro_export]
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $zh:literal, $en:literal
        => $sentence_zh:literal, $sentence_en:literal;)*) => {
        $($(#[$doc])* pub static $name: $crate::audit::Action = $crate::audit::Action {
            id: $id, zh: $zh, en: $en, sentence_zh: $sentence_zh, sentence_en: $sentence_en
        };)*
        /// Every act of this feature that the operation log names.
        pub const ACTIONS: &[&$crate::audit::Action] = &[$(&$name),*];
    };
}

/// Declares the words of a feature's details: `log_words! { "key" = "中文", "English"; }`. The list
/// `LOG_WORDS` has all of them, for [`Feature::log_words`](crate::Feature::log_words).
#[macro_export]
macro_rules! log_words {
    ($($id:literal = $zh:literal, $en:literal;)*) => {
        /// The words of the details that this feature writes to the operation log.
        pub const LOG_WORDS: &[$crate::audit::LogWord] =
            &[$($crate::audit::LogWord { id: $id, zh: $zh, en: $en }),*];
    };
}

/// Who acts.
#[derive(Clone, Debug)]
pub struct Actor {
    admin_id: String,
    ip: String,
    request_id: String,
}

impl Actor {
    /// The server itself.
    #[must_use]
    pub fn system() -> Self {
        Self { admin_id: "system".into(), ip: String::new(), request_id: String::new() }
    }

    /// Nobody who is a member: the server itself, for a request.
    #[must_use]
    pub fn system_for(origin: &Origin) -> Self {
        let request_id = origin.request_id.clone();
        Self { ip: origin.address.to_string(), request_id, ..Self::system() }
    }

    /// Someone who has become a member in this very request.
    #[must_use]
    pub fn newcomer(user: UserId, origin: &Origin) -> Self {
        let request_id = origin.request_id.clone();
        Self { admin_id: user.to_string(), ip: origin.address.to_string(), request_id }
    }
}

impl From<&Caller> for Actor {
    fn from(caller: &Caller) -> Self {
        Self {
            admin_id: caller.facts.user_id.to_string(),
            ip: caller.address.to_string(),
            request_id: caller.request_id.clone(),
        }
    }
}

/// Adds a row to the chain. Call it last in a transaction: it holds the chain's end until commit,
/// and every writer takes the event counter before it (one lock order).
///
/// # Errors
/// When a statement fails; the act is then not done either.
pub(crate) fn record(
    app: &App,
    tx: &mut Tx,
    actor: &Actor,
    action: &Action,
    target: &str,
    detail: &serde_json::Value,
) -> DbResult<()> {
    let (id, previous): (i64, String) = tx.one(&EXTEND, p![])?;
    let mut entry = Entry {
        id,
        admin_id: actor.admin_id.clone(),
        action: action.id.to_owned(),
        target: target.into(),
        detail: detail.to_string(),
        created_at: app.clock.now_ms(),
        ip: actor.ip.clone(),
        request_id: actor.request_id.clone(),
        hash: String::new(),
    };
    entry.hash = entry.hash_after(&previous);
    tx.exec(
        &APPEND,
        p![
            id,
            &entry.admin_id,
            action.id,
            target,
            &entry.detail,
            entry.created_at,
            &entry.ip,
            &entry.request_id,
            &entry.hash
        ],
    )?;
    tx.exec(&SET_HEAD, p![&entry.hash])?;
    Ok(())
}

/// Adds a row about somebody having been looked at: one per visit, not one per refresh of the page
/// that shows it.
///
/// # Errors
/// When a statement fails; what was looked at must then not be shown.
pub(crate) fn record_access(
    app: &App,
    tx: &mut Tx,
    actor: &Actor,
    action: &Action,
    target: &str,
) -> DbResult<()> {
    // Of two at the same time one is first.
    app.events.lock_counter(tx)?;
    let (newest, _): (i64, String) = tx.one(&HEAD, p![])?;
    let since = app.clock.now_ms() - SAME_ACCESS_MS;
    let params = p![newest - NEWEST_ROWS, since, &actor.admin_id, action.id, target];
    if tx.opt::<i64>(&DONE_LATELY, params)?.is_some() {
        return Ok(());
    }
    record(app, tx, actor, action, target, &json!({}))
}

impl Entry {
    fn hash_after(&self, previous: &str) -> String {
        // A JSON array keeps the fields apart, whatever they contain.
        let row = json!([
            previous,
            self.id,
            self.admin_id,
            self.action,
            self.target,
            self.detail,
            self.created_at,
            self.ip,
            self.request_id
        ]);
        hex::encode(Sha256::digest(row.to_string()))
    }
}

/// Walks the whole chain, from the anchor when rows have left; `Ok` names the last row, `Err` the
/// first that does not fit.
///
/// # Errors
/// When a statement fails.
pub fn verify(read: &mut Read, secrets: &Secrets) -> DbResult<Result<i64, i64>> {
    let (mut position, mut hash) = (0, String::new());
    if let Some(first) = read.opt::<Entry>(&IN_ORDER, p![0, 1])?
        && first.action == texts::AUDIT_ANCHOR.id
    {
        if !retention::is_sealed(secrets, &first) {
            return Ok(Err(first.id));
        }
        (position, hash) = (first.id, first.hash);
    }
    loop {
        let rows: Vec<Entry> = read.all(&IN_ORDER, p![position, 1000_i64])?;
        for row in &rows {
            if row.id != position + 1 || row.hash != row.hash_after(&hash) {
                return Ok(Err(row.id));
            }
            position = row.id;
            hash.clone_from(&row.hash);
        }
        if rows.is_empty() {
            break;
        }
    }
    // A chain cut off at its end is whole in itself; the head remembers how long it was.
    let head: (i64, String) = read.one(&HEAD, p![])?;
    Ok(if head == (position, hash) { Ok(position) } else { Err(position + 1) })
}
