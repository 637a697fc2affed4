//! Whom staff speak to: the classes and the offices that an announcement or a broadcast is for.
//!
//! One addresses whom one manages: an admin everyone, class admins and officers their own class. It
//! is kept as [`Audience`]s, so that who may see something is one question for events and for queries.

use identity::user::directory::{self, Standing};
use kernel::db::{DbResult, Read};
use kernel::events::Audience;
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Classes named at most: there are no more two-digit numbers.
const MAX_CLASSES: usize = 100;

/// Which members of the classes are addressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TargetRole {
    /// Every member.
    #[default]
    All,
    /// Officers, class admins and admins.
    Officers,
    /// Class admins and admins.
    ClassAdmins,
}

kernel::text_column!(TargetRole);

/// Which members an announcement or broadcast addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Reach)]
pub(crate) struct Target {
    /// The classes, two digits each; empty means all classes, which only admins can address.
    #[serde(default)]
    classes: Vec<String>,
    /// Whether everyone in these classes is addressed, or only the staff of these classes.
    #[serde(default)]
    role: TargetRole,
}

impl Target {
    /// What a request asks for. Without a word: everyone for an admin, the own class for others.
    ///
    /// # Errors
    /// 400 when a class is no two digits, 403 for classes that are not the sender's to address.
    pub(crate) fn settle(wanted: Option<Self>, sender: &UserFacts) -> Result<Self> {
        let own = || vec![sender.user_id.class().to_owned()];
        let is_admin = sender.tier() == Tier::Admin;
        let Some(mut target) = wanted else {
            let classes = if is_admin { Vec::new() } else { own() };
            return Ok(Self { classes, role: TargetRole::All });
        };
        let is_class = |class: &String| class.len() == 2 && class.bytes().all(|digit| digit.is_ascii_digit());
        if target.classes.len() > MAX_CLASSES || !target.classes.iter().all(is_class) {
            return Err(ApiError::invalid("audience.classes"));
        }
        target.classes.sort();
        target.classes.dedup();
        if is_admin || target.classes == own() {
            return Ok(target);
        }
        Err(kernel::texts::NO_PERMISSION.err())
    }

    /// As a row has it.
    pub(crate) fn stored(classes: &str, role: TargetRole) -> Self {
        let classes = classes.split(',').filter(|class| !class.is_empty()).map(str::to_owned).collect();
        Self { classes, role }
    }

    /// The classes as a row has them.
    pub(crate) fn classes(&self) -> String {
        self.classes.join(",")
    }

    /// The classes; none means all.
    pub(crate) fn named_classes(&self) -> &[String] {
        &self.classes
    }

    /// The role as a row has it.
    pub(crate) fn role(&self) -> TargetRole {
        self.role
    }

    /// One audience for each class, or one for all.
    pub(crate) fn parts(&self) -> Vec<Audience> {
        let everywhere = match self.role {
            TargetRole::All => Audience::All,
            TargetRole::Officers => Audience::Officers,
            TargetRole::ClassAdmins => Audience::Admins,
        };
        if self.classes.is_empty() {
            return vec![everywhere];
        }
        let of = match self.role {
            TargetRole::All => Audience::Class,
            TargetRole::Officers => Audience::OfficersOf,
            TargetRole::ClassAdmins => Audience::AdminsOf,
        };
        self.classes.iter().cloned().map(of).collect()
    }

    /// The officers and admins of these classes, one audience for each class, or one for all.
    pub(crate) fn staff_parts(&self) -> Vec<Audience> {
        let role = match self.role {
            TargetRole::All | TargetRole::Officers => TargetRole::Officers,
            TargetRole::ClassAdmins => TargetRole::ClassAdmins,
        };
        Self { classes: self.classes.clone(), role }.parts()
    }

    /// Whether a class is among those of both.
    pub(crate) fn shares_class(&self, other: &Self) -> bool {
        self.classes.is_empty()
            || other.classes.is_empty()
            || self.classes.iter().any(|class| other.classes.contains(class))
    }

    /// All of them as one.
    pub(crate) fn audience(&self) -> Audience {
        let mut parts = self.parts();
        if parts.len() == 1 { parts.remove(0) } else { Audience::Any(parts) }
    }

    /// Whether someone who holds the right may change what was written for these by an author of this
    /// rank: an admin all; others what is for their own class and from nobody above them.
    pub(crate) fn is_managed_by(&self, author_rank: i64, facts: &UserFacts) -> bool {
        let own_class = matches!(&self.classes[..], [class] if class == facts.user_id.class());
        facts.tier() == Tier::Admin || (own_class && author_rank <= rank(facts))
    }

    /// Those of `people` who are meant by something that was said at this moment, in milliseconds: whoever
    /// registered later was not spoken to.
    pub(crate) fn among<'a>(&self, people: &'a [Person], at: i64) -> impl Iterator<Item = UserId> + use<'a> {
        let Self { classes, role } = self.clone();
        people.iter().filter(move |person| person.joined <= at).filter_map(move |person| {
            let holds = match role {
                TargetRole::All => true,
                TargetRole::Officers => person.role != "user",
                TargetRole::ClassAdmins => person.role == "admin",
            };
            let class = person.user.class();
            let is_there = classes.is_empty() || classes.iter().any(|meant| meant == class);
            (holds && is_there).then_some(person.user)
        })
    }
}

/// How high someone stands, as a row has it.
pub(crate) fn rank(facts: &UserFacts) -> i64 {
    match facts.tier() {
        Tier::User => 0,
        Tier::Officer => 1,
        Tier::ClassAdmin => 2,
        Tier::Admin => 3,
    }
}

/// What a member is among, spelt as rows have it; six, and empty where it is fewer.
pub(crate) fn keys(facts: &UserFacts) -> [String; 6] {
    let mut spelt = Audience::all_of(facts)
        .into_iter()
        .filter(|audience| !matches!(audience, Audience::User(_)))
        .map(|audience| audience.to_key());
    std::array::from_fn(|_| spelt.next().unwrap_or_default())
}

/// An active member who can be spoken to.
pub(crate) struct Person {
    user: UserId,
    role: String,
    /// When they registered, in milliseconds.
    joined: i64,
}

/// Every active member but the developer.
///
/// # Errors
/// When the statement fails.
pub(crate) fn people(read: &mut Read) -> DbResult<Vec<Person>> {
    let active = |Standing { user_id: user, role, status, created_at: joined }| {
        (status == "active" && !user.is_developer()).then_some(Person { user, role, joined })
    };
    Ok(directory::standings(read, "")?.into_iter().filter_map(active).collect())
}

/// When a member registered, in milliseconds.
///
/// # Errors
/// When the statement fails.
pub(crate) fn joined(read: &mut Read, user: UserId) -> DbResult<i64> {
    Ok(directory::member_of(read, user)?.map_or(0, |member| member.created_at()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(classes: &[&str], role: TargetRole) -> Target {
        Target { classes: classes.iter().map(|class| (*class).to_owned()).collect(), role }
    }

    #[test]
    fn it_is_kept_as_audiences() {
        for (target, spelt) in [
            (target(&[], TargetRole::All), "all"),
            (target(&[], TargetRole::Officers), "role:officer"),
            (target(&["01", "02"], TargetRole::All), "class:01|class:02"),
            (target(&["01"], TargetRole::Officers), "officer:01"),
            (target(&["02"], TargetRole::ClassAdmins), "admin:02"),
        ] {
            assert_eq!(target.audience().to_key(), spelt);
            assert_eq!(Target::stored(&target.classes(), target.role()), target);
            assert!(Audience::parse(spelt).is_some());
        }
    }
}
