//! Likes, bookmarks, shares, what was opened, and what moderators set on posts.

use kernel::audit::Actor;
use kernel::http::Caller;
use kernel::{AppTx, Result};
use serde_json::json;

use crate::events::{self, CommunityEvent, LikeFacts};
use crate::store::marks::{self, LikeTarget};
use crate::store::posts::{self, PostRow};
use crate::viewer::Viewer;
use crate::{model, texts};

/// Posts of a class that are pinned at most, and posts that stand before the feed at most. Who sees those of several
/// classes finds the other pinned ones in their places of the feed.
pub(crate) const MAX_PINNED: i64 = 5;

/// Likes a post, or takes the like back; again changes nothing. Answers the number of likes.
///
/// # Errors
/// 404 for what one does not see, 400 for one's own.
pub(crate) fn like(tx: &mut AppTx, viewer: &Viewer, id: i64, likes: bool) -> Result<i64> {
    tx.lock_log()?;
    let mut post = viewer.post(tx, id)?;
    if viewer.is_author(&post.author_id) {
        return Err(texts::LIKE_OWN.err());
    }
    let (user, now) = (viewer.user(), tx.now());
    let changed = if likes {
        marks::like(tx, LikeTarget::Post, id, user, now)?
    } else {
        marks::unlike(tx, LikeTarget::Post, id, user)?
    };
    if !changed {
        return Ok(post.like_count);
    }
    post.like_count += if likes { 1 } else { -1 };
    recount(tx, &mut post)?;
    let owner_id = post.author().filter(|_| likes && !post.anonymous);
    let liked = LikeFacts { post: (&post).into(), comment_id: None, like_count: post.like_count, owner_id };
    // Likes have no names, so the event has one only where the owner earns something by it.
    let actor = owner_id.map(|_| user);
    events::append(tx, &post, actor, &CommunityEvent::Liked(liked))?;
    Ok(post.like_count)
}

/// Writes the counts of a post, and its place among what is hot.
///
/// # Errors
/// When a statement fails.
pub(crate) fn recount(tx: &mut AppTx, post: &mut PostRow) -> Result<()> {
    post.hot = model::hot(post.created_at, post.like_count, post.comment_count, post.share_count);
    Ok(posts::count(tx, post)?)
}

/// Counts that somebody passed a post on: a member once, its author never. Answers the number.
///
/// # Errors
/// 404 for what one does not see.
pub(crate) fn share(tx: &mut AppTx, viewer: &Viewer, id: i64) -> Result<i64> {
    tx.lock_log()?;
    let mut post = viewer.post(tx, id)?;
    if viewer.is_author(&post.author_id) || !marks::share(tx, id, viewer.user())? {
        return Ok(post.share_count);
    }
    post.share_count += 1;
    recount(tx, &mut post)?;
    let shared = CommunityEvent::PostShared((&post).into());
    events::append(tx, &post, viewer.user().into(), &shared)?;
    Ok(post.share_count)
}

/// What moderators set on a post.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Pinned(bool),
    Featured(bool),
}

/// Pins a post or features it, or takes that back. It is logged.
///
/// # Errors
/// 404 for what one does not see, 403 for what one does not moderate, 409 when enough posts of the class are pinned.
pub(crate) fn set(tx: &mut AppTx, caller: &Caller, viewer: &Viewer, id: i64, mark: Mark) -> Result<PostRow> {
    tx.lock_log()?;
    let mut post = viewer.post(tx, id)?;
    if !viewer.moderates_post(&post) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    let is_new_pin = matches!(mark, Mark::Pinned(true)) && !post.pinned;
    if is_new_pin && posts::pinned_beside(tx, &post)? >= MAX_PINNED {
        return Err(texts::TOO_MANY_PINNED.with("max", MAX_PINNED));
    }
    let (action, detail) = match mark {
        Mark::Pinned(pinned) => {
            post.pinned = pinned;
            (&texts::PIN_POST, json!({ "pinned": pinned }))
        }
        Mark::Featured(featured) => {
            post.featured = featured;
            (&texts::FEATURE_POST, json!({ "featured": featured }))
        }
    };
    post.updated_at = tx.now();
    posts::mark(tx, &post)?;
    events::append(tx, &post, viewer.user().into(), &CommunityEvent::PostChanged((&post).into()))?;
    tx.audit(&Actor::from(caller), action, &id.to_string(), &detail)?;
    Ok(post)
}
