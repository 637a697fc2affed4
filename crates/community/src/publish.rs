//! What was held for a moderator: how it is kept, and how it is published.

use identity::user::facts_of;
use kernel::{ApiError, App, Result};
use moderation::{Held, Publication};
use serde::{Deserialize, Serialize};

use crate::comments::write::{self as comment, NewComment};
use crate::posts::write::{self as post, NewPost};
use crate::store::{comments, posts};
use crate::viewer::Viewer;
use crate::{mentions, texts};

/// A post that waits for a moderator. Fields that are added to it later have a default: what waits may be of an earlier
/// version.
#[derive(Serialize, Deserialize)]
pub(crate) struct HeldPost {
    pub(crate) post: NewPost,
}

impl HeldPost {
    /// As a case keeps it.
    ///
    /// # Errors
    /// None that is known.
    pub(crate) fn payload(&self) -> Result<String> {
        serde_json::to_string(self).map_err(ApiError::internal)
    }
}

/// A comment that waits for a moderator, likewise.
#[derive(Serialize, Deserialize)]
pub(crate) struct HeldComment {
    pub(crate) post_id: i64,
    pub(crate) comment: NewComment,
}

impl HeldComment {
    /// As a case keeps it.
    ///
    /// # Errors
    /// None that is known.
    pub(crate) fn payload(&self) -> Result<String> {
        serde_json::to_string(self).map_err(ApiError::internal)
    }
}

fn gone() -> ApiError {
    texts::NOT_RESTORABLE.err()
}

async fn author_of(app: &App, held: &Held) -> Result<Viewer> {
    Ok(Viewer::new(app, &*facts_of(app, held.author).await?.ok_or_else(gone)?))
}

/// Gets a post that was held ready to be written. The key of its author's client is left out where another post has it.
///
/// # Errors
/// What writing it refuses by now.
pub(crate) async fn prepare_post(app: App, held: Held) -> Result<Publication> {
    let HeldPost { post } = serde_json::from_str(&held.payload).map_err(|_| gone())?;
    let author = author_of(&app, &held).await?;
    let draft = post.check(&app, &author, None)?;
    let called = mentions::called(&app, post.content(), "").await?;
    Ok(Box::new(move |tx| {
        let mut draft = draft.clone();
        if let Some(key) = &draft.key
            && posts::has_key(tx, author.user(), key)?
        {
            draft.key = None;
        }
        Ok(post::write(tx, &author, &draft, &called)?.id.to_string())
    }))
}

/// Gets a comment that was held ready to be written. The key of its author's client is left out where another comment
/// has it.
///
/// # Errors
/// What writing it refuses by now.
pub(crate) async fn prepare_comment(app: App, held: Held) -> Result<Publication> {
    let HeldComment { post_id, comment } = serde_json::from_str(&held.payload).map_err(|_| gone())?;
    let author = author_of(&app, &held).await?;
    let draft = comment.check(None)?;
    let called = mentions::called(&app, &draft.content, "").await?;
    Ok(Box::new(move |tx| {
        let mut draft = draft.clone();
        if let Some(key) = &draft.key
            && comments::has_key(tx, author.user(), key)?
        {
            draft.key = None;
        }
        Ok(comment::write(tx, &author, post_id, &draft, &called)?.id.to_string())
    }))
}
