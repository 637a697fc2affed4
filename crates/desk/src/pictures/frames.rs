//! The frames of pictures.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::PictureEvent;
use crate::cloud;

/// All of them.
pub(super) const FRAMES: &[FrameType] =
    &[FrameType::of::<AvatarChanged>(), FrameType::of::<PicturesChanged>()];

/// A member has another avatar, or none any more.
#[derive(Serialize, ToSchema)]
struct AvatarChanged {
    /// The user ID of the member.
    user_id: String,
    /// The address of the avatar, relative to the site; null for none.
    #[schema(required)]
    url: Option<String>,
}

impl Frame for AvatarChanged {
    const NAME: &'static str = "avatar_changed";

    fn example() -> Self {
        let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        Self { user_id: "240111".into(), url: Some(cloud::url(hash, "image/jpeg")) }
    }
}

/// The caller's own wallpapers, or the photo of the caller's class, are others now: load the pictures anew.
#[derive(Serialize, ToSchema)]
struct PicturesChanged {}

impl Frame for PicturesChanged {
    const NAME: &'static str = "pictures_changed";

    fn example() -> Self {
        Self {}
    }
}

/// What clients are shown of pictures.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move { Ok(events.iter().filter_map(|event| frame(event)).collect()) })
}

fn frame(event: &Event) -> Option<ClientFrame> {
    let user_id = event.subject_id.clone();
    Some(match PictureEvent::read(event)? {
        PictureEvent::AvatarSet { hash, mime } => {
            let url = Some(cloud::url(&hash, &mime));
            ClientFrame::new(event.seq, &AvatarChanged { user_id, url })
        }
        PictureEvent::AvatarRemoved => ClientFrame::new(event.seq, &AvatarChanged { user_id, url: None }),
        PictureEvent::WallpapersChanged | PictureEvent::ClassPhotoChanged => {
            ClientFrame::new(event.seq, &PicturesChanged {})
        }
    })
}
