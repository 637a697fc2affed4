//! What every node does when the log has something new about members.

use kernel::App;
use kernel::connections::Ended;
use kernel::events::{Event, FeatureEvent};
use kernel::user::UserId;

use super::accounts::AccountStore;
use super::directory;
use super::events::UserEvent;
use super::members::MemberCache;

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
