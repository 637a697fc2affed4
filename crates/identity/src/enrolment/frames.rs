//! The frame of the enrolment feature: what the enrolment page follows.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::user::UserId;
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::EnrolmentEvent;

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[FrameType::of::<EnrolmentChanged>()];

/// Somebody has registered, or the enrolment window was opened, moved or closed: class admins and admins fetch
/// `/api/admin/enrolment` anew.
#[derive(Serialize, ToSchema)]
struct EnrolmentChanged {
    /// The class of whoever has registered, two digits; null when the window changed.
    #[schema(required)]
    class: Option<String>,
    /// The user ID of whoever has registered; null when the window changed.
    #[schema(required, value_type = Option<String>)]
    user_id: Option<UserId>,
}

impl Frame for EnrolmentChanged {
    const NAME: &'static str = "enrolment_changed";

    fn example() -> Self {
        Self { class: Some("01".into()), user_id: UserId::parse("240111") }
    }
}

/// What class admins and admins are shown.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let frames = events.into_iter().filter_map(|event| {
        let user_id = match EnrolmentEvent::read(&event)? {
            EnrolmentEvent::Registered => UserId::parse(&event.subject_id),
            EnrolmentEvent::WindowChanged { .. } => None,
        };
        let class = user_id.map(|user| user.class().to_owned());
        Some(ClientFrame::new(event.seq, &EnrolmentChanged { class, user_id }))
    });
    let frames = frames.collect();
    Box::pin(async move { Ok(frames) })
}
