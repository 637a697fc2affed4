//! Comments: written, changed, deleted; and what is left of those of an erased member.

use std::collections::{BTreeMap, BTreeSet};

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde_json::{Value, json};

use super::marks::numbers;
use super::posts;
use crate::model;

macro_rules! select {
    () => {
        "select c.id, c.post_id, c.parent_id, c.quote_id, c.author_id, c.class, c.author_tier, c.anonymous, c.alias,
         c.content, c.via, c.like_count, c.edited_at, c.deleted_at, c.deleted_by, c.created_at from community_comments c "
    };
}

statements! {
    /// Adds one.
    INSERT = "insert into community_comments (id, key, post_id, parent_id, quote_id, author_id, class, author_tier,
                  anonymous, alias, content, via, like_count, edited_at, deleted_at, deleted_by, created_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, null, null, '', $13)";
    /// One, in whatever state.
    FIND = concat!(select!(), "where c.id = $1");
    /// Some of them, by a JSON list of numbers.
    FIND_ALL = concat!(select!(), "where c.id in (select cast(value as bigint) from json_each(cast($1 as text)))");
    /// The ids after one.
    IDS_AFTER = "select id from community_comments where id > $1 order by id limit $2";
    /// Those of a post that stand.
    IDS_OF_POST = "select id from community_comments where post_id = $1 and deleted_at is null order by id";
    /// The one that its author sent with this key.
    BY_KEY = concat!(select!(), "where c.author_id = $1 and c.key = $2");
    /// Those of a post after a number, the oldest first.
    OF_POST = concat!(select!(), "where c.post_id = $1 and c.id > $2 order by c.id limit $3");
    /// The newest of a post.
    NEWEST = "select coalesce(max(id), 0) from community_comments where post_id = $1";
    /// The number under which an author speaks anonymously below a post.
    ALIAS_OF = "select max(alias) from community_comments where post_id = $1 and author_id = $2 and anonymous = 1";
    /// Says something else.
    UPDATE = "update community_comments set content = $2, edited_at = $3 where id = $1";
    /// Deletes it for a day, or restores it.
    SET_DELETED = "update community_comments set deleted_at = $2, deleted_by = $3 where id = $1";
    /// Counts its likes.
    COUNT = "update community_comments set like_count = $2 where id = $1";
    /// What members of a class, or of all, have written lately, newest first. Of a class it leaves out what is anonymous.
    RECENT = concat!(select!(), "where c.created_at >= $1 and ($2 = '' or (c.class = $2 and c.anonymous = 0))
                     and c.deleted_at is null order by c.id desc limit $3 offset $4");
    /// Likes of what nobody can restore any more.
    UNLIKE_GONE = "delete from community_likes where target = 'comment' and target_id in
                   (select id from community_comments where deleted_at <= $1
                        and (deleted_by = author_id or deleted_by = '') and content <> '')";
    /// Empties what nobody can restore any more.
    EMPTY_GONE = "update community_comments set content = '', via = null, author_id = '', key = null, like_count = 0,
                      deleted_by = '' where deleted_at <= $1 and (deleted_by = author_id or deleted_by = '')
                      and content <> ''";
    /// Drops of that what nothing answers or quotes.
    DROP_GONE = "delete from community_comments where deleted_at <= $1
                 and (deleted_by = author_id or deleted_by = '') and not exists
                 (select 1 from community_comments a where a.post_id = community_comments.post_id
                  and (a.parent_id = community_comments.id or a.quote_id = community_comments.id))";
    /// Everything that one wrote, the anonymous comments too: they are one's own. What is deleted still has its author
    /// for as long as it can be restored.
    WRITTEN = concat!(select!(), "where c.author_id = $1 order by c.id");
    /// What one likes.
    LIKED = "select target, target_id, created_at from community_likes where user_id = $1 order by created_at";
    /// What one keeps.
    KEPT = "select post_id, created_at from community_bookmarks where user_id = $1 order by created_at";
    /// What one has passed on.
    SHARED = "select post_id from community_shares where user_id = $1 order by post_id";
    /// Below which posts one has comments that count, and how many.
    COUNTED = "select post_id, count(*) from community_comments where author_id = $1 and deleted_at is null
               group by post_id";
    /// Likes of what one wrote.
    DROP_LIKES_RECEIVED = "delete from community_likes where target = 'comment' and target_id in
                           (select id from community_comments where author_id = $1)";
    /// Leaves tombstones, so that threads keep their shape.
    EMPTY = "update community_comments set author_id = '', content = '', via = null, key = null, like_count = 0,
                 deleted_at = coalesce(deleted_at, created_at), deleted_by = '' where author_id = $1";
    /// The moderator who deleted something stays without a name. It is kept for its author's appeal as before.
    UNSIGN_DELETED = "update community_comments set deleted_by = 'moderator' where deleted_by = $1 and author_id <> $1";
    /// Takes one's likes out of the counts of comments.
    UNCOUNT_LIKES = "update community_comments set like_count = like_count - 1 where id in
                     (select target_id from community_likes where target = 'comment' and user_id = $1)";
    /// The posts that one likes.
    LIKED_POSTS = "select target_id from community_likes where target = 'post' and user_id = $1";
    /// One's likes.
    DROP_LIKES = "delete from community_likes where user_id = $1";
    /// One's bookmarks.
    DROP_BOOKMARKS = "delete from community_bookmarks where user_id = $1";
    /// What one has passed on.
    DROP_SHARES = "delete from community_shares where user_id = $1";
}

