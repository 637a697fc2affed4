//! The statements with which the administration looks at and changes many members.

use std::collections::{BTreeSet, HashSet};

use jiff::Timestamp;
use kernel::db::{DbResult, FromRow, Read, Row, Tx, Value};
use kernel::user::{Ban, UserId};
use kernel::{App, AppTx, p, record, statements};

use super::{UserRow, fold, look_alike_key, search_key};

/// How many IDs one statement names.
const CHUNK: usize = 50;

macro_rules! is_privileged {
    () => {
        "(is_admin = 1 or user_id = '999999' or (user_id like '____00' and user_id not like '__0000'))"
    };
}

/// `role` as the wire spells it.
macro_rules! role {
    () => {
        concat!(
            "case when ",
            is_privileged!(),
            " then 'admin' when is_officer = 1 then 'officer' else 'user' end"
        )
    };
}

macro_rules! matches {
    () => {
        concat!(
            "($1 = '' or search_key like $1 escape '\\') and ($2 = '' or status = $2)
             and ($3 = '' or substr(user_id, 3, 2) = $3) and ($4 = '' or ",
            role!(),
            " = $4)"
        )
    };
}

/// Whom a change of many may touch: never an admin or class admin, no officer when an officer does
/// it, and nobody who would only stay as they are.
macro_rules! set_status {
    () => {
        concat!(
            "update users set status = $1, ban_expires_at = $2, ban_reason = $3, updated_at = $4
             where ($5 = '' or substr(user_id, 3, 2) = $5) and ($6 = 0 or is_officer = 0)
             and ($1 = 'disabled' or status = 'disabled') and not ",
            is_privileged!()
        )
    };
}

statements! {
    /// A page of those who fit.
    PAGE = concat!("select ", columns!(), ", id from users where ", matches!(), " order by user_id limit $5 offset $6");
    /// How many fit.
    COUNT = concat!("select count(*) from users where ", matches!());
    /// By user ID.
    BY_USER_ID = concat!("select ", columns!(), ", id from users where user_id = $1");
    /// By row.
    BY_ROW = concat!("select ", columns!(), ", id from users where id = $1");
    /// Whether a real name is taken by someone else.
    REAL_NAME_OWNER = "select user_id from users where real_name = $1 and user_id <> $2";
    /// Everyone of a class, or of all, with what decides about many of them.
    STANDINGS = concat!(
        "select user_id, ", role!(), ", status, created_at from users where ($1 = '' or substr(user_id, 3, 2) = $1)"
    );
    /// Disables or reactivates a class, or all.
    SET_ALL_STATUS = set_status!();
    /// Disables or reactivates those who are named.
    SET_SOME_STATUS = concat!(
        set_status!(), " and user_id in ($7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
        $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44,
        $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56)"
    );
    /// Whose ban stands.
    BANNED = "select user_id from users
              where status = 'disabled' and (ban_expires_at is null or ban_expires_at > $1)";
    /// Members, and the newest sign-in.
    TOTALS = "select count(*), max(last_login) from users where user_id <> '999999'";
    /// The members after one, by user ID.
    USER_IDS = "select user_id from users where user_id > $1 order by user_id limit $2";
    /// Rows that no search finds yet.
    UNSEARCHABLE = "select user_id, net_name, real_name from users where search_key = '' limit 500";
    /// Every net name and what stands for its looks.
    NAME_KEYS = "select user_id, net_name, net_name_key from users";
    /// Changes what stands for its looks.
    SET_NAME_KEY = "update users set net_name_key = $3 where user_id = $1 and net_name = $2";
    /// Lets a search find one.
    SET_SEARCH_KEY = "update users set search_key = $2 where user_id = $1 and search_key = ''";
}

/// A member with the number of the row.
pub(in crate::user) struct Listed {
    pub(in crate::user) row: UserRow,
    pub(in crate::user) id: i64,
}

impl FromRow for Listed {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        Ok(Self { row: UserRow::from_row(row)?, id: row.get(16)? })
    }
}

