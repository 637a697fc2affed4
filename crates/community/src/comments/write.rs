//! Writing a comment.

use std::sync::Arc;

use identity::user::Members;
use integrations::Via;
use kernel::user::UserFacts;
use kernel::{AppTx, Result, sequence};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::facts;
use crate::events::{self, CommunityEvent};
use crate::model::{self, MAX_COMMENT};
use crate::posts::marks::recount;
use crate::store::comments::{self, CommentRow};
use crate::store::posts::PostRow;
use crate::viewer::Viewer;
use crate::{case_content, notifications, texts};

/// A new comment.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct NewComment {
    /// The text of the comment, 1–2,000 characters of Markdown. It is stored as it is written; HTML in it stays text.
    pub(crate) content: String,
    /// The comment of the same post that this one answers; by default it answers the post.
    parent_id: Option<i64>,
    /// The comment of the same post that this one quotes.
    quote_id: Option<i64>,
    /// Whether the author is hidden from everyone. Class admins can ask for the author with a reason, which is logged
    /// and told to the author.
    #[serde(default)]
    anonymous: bool,
    /// An id that the client makes, at most 80 visible ASCII characters: sending again with the same id
    /// returns the first comment.
    pub(crate) key: Option<String>,
}

/// A comment that keeps the rules for one.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) content: String,
    parent_id: Option<i64>,
    quote_id: Option<i64>,
    pub(crate) anonymous: bool,
    pub(crate) key: Option<String>,
    /// The integration that writes in the name of its owner.
    via: Option<Via>,
    /// Whoever may moderate it, where a word rule wants them to look at it.
    pub(crate) flagged: Option<Arc<Members>>,
}

impl NewComment {
    /// The comment, if it keeps the rules for one.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(crate) fn check(&self, via: Option<Via>) -> Result<Draft> {
        if self.anonymous && via.is_some() {
            return Err(texts::ANONYMOUS_CLIENT.err());
        }
        Ok(Draft {
            content: parse(&self.content)?,
            parent_id: self.parent_id,
            quote_id: self.quote_id,
            anonymous: self.anonymous,
            key: model::parse_key(self.key.as_deref())?,
            via,
            flagged: None,
        })
    }
}

/// The text of a comment.
///
/// # Errors
/// 400 for what is too long, and for nothing to read.
pub(crate) fn parse(raw: &str) -> Result<String> {
    let content = model::parse_content(raw, MAX_COMMENT)?;
    if content.trim().is_empty() { Err(texts::COMMENT_MISSING.err()) } else { Ok(content) }
}

/// Writes a comment below a post. The same key gets the first one.
///
/// # Errors
/// 404 for a post that one does not see, 400 for a parent or quote that is not there, 409 when the first comment with
/// the key stands below another post or was deleted.
pub(crate) fn write(
    tx: &mut AppTx,
    author: &Viewer,
    post: i64,
    draft: &Draft,
    called: &[Arc<UserFacts>],
) -> Result<CommentRow> {
    // The counter first: what is counted and checked here holds until the transaction ends.
    tx.lock_log()?;
    let mut post = author.post(tx, post)?;
    let (user, now) = (author.user(), tx.now());
    let first = draft.key.as_deref().map(|key| comments::by_key(tx, user, key)).transpose()?.flatten();
    if let Some(first) = first {
        let is_same = first.post_id == post.id && first.deleted_at.is_none();
        return if is_same { Ok(first) } else { Err(texts::KEY_USED.err()) };
    }
    let parent = draft.parent_id.map(|id| answered(tx, &post, id)).transpose()?;
    draft.quote_id.map(|id| answered(tx, &post, id)).transpose()?;
    let row = CommentRow {
        id: sequence::next(tx, "community_comments")?,
        post_id: post.id,
        parent_id: draft.parent_id,
        quote_id: draft.quote_id,
        author_id: user.to_string(),
        class: user.class().to_owned(),
        author_tier: moderation::rank(&author.facts),
        anonymous: draft.anonymous,
        alias: alias(tx, author, &post, draft)?,
        content: draft.content.clone(),
        via: draft.via.as_ref().map(|via| serde_json::to_string(via).unwrap_or_default()),
        like_count: 0,
        edited_at: None,
        deleted_at: None,
        deleted_by: String::new(),
        created_at: now,
    };
    post.comment_count += 1;
    let created = CommunityEvent::CommentCreated(facts(&row, &post));
    let actor = (!row.anonymous).then_some(user);
    let seq = events::append(tx, &post, actor, &created)?;
    comments::insert(tx, &row, draft.key.as_deref())?;
    recount(tx, &mut post)?;
    notifications::notify_of_comment(tx, &post, &row, parent.as_ref(), seq, called)?;
    if let Some(everyone) = &draft.flagged {
        let content = case_content::of_comment(&row);
        moderation::flag(tx, everyone, case_content::COMMENT, &row.id.to_string(), &content)?;
    }
    Ok(row)
}

/// The comment of the same post that a comment answers or quotes.
fn answered(tx: &mut AppTx, post: &PostRow, id: i64) -> Result<CommentRow> {
    let found = comments::find(tx, id)?;
    let found = found.filter(|row| row.post_id == post.id && row.deleted_at.is_none());
    found.ok_or_else(|| texts::ANSWERED_UNKNOWN.err())
}

/// The number of an anonymous voice below a post. The author of an anonymous post has none there: by_author tells that
/// it is them.
fn alias(tx: &mut AppTx, author: &Viewer, post: &PostRow, draft: &Draft) -> Result<Option<i64>> {
    let is_author_of_post = post.anonymous && author.is_author(&post.author_id);
    if !draft.anonymous || is_author_of_post {
        return Ok(None);
    }
    Ok(Some(comments::alias(tx, post.id, author.user())?))
}
