//! What the user feature tells the event log, and what it does when it hears it, on every node.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::connections::Ended;
use kernel::db::DbResult;
use kernel::events::{Audience, ClientFrame, Event, FeatureEvent, NewEvent};
use kernel::user::UserId;
use kernel::{App, AppTx, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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

/// The frames that [`show`] makes.
pub(super) const FRAMES: &[&str] = &[
    "admin_user_status_changed",
    "officer_permissions_changed",
    "user_login",
    "user_profile_updated",
    "user_settings_updated",
];

/// Appends to the log and drops the member from this node's memory when that is committed.
pub(super) fn tell(tx: &mut AppTx, user: UserId, change: &UserEvent) -> DbResult<()> {
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
pub(super) fn tell_of_many(tx: &mut AppTx, actor: UserId, disabled: bool, count: u64) -> DbResult<()> {
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

/// What members are shown of themselves: that their profile, settings or rights are others now, and
/// that someone signed in as them. Of everything else their sessions' end tells. What class admins
/// are shown: who was disabled or let in.
pub(super) fn render(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move {
        let mut shown = Vec::new();
        for event in events {
            let Some(change) = UserEvent::read(&event) else { continue };
            let frame = match (change, UserId::parse(&event.subject_id)) {
                (UserEvent::ProfileChanged, Some(user)) => {
                    json!({ "type": "user_profile_updated", "user_id": user })
                }
                (UserEvent::SettingsChanged { revision }, Some(user)) => {
                    json!({ "type": "user_settings_updated", "user_id": user, "revision": revision })
                }
                (UserEvent::StatusChanged { disabled }, Some(user)) => status_frame(Some(user), disabled, 1),
                (UserEvent::BulkStatusChanged { disabled, affected }, _) => {
                    status_frame(None, disabled, affected)
                }
                (UserEvent::SignedIn, Some(user)) => json!({ "type": "user_login", "user_id": user }),
                (UserEvent::RightsChanged, Some(user)) => {
                    let Some(facts) = app.accounts().load(user).await? else { continue };
                    json!({ "type": "officer_permissions_changed", "user_id": user, "role": facts.role(),
                            "permissions": facts.permissions, "title": facts.officer_title })
                }
                _ => continue,
            };
            shown.extend(ClientFrame::new(event.seq, &frame));
        }
        Ok(shown)
    })
}

/// That a member was disabled or let in, or many were; of many it names none.
fn status_frame(user: Option<UserId>, disabled: bool, affected: u64) -> Value {
    let status = if disabled { "disabled" } else { "active" };
    json!({ "type": "admin_user_status_changed", "user_id": user, "status": status, "affected": affected })
}
