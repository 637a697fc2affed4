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

/// Somebody of a class has registered, wrong claim codes have locked out a row of it or the lockout was cleared, or
/// the enrolment window was opened, moved or closed: class admins and admins fetch `/api/admin/enrolment` anew. Who it
/// was, the frame does not say: class admins of other classes get it as well.
#[derive(Serialize, ToSchema)]
struct EnrolmentChanged {
    /// The class, two digits; null when the window changed.
    #[schema(required)]
    class: Option<String>,
}

impl Frame for EnrolmentChanged {
    const NAME: &'static str = "enrolment_changed";

    fn example() -> Self {
        Self { class: Some("01".into()) }
    }
}

/// What class admins and admins are shown.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let frames = events.into_iter().filter_map(|event| {
        let listed = match EnrolmentEvent::read(&event)? {
            EnrolmentEvent::Registered
            | EnrolmentEvent::ClaimLockedOut
            | EnrolmentEvent::ClaimLockoutCleared => UserId::parse(&event.subject_id),
            EnrolmentEvent::WindowChanged { .. } => None,
        };
        let class = listed.map(|user| user.class().to_owned());
        Some(ClientFrame::new(event.seq, &EnrolmentChanged { class }))
    });
    let frames = frames.collect();
    Box::pin(async move { Ok(frames) })
}
