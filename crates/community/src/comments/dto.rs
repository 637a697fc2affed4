//! Comments as readers get them. What tells who wrote something anonymous, and what was deleted, is left out here, for
//! every path.

use std::collections::{BTreeMap, BTreeSet};

use identity::user::Names;
use kernel::app::iso;
use kernel::db::Read;
use kernel::texts::Language;
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::change::moderates;
use crate::store::comments::{self, CommentRow};
use crate::store::marks::{self, LikeTarget};
use crate::store::posts::PostRow;
use crate::texts;
use crate::viewer::Viewer;

/// What a quote shows of a comment, in characters.
const QUOTED: usize = 100;

/// The comment that another one quotes.
#[derive(Serialize, ToSchema)]
pub(crate) struct CommentQuote {
    /// The number of the quoted comment.
    id: i64,
    /// The user ID of the author of the quoted comment; empty when that is anonymous, deleted or erased.
    author_id: String,
    /// Whether the author of the quoted comment is hidden.
    anonymous: bool,
    /// The number of the anonymous author below the post; null for a name and for the author of the post.
    alias: Option<i64>,
    /// Whether the quoted comment was deleted.
    deleted: bool,
    /// The name of the author of the quoted comment; empty when the comment is deleted.
    author_name: String,
    /// The beginning of the quoted comment; empty when the comment is deleted.
    excerpt: String,
}

/// A comment as the caller sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Comment {
    /// The number of the comment.
    id: i64,
    /// The number of the post.
    post_id: i64,
    /// The comment that this one answers; null when it answers the post.
    parent_id: Option<i64>,
    /// The user ID of the author; empty when the comment is anonymous or deleted.
    author_id: String,
    /// The net name of the author. An anonymous author is called by the number that they have below this post; empty
    /// when the comment is deleted.
    author_name: String,
    /// The number of an anonymous author below this post, the same for each of their comments; null for the author of
    /// an anonymous post.
    alias: Option<i64>,
    /// Whether the author is hidden.
    anonymous: bool,
    /// Whether the caller wrote the comment.
    own: bool,
    /// Whether the author of the comment wrote the post. Told only where both are anonymous or both are not.
    by_author: bool,
    /// The text of the comment, in Markdown; empty when the comment is deleted.
    content: String,
    /// The name of the program that wrote the comment in the name of the author; null for the author, and when the
    /// comment is deleted.
    via: Option<integrations::Via>,
    /// The comment that this one quotes; null for none.
    quote: Option<CommentQuote>,
    /// The number of likes of the comment.
    like_count: i64,
    /// Whether the caller likes the comment.
    liked: bool,
    /// Whether the comment is deleted; it then stands only for its place.
    deleted: bool,
    /// When the comment was written, ISO 8601.
    created_at: String,
    /// When the author last changed the comment, ISO 8601.
    edited_at: Option<String>,
    /// Whether the caller may change the comment.
    may_edit: bool,
    /// Whether the caller may delete the comment.
    may_delete: bool,
    /// Whether the caller may ask who wrote the anonymous comment, with a reason, which is logged and told to its
    /// author; also of a comment that was deleted within the last 24 hours.
    may_reveal: bool,
}

/// The comments below a post.
#[derive(Serialize, ToSchema)]
pub(crate) struct CommentList {
    /// The comments on this page, the oldest first; `parent_id` makes a tree of them.
    pub(crate) comments: Vec<Comment>,
    /// The value of `after` that gives the next page; null on the last one.
    pub(crate) next: Option<i64>,
}

/// Comments of one post with what they quote and what a viewer has done to them, as one snapshot of the database has
/// all of it.
pub(crate) struct MarkedComments {
    post: PostRow,
    rows: Vec<CommentRow>,
    quoted: BTreeMap<i64, CommentRow>,
    liked: BTreeSet<i64>,
}

impl MarkedComments {
    /// Adds to comments what they quote and what the viewer has done to them.
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn read(
        read: &mut Read,
        viewer: &Viewer,
        post: PostRow,
        rows: Vec<CommentRow>,
    ) -> Result<Self> {
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let quoted: Vec<i64> = rows.iter().filter_map(|row| row.quote_id).collect();
        Ok(Self {
            quoted: comments::find_all(read, &quoted)?,
            liked: marks::liked(read, LikeTarget::Comment, viewer.reader(), &ids)?,
            post,
            rows,
        })
    }

    /// As the viewer gets them.
    ///
    /// # Errors
    /// When the accounts cannot be read.
    pub(crate) async fn shown(self, app: &App, viewer: &Viewer) -> Result<Vec<Comment>> {
        let all = self.rows.iter().chain(self.quoted.values());
        let named = all.filter(|row| !row.anonymous && row.deleted_at.is_none());
        let names = Names::of(app, named.map(|row| row.author_id.clone()).collect()).await?;
        Ok(self.rows.iter().map(|row| self.comment(row, viewer, &names)).collect())
    }

    fn comment(&self, row: &CommentRow, viewer: &Viewer, names: &Names) -> Comment {
        let deleted = row.deleted_at.is_some();
        let own = viewer.is_author(&row.author_id);
        let is_named = !deleted && !row.anonymous;
        let is_by_author = !deleted && row.author_id == self.post.author_id && !row.author_id.is_empty();
        Comment {
            id: row.id,
            post_id: row.post_id,
            parent_id: row.parent_id,
            author_id: if is_named { row.author_id.clone() } else { String::new() },
            author_name: name(row, names),
            alias: row.alias.filter(|_| !deleted),
            anonymous: row.anonymous,
            own,
            by_author: is_by_author && row.anonymous == self.post.anonymous,
            content: if deleted { String::new() } else { row.content.clone() },
            via: row.via.as_deref().filter(|_| !deleted).and_then(|via| serde_json::from_str(via).ok()),
            quote: row.quote_id.filter(|_| !deleted).map(|id| self.quote(id, names)),
            like_count: if deleted { 0 } else { row.like_count },
            liked: !deleted && self.liked.contains(&row.id),
            deleted,
            created_at: iso(row.created_at),
            edited_at: row.edited_at.filter(|_| !deleted).map(iso),
            may_edit: own && !deleted,
            may_delete: !deleted && (own || moderates(viewer, row)),
            may_reveal: row.anonymous && !row.author_id.is_empty() && !own && viewer.reveals(&row.class),
        }
    }

    fn quote(&self, id: i64, names: &Names) -> CommentQuote {
        let shown = self.quoted.get(&id).filter(|row| row.deleted_at.is_none());
        let named = shown.filter(|row| !row.anonymous);
        CommentQuote {
            id,
            author_id: named.map(|row| row.author_id.clone()).unwrap_or_default(),
            anonymous: shown.is_some_and(|row| row.anonymous),
            alias: shown.and_then(|row| row.alias),
            deleted: shown.is_none(),
            author_name: shown.map(|row| name(row, names)).unwrap_or_default(),
            excerpt: shown.map(|row| row.content.chars().take(QUOTED).collect()).unwrap_or_default(),
        }
    }
}

/// What the author of a comment is called.
fn name(row: &CommentRow, names: &Names) -> String {
    if row.deleted_at.is_some() {
        return String::new();
    }
    if row.anonymous { anonymous_name(row.alias) } else { names.get(&row.author_id) }
}

/// What the author of something anonymous is called; numbered below a post.
pub(crate) fn anonymous_name(alias: Option<i64>) -> String {
    match alias {
        Some(alias) => texts::ANONYMOUS_NUMBERED.with("number", alias).localized(Language::Chinese),
        None => texts::ANONYMOUS.zh.to_owned(),
    }
}
