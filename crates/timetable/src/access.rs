//! Whose timetable a request is about, and who may change it.

use kernel::events::{Audience, NewEvent};
use kernel::http::{Caller, Requires};
use kernel::scope::Scope;
use kernel::user::{Permission, UserFacts, UserId};
use kernel::{ApiError, AppTx, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::MANAGE_TIMETABLE;
use crate::events::TimetableEvent;
use crate::store::timetables::Row;

/// Names manage_timetable.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManageTimetable;

impl Requires for ManageTimetable {
    fn permission() -> &'static Permission {
        &MANAGE_TIMETABLE
    }
}

/// Whose a timetable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum OwnerKind {
    /// A class's: all of its members see it.
    Class,
    /// A member's own: nobody else sees it.
    #[serde(rename = "self")]
    Own,
}

/// Whose a timetable is, by class or member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The class of these two digits.
    Class(String),
    /// This member.
    User(UserId),
}

impl Owner {
    pub(super) fn kind(&self) -> OwnerKind {
        match self {
            Self::Class(_) => OwnerKind::Class,
            Self::User(_) => OwnerKind::Own,
        }
    }

    /// Of a stored row.
    pub(super) fn of(row: &Row) -> Option<Self> {
        match UserId::parse(&row.owner_id) {
            Some(user) => Some(Self::User(user)),
            None => (!row.class.is_empty()).then(|| Self::Class(row.class.clone())),
        }
    }

    /// The columns `class` and `owner_id`.
    pub(super) fn columns(&self) -> (String, String) {
        match self {
            Self::Class(class) => (class.clone(), String::new()),
            Self::User(user) => (String::new(), user.to_string()),
        }
    }

    /// Whether this member sees it.
    pub(super) fn is_seen_by(&self, facts: &UserFacts) -> bool {
        match self {
            Self::Class(class) => facts.is_admin || Scope::of(facts).class() == Some(class),
            Self::User(user) => facts.user_id == *user,
        }
    }

    /// Whether this member may change it.
    pub(super) fn may_be_changed_by(&self, facts: &UserFacts) -> bool {
        match self {
            Self::Class(_) => self.is_seen_by(facts) && facts.may(&MANAGE_TIMETABLE),
            Self::User(_) => self.is_seen_by(facts),
        }
    }

    /// # Errors
    /// 404 for what the member does not see, 403 for what they may not change.
    pub(super) fn authorize_change(&self, facts: &UserFacts) -> Result<()> {
        if !self.is_seen_by(facts) {
            return Err(ApiError::not_found());
        }
        if self.may_be_changed_by(facts) { Ok(()) } else { Err(kernel::texts::NO_PERMISSION.err()) }
    }

    /// Appends that it changed, for those who see it.
    pub(super) fn emit_changed(&self, tx: &mut AppTx, by: UserId) -> Result<i64> {
        let (event, audience, subject) = match self {
            Self::Class(class) => (
                TimetableEvent::Changed { class: Some(class.clone()) },
                Audience::Class(class.clone()),
                class.clone(),
            ),
            Self::User(user) => {
                (TimetableEvent::Changed { class: None }, Audience::User(*user), user.to_string())
            }
        };
        Ok(tx.emit(NewEvent::new(&event, audience).by(by).about(&subject))?)
    }
}

/// The class that a request is about: the caller's own, or the one that an admin of all classes names. `None` for
/// somebody without a class who names none.
///
/// # Errors
/// 400 for what is no class, 403 for one that is not the caller's.
pub(super) fn class_of(caller: &Caller, named: Option<&str>) -> Result<Option<String>> {
    let facts = &caller.facts;
    if named.is_none() {
        return Ok(Scope::of(facts).class().map(str::to_owned));
    }
    Ok(Scope::managed(facts, named)?.class().map(str::to_owned))
}
