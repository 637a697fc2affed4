//! What members do with posts and comments: likes, bookmarks, what they have opened.

use std::collections::{BTreeMap, BTreeSet};

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements, text_column};
use strum::IntoStaticStr;

/// What can be liked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub(crate) enum LikeTarget {
    Post,
    Comment,
}

text_column!(LikeTarget);

statements! {
    /// Likes; once.
    LIKE = "insert into community_likes (target, target_id, user_id, created_at) values ($1, $2, $3, $4)
            on conflict (target, target_id, user_id) do nothing";
    /// Takes a like back.
    UNLIKE = "delete from community_likes where target = $1 and target_id = $2 and user_id = $3";
    /// Which of these a member likes; `$3` is a JSON list of numbers.
    LIKED = "select target_id from community_likes where target = $1 and user_id = $2 and target_id in
             (select cast(value as bigint) from json_each(cast($3 as text)))";
    /// Sets a bookmark; once.
    BOOKMARK = "insert into community_bookmarks (user_id, post_id, created_at) values ($1, $2, $3)
                on conflict (user_id, post_id) do nothing";
    /// Takes it away.
    UNBOOKMARK = "delete from community_bookmarks where user_id = $1 and post_id = $2";
    /// Notes that a member has passed a post on; once.
    SHARE = "insert into community_shares (post_id, user_id) values ($1, $2) on conflict (post_id, user_id) do nothing";
    /// Notes that a member has opened a post, with its comments up to one.
    READ = "insert into community_reads (user_id, post_id, comment_id) values ($1, $2, $3)
            on conflict (user_id, post_id) do update set comment_id = excluded.comment_id
            where community_reads.comment_id < excluded.comment_id";
    /// What a member has done to these posts: whether it is liked and kept, and for one that was opened the number of
    /// comments of others since. `$2` is a JSON list of numbers. No joins: PostgreSQL would read all that the member
    /// ever did, because it does not know how short the list is.
    MARKS = "select cast(i.value as bigint),
                 (select l.target_id from community_likes l where l.target = 'post' and l.user_id = $1
                     and l.target_id = cast(i.value as bigint)),
                 (select b.post_id from community_bookmarks b where b.user_id = $1
                     and b.post_id = cast(i.value as bigint)),
                 (select (select count(*) from community_comments c where c.post_id = r.post_id
                         and c.id > r.comment_id and c.author_id <> $1 and c.deleted_at is null)
                     from community_reads r where r.user_id = $1 and r.post_id = cast(i.value as bigint))
             from json_each(cast($2 as text)) i";
    /// Notes the newest post that was there when a member looked at the feed.
    VISIT = "insert into community_visits (user_id, post_id) values ($1, $2)
             on conflict (user_id) do update set post_id = excluded.post_id
             where community_visits.post_id < excluded.post_id";
    /// The newest post that a member has seen in the feed.
    VISITED = "select post_id from community_visits where user_id = $1";
}

record! {
    struct MarksRow {
        post_id: i64,
        liked: Option<i64>,
        bookmarked: Option<i64>,
        new_comments: Option<i64>,
    }
}

/// What a member has done to a post.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    pub(crate) liked: bool,
    pub(crate) bookmarked: bool,
    /// The comments of others since it was opened; none when it was not.
    pub(crate) new_comments: Option<i64>,
}

/// False when it is liked already.
pub(crate) fn like(tx: &mut Tx, target: LikeTarget, id: i64, user: UserId, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&LIKE, p![target, id, user, now])? == 1)
}

/// False when it was not liked.
pub(crate) fn unlike(tx: &mut Tx, target: LikeTarget, id: i64, user: UserId) -> DbResult<bool> {
    Ok(tx.exec(&UNLIKE, p![target, id, user])? == 1)
}

/// Which of these a member likes.
pub(crate) fn liked(
    read: &mut Read,
    target: LikeTarget,
    user: Option<UserId>,
    ids: &[i64],
) -> DbResult<BTreeSet<i64>> {
    let found: Vec<i64> = read.all(&LIKED, p![target, user, numbers(ids)])?;
    Ok(found.into_iter().collect())
}

pub(crate) fn set_bookmark(tx: &mut Tx, user: UserId, post: i64, now: i64) -> DbResult<()> {
    tx.exec(&BOOKMARK, p![user, post, now]).map(drop)
}

pub(crate) fn drop_bookmark(tx: &mut Tx, user: UserId, post: i64) -> DbResult<()> {
    tx.exec(&UNBOOKMARK, p![user, post]).map(drop)
}

/// False when the member has passed it on before.
pub(crate) fn share(tx: &mut Tx, post: i64, user: UserId) -> DbResult<bool> {
    Ok(tx.exec(&SHARE, p![post, user])? == 1)
}

/// Notes that a member has opened a post, with its comments up to one.
pub(crate) fn open(tx: &mut Tx, user: UserId, post: i64, comment: i64) -> DbResult<()> {
    tx.exec(&READ, p![user, post, comment]).map(drop)
}

/// What a member has done to these posts, by post.
pub(crate) fn of(read: &mut Read, user: Option<UserId>, ids: &[i64]) -> DbResult<BTreeMap<i64, Marks>> {
    let found: Vec<MarksRow> = read.all(&MARKS, p![user, numbers(ids)])?;
    let marks = |row: MarksRow| {
        let (liked, bookmarked) = (row.liked.is_some(), row.bookmarked.is_some());
        (row.post_id, Marks { liked, bookmarked, new_comments: row.new_comments })
    };
    Ok(found.into_iter().map(marks).collect())
}

pub(crate) fn visit(tx: &mut Tx, user: UserId, newest: i64) -> DbResult<()> {
    tx.exec(&VISIT, p![user, newest]).map(drop)
}

/// The newest post that a member has seen in the feed; 0 for nobody who has looked.
pub(crate) fn visited(read: &mut Read, user: UserId) -> DbResult<i64> {
    Ok(read.opt(&VISITED, p![user])?.unwrap_or_default())
}

/// Numbers as a statement takes them.
pub(crate) fn numbers(ids: &[i64]) -> String {
    serde_json::to_string(ids).unwrap_or_else(|_| "[]".into())
}