/// Whom to list. Empty texts mean any.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Part of a name or user ID, in any case.
    pub search: String,
    /// `active` or `disabled`.
    pub status: String,
    /// Two digits.
    pub class: String,
    /// `user`, `officer` or `admin`.
    pub role: String,
}

pub(in crate::user) fn page(
    read: &mut Read,
    filter: &Filter,
    limit: i64,
    offset: i64,
) -> DbResult<(Vec<Listed>, i64)> {
    let Filter { search, status, class, role } = filter;
    let pattern = pattern(search);
    let rows = read.all(&PAGE, p![&pattern, status, class, role, limit, offset])?;
    Ok((rows, read.one(&COUNT, p![&pattern, status, class, role])?))
}

/// The text as a part of what it is looked for in; its own `%` and `_` mean themselves.
fn pattern(search: &str) -> String {
    let folded = fold(search);
    if folded.is_empty() {
        return folded;
    }
    let escaped = folded.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{escaped}%")
}

pub(in crate::user) fn by_user_id(read: &mut Read, user: UserId) -> DbResult<Option<Listed>> {
    read.opt(&BY_USER_ID, p![user])
}

pub(in crate::user) fn by_row(read: &mut Read, id: i64) -> DbResult<Option<Listed>> {
    read.opt(&BY_ROW, p![id])
}

pub(in crate::user) fn is_real_name_taken(
    read: &mut Read,
    name: &str,
    by_other_than: UserId,
) -> DbResult<bool> {
    Ok(read.opt::<String>(&REAL_NAME_OWNER, p![name, by_other_than])?.is_some())
}

record! {
    /// What decides about a member where many are meant.
    pub struct Standing {
        /// Who that is.
        pub user_id: UserId,
        /// `user`, `officer` or `admin`.
        pub role: String,
        /// `active` or `disabled`.
        pub status: String,
        /// When they registered, in milliseconds.
        pub created_at: i64,
    }
}

/// Everyone of a class, or of all.
pub(in crate::user) fn standings(read: &mut Read, class: &str) -> DbResult<Vec<Standing>> {
    read.all(&STANDINGS, p![class])
}

/// What many become.
#[derive(Clone, Debug)]
pub struct BulkStatus {
    /// Two digits; empty means all classes.
    pub class: String,
    /// Set when an officer does it.
    pub spare_officers: bool,
    /// Disabled like this; `None` reactivates.
    pub ban: Option<Ban>,
}

/// Answers how many changed. Without a list: everyone of the class.
pub(in crate::user) fn set_status_of_many(
    tx: &mut AppTx,
    change: &BulkStatus,
    users: Option<&[UserId]>,
) -> DbResult<u64> {
    let BulkStatus { class, spare_officers, ban } = change;
    let status = if ban.is_some() { "disabled" } else { "active" };
    let end = ban.as_ref().and_then(|ban| ban.expires_at).map(Timestamp::as_millisecond);
    let reason = ban.as_ref().and_then(|ban| ban.reason.clone());
    let common = p![status, end, reason, tx.now(), class, *spare_officers].to_vec();
    let Some(users) = users else { return tx.exec(&SET_ALL_STATUS, &common) };
    let mut changed = 0;
    for chunk in users.chunks(CHUNK) {
        let mut params = common.clone();
        params.extend(chunk.iter().map(Value::from));
        // An empty text is nobody's ID.
        params.resize(common.len() + CHUNK, Value::from(""));
        changed += tx.exec(&SET_SOME_STATUS, &params)?;
    }
    Ok(changed)
}

pub(in crate::user) async fn banned(app: &App) -> DbResult<HashSet<UserId>> {
    let rows: Vec<(UserId,)> = app.db.all(&BANNED, p![app.clock.now_ms()]).await?;
    Ok(rows.into_iter().map(|(user,)| user).collect())
}

/// Whose ban stands at this moment, in milliseconds.
pub(in crate::user) fn banned_at(read: &mut Read, now: i64) -> DbResult<BTreeSet<UserId>> {
    let rows: Vec<(UserId,)> = read.all(&BANNED, p![now])?;
    Ok(rows.into_iter().map(|(user,)| user).collect())
}

