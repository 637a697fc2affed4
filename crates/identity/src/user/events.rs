//! What happens to members, as the event log has it. What every node does then is in [`super::follow`].

use kernel::AppTx;
use kernel::db::DbResult;
use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

/// What happens to members. The subject is the member's user ID, where it is one member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum UserEvent {
    /// A new member.
    Registered,
    /// A sign-in.
    SignedIn,
    /// Name or profile.
    ProfileChanged,
    /// Personal settings, by another device of the same member.
    SettingsChanged {
        /// The settings' new revision.
        revision: i64,
    },
    /// Office, permissions or is_admin.
    RightsChanged,
    /// One member was disabled, or let in again.
    StatusChanged {
        /// Whether the account is disabled now.
        disabled: bool,
    },
    /// Many members were disabled or let in again. It names none of them.
    BulkStatusChanged {
        /// Whether the accounts are disabled now.
        disabled: bool,
        /// How many.
        affected: u64,
    },
    /// The password changed: every session but one ended.
    SessionsEnded {
        /// The id of the token that still opens something.
        kept: Option<String>,
    },
    /// The desktop that a class begins with is another one.
    DefaultLayoutChanged {
        /// Two digits; empty for all classes.
        class: String,
    },
    /// The account is gone.
    Erased,
}

impl FeatureEvent for UserEvent {
    const FEATURE: &'static str = "user";
}

impl UserEvent {
    /// Whether the list of members, or what it says of one, is another one now.
    #[must_use]
    pub fn changes_members(&self) -> bool {
        match self {
            Self::Registered
            | Self::ProfileChanged
            | Self::RightsChanged
            | Self::StatusChanged { .. }
            | Self::BulkStatusChanged { .. }
            | Self::Erased => true,
            Self::SignedIn
            | Self::SettingsChanged { .. }
            | Self::SessionsEnded { .. }
            | Self::DefaultLayoutChanged { .. } => false,
        }
    }
}

/// Appends to the log and drops the member from this node's memory when that is committed.
pub(super) fn append_and_forget(tx: &mut AppTx, user: UserId, change: &UserEvent) -> DbResult<()> {
    append(tx, user, None, change)?;
    let app = tx.app().clone();
    tx.on_commit(move || app.accounts().forget(&user));
    Ok(())
}

/// Appends to the log alone.
pub(super) fn append(
    tx: &mut AppTx,
    user: UserId,
    actor: Option<UserId>,
    change: &UserEvent,
) -> DbResult<()> {
    let audience = match change {
        UserEvent::StatusChanged { .. } => Audience::AdminsOf(user.class().to_owned()),
        _ => Audience::User(user),
    };
    tx.emit(NewEvent::new(change, audience).by(actor).about(user.as_str()))?;
    Ok(())
}
