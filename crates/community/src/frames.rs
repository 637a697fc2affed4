//! The frame of the community: ids, codes and counts. The words come from `GET /api/community/ID`.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event, FeatureEvent as _};
use kernel::frames::{Frame, FrameType};
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::events::{CommentFacts, CommunityEvent, LikeFacts, PostFacts};
use crate::model::PostType;

/// All of them.
pub(crate) const FRAMES: &[FrameType] = &[FrameType::of::<CommunityFrame>()];

/// What happened in the community.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum CommunityAction {
    /// A post is there.
    PostCreated,
    /// A post says something else, or stands elsewhere.
    PostChanged,
    /// A post is gone for the caller.
    PostRemoved,
    /// A comment is there.
    CommentCreated,
    /// A comment says something else.
    CommentChanged,
    /// A comment is gone.
    CommentRemoved,
    /// Something has more or fewer likes.
    Liked,
    /// Somebody has voted.
    Voted,
}

/// Something happened in the community that the caller sees.
#[derive(Serialize, ToSchema)]
#[schema(as = CommunityEvent)]
struct CommunityFrame {
    /// What happened.
    action: CommunityAction,
    /// The number of the post.
    post_id: i64,
    /// The kind of the post.
    post_type: PostType,
    /// The number of the comment that it happened to; null for the post.
    comment_id: Option<i64>,
    /// The number of likes of the post, or of the comment where one is named; null when it did not change.
    like_count: Option<i64>,
    /// The number of comments of the post; null when it did not change.
    comment_count: Option<i64>,
    /// When that happened, ISO 8601.
    created_at: String,
}

impl Frame for CommunityFrame {
    const NAME: &'static str = "community_event";

    fn example() -> Self {
        let post = PostFacts { post_id: 7, post_type: PostType::Forum };
        let facts = CommentFacts { comment_id: 12, post, comment_count: 3 };
        let event = CommunityEvent::CommentCreated(facts);
        Self::new(event, "2026-09-01T08:00:00.000Z".into())
    }
}

impl CommunityFrame {
    fn new(event: CommunityEvent, created_at: String) -> Self {
        let of_post = |action, PostFacts { post_id, post_type }| Self {
            action,
            post_id,
            post_type,
            comment_id: None,
            like_count: None,
            comment_count: None,
            created_at: created_at.clone(),
        };
        let of_comment = |action, CommentFacts { comment_id, post, comment_count }| Self {
            comment_id: Some(comment_id),
            comment_count: Some(comment_count),
            ..of_post(action, post)
        };
        match event {
            CommunityEvent::PostCreated(post) => of_post(CommunityAction::PostCreated, post),
            CommunityEvent::PostChanged(post)
            | CommunityEvent::PostAudienceChanged(post)
            | CommunityEvent::PostShared(post) => of_post(CommunityAction::PostChanged, post),
            CommunityEvent::PostRemoved(post) => of_post(CommunityAction::PostRemoved, post),
            CommunityEvent::CommentCreated(comment) => of_comment(CommunityAction::CommentCreated, comment),
            CommunityEvent::CommentChanged(comment) => of_comment(CommunityAction::CommentChanged, comment),
            CommunityEvent::CommentRemoved(comment) => of_comment(CommunityAction::CommentRemoved, comment),
            CommunityEvent::Liked(LikeFacts { post, comment_id, like_count, .. }) => {
                Self { comment_id, like_count: Some(like_count), ..of_post(CommunityAction::Liked, post) }
            }
            CommunityEvent::Voted(post) => of_post(CommunityAction::Voted, post),
        }
    }
}

/// What clients are shown of these events.
pub(crate) fn render(_: App, events: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    let frame = |event: &Arc<Event>| {
        let shown = CommunityFrame::new(CommunityEvent::read(event)?, iso(event.ts));
        Some(ClientFrame::new(event.seq, &shown))
    };
    let shown = events.iter().filter_map(frame).collect();
    Box::pin(std::future::ready(Ok(shown)))
}
