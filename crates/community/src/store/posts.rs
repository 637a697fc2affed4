//! One post: written, changed, deleted; and what it said before.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements, text_column};
use serde::{Deserialize, Serialize};

use crate::model::{MAX_REVISIONS, PostType};

text_column!(PostType);

/// An image of a post, as it was when the post was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Image {
    /// SHA-256, lower-case hex.
    pub(crate) hash: String,
    /// The media type.
    pub(crate) mime: String,
    /// In pixels.
    pub(crate) width: Option<i64>,
    /// In pixels.
    pub(crate) height: Option<i64>,
}

macro_rules! columns {
    () => {
        "p.id, p.type, p.title, p.content, p.author_id, p.class, p.author_tier, p.anonymous, a.audience, p.tags,
         p.images, p.via, p.pinned, p.featured, p.like_count, p.comment_count, p.share_count, p.hot, p.revision,
         p.edited_at, p.deleted_at, p.deleted_by, p.created_at, p.updated_at"
    };
}
macro_rules! select {
    () => {
        concat!(
            "select ",
            crate::store::posts::columns!(),
            " from community_posts p join community_audiences a on a.id = p.audience_id "
        )
    };
}
pub(crate) use {columns, select};

statements! {
    /// Adds one.
    INSERT = "insert into community_posts (id, key, type, title, content, author_id, class, author_tier, anonymous,
                  audience_id, tags, images, via, pinned, featured, like_count, comment_count, share_count, hot,
                  revision, edited_at, deleted_at, deleted_by, created_at, updated_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0, 0, 0, 0, 0, $14, 1, null, null, '',
                  $14, $14)";
    /// One, in whatever state.
    FIND = concat!(select!(), "where p.id = $1");
    /// Those with an id of a JSON list, in whatever state.
    FIND_ALL = concat!(select!(), "where p.id in (select cast(value as bigint) from json_each(cast($1 as text)))");
    /// The ids after one.
    IDS_AFTER = "select id from community_posts where id > $1 order by id limit $2";
    /// The ids of those of a member.
    IDS_OF = "select id from community_posts where author_id = $1 order by id";
    /// The one that its author sent with this key.
    BY_KEY = concat!(select!(), "where p.author_id = $1 and p.key = $2");
    /// Keeps what it said.
    KEEP = "insert into community_revisions (post_id, revision, title, content, tags, images, editor_id, replaced_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8)";
    /// Forgets what it said long ago.
    TRIM = "delete from community_revisions where post_id = $1 and revision <= $2";
    /// Replaces what its author may change.
    UPDATE = "update community_posts set title = $2, content = $3, audience_id = $4, tags = $5, images = $6,
                  revision = $7, edited_at = $8, updated_at = $9 where id = $1";
    /// Moderators show it first, or as one of the best.
    MARK = "update community_posts set pinned = $2, featured = $3, updated_at = $4 where id = $1";
    /// How many others of a class stand before the list.
    PINNED_OF_CLASS = "select count(*) from community_posts where pinned = 1 and deleted_at is null and class = $1
                       and id <> $2";
    /// Takes the number of its next anonymous voice.
    NEXT_ALIAS = "update community_posts set next_alias = next_alias + 1 where id = $1 returning next_alias - 1";
    /// Deletes it for a day, or restores it.
    SET_DELETED = "update community_posts set deleted_at = $2, deleted_by = $3 where id = $1";
    /// Counts.
    COUNT = "update community_posts set like_count = $2, comment_count = $3, share_count = $4, hot = $5 where id = $1";
    /// What it said before, newest first.
    HISTORY = "select revision, title, content, tags, editor_id, replaced_at from community_revisions
               where post_id = $1 order by revision desc";
    /// Its tags.
    UNTAG = "delete from community_tags where post_id = $1";
    /// One of its tags.
    TAG = "insert into community_tags (tag, post_id) values ($1, $2)";
    /// Whether a member has a post that is not deleted.
    HAS_WRITTEN = "select count(*) from community_posts where author_id = $1 and deleted_at is null";
    /// What members of a class, or of all, have written lately, newest first. Of a class it leaves out what is anonymous.
    RECENT = concat!(select!(), "where p.created_at >= $1 and ($2 = '' or (p.class = $2 and p.anonymous = 0))
                     and p.deleted_at is null order by p.id desc limit $3 offset $4");
    /// Those deleted at or before a moment.
    GONE = "select id from community_posts where deleted_at <= $1 and (deleted_by = author_id or deleted_by = '')
            order by id limit 100";
}

record! {
    /// A post.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct PostRow {
        pub(crate) id: i64,
        pub(crate) kind: PostType,
        pub(crate) title: String,
        pub(crate) content: String,
        /// Empty when the account was erased. Told to nobody but by [`crate::dto`] and by revealing it.
        pub(crate) author_id: String,
        pub(crate) class: String,
        pub(crate) author_tier: i64,
        pub(crate) anonymous: bool,
        /// As the log spells audiences.
        pub(crate) audience: String,
        /// A JSON list.
        pub(crate) tags: String,
        /// A JSON list of [`Image`].
        pub(crate) images: String,
        pub(crate) via: Option<String>,
        pub(crate) pinned: bool,
        pub(crate) featured: bool,
        pub(crate) like_count: i64,
        pub(crate) comment_count: i64,
        pub(crate) share_count: i64,
        pub(crate) hot: i64,
        pub(crate) revision: i64,
        pub(crate) edited_at: Option<i64>,
        pub(crate) deleted_at: Option<i64>,
        pub(crate) deleted_by: String,
        pub(crate) created_at: i64,
        pub(crate) updated_at: i64,
    }
}

