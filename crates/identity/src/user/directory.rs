//! What the administration asks of the accounts: lists, edits, changes of many, erasure. Who may
//! do what to whom is the administration's to check.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::db::{DbResult, Read};
use kernel::events::{Audience, NewEvent};
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Result};

use super::accounts::AccountStore;
use super::events::{self, UserEvent};
use super::model::{Info, NetName, UserInfo};
use super::store::directory::{self, Listed};
use super::{refuse_taken_name, store, texts};
use crate::notifications::notify_let_in;

pub use super::store::directory::{BulkStatus, Filter, Standing};

/// A member as the administration sees them.
pub struct Member {
    /// The row's number.
    pub id: i64,
    /// What decides about them.
    pub facts: UserFacts,
    listed: store::UserRow,
}

impl From<Listed> for Member {
    fn from(Listed { id, row }: Listed) -> Self {
        Self { id, facts: row.facts(), listed: row }
    }
}

impl Member {
    /// When they registered, in milliseconds.
    #[must_use]
    pub fn created_at(&self) -> i64 {
        self.listed.created_at
    }

    /// Everything, contact fields too.
    #[must_use]
    pub fn info(&self, app: &App) -> UserInfo {
        let end = self.facts.ban.as_ref().and_then(|ban| ban.expires_at);
        UserInfo::from_row(&self.listed, end.map(|end| app.local_time(end)))
    }
}

/// A piece of those who fit, by user ID, and how many fit in all.
///
/// # Errors
/// When a statement fails.
pub fn members(read: &mut Read, filter: &Filter, limit: i64, offset: i64) -> DbResult<(Vec<Member>, i64)> {
    let (rows, total) = directory::page(read, filter, limit, offset)?;
    Ok((rows.into_iter().map(Member::from).collect(), total))
}

/// Whom a path names: a six-digit user ID that exists, else the number of a row.
///
/// # Errors
/// When a statement fails.
pub fn member(read: &mut Read, raw: &str) -> DbResult<Option<Member>> {
    if let Some(user) = UserId::parse(raw)
        && let Some(found) = directory::by_user_id(read, user)?
    {
        return Ok(Some(found.into()));
    }
    // Digits alone: `+7` and ` 7` name nothing.
    let digits = !raw.is_empty() && raw.bytes().all(|digit| digit.is_ascii_digit());
    let Some(id) = digits.then(|| raw.parse::<i64>().ok()).flatten() else { return Ok(None) };
    Ok(directory::by_row(read, id)?.map(Member::from))
}

/// The member of this user ID.
///
/// # Errors
/// When a statement fails.
pub fn member_of(read: &mut Read, user: UserId) -> DbResult<Option<Member>> {
    Ok(directory::by_user_id(read, user)?.map(Member::from))
}

/// What an admin changes of a member; what is not given stays.
#[derive(Clone, Default)]
pub struct Edit {
    /// Checked against imitation already.
    pub net_name: Option<NetName>,
    /// In its one spelling.
    pub real_name: Option<String>,
    /// Checked.
    pub gender: Option<String>,
    /// The profile fields given.
    pub info: Info,
}

/// Changes names, gender and profile; answers the fields that were given.
///
/// # Errors
/// 409 when a name is taken, 400 when nothing is given or a profile field is too long.
pub fn edit(tx: &mut AppTx, member: &Member, edit: &Edit) -> Result<Vec<&'static str>> {
    events::append_and_forget(tx, member.facts.user_id, &UserEvent::ProfileChanged)?;
    let mut row = member.listed.clone();
    let mut given = Vec::new();
    if let Some(name) = &edit.net_name {
        refuse_taken_name(tx, name, row.user_id)?;
        name.as_str().clone_into(&mut row.net_name);
        given.push("net_name");
    }
    if let Some(name) = &edit.real_name {
        if directory::is_real_name_taken(tx, name, row.user_id)? {
            return Err(texts::REAL_NAME_TAKEN.err());
        }
        row.real_name.clone_from(name);
        given.push("real_name");
    }
    if let Some(gender) = &edit.gender {
        row.gender.clone_from(gender);
        given.push("gender");
    }
    let mut info: Info = serde_json::from_str(&row.info).unwrap_or_default();
    given.extend(edit.info.given());
    info.update(edit.info.clone())?;
    if given.is_empty() {
        return Err(kernel::texts::NOTHING_TO_CHANGE.err());
    }
    row.info = serde_json::to_string(&info).map_err(ApiError::internal)?;
    store::set_person(tx, &row)?;
    Ok(given)
}

/// Role, status and registration of everyone of a class, or of all.
///
/// # Errors
/// When the statement fails.
pub fn standings(read: &mut Read, class: &str) -> DbResult<Vec<Standing>> {
    directory::standings(read, class)
}

/// The members of a class, two digits.
///
/// # Errors
/// When the statement fails.
pub fn of_class(read: &mut Read, class: &str) -> DbResult<Vec<UserId>> {
    Ok(standings(read, class)?.into_iter().map(|standing| standing.user_id).collect())
}

/// Disables or reactivates many, with one event; admins and class admins are never among them. Those who are let in
/// again are told. Without a list: everyone of the class. Answers how many changed.
///
/// # Errors
/// When a statement fails.
pub fn set_status_of_many(
    tx: &mut AppTx,
    actor: UserId,
    change: &BulkStatus,
    users: Option<&[UserId]>,
) -> DbResult<u64> {
    let now = tx.now();
    let banned_before = if change.ban.is_none() { directory::banned_at(tx, now)? } else { BTreeSet::new() };
    let changed = directory::set_status_of_many(tx, change, users)?;
    if changed > 0 {
        let event = UserEvent::BulkStatusChanged { disabled: change.ban.is_some(), affected: changed };
        tx.emit(NewEvent::new(&event, Audience::Admins).by(actor))?;
        let app = tx.app().clone();
        tx.on_commit(move || app.state::<AccountStore>().forget_all());
        let banned = directory::banned_at(tx, now)?;
        let let_in: Vec<UserId> = banned_before.difference(&banned).copied().collect();
        notify_let_in(tx, &let_in)?;
    }
    Ok(changed)
}

/// Says that a member is being erased: sessions and connections end, memory forgets. The rows are
/// each feature's to erase, in the same transaction.
///
/// # Errors
/// When a statement fails.
pub fn append_erased(tx: &mut AppTx, user: UserId) -> DbResult<()> {
    events::append_and_forget(tx, user, &UserEvent::Erased)
}

/// Who has is_admin.
///
/// # Errors
/// When the statement fails.
pub fn admins(read: &mut Read) -> DbResult<Vec<UserId>> {
    store::admins(read)
}

/// How many members there are, and when the newest sign-in was, in milliseconds.
///
/// # Errors
/// When the statement fails.
pub fn totals(read: &mut Read) -> DbResult<(i64, Option<i64>)> {
    directory::totals(read)
}

/// Ends what those whose ban stands have open on this node.
pub(super) fn close_banned(app: &App) {
    let owned = app.clone();
    app.tasks.spawn("user-bans", |mut stop| async move {
        let app = owned;
        loop {
            match directory::banned(&app).await {
                Ok(banned) => {
                    return app.connections.close_users(&banned, kernel::connections::Ended::Disabled);
                }
                Err(error) => tracing::warn!(%error, "connections of banned members not closed, will retry"),
            }
            if !stop.sleep(&app.clock, Duration::from_secs(1)).await {
                return;
            }
        }
    });
}