/// Some user IDs after one, in their order.
pub(in crate::user) fn user_ids_after(read: &mut Read, after: &str, limit: i64) -> DbResult<Vec<String>> {
    read.all(&USER_IDS, p![after, limit])
}

/// How many members there are, and when the newest sign-in was.
pub(in crate::user) fn totals(read: &mut Read) -> DbResult<(i64, Option<i64>)> {
    read.one(&TOTALS, p![])
}

/// Lets a search find some of the rows from before there was one; false when there is none left.
pub(in crate::user) fn fill_search_keys(tx: &mut Tx) -> DbResult<bool> {
    let rows: Vec<(UserId, String, String)> = tx.all(&UNSEARCHABLE, p![])?;
    for (user, net_name, real_name) in &rows {
        tx.exec(&SET_SEARCH_KEY, p![user, search_key(*user, net_name, real_name)])?;
    }
    Ok(!rows.is_empty())
}

/// Members whose net name has another key by today's rules, with that key.
pub(in crate::user) fn stale_name_keys(read: &mut Read) -> DbResult<Vec<(UserId, String, String)>> {
    let rows: Vec<(UserId, String, String)> = read.all(&NAME_KEYS, p![])?;
    let with_new = rows.into_iter().map(|(user, name, old)| {
        let new = look_alike_key(&name);
        (user, name, old, new)
    });
    Ok(with_new.filter(|(_, _, old, new)| old != new).map(|(user, name, _, new)| (user, name, new)).collect())
}

/// Gives names the keys of today's rules; one that looks like another member's by now keeps its own.
pub(in crate::user) fn set_name_keys(tx: &mut Tx, stale: &[(UserId, String, String)]) -> DbResult<()> {
    for (user, name, key) in stale {
        if tx.opt::<String>(&super::NET_NAME_OWNER, p![key, user])?.is_none() {
            tx.exec(&SET_NAME_KEY, p![user, name, key])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::TestPortal;

    statements! {
        /// As a database from before the search has it.
        FORGET = "update users set search_key = ''";
        /// As a database from before today's rules has it.
        OLD_KEYS = "update users set net_name_key = user_id || ' of before'";
    }

    #[tokio::test]
    async fn members_from_before_the_search_are_found_after_the_next_start() {
        let portal = TestPortal::new(&[]).await;
        portal.member().await;
        portal.app.db.exec(&FORGET, p![]).await.unwrap();
        let found = async |portal: &TestPortal| {
            let filter = Filter { search: "NET-24".into(), ..Filter::default() };
            portal.app.db.read(move |read| Ok(page(read, &filter, 10, 0)?.1)).await.unwrap()
        };
        assert_eq!(found(&portal).await, 0);
        assert_eq!(found(&portal.restart(&[]).await).await, 1);
    }

    #[tokio::test]
    async fn names_from_before_todays_rules_are_kept_from_look_alikes_after_the_next_start() {
        let portal = TestPortal::new(&[]).await;
        let (alice, _) = (portal.member().await, portal.register("240102").await);
        portal.app.db.exec(&OLD_KEYS, p![]).await.unwrap();
        let imitate = json!({ "net_name": "n\u{335}et-240102" });
        let patch = async |portal: &TestPortal| {
            let alice = portal.anonymous().bearing(&alice.token().unwrap());
            alice.patch("/api/user/profile", &imitate).await.status.as_u16()
        };
        let portal = portal.restart(&[]).await;
        assert_eq!(patch(&portal).await, 409);
        // Of two that look alike by now, both stay, and neither can be taken again.
        let stale =
            [(UserId::parse("240111").unwrap(), "net-240111".to_owned(), look_alike_key("net-240102"))];
        portal.app.write(move |tx| Ok(set_name_keys(tx, &stale)?)).await.unwrap();
        let left = portal.app.db.read(|read| Ok(stale_name_keys(read)?)).await.unwrap();
        assert_eq!(left, []);
    }
}
