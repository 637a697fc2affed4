//! What every feature knows of a user: the ID, the tier, and the facts that decide what is allowed.
//!
//! The rows themselves belong to `identity`, which implements [`crate::accounts::Accounts`].

#[cfg(test)]
mod tests;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::db::{Column, DbError, DbResult, Row, Value};
use crate::texts::Text;

/// Six digits YYCCNN: cohort, class, number (`interface 2.5`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId([u8; 6]);

impl UserId {
    /// The developer account, which exists only with DEV_PASSWORD.
    pub const DEVELOPER: Self = Self(*b"999999");

    /// Accepts six ASCII digits and nothing else.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        let digits: [u8; 6] = raw.as_bytes().try_into().ok()?;
        digits.iter().all(u8::is_ascii_digit).then_some(Self(digits))
    }

    /// Puts one together: cohort and class 0–99, number 0–99.
    #[must_use]
    pub fn compose(cohort: u8, class: u8, number: u8) -> Option<Self> {
        Self::parse(&format!("{cohort:02}{class:02}{number:02}"))
    }

    /// The six digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Only digits get in, so this cannot fail.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Digits 1–2, the year of entry.
    #[must_use]
    pub fn cohort(&self) -> &str {
        &self.as_str()[..2]
    }

    /// Digits 3–4, which decide whose class admin may manage this user (`interface 5.4`).
    #[must_use]
    pub fn class(&self) -> &str {
        &self.as_str()[2..4]
    }

    /// Digits 5–6.
    #[must_use]
    pub fn number(&self) -> u8 {
        (self.0[4] - b'0') * 10 + (self.0[5] - b'0')
    }

    /// 999999.
    #[must_use]
    pub fn is_developer(&self) -> bool {
        *self == Self::DEVELOPER
    }

    /// YYCC00 with CC other than 00, or the developer (`interface 5.4`).
    #[must_use]
    pub fn is_class_admin(&self) -> bool {
        self.is_developer() || (self.number() == 0 && self.class() != "00")
    }
}

impl std::fmt::Display for UserId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::fmt::Debug for UserId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for UserId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for UserId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let raw = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&raw).ok_or_else(|| serde::de::Error::custom("a user ID has six digits"))
    }
}

impl From<UserId> for Value {
    fn from(id: UserId) -> Self {
        Self::Text(id.as_str().to_owned())
    }
}

impl From<&UserId> for Value {
    fn from(id: &UserId) -> Self {
        Self::from(*id)
    }
}

impl Column for UserId {
    fn from_column(row: &Row<'_>, index: usize) -> DbResult<Self> {
        let raw: String = row.get(index)?;
        Self::parse(&raw).ok_or_else(|| DbError::Internal(format!("{raw} is not a user ID")))
    }
}

/// What an officer may be allowed (`interface 5.4`).
///
/// Whoever asks for a permission declares it once, as a `static`, and names it in its
/// [`Feature::permissions`](crate::Feature::permissions).
#[derive(Debug)]
pub struct Permission {
    /// The identifier on the wire, like `manage_users`.
    pub id: &'static str,
    /// What it is called in the console.
    pub name: &'static Text,
    /// What it lets officers do, in one line.
    pub about: &'static Text,
}

/// Who someone is among us, lowest first (`interface 5.4`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// A member.
    User,
    /// role = officer.
    Officer,
    /// YYCC00 and the developer.
    ClassAdmin,
    /// is_admin = 1.
    Admin,
}

/// Why and until when an account is disabled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ban {
    /// `None` means until someone lifts it.
    pub expires_at: Option<Timestamp>,
    /// In the words of whoever disabled it.
    pub reason: Option<String>,
}

impl Ban {
    /// Whether it is not over yet.
    #[must_use]
    pub fn holds(&self, now: Timestamp) -> bool {
        self.expires_at.is_none_or(|end| end > now)
    }
}

/// The stored facts that decide about every request of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserFacts {
    /// YYCCNN.
    pub user_id: UserId,
    /// The chosen name.
    pub net_name: String,
    /// The name on the class list.
    pub real_name: String,
    /// As on the class list.
    pub gender: String,
    /// Set while disabled.
    pub ban: Option<Ban>,
    /// The stored field.
    pub is_admin: bool,
    /// role = officer.
    pub is_officer: bool,
    /// The identifiers of what the officer may do; empty for everyone else. One that no feature knows
    /// allows nothing.
    pub permissions: Vec<String>,
    /// Shown beside the name.
    pub officer_title: String,
    /// Tokens of another version have ended.
    pub token_version: i64,
    /// But for this one, with which the password was changed.
    pub kept_token: Option<String>,
}

impl UserFacts {
    /// The highest tier that applies.
    #[must_use]
    pub fn tier(&self) -> Tier {
        if self.is_admin {
            Tier::Admin
        } else if self.user_id.is_class_admin() {
            Tier::ClassAdmin
        } else if self.is_officer {
            Tier::Officer
        } else {
            Tier::User
        }
    }

    /// `admin`, `officer` or `user`, as `interface 2.2` spells it.
    #[must_use]
    pub fn role(&self) -> &'static str {
        match self.tier() {
            Tier::Admin | Tier::ClassAdmin => "admin",
            Tier::Officer => "officer",
            Tier::User => "user",
        }
    }

    /// `interface 5.4`, requirePermission: class admin and admin always, an officer when granted.
    #[must_use]
    pub fn may(&self, permission: &Permission) -> bool {
        let is_granted = || self.permissions.iter().any(|id| id == permission.id);
        self.tier() >= Tier::ClassAdmin || (self.is_officer && is_granted())
    }

    /// Whether a token of this version and id still opens something.
    #[must_use]
    pub fn accepts(&self, version: i64, jti: &str) -> bool {
        version == self.token_version || self.kept_token.as_deref() == Some(jti)
    }

    /// Whether this user may manage that one (`interface 5.4`): a higher tier, the same class
    /// unless is_admin, never oneself; an officer also needs the right.
    #[must_use]
    pub fn may_manage(&self, target: &Self, permission: &Permission) -> bool {
        let in_scope = self.is_admin || self.user_id.class() == target.user_id.class();
        self.user_id != target.user_id && self.tier() > target.tier() && in_scope && self.may(permission)
    }

    /// A JSON-encoded array of identifiers; `[]` when none.
    #[must_use]
    pub fn permissions_json(&self) -> String {
        serde_json::to_string(&self.permissions).unwrap_or_else(|_| "[]".into())
    }
}
