//! The frames of members: what they are shown of themselves, and what class admins are shown of them.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::user::UserId;
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::UserEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[
    FrameType::of::<UserStatusChanged>(),
    FrameType::of::<OfficerPermissionsChanged>(),
    FrameType::of::<UserLogin>(),
    FrameType::of::<UserProfileUpdated>(),
    FrameType::of::<UserSettingsUpdated>(),
];

/// Members were disabled or let in again: to the class admins of the class of one member; of many at once to all
/// class admins, without a name.
#[derive(Serialize, ToSchema)]
struct UserStatusChanged {
    /// The user ID of the member; null for many at once.
    #[schema(required, value_type = Option<String>)]
    user_id: Option<UserId>,
    /// The status of the members now.
    status: AccountStatus,
    /// The number of members whose status changed.
    affected: u64,
}

/// Whether an account may sign in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum AccountStatus {
    Active,
    Disabled,
}

impl UserStatusChanged {
    fn new(user_id: Option<UserId>, disabled: bool, affected: u64) -> Self {
        let status = if disabled { AccountStatus::Disabled } else { AccountStatus::Active };
        Self { user_id, status, affected }
    }
}

impl Frame for UserStatusChanged {
    const NAME: &'static str = "admin_user_status_changed";

    fn example() -> Self {
        Self::new(UserId::parse("240111"), true, 1)
    }
}

/// The caller's own rights are others now.
#[derive(Serialize, ToSchema)]
struct OfficerPermissionsChanged {
    /// The user ID of the caller.
    user_id: String,
    /// The role of the caller.
    role: String,
    /// The ids of the permissions of the caller.
    permissions: Vec<String>,
    /// The title of the caller's office; empty for none.
    title: String,
}

impl Frame for OfficerPermissionsChanged {
    const NAME: &'static str = "officer_permissions_changed";

    fn example() -> Self {
        Self {
            user_id: "240111".into(),
            role: "officer".into(),
            permissions: vec!["manage_posts".into()],
            title: "班长".into(),
        }
    }
}

/// Someone signed in as the caller.
#[derive(Serialize, ToSchema)]
struct UserLogin {
    /// The user ID of the caller.
    user_id: String,
}

impl Frame for UserLogin {
    const NAME: &'static str = "user_login";

    fn example() -> Self {
        Self { user_id: "240111".into() }
    }
}

/// The caller's own profile changed, perhaps on another device: load it anew.
#[derive(Serialize, ToSchema)]
struct UserProfileUpdated {
    /// The user ID of the caller.
    user_id: String,
}

impl Frame for UserProfileUpdated {
    const NAME: &'static str = "user_profile_updated";

    fn example() -> Self {
        Self { user_id: "240111".into() }
    }
}

/// The caller's own settings changed, perhaps on another device: load them anew when the revision is newer.
#[derive(Serialize, ToSchema)]
struct UserSettingsUpdated {
    /// The user ID of the caller.
    user_id: String,
    /// The new revision of the settings.
    revision: i64,
}

impl Frame for UserSettingsUpdated {
    const NAME: &'static str = "user_settings_updated";

    fn example() -> Self {
        Self { user_id: "240111".into(), revision: 7 }
    }
}

/// What members are shown of themselves: that their profile, settings or rights are others now, and
/// that someone signed in as them. Of everything else their sessions' end tells. What class admins
/// are shown: who was disabled or let in.
pub(super) fn render(app: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move {
        let mut shown = Vec::new();
        for event in events {
            shown.extend(frame(&app, &event).await?);
        }
        Ok(shown)
    })
}

async fn frame(app: &App, event: &Event) -> Result<Option<ClientFrame>> {
    let (seq, user) = (event.seq, UserId::parse(&event.subject_id));
    let user_id = || event.subject_id.clone();
    Ok(Some(match (UserEvent::read(event), user) {
        (Some(UserEvent::ProfileChanged), Some(_)) => {
            ClientFrame::new(seq, &UserProfileUpdated { user_id: user_id() })
        }
        (Some(UserEvent::SettingsChanged { revision }), Some(_)) => {
            ClientFrame::new(seq, &UserSettingsUpdated { user_id: user_id(), revision })
        }
        (Some(UserEvent::StatusChanged { disabled }), Some(user)) => {
            ClientFrame::new(seq, &UserStatusChanged::new(Some(user), disabled, 1))
        }
        (Some(UserEvent::BulkStatusChanged { disabled, affected }), _) => {
            ClientFrame::new(seq, &UserStatusChanged::new(None, disabled, affected))
        }
        (Some(UserEvent::SignedIn), Some(_)) => ClientFrame::new(seq, &UserLogin { user_id: user_id() }),
        (Some(UserEvent::RightsChanged), Some(user)) => {
            let Some(facts) = app.accounts().load(user).await? else { return Ok(None) };
            let frame = OfficerPermissionsChanged {
                user_id: user_id(),
                role: facts.role().into(),
                permissions: facts.permissions.clone(),
                title: facts.officer_title.clone(),
            };
            ClientFrame::new(seq, &frame)
        }
        _ => return Ok(None),
    }))
}
