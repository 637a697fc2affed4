//! What the user feature tells the event log, and what it does when it hears it, on every node.

use kernel::App;
use kernel::AppTx;
use kernel::connections::Ended;
use kernel::db::DbResult;
use kernel::events::{Audience, Event, FeatureEvent, NewEvent};
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

use super::accounts::AccountStore;
use super::directory;
use super::members::MemberCache;

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

/// Tells of a change of many: it names none of them, and everyone is looked up anew.
pub(super) fn append_bulk(tx: &mut AppTx, actor: UserId, disabled: bool, count: u64) -> DbResult<()> {
    let changed = UserEvent::BulkStatusChanged { disabled, affected: count };
    tx.emit(NewEvent::new(&changed, Audience::Admins).by(actor))?;
    let app = tx.app().clone();
    tx.on_commit(move || app.state::<AccountStore>().forget_all());
    Ok(())
}

/// Drops changed members from memory and ends what their sessions had open.
pub(super) fn follow(app: &App, event: &Event) {
    if event.feature != UserEvent::FEATURE {
        return;
    }
    let user = UserId::parse(&event.subject_id);
    // Also for a kind that only a newer version of the portal knows: it may have changed the rights.
    if let Some(user) = &user {
        app.accounts().forget(user);
    }
    // What a newer version tells may be a change of a member.
    if UserEvent::read(event).is_none_or(|change| change.changes_members()) {
        app.state::<MemberCache>().invalidate();
    }
    match (UserEvent::read(event), user) {
        (Some(UserEvent::BulkStatusChanged { disabled, .. }), _) => {
            app.state::<AccountStore>().forget_all();
            if disabled {
                directory::close_banned(app);
            }
        }
        (Some(UserEvent::StatusChanged { disabled: true }), Some(user)) => {
            app.connections.close_user(&user, Ended::Disabled);
        }
        (Some(UserEvent::Erased), Some(user)) => app.connections.close_user(&user, Ended::Session),
        (Some(UserEvent::SessionsEnded { kept }), Some(user)) => {
            app.connections.close_other_tokens(&user, kept.as_deref().unwrap_or_default());
        }
        _ => {}
    }
}
