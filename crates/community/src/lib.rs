//! The community: what a class writes for longer than a chat keeps it in sight. Posts with images and tags, comments,
//! polls and surveys, profiles.
//!
//! Owns the tables `community_*` and the paths `/api/community*`. Whom a post is for is one audience ([`audience`]);
//! every path asks a [`viewer`] whether a member sees a post, and what a member does not see is not there. Who wrote
//! something anonymous is left out where answers are made ([`dto`]) and is in no event; class admins can ask for it with
//! a reason, which is logged and told to its author.
//!
//! Absent on purpose: likes with names, counts of readers, posts of others than their authors moved or merged.

mod audience;
mod birthdays;
mod case_content;
mod comments;
mod content_kinds;
mod dto;
mod events;
mod frames;
mod inbound;
mod log_target;
mod markdown_limits;
mod mentions;
mod model;
mod notifications;
mod polls;
mod posts;
mod profiles;
mod publish;
mod routes;
mod search;
mod store;
#[cfg(test)]
mod tests;
mod texts;
mod viewer;
mod word_rules;

use identity::level::{Action, Earned, Reward};
use kernel::Feature;
use kernel::apps::BuiltIn;
use kernel::events::FeatureEvent as _;
use kernel::limits::Limit;

pub use events::CommunityEvent;

/// Posts of a member.
static POSTS: Limit = Limit::new("community-posts", "RATE_LIMIT_POSTS", "20/3600", "posts per user");
/// Comments of a member.
static COMMENTS: Limit =
    Limit::new("community-comments", "RATE_LIMIT_COMMENTS", "30/3600", "comments per user");
/// Changes of what a member has written.
static EDITS: Limit =
    Limit::new("community-edits", "RATE_LIMIT_EDITS", "60/3600", "edits of posts and comments per user");
/// Likes that a member gives.
static LIKES: Limit = Limit::new("community-likes", "RATE_LIMIT_LIKES", "30/86400", "likes per user");

/// What people do in public earns experience. What is anonymous earns nothing: a level that grows at that moment would
/// tell who it was.
static REWARD: Reward = Reward(|event| match CommunityEvent::read(event)? {
    CommunityEvent::PostCreated(_) => Earned::by_actor(event, Action::CreatePost),
    CommunityEvent::PostShared(_) => Earned::by_actor(event, Action::SharePost),
    CommunityEvent::CommentCreated(_) => Earned::by_actor(event, Action::AddComment),
    CommunityEvent::Liked(like) => Earned::by_owner(event, Action::ReceiveLike, like.owner_id?),
    _ => None,
});

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "community",
    router: routes::router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(log_target::name),
    limits: &[&POSTS, &EDITS, &COMMENTS, &LIKES],
    apps: &[BuiltIn { name: "community", label: &texts::APP, protected: false, paths: &["/api/community"] }],
    statements: &store::STATEMENTS,
    state: |state, _| {
        state.insert(viewer::KnownAudiences::default());
    },
    provides: &[
        &REWARD,
        &inbound::COMMUNITY_POST,
        &notifications::MENTION,
        &notifications::REPLY,
        &content_kinds::POST,
        &content_kinds::COMMENT,
        &notifications::REVEALED,
        &search::POSTS,
        &search::COMMENTS,
        &birthdays::BIRTHDAYS,
    ],
    frames: frames::FRAMES,
    render: Some(frames::render),
    start: |app| Box::pin(posts::delete::start(app)),
    erase_user: |tx, user| {
        search::forget_comments_below(tx, user)?;
        store::erasure::erase(tx, user)
    },
    export_user: store::erasure::export,
    ..Feature::EMPTY
};

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];
