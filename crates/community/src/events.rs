//! What happens in the community, as the log has it: ids, codes and counts.
//!
//! An event never names the author of something anonymous, neither as its actor nor in its data, so that what follows
//! events (frames, experience, integrations, notifications) cannot tell either.

use kernel::AppTx;
use kernel::db::DbResult;
use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

use crate::model::PostType;
use crate::store::posts::PostRow;

/// A post, as its events have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostFacts {
    /// The number of the post.
    pub post_id: i64,
    /// The kind of the post.
    pub(crate) post_type: PostType,
}

/// A comment, as its events have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommentFacts {
    /// The number of the comment.
    pub comment_id: i64,
    /// Its post.
    #[serde(flatten)]
    pub post: PostFacts,
    /// How many comments the post has now.
    pub comment_count: i64,
}

/// A like, as its event has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LikeFacts {
    /// The post that is liked, or whose comment is.
    #[serde(flatten)]
    pub post: PostFacts,
    /// The comment that is liked; none for the post.
    pub comment_id: Option<i64>,
    /// How many likes it has now.
    pub like_count: i64,
    /// Whose it is; none of something anonymous, and none when a like was taken back.
    pub owner_id: Option<UserId>,
}

/// What happens in the community. The subject is the number of the post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum CommunityEvent {
    /// A post was written.
    PostCreated(PostFacts),
    /// The text or the place of a post changed.
    PostChanged(PostFacts),
    /// The audience of the post changed, or it was restored: other members see the post and its comments now. Its text may
    /// have changed with it.
    PostAudienceChanged(PostFacts),
    /// A post was deleted.
    PostRemoved(PostFacts),
    /// Somebody passed a post on.
    PostShared(PostFacts),
    /// A comment was written.
    CommentCreated(CommentFacts),
    /// The text of a comment changed, or the comment was restored.
    CommentChanged(CommentFacts),
    /// A comment was deleted.
    CommentRemoved(CommentFacts),
    /// Somebody likes a post or comment, or took the like back.
    Liked(LikeFacts),
    /// Somebody has voted on a poll or survey.
    Voted(PostFacts),
}

impl FeatureEvent for CommunityEvent {
    const FEATURE: &'static str = "community";

    fn is_polled(&self) -> bool {
        true
    }
}

impl From<&PostRow> for PostFacts {
    fn from(row: &PostRow) -> Self {
        Self { post_id: row.id, post_type: row.kind }
    }
}

/// Appends what happened to a post or below it, for whoever sees the post; answers the number of the event. Name no
/// actor of what is anonymous.
pub(crate) fn append(
    tx: &mut AppTx,
    post: &PostRow,
    actor: Option<UserId>,
    event: &CommunityEvent,
) -> DbResult<i64> {
    let audience = Audience::parse(&post.audience).unwrap_or(Audience::Admins);
    append_to(tx, post.id, audience, actor, event)
}

/// The same for others than those who see the post now.
pub(crate) fn append_to(
    tx: &mut AppTx,
    post: i64,
    audience: Audience,
    actor: Option<UserId>,
    event: &CommunityEvent,
) -> DbResult<i64> {
    let subject = post.to_string();
    tx.emit(NewEvent::new(event, audience).by(actor).about(&subject))
}
