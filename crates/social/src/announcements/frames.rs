//! The frames of announcements (`interface 6.3`): ids and codes. The words come from `GET /api/announcements/ID`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::events::{AnnouncementEvent, AnnouncementFacts};

/// All of them.
pub(super) const FRAMES: &[FrameType] = &[
    FrameType::of::<AnnouncementPublished>(),
    FrameType::of::<AnnouncementUpdated>(),
    FrameType::of::<AnnouncementRemoved>(),
    FrameType::of::<AnnouncementReminder>(),
];

/// A frame that says of an announcement what its event says.
macro_rules! announcement_frame {
    ($(#[$about:meta])* $name:ident = $type:literal) => {
        $(#[$about])*
        #[derive(Serialize, ToSchema)]
        struct $name {
            /// The number of the announcement.
            id: i64,
            /// The kind of the announcement: `notice` or `homework`.
            kind: String,
            /// Whether members confirm that they have read the announcement.
            requires_ack: bool,
            /// The number of the announcement's wording, which grows with each change of its words.
            revision: i64,
            /// When that happened, ISO 8601.
            created_at: String,
        }

        impl $name {
            fn new(facts: AnnouncementFacts, created_at: String) -> Self {
                let AnnouncementFacts { id, kind, requires_ack, revision } = facts;
                Self { id, kind, requires_ack, revision, created_at }
            }
        }

        impl Frame for $name {
            const NAME: &'static str = $type;

            fn example() -> Self {
                let kind = "notice".into();
                let facts = AnnouncementFacts { id: 7, kind, requires_ack: true, revision: 1 };
                Self::new(facts, "2026-09-01T08:00:00.000Z".into())
            }
        }
    };
}

announcement_frame! {
    /// An announcement for the caller is out; its words come from `GET /api/announcements/ID`.
    AnnouncementPublished = "announcement_published"
}

announcement_frame! {
    /// An announcement was edited, or was pinned or unpinned.
    AnnouncementUpdated = "announcement_updated"
}

announcement_frame! {
    /// An announcement is gone, or over.
    AnnouncementRemoved = "announcement_removed"
}

/// The caller has not confirmed an announcement yet, and is asked to.
#[derive(Serialize, ToSchema)]
struct AnnouncementReminder {
    /// The number of the announcement.
    id: i64,
    /// When the reminder was sent, ISO 8601.
    created_at: String,
}

impl Frame for AnnouncementReminder {
    const NAME: &'static str = "announcement_reminder";

    fn example() -> Self {
        Self { id: 7, created_at: "2026-09-01T08:00:00.000Z".into() }
    }
}

/// What clients are shown of these events.
pub(super) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let shown = events.iter().filter_map(|event| frame(event));
    Box::pin(std::future::ready(Ok(shown.collect())))
}

fn frame(event: &Event) -> Option<ClientFrame> {
    let (seq, at) = (event.seq, iso(event.ts));
    Some(match AnnouncementEvent::read(event)? {
        AnnouncementEvent::Published(facts) => ClientFrame::new(seq, &AnnouncementPublished::new(facts, at)),
        AnnouncementEvent::Updated(facts) => ClientFrame::new(seq, &AnnouncementUpdated::new(facts, at)),
        AnnouncementEvent::Removed(facts) => ClientFrame::new(seq, &AnnouncementRemoved::new(facts, at)),
        AnnouncementEvent::Reminded { id } => {
            ClientFrame::new(seq, &AnnouncementReminder { id, created_at: at })
        }
    })
}