record! {
    /// A comment.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct CommentRow {
        pub(crate) id: i64,
        pub(crate) post_id: i64,
        pub(crate) parent_id: Option<i64>,
        pub(crate) quote_id: Option<i64>,
        /// Empty when the account was erased. Told to nobody but by [`crate::comments::dto`] and by revealing it.
        pub(crate) author_id: String,
        pub(crate) class: String,
        pub(crate) author_tier: i64,
        pub(crate) anonymous: bool,
        /// The number of an anonymous voice below this post; none for the author of the post.
        pub(crate) alias: Option<i64>,
        pub(crate) content: String,
        pub(crate) via: Option<String>,
        pub(crate) like_count: i64,
        pub(crate) edited_at: Option<i64>,
        pub(crate) deleted_at: Option<i64>,
        pub(crate) deleted_by: String,
        pub(crate) created_at: i64,
    }
}

impl CommentRow {
    /// The author; none when the account was erased.
    pub(crate) fn author(&self) -> Option<UserId> {
        UserId::parse(&self.author_id)
    }
}

pub(crate) fn insert(tx: &mut Tx, row: &CommentRow, key: Option<&str>) -> DbResult<()> {
    let params = p![
        row.id,
        key,
        row.post_id,
        row.parent_id,
        row.quote_id,
        &row.author_id,
        &row.class,
        row.author_tier,
        row.anonymous,
        row.alias,
        &row.content,
        row.via.clone(),
        row.created_at
    ];
    tx.exec(&INSERT, params).map(drop)
}

pub(crate) fn find(read: &mut Read, id: i64) -> DbResult<Option<CommentRow>> {
    read.opt(&FIND, p![id])
}

/// Those of these numbers that are there, by number.
pub(crate) fn find_all(read: &mut Read, ids: &[i64]) -> DbResult<BTreeMap<i64, CommentRow>> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let found: Vec<CommentRow> = read.all(&FIND_ALL, p![numbers(ids)])?;
    Ok(found.into_iter().map(|row| (row.id, row)).collect())
}

/// Some ids after one, in their order.
pub(crate) fn ids_after(read: &mut Read, after: i64, limit: i64) -> DbResult<Vec<i64>> {
    read.all(&IDS_AFTER, p![after, limit])
}

/// The ids of those of a post that stand.
pub(crate) fn ids_of_post(read: &mut Read, post: i64) -> DbResult<Vec<i64>> {
    read.all(&IDS_OF_POST, p![post])
}

pub(crate) fn by_key(read: &mut Read, author: UserId, key: &str) -> DbResult<Option<CommentRow>> {
    read.opt(&BY_KEY, p![author, key])
}

/// Whether a member has written one with this key, which may be deleted.
pub(crate) fn has_key(read: &mut Read, author: UserId, key: &str) -> DbResult<bool> {
    Ok(by_key(read, author, key)?.is_some())
}

/// Those of a post after a number, the oldest first.
pub(crate) fn of_post(read: &mut Read, post: i64, after: i64, limit: i64) -> DbResult<Vec<CommentRow>> {
    read.all(&OF_POST, p![post, after, limit])
}

/// The number of the newest comment of a post; 0 when there is none.
pub(crate) fn newest(read: &mut Read, post: i64) -> DbResult<i64> {
    read.one(&NEWEST, p![post])
}

