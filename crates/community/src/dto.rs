//! Posts as readers get them. What tells who wrote something anonymous is left out here, for every path.

use std::collections::BTreeMap;

use identity::user::Names;
use kernel::app::iso;
use kernel::db::Read;
use kernel::files::Kind as FileKind;
use kernel::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::audience::PostAudience;
use crate::model::{self, PostType};
use crate::polls::{self, Poll};
use crate::store::marks::{self, Marks};
use crate::store::posts::{Image, PostRow};
use crate::texts;
use crate::viewer::Viewer;

/// Where files are read.
const ADDRESS: &str = "/api/cloud/files/";

/// An image of a post.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PostImage {
    /// The SHA-256 of the image, in lower-case hexadecimal digits.
    hash: String,
    /// The address of the image, relative to the site; `?w=` asks for a smaller one.
    url: String,
    /// The media type, determined from the bytes.
    mime: String,
    /// The width of the image in pixels.
    width: Option<i64>,
    /// The height of the image in pixels.
    height: Option<i64>,
}

impl From<Image> for PostImage {
    fn from(Image { hash, mime, width, height }: Image) -> Self {
        let url = format!("{ADDRESS}{hash}.{}", FileKind::extension(&mime));
        Self { hash, url, mime, width, height }
    }
}

/// A post as the caller sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Post {
    /// The number of the post.
    id: i64,
    /// The kind of the post.
    r#type: PostType,
    /// The title of the post, at most 100 characters; may be empty.
    title: String,
    /// The text of the post, in Markdown. Lists cut it after 300 characters.
    content: String,
    /// Whether `content` is only the beginning of the text.
    truncated: bool,
    /// The user ID of the author; empty when the post is anonymous or the account was erased.
    author_id: String,
    /// The net name of the author; of an anonymous author the same words for everyone.
    author_name: String,
    /// Whether the author is hidden.
    anonymous: bool,
    /// Whether the caller wrote the post.
    own: bool,
    /// The classes and groups that see the post, as rooms of the chat; empty for everyone. Told to its author alone.
    visible_groups: Vec<String>,
    /// The classes and groups that do not see the post, as rooms of the chat. Told to its author alone.
    hidden_groups: Vec<String>,
    /// Whether there are members who do not see the post.
    limited: bool,
    /// The tags of the post, at most 5.
    tags: Vec<String>,
    /// The images of the post, at most 9.
    images: Vec<PostImage>,
    /// The name of the program that posted in the name of the author; null for the author.
    via: Option<integrations::Via>,
    /// Whether the post stands before the others.
    pinned: bool,
    /// Whether the post is one of the best.
    featured: bool,
    /// The number of likes of the post.
    like_count: i64,
    /// The number of comments below the post.
    comment_count: i64,
    /// How often the post was passed on.
    share_count: i64,
    /// Whether the caller likes the post.
    liked: bool,
    /// Whether the caller keeps the post among their bookmarks.
    bookmarked: bool,
    /// Whether the caller has never opened the post.
    unread: bool,
    /// The number of comments of others since the caller opened the post last; 0 before that.
    new_comments: i64,
    /// The number of the post's wording, which grows with each edit.
    revision: i64,
    /// When the author last changed the post, ISO 8601.
    edited_at: Option<String>,
    /// When the post was written, ISO 8601.
    created_at: String,
    /// What members vote on in a poll or survey; null for other kinds.
    poll: Option<Poll>,
    /// Whether the caller may change the post.
    may_edit: bool,
    /// Whether the caller may delete the post.
    may_delete: bool,
    /// Whether the caller may pin and feature the post, and look at what it said before.
    may_moderate: bool,
    /// Whether the caller may ask who wrote the anonymous post, with a reason, which is logged and told to its author.
    may_reveal: bool,
}

/// Posts with what a viewer has done to them, as one snapshot of the database has both.
pub(crate) struct Marked {
    rows: Vec<PostRow>,
    marks: BTreeMap<i64, Marks>,
    polls: BTreeMap<i64, Poll>,
}