impl PostRow {
    /// The author; none when the account was erased.
    pub(crate) fn author(&self) -> Option<UserId> {
        UserId::parse(&self.author_id)
    }

    pub(crate) fn tag_list(&self) -> Vec<String> {
        serde_json::from_str(&self.tags).unwrap_or_default()
    }

    /// Its images, in order.
    pub(crate) fn image_list(&self) -> Vec<Image> {
        serde_json::from_str(&self.images).unwrap_or_default()
    }
}

record! {
    /// What a post said before.
    pub(crate) struct Replaced {
        pub(crate) revision: i64,
        pub(crate) title: String,
        pub(crate) content: String,
        pub(crate) tags: String,
        pub(crate) editor_id: String,
        pub(crate) replaced_at: i64,
    }
}

/// A list as a row has it.
pub(crate) fn json_list<T: Serialize>(list: &[T]) -> String {
    serde_json::to_string(list).unwrap_or_else(|_| "[]".into())
}

pub(crate) fn insert(tx: &mut Tx, row: &PostRow, audience: i64, key: Option<&str>) -> DbResult<()> {
    let params = p![
        row.id,
        key,
        row.kind,
        &row.title,
        &row.content,
        &row.author_id,
        &row.class,
        row.author_tier,
        row.anonymous,
        audience,
        &row.tags,
        &row.images,
        row.via.clone(),
        row.created_at
    ];
    tx.exec(&INSERT, params)?;
    tag(tx, row)
}

fn tag(tx: &mut Tx, row: &PostRow) -> DbResult<()> {
    tx.exec(&UNTAG, p![row.id])?;
    row.tag_list().iter().try_for_each(|tag| tx.exec(&TAG, p![tag, row.id]).map(drop))
}

pub(crate) fn find(read: &mut Read, id: i64) -> DbResult<Option<PostRow>> {
    read.opt(&FIND, p![id])
}

pub(crate) fn find_all(read: &mut Read, ids: &[i64]) -> DbResult<Vec<PostRow>> {
    read.all(&FIND_ALL, p![serde_json::json!(ids).to_string()])
}

/// Some ids after one, in their order.
pub(crate) fn ids_after(read: &mut Read, after: i64, limit: i64) -> DbResult<Vec<i64>> {
    read.all(&IDS_AFTER, p![after, limit])
}

/// The ids of those of a member.
pub(crate) fn ids_of(read: &mut Read, author: UserId) -> DbResult<Vec<i64>> {
    read.all(&IDS_OF, p![author])
}

pub(crate) fn by_key(read: &mut Read, author: &str, key: &str) -> DbResult<Option<PostRow>> {
    read.opt(&BY_KEY, p![author, key])
}

/// Whether a member has written one with this key, which may be deleted.
pub(crate) fn has_key(read: &mut Read, author: UserId, key: &str) -> DbResult<bool> {
    Ok(by_key(read, author.as_str(), key)?.is_some())
}

/// Replaces what may change and keeps what it said.
pub(crate) fn update(tx: &mut Tx, old: &PostRow, new: &PostRow, audience: i64, editor: &str) -> DbResult<()> {
    let PostRow { id, revision, title, content, tags, images, .. } = old;
    tx.exec(&KEEP, p![*id, *revision, title, content, tags, images, editor, new.updated_at])?;
    tx.exec(&TRIM, p![*id, *revision - MAX_REVISIONS])?;
    let params = p![
        *id,
        &new.title,
        &new.content,
        audience,
        &new.tags,
        &new.images,
        new.revision,
        new.edited_at,
        new.updated_at
    ];
    tx.exec(&UPDATE, params)?;
    tag(tx, new)
}

pub(crate) fn mark(tx: &mut Tx, row: &PostRow) -> DbResult<()> {
    tx.exec(&MARK, p![row.id, row.pinned, row.featured, row.updated_at]).map(drop)
}

/// How many pinned posts the class of a post has beside it.
pub(crate) fn pinned_beside(read: &mut Read, row: &PostRow) -> DbResult<i64> {
    read.one(&PINNED_OF_CLASS, p![&row.class, row.id])
}

/// A number that no anonymous voice below a post has had.
pub(crate) fn next_alias(tx: &mut Tx, id: i64) -> DbResult<i64> {
    tx.one(&NEXT_ALIAS, p![id])
}

pub(crate) fn set_deleted(tx: &mut Tx, id: i64, at: Option<i64>, by: &str) -> DbResult<()> {
    tx.exec(&SET_DELETED, p![id, at, by]).map(drop)
}

/// Writes the counts and what follows from them.
pub(crate) fn count(tx: &mut Tx, row: &PostRow) -> DbResult<()> {
    tx.exec(&COUNT, p![row.id, row.like_count, row.comment_count, row.share_count, row.hot]).map(drop)
}

pub(crate) fn history(read: &mut Read, id: i64) -> DbResult<Vec<Replaced>> {
    read.all(&HISTORY, p![id])
}

/// Some of those deleted at or before this moment.
pub(crate) fn gone(read: &mut Read, until: i64) -> DbResult<Vec<i64>> {
    read.all(&GONE, p![until])
}

/// Whether a member has a post that stands.
pub(crate) fn has_written(read: &mut Read, author: UserId) -> DbResult<bool> {
    Ok(read.one::<i64>(&HAS_WRITTEN, p![author])? > 0)
}

/// What members of a class, or of all, have written since a moment; newest first.
pub(crate) fn recent(
    read: &mut Read,
    class: Option<&str>,
    since: i64,
    (limit, offset): (i64, i64),
) -> DbResult<Vec<PostRow>> {
    read.all(&RECENT, p![since, class.unwrap_or_default(), limit, offset])
}