/// The number under which an author speaks anonymously below a post: the one of before, or the next. The caller holds
/// the log's counter, so that two authors do not get the same one.
pub(crate) fn alias(tx: &mut Tx, post: i64, author: UserId) -> DbResult<i64> {
    let known: Option<i64> = tx.one(&ALIAS_OF, p![post, author])?;
    match known {
        Some(alias) => Ok(alias),
        None => posts::next_alias(tx, post),
    }
}

pub(crate) fn update(tx: &mut Tx, id: i64, content: &str, now: i64) -> DbResult<()> {
    tx.exec(&UPDATE, p![id, content, now]).map(drop)
}

pub(crate) fn set_deleted(tx: &mut Tx, id: i64, at: Option<i64>, by: &str) -> DbResult<()> {
    tx.exec(&SET_DELETED, p![id, at, by]).map(drop)
}

pub(crate) fn count(tx: &mut Tx, id: i64, likes: i64) -> DbResult<()> {
    tx.exec(&COUNT, p![id, likes]).map(drop)
}

/// Forgets what was deleted at or before a moment; tombstones stay where something answers or quotes them.
pub(crate) fn drop_gone(tx: &mut Tx, until: i64) -> DbResult<()> {
    for statement in [&UNLIKE_GONE, &EMPTY_GONE, &DROP_GONE] {
        tx.exec(statement, p![until])?;
    }
    Ok(())
}

pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Vec<(&'static str, Value)>> {
    let written: Vec<CommentRow> = read.all(&WRITTEN, p![user])?;
    let liked: Vec<(String, i64, i64)> = read.all(&LIKED, p![user])?;
    let kept: Vec<(i64, i64)> = read.all(&KEPT, p![user])?;
    let shared: Vec<i64> = read.all(&SHARED, p![user])?;
    let written = written.into_iter().map(|row| {
        json!({ "post_id": row.post_id, "content": row.content, "anonymous": row.anonymous,
                "deleted": row.deleted_at.is_some(), "created_at": iso(row.created_at) })
    });
    let liked = liked
        .into_iter()
        .map(|(target, id, at)| json!({ (format!("{target}_id")): id, "created_at": iso(at) }));
    let kept = kept.into_iter().map(|(post, at)| json!({ "post_id": post, "created_at": iso(at) }));
    let shared = shared.into_iter().map(|post| json!({ "post_id": post }));
    let lists: [(_, Vec<Value>); 4] = [
        ("comments", written.collect()),
        ("likes", liked.collect()),
        ("bookmarks", kept.collect()),
        ("shares", shared.collect()),
    ];
    Ok(lists
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| (name, list.into()))
        .collect())
}

/// Comments leave tombstones; likes, bookmarks and shares go; what was counted of them is counted no more.
pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    uncount(tx, user)?;
    let ordered = [
        &DROP_LIKES_RECEIVED,
        &EMPTY,
        &UNSIGN_DELETED,
        &UNCOUNT_LIKES,
        &DROP_LIKES,
        &DROP_BOOKMARKS,
        &DROP_SHARES,
    ];
    ordered.into_iter().try_for_each(|statement| tx.exec(statement, p![user]).map(drop))
}

/// Takes the comments, likes and shares of a member out of the counts of posts, and with them their places in the order
/// of what is hot.
fn uncount(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    let commented: Vec<(i64, i64)> = tx.all(&COUNTED, p![user])?;
    let commented: BTreeMap<i64, i64> = commented.into_iter().collect();
    let liked: Vec<i64> = tx.all(&LIKED_POSTS, p![user])?;
    let liked: BTreeSet<i64> = liked.into_iter().collect();
    let shared: Vec<i64> = tx.all(&SHARED, p![user])?;
    let shared: BTreeSet<i64> = shared.into_iter().collect();
    let touched: BTreeSet<i64> = commented.keys().chain(&liked).chain(&shared).copied().collect();
    for id in touched {
        let Some(mut post) = posts::find(tx, id)? else { continue };
        post.comment_count -= commented.get(&id).copied().unwrap_or_default();
        post.like_count -= i64::from(liked.contains(&id));
        post.share_count -= i64::from(shared.contains(&id));
        post.hot = model::hot(post.created_at, post.like_count, post.comment_count, post.share_count);
        posts::count(tx, &post)?;
    }
    Ok(())
}

/// What members of a class, or of all, have written since a moment; newest first.
pub(crate) fn recent(
    read: &mut Read,
    class: Option<&str>,
    since: i64,
    (limit, offset): (i64, i64),
) -> DbResult<Vec<CommentRow>> {
    read.all(&RECENT, p![since, class.unwrap_or_default(), limit, offset])
}
