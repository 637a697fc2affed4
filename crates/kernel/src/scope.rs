//! How far a switch reaches in a portal of several classes (`interface 3`): the whole portal has one,
//! and so has each class. What holds for a caller follows from the portal's and their class's together.

use serde_json::Value;

use crate::error::{ApiError, Result};
use crate::events::Audience;
use crate::texts;
use crate::user::{UserFacts, UserId};

/// Those whose ID has these digits have no class (`interface 2.5`).
const NO_CLASS: &str = "00";

/// Whose switch: the whole portal's, or a class's by its two digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The whole portal.
    Portal,
    /// One class.
    Class(String),
}

impl Scope {
    /// Where someone is: in their class, or only in the portal. The developer's ID has digits of a class that
    /// nobody is in.
    #[must_use]
    pub fn of(facts: &UserFacts) -> Self {
        Self::of_user(facts.user_id)
    }

    /// The same of somebody of whom only the ID is known.
    #[must_use]
    pub fn of_user(user: UserId) -> Self {
        match user.class() {
            _ if user.is_developer() => Self::Portal,
            NO_CLASS => Self::Portal,
            class => Self::Class(class.to_owned()),
        }
    }

    /// Whose switch this member of the staff turns or looks at, when the request names this class: an
    /// admin the portal's or that class's, everyone else their own class's.
    ///
    /// # Errors
    /// 400 for what is no class, 403 for one that is not theirs.
    pub fn managed(facts: &UserFacts, class: Option<&str>) -> Result<Self> {
        let is_class = |class: &str| {
            class.len() == 2 && class.bytes().all(|digit| digit.is_ascii_digit()) && class != NO_CLASS
        };
        let wanted = match class {
            Some(class) if is_class(class) => Some(Self::Class(class.to_owned())),
            Some(_) => return Err(ApiError::invalid("class")),
            None => None,
        };
        if facts.is_admin {
            return Ok(wanted.unwrap_or(Self::Portal));
        }
        let own = Self::of(facts);
        if own == Self::Portal || wanted.is_some_and(|wanted| wanted != own) {
            return Err(texts::NO_PERMISSION.err());
        }
        Ok(own)
    }

    /// The class, if it is one.
    #[must_use]
    pub fn class(&self) -> Option<&str> {
        match self {
            Self::Portal => None,
            Self::Class(class) => Some(class),
        }
    }

    /// Who hears of what was switched here.
    #[must_use]
    pub fn audience(&self) -> Audience {
        match self {
            Self::Portal => Audience::All,
            Self::Class(class) => Audience::Class(class.clone()),
        }
    }

    /// What is told of a switch, with its class when it is a class's.
    #[must_use]
    pub fn with_class(&self, mut data: Value) -> Value {
        if let Some(class) = self.class() {
            data["class"] = class.into();
        }
        data
    }

    /// As rows have it: empty for the portal's.
    #[must_use]
    pub fn stored(&self) -> &str {
        self.class().unwrap_or_default()
    }

    /// Reads a row's.
    #[must_use]
    pub fn from_stored(class: &str) -> Self {
        if class.is_empty() { Self::Portal } else { Self::Class(class.to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::facts;

    #[test]
    fn an_admin_manages_any_scope_and_others_their_class_alone() {
        let mut admin = facts("240111");
        admin.is_admin = true;
        let managed = |facts: &UserFacts, class: Option<&str>| {
            Scope::managed(facts, class).map_err(|error| error.status().as_u16())
        };
        let class = |digits: &str| Ok(Scope::Class(digits.to_owned()));
        assert_eq!(managed(&admin, None), Ok(Scope::Portal));
        assert_eq!(managed(&admin, Some("02")), class("02"));
        let head = facts("240100");
        assert_eq!((managed(&head, None), managed(&head, Some("01"))), (class("01"), class("01")));
        assert_eq!(managed(&head, Some("02")), Err(403));
        for without in ["240007", "999999"] {
            assert_eq!(
                managed(&facts(without), None),
                Err(403),
                "without a class there is nothing to manage"
            );
        }
        for digits in ["", "1", "00", "001", "0x", "０１"] {
            assert_eq!((managed(&admin, Some(digits)), managed(&head, Some(digits))), (Err(400), Err(400)));
        }
    }
}
