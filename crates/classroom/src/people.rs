//! The pupils of a class: the entries of the class list, registered or not. Number 00, the class admin, is none of them.

use std::collections::BTreeMap;

use identity::{setup, user};
use kernel::Result;
use kernel::db::{DbResult, Read};
use kernel::user::UserId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::texts;

/// An entry of the class list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct ClassPerson {
    /// The number on the class list, six digits.
    #[schema(value_type = String)]
    pub(crate) number: UserId,
    /// The real name; 已离开 for who is no longer on the list.
    pub(crate) name: String,
    /// The user ID of who has registered; null for everyone else.
    #[schema(required, value_type = Option<String>)]
    pub(crate) user_id: Option<UserId>,
    /// Whether the number is no longer on the class list.
    pub(crate) left: bool,
}

/// The pupils of a class, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct People {
    listed: BTreeMap<UserId, String>,
    /// Everyone of the class who has registered, the class admin and those too who left the list.
    registered: BTreeMap<UserId, String>,
}

impl People {
    /// # Errors
    /// When a statement fails.
    pub(crate) fn of_class(read: &mut Read, class: &str) -> DbResult<Self> {
        let is_of_class = |user: &UserId| user.class() == class;
        let listed = setup::listed_names(read)?.into_iter().map(|(name, number)| (number, name));
        let listed = listed.filter(|(number, _)| is_of_class(number) && number.number() != 0).collect();
        let registered = user::registered(read)?.into_iter().filter(|(user, _)| is_of_class(user)).collect();
        Ok(Self { listed, registered })
    }

    /// The numbers on the list, in their order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = UserId> {
        self.listed.keys().copied()
    }

    /// Whether the list has this number.
    pub(crate) fn has(&self, number: UserId) -> bool {
        self.listed.contains_key(&number)
    }

    /// Whether who has this number is on the list and has registered.
    pub(crate) fn has_account(&self, number: UserId) -> bool {
        self.has(number) && self.registered.contains_key(&number)
    }

    /// The real name of a number.
    pub(crate) fn name(&self, number: UserId) -> String {
        self.listed.get(&number).cloned().unwrap_or_else(|| texts::LEFT.zh.to_owned())
    }

    /// The person of a number, also of one that is no longer on the list.
    pub(crate) fn person(&self, number: UserId) -> ClassPerson {
        ClassPerson {
            number,
            name: self.name(number),
            user_id: self.has_account(number).then_some(number),
            left: !self.has(number),
        }
    }

    /// All on the list, in the order of their numbers.
    pub(crate) fn all(&self) -> Vec<ClassPerson> {
        self.numbers().map(|number| self.person(number)).collect()
    }

    /// # Errors
    /// 400 naming a number that is not on the list.
    pub(crate) fn check(&self, number: UserId) -> Result<()> {
        if self.has(number) { Ok(()) } else { Err(texts::NUMBER_UNKNOWN.with("number", number)) }
    }
}

/// # Errors
/// 400 naming a number that is there twice.
pub(crate) fn check_once(numbers: impl IntoIterator<Item = UserId>) -> Result<()> {
    let mut seen = std::collections::BTreeSet::new();
    match numbers.into_iter().find(|number| !seen.insert(*number)) {
        Some(number) => Err(texts::NUMBER_TWICE.with("number", number)),
        None => Ok(()),
    }
}