impl Marked {
    /// Adds to posts what the viewer has done to them.
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn read(read: &mut Read, viewer: &Viewer, rows: Vec<PostRow>, now: i64) -> Result<Self> {
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let marks = marks::of(read, viewer.reader(), &ids)?;
        Ok(Self { marks, polls: polls::of(read, viewer, &rows, now)?, rows })
    }

    /// The same of one post, with what lists leave out.
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn read_one(read: &mut Read, viewer: &Viewer, row: PostRow, now: i64) -> Result<Self> {
        let mut marked = Self::read(read, viewer, vec![row], now)?;
        polls::add_details(read, viewer, &marked.rows, &mut marked.polls)?;
        Ok(marked)
    }

    /// As the viewer gets them; `is_list` cuts long texts.
    ///
    /// # Errors
    /// When the accounts cannot be read.
    pub(crate) async fn shown(mut self, app: &App, viewer: &Viewer, is_list: bool) -> Result<Vec<Post>> {
        let named = self.rows.iter().filter(|row| !row.anonymous).map(|row| row.author_id.clone());
        let names = Names::of(app, named.collect()).await?;
        polls::name_voters(app, &mut self.polls).await?;
        let rows = std::mem::take(&mut self.rows);
        Ok(rows.into_iter().map(|row| self.post(row, viewer, &names, is_list)).collect())
    }

    fn post(&mut self, row: PostRow, viewer: &Viewer, names: &Names, is_list: bool) -> Post {
        let own = viewer.is_author(&row.author_id);
        let audience = PostAudience::stored(&row.audience);
        let (visible_groups, hidden_groups) =
            if own { (audience.visible_rooms(), audience.hidden_rooms()) } else { (Vec::new(), Vec::new()) };
        let (content, truncated) =
            if is_list { model::excerpt(&row.content) } else { (row.content.clone(), false) };
        let (author_id, author_name) = if row.anonymous {
            (String::new(), texts::ANONYMOUS.zh.to_owned())
        } else {
            (row.author_id.clone(), names.get(&row.author_id))
        };
        let moderates = viewer.moderates_post(&row);
        let marks = self.marks.get(&row.id).copied().unwrap_or_default();
        Post {
            id: row.id,
            r#type: row.kind,
            content,
            truncated,
            author_id,
            author_name,
            anonymous: row.anonymous,
            own,
            visible_groups,
            hidden_groups,
            limited: audience.is_limited(),
            tags: row.tag_list(),
            images: row.image_list().into_iter().map(PostImage::from).collect(),
            via: row.via.as_deref().and_then(|via| serde_json::from_str(via).ok()),
            pinned: row.pinned,
            featured: row.featured,
            like_count: row.like_count,
            comment_count: row.comment_count,
            share_count: row.share_count,
            liked: marks.liked,
            bookmarked: marks.bookmarked,
            unread: !own && marks.new_comments.is_none(),
            new_comments: marks.new_comments.unwrap_or_default(),
            revision: row.revision,
            edited_at: row.edited_at.map(iso),
            created_at: iso(row.created_at),
            poll: self.polls.remove(&row.id),
            may_edit: own,
            may_delete: own || moderates,
            may_moderate: moderates,
            may_reveal: row.anonymous && !own && viewer.reveals(&row.class),
            title: row.title,
        }
    }
}

/// A page of posts.
#[derive(Serialize, ToSchema)]
pub(crate) struct PostList {
    /// The posts on this page.
    pub(crate) posts: Vec<Post>,
    /// The value of `before` that gives the next page; null on the last one.
    pub(crate) next: Option<String>,
}

/// An earlier version of a post.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplacedPost {
    /// The number of this version.
    pub(crate) revision: i64,
    /// The title of this version.
    pub(crate) title: String,
    /// The text of this version, in Markdown.
    pub(crate) content: String,
    /// The tags of this version.
    pub(crate) tags: Vec<String>,
    /// When this version was replaced, ISO 8601.
    pub(crate) replaced_at: String,
}

/// The earlier versions of a post.
#[derive(Serialize, ToSchema)]
pub(crate) struct PostHistory {
    /// The versions, newest first, at most 50.
    pub(crate) revisions: Vec<ReplacedPost>,
}
