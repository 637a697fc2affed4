//! `/api/community`.

mod comments;
mod lists;
mod marks;
mod polls;
mod posts;
mod profiles;
mod staff;

use identity::admin::MANAGE_POSTS;
use identity::user::facts_of;
use kernel::http::{Caller, Limited, Requires};
use kernel::limits::Limit;
use kernel::user::{Permission, UserId};
use kernel::{ApiError, App, Reply, Result, Routes, routes};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dto::{Marked, Post};
use crate::store::posts::PostRow;
use crate::viewer::Viewer;

/// Names RATE_LIMIT_POSTS in a handler's signature.
pub(crate) struct Posts;

impl Limited for Posts {
    fn limit() -> &'static Limit {
        &crate::POSTS
    }
}

/// Names manage_posts in a handler's signature.
pub(crate) struct ManagePosts;

impl Requires for ManagePosts {
    fn permission() -> &'static Permission {
        &MANAGE_POSTS
    }
}

/// Names RATE_LIMIT_EDITS in a handler's signature.
pub(crate) struct Edits;

impl Limited for Edits {
    fn limit() -> &'static Limit {
        &crate::EDITS
    }
}

/// Names RATE_LIMIT_LIKES in a handler's signature.
pub(crate) struct Likes;

impl Limited for Likes {
    fn limit() -> &'static Limit {
        &crate::LIKES
    }
}

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(lists::list_posts, posts::create_post))
        .routes(routes!(lists::rank_posts))
        .routes(routes!(lists::unread_posts))
        .routes(routes!(lists::mark_feed_seen))
        .routes(routes!(posts::get_post, posts::edit_post, posts::delete_post))
        .routes(routes!(posts::restore_post))
        .routes(routes!(posts::post_history))
        .routes(routes!(marks::like_post, marks::unlike_post))
        .routes(routes!(marks::bookmark_post, marks::remove_bookmark))
        .routes(routes!(marks::mark_post_read))
        .routes(routes!(marks::share_post))
        .routes(routes!(staff::pin_post))
        .routes(routes!(staff::feature_post))
        .routes(routes!(staff::reveal_post_author))
        .merge(comments::router())
        .merge(polls::router())
        .merge(profiles::router())
        .without_user_in_log()
}

/// How much something is liked.
#[derive(Serialize, ToSchema)]
pub(crate) struct LikeState {
    /// The number of likes.
    pub(crate) like_count: i64,
    /// Whether the caller likes it.
    pub(crate) liked: bool,
}

/// The author of something anonymous.
#[derive(Serialize, ToSchema)]
pub(crate) struct RevealedAuthor {
    /// The user ID of the author.
    user_id: String,
    /// The real name of the author.
    real_name: String,
    /// The net name of the author.
    net_name: String,
}

impl RevealedAuthor {
    pub(crate) async fn of(app: &App, author: UserId) -> Result<Reply<Self>> {
        let facts = facts_of(app, author).await?.ok_or_else(ApiError::not_found)?;
        let (real_name, net_name) = (facts.real_name.clone(), facts.net_name.clone());
        Ok(Reply::ok(Self { user_id: author.to_string(), real_name, net_name }))
    }
}

/// One post as the caller gets it.
pub(crate) async fn shown(app: &App, caller: &Caller, row: PostRow) -> Result<Reply<Post>> {
    let (viewer, now) = (Viewer::scoped(app, caller).await?, app.clock.now_ms());
    let reader = viewer.clone();
    let marked = app.db.read(move |read| Marked::read_one(read, &reader, row, now)).await?;
    let mut posts = marked.shown(app, &viewer, false).await?;
    posts.pop().map(Reply::ok).ok_or_else(ApiError::not_found)
}
