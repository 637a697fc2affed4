//! Whose calendar a request is about, and who may change it.

use kernel::Result;
use kernel::api_client::ApiClient;
use kernel::events::Audience;
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::user::{UserFacts, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{MANAGE_CALENDAR, texts};

/// Whose an event is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CalendarOwner {
    /// A class's: all of its members see it.
    Class,
    /// A member's own: nobody else sees it.
    #[default]
    #[serde(rename = "self")]
    Own,
}

/// Whose calendar it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// That of the class of these two digits.
    Class(String),
    /// That of this member.
    User(UserId),
}

impl Owner {
    /// Reads the column `owner`: two digits are a class, six a member.
    pub(crate) fn parse(raw: &str) -> Self {
        UserId::parse(raw).map_or_else(|| Self::Class(raw.to_owned()), Self::User)
    }

    /// As the column `owner` has it.
    pub(crate) fn stored(&self) -> String {
        match self {
            Self::Class(class) => class.clone(),
            Self::User(user) => user.to_string(),
        }
    }

    /// The one that a new event names.
    ///
    /// # Errors
    /// 400 when an admin of all classes names none, 403 for a class that is not the caller's.
    pub(crate) fn named(caller: &Caller, kind: CalendarOwner, class: Option<&str>) -> Result<Self> {
        match kind {
            CalendarOwner::Own => Ok(Self::User(caller.facts.user_id)),
            CalendarOwner::Class => {
                let class = class_of(&caller.facts, class)?;
                Ok(Self::Class(class.ok_or_else(|| texts::CLASS_MISSING.err())?))
            }
        }
    }

    pub(crate) fn kind(&self) -> CalendarOwner {
        match self {
            Self::Class(_) => CalendarOwner::Class,
            Self::User(_) => CalendarOwner::Own,
        }
    }

    pub(crate) fn class(&self) -> Option<&str> {
        match self {
            Self::Class(class) => Some(class),
            Self::User(_) => None,
        }
    }

    pub(crate) fn into_class(self) -> Option<String> {
        match self {
            Self::Class(class) => Some(class),
            Self::User(_) => None,
        }
    }

    /// Who sees it.
    pub(crate) fn audience(&self) -> Audience {
        match self {
            Self::Class(class) => Audience::Class(class.clone()),
            Self::User(user) => Audience::User(*user),
        }
    }

    /// Whether this member sees it.
    pub(crate) fn is_seen_by(&self, facts: &UserFacts) -> bool {
        match self {
            Self::Class(class) => facts.is_admin || Scope::of(facts).class() == Some(class),
            Self::User(user) => facts.user_id == *user,
        }
    }

    /// Whether this member may change it.
    pub(crate) fn is_changed_by(&self, facts: &UserFacts) -> bool {
        match self {
            Self::Class(_) => self.is_seen_by(facts) && facts.may(&MANAGE_CALENDAR),
            Self::User(_) => self.is_seen_by(facts),
        }
    }

    /// # Errors
    /// 404 for what the member does not see, 403 for what they may not change.
    pub(crate) fn check_change(&self, facts: &UserFacts) -> Result<()> {
        if !self.is_seen_by(facts) {
            return Err(kernel::ApiError::not_found());
        }
        if self.is_changed_by(facts) { Ok(()) } else { Err(kernel::texts::NO_PERMISSION.err()) }
    }
}

/// The class that a request is about: the caller's own, or the one that an admin of all classes names. `None` for
/// somebody without a class who names none.
///
/// # Errors
/// 400 for what is no class, 403 for one that is not the caller's.
pub(crate) fn class_of(facts: &UserFacts, named: Option<&str>) -> Result<Option<String>> {
    if named.is_none() {
        return Ok(Scope::of(facts).class().map(str::to_owned));
    }
    Ok(Scope::managed(facts, named)?.class().map(str::to_owned))
}

/// The number of the integration that a request comes from.
pub(crate) fn integration(client: Option<&ApiClient>) -> Option<i64> {
    client.map(|client| client.id)
}
