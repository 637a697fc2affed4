//! What the feature `homework` calls: a card of homework is an announcement, and what it has beyond that stands there.

use kernel::db::{DbResult, Read};
use kernel::http::Caller;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, AppTx, Result};

use super::notifications;
use super::store::{lists, marks, rows};

pub(crate) use super::access::{ManageAnnouncements, look, manages, sees, sees_prepared_up_to, target};
pub(crate) use super::draft::Draft;
pub(crate) use super::edit::{Change, create, edit};
pub(crate) use super::log_target::name as name_log_target;
pub(crate) use super::model::{
    AnnouncementState, AnnouncementType, REMIND_EVERY, parse_content, parse_id, parse_key, parse_title,
};
pub(crate) use super::notifications::ANNOUNCEMENT;
pub(crate) use super::store::homework::{Assigned, assigned, between, due_since, shown, staff_between};
pub(crate) use super::store::lists::{Marked, StaffQuery, of_class};
pub(crate) use super::store::rows::{Row, asked_at};

/// One that the member sees now.
///
/// # Errors
/// 404: what one may not see is not there, and a notice is no homework.
pub(crate) fn seen(read: &mut Read, facts: &UserFacts, now: i64, id: i64) -> Result<Marked> {
    let found = lists::one(read, facts, now, id)?;
    found.filter(|marked| is_homework(&marked.row)).ok_or_else(ApiError::not_found)
}

/// One that the caller manages, in any state; changes nothing.
///
/// # Errors
/// 404 or 403.
pub(crate) fn managed(read: &mut Read, facts: &UserFacts, id: i64) -> Result<Row> {
    let row = look(read, facts, id)?;
    if !is_homework(&row) {
        return Err(ApiError::not_found());
    }
    if manages(facts, &row) { Ok(row) } else { Err(kernel::texts::NO_PERMISSION.err()) }
}

/// Whether it is homework and no notice.
pub(crate) fn is_homework(row: &Row) -> bool {
    row.kind == AnnouncementType::Homework
}

/// In any state, whoever asks.
pub(crate) fn find(read: &mut Read, id: i64) -> DbResult<Option<Row>> {
    rows::find(read, id)
}

/// The one that the caller has made with this key.
pub(crate) fn by_key(read: &mut Read, caller: &Caller, key: &str) -> DbResult<Option<Row>> {
    rows::by_key(read, caller.facts.user_id.as_str(), key)
}

/// Who has read it since its members were last asked to.
pub(crate) fn readers(read: &mut Read, row: &Row) -> DbResult<Vec<UserId>> {
    let marks = marks::of(read, row.id)?.into_iter();
    Ok(marks.filter(|mark| mark.read_revision >= row.asked_revision).map(|mark| mark.user_id).collect())
}

/// The member has done what an announcement tells of: its notifications are read.
pub(crate) fn mark_notifications_read(tx: &mut AppTx, user: UserId, id: i64) -> DbResult<()> {
    notifications::mark_notifications_read(tx, user, id)
}

impl Row {
    /// The state that its staff are shown.
    pub(crate) fn state(&self, now: i64) -> AnnouncementState {
        match self {
            row if row.deleted_at.is_some() => AnnouncementState::Deleted,
            row if row.is_over(now) => AnnouncementState::Expired,
            row if row.published_at.is_none() => AnnouncementState::Scheduled,
            _ => AnnouncementState::Published,
        }
    }
}

impl Marked {
    /// A row without anything that the member has done; authors count as readers of their own.
    pub(crate) fn plain(row: Row, facts: &UserFacts) -> Self {
        let is_own = row.author_id == facts.user_id.as_str();
        let read_revision = is_own.then_some(row.asked_revision);
        Self { row, read_revision, ack_revision: None, ack_at: None }
    }

    /// Whether the member has read it since that was last asked for.
    pub(crate) fn is_read(&self) -> bool {
        self.read_revision.is_some_and(|seen| seen >= self.row.asked_revision)
    }

    /// When the member acknowledged it since that was last asked for.
    pub(crate) fn acknowledged_at(&self) -> Option<i64> {
        let holds = self.ack_revision.is_some_and(|seen| seen >= self.row.asked_revision);
        self.ack_at.filter(|_| holds)
    }
}
