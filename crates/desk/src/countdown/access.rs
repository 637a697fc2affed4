//! Whose a countdown is, who sees it and who may change it.

use calendar::MANAGE_CALENDAR;
use kernel::db::{Column, DbResult, Row, Value};
use kernel::events::Audience;
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, Result};

use super::texts;

/// Whose a countdown is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// That of the class of these two digits: all of its members see it.
    Class(String),
    /// That of this member, and nobody else's.
    User(UserId),
}

impl Owner {
    /// Reads the column `owner_id`: two digits are a class, six a member.
    fn parse(raw: String) -> Self {
        UserId::parse(&raw).map_or_else(|| Self::Class(raw), Self::User)
    }

    /// As the column has it.
    pub(super) fn stored(&self) -> &str {
        match self {
            Self::Class(class) => class,
            Self::User(user) => user.as_str(),
        }
    }

    /// Whose a new countdown is.
    ///
    /// # Errors
    /// 400 when an admin of all classes names none, or a class is named for one's own; 403 for a class that is not the
    /// caller's, and without the right.
    pub(super) fn named(caller: &Caller, for_class: bool, class: Option<&str>) -> Result<Self> {
        if !for_class {
            return match class {
                Some(_) => Err(ApiError::invalid("class")),
                None => Ok(Self::User(caller.facts.user_id)),
            };
        }
        let scope = match class {
            Some(_) => Scope::managed(&caller.facts, class)?,
            None => Scope::of(&caller.facts),
        };
        let class = scope.class().ok_or_else(|| texts::CLASS_MISSING.err())?;
        let owner = Self::Class(class.to_owned());
        owner.check_change(&caller.facts)?;
        Ok(owner)
    }

    /// Those whose countdowns this member is shown: their own, and those of their class.
    pub(super) fn all_of(facts: &UserFacts) -> Vec<Self> {
        let class = Scope::of(facts).class().map(|class| Self::Class(class.to_owned()));
        class.into_iter().chain([Self::User(facts.user_id)]).collect()
    }

    /// The class of it; none for a member's own.
    pub(super) fn class(&self) -> Option<&str> {
        match self {
            Self::Class(class) => Some(class),
            Self::User(_) => None,
        }
    }

    /// Who sees it.
    pub(super) fn audience(&self) -> Audience {
        match self {
            Self::Class(class) => Audience::Class(class.clone()),
            Self::User(user) => Audience::User(*user),
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
    pub(super) fn is_changed_by(&self, facts: &UserFacts) -> bool {
        self.is_seen_by(facts) && (self.class().is_none() || facts.may(&MANAGE_CALENDAR))
    }

    /// Refuses a change that is not this member's to make.
    ///
    /// # Errors
    /// 404 for what the member does not see, 403 for what they may not change.
    pub(super) fn check_change(&self, facts: &UserFacts) -> Result<()> {
        if !self.is_seen_by(facts) {
            return Err(ApiError::not_found());
        }
        if self.is_changed_by(facts) { Ok(()) } else { Err(kernel::texts::NO_PERMISSION.err()) }
    }
}

impl Column for Owner {
    fn from_column(row: &Row<'_>, index: usize) -> DbResult<Self> {
        row.get(index).map(Self::parse)
    }
}

impl From<&Owner> for Value {
    fn from(owner: &Owner) -> Self {
        Self::Text(owner.stored().to_owned())
    }
}
