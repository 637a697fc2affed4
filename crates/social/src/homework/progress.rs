//! Who has done a card and who has not, and a reminder to the latter alone.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use identity::user::Names;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::db::Read;
use kernel::http::Caller;
use kernel::user::{UserFacts, UserId};
use kernel::{App, AppTx, Result};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::cards::{Progress, due_at};
use super::store::cards as store;
use super::store::submissions::{self, SubmissionRow};
use super::{dto, notifications, texts};
use crate::announcements::cards::{self, REMIND_EVERY};

/// How far one member has come.
#[derive(Serialize, ToSchema)]
pub(super) struct MemberProgress {
    /// The user ID, six digits YYCCNN, which is the number of the member in the school.
    #[schema(value_type = String, example = "240111")]
    user_id: UserId,
    /// The real name of the member.
    name: String,
    /// When the member did it, ISO 8601: ticked it, or handed it in where that is asked.
    #[schema(required)]
    done_at: Option<String>,
    /// When the member handed it in, ISO 8601.
    #[schema(required)]
    handed_in_at: Option<String>,
    /// Whether it was handed in after it was due.
    late: bool,
    /// The number of files that were handed in.
    files: usize,
    /// Whether the member has read the homework.
    read: bool,
}

/// How far each member has come.
#[derive(Serialize, ToSchema)]
pub(super) struct HomeworkProgress {
    /// The members whom it addresses, without class admins and those who registered after it was published, by user ID.
    members: Vec<MemberProgress>,
    /// The number of them who have done it: ticked it, or handed it in where that is asked.
    done: usize,
    /// The number of them who have handed it in.
    handed_in: usize,
    /// The number of these members.
    total: usize,
    /// When those who are missing were last reminded, ISO 8601.
    #[schema(required)]
    reminded_at: Option<String>,
}

/// What [`HomeworkProgress`] is made from.
pub(super) struct Found {
    progress: Progress,
    handed: HashMap<UserId, SubmissionRow>,
    readers: BTreeSet<UserId>,
    due_at: Option<i64>,
    reminded_at: Option<i64>,
}

/// Looks at a card that the caller manages.
///
/// # Errors
/// 404 or 403.
pub(super) fn look(app: &App, read: &mut Read, facts: &UserFacts, id: i64) -> Result<Found> {
    let row = cards::managed(read, facts, id)?;
    let card = store::find(read, id)?.unwrap_or_default();
    let handed = submissions::of_card(read, id)?;
    Ok(Found {
        progress: Progress::of(read, &row)?,
        handed: handed.into_iter().map(|row| (row.user_id, row)).collect(),
        readers: cards::readers(read, &row)?.into_iter().collect(),
        due_at: due_at(&row, &card, &app.timezone()),
        reminded_at: card.reminded_at,
    })
}

impl Found {
    /// With the names of the members.
    ///
    /// # Errors
    /// When the database is away.
    pub(super) async fn named(self, app: &App) -> Result<HomeworkProgress> {
        let members = &self.progress.members;
        let names = Names::of(app, members.iter().map(ToString::to_string).collect()).await?;
        let member = |user: &UserId| {
            let handed = self.handed.get(user);
            MemberProgress {
                user_id: *user,
                name: names.real(user.as_str()),
                done_at: self.progress.done_at(*user).map(iso),
                handed_in_at: handed.map(|row| iso(row.submitted_at)),
                late: handed.is_some_and(|row| dto::is_late(row.submitted_at, self.due_at)),
                files: handed.map_or(0, |row| row.file_list().len()),
                read: self.readers.contains(user),
            }
        };
        Ok(HomeworkProgress {
            members: members.iter().map(member).collect(),
            done: self.progress.done(),
            handed_in: self.progress.handed_in(),
            total: members.len(),
            reminded_at: self.reminded_at.map(iso),
        })
    }
}

/// Reminds those who have not done it, and nobody else; answers how many that are.
///
/// # Errors
/// 429 when they were reminded a moment ago, 409 when nobody is missing.
pub(super) fn remind(tx: &mut AppTx, caller: &Caller, id: i64) -> Result<usize> {
    tx.lock_log()?;
    let (row, now) = (cards::managed(tx, &caller.facts, id)?, tx.now());
    if !row.is_shown(now) {
        return Err(texts::NOT_SHOWN.err());
    }
    let card = store::find(tx, id)?.unwrap_or_default();
    let wait = card.reminded_at.map_or(0, |last| last + REMIND_EVERY - now);
    if let Ok(wait @ 1..) = u64::try_from(wait) {
        let wait = Duration::from_millis(wait);
        let seconds = kernel::error::whole_seconds(wait);
        return Err(texts::REMINDED_ALREADY.with("seconds", seconds).retry_after(wait));
    }
    let missing = Progress::of(tx, &row)?.missing();
    if missing.is_empty() {
        return Err(texts::NOBODY_MISSING.err());
    }
    notifications::notify_missing(tx, &row, caller.facts.user_id, &missing)?;
    store::set_reminded(tx, id, now)?;
    let detail = json!({ "reminded": missing.len() });
    tx.audit(&Actor::from(caller), &texts::REMIND_HOMEWORK, &id.to_string(), &detail)?;
    Ok(missing.len())
}
