//! Lists of posts. Who may see one is part of each query: `$1` is a JSON list of the numbers of the audiences that the
//! reader is among, `$2` the reader.

use kernel::db::{DbResult, Read};
use kernel::user::UserId;
use kernel::{p, statements};

use super::posts::{PostRow, select};

/// What a reader sees.
macro_rules! is_visible {
    () => {
        "p.deleted_at is null and (p.author_id = $2 or p.audience_id in
             (select cast(value as bigint) from json_each(cast($1 as text))))"
    };
}

pub(crate) use is_visible;

/// What a reader asked for: a type at `$3`, empty for all, and the best alone at `$4`.
macro_rules! is_wanted {
    () => {
        "($3 = '' or p.type = $3) and ($4 = 0 or p.featured = 1)"
    };
}

statements! {
    /// The newest, without those that stand before the list when `$6` is 1.
    LATEST = concat!(select!(), "where p.id < $5 and ", is_visible!(), " and ", is_wanted!(),
        " and ($6 = 0 or p.pinned = 0) order by p.id desc limit $7");
    /// Those that stand before the list.
    PINNED = concat!(select!(), "where p.pinned = 1 and ", is_visible!(), " order by p.id desc limit $3");
    /// What is hot, after a place in that order.
    HOT = concat!(select!(), "where (p.hot < $5 or (p.hot = $5 and p.id < $6)) and ", is_visible!(), " and ",
        is_wanted!(), " order by p.hot desc, p.id desc limit $7");
    /// With a tag.
    TAGGED = concat!(select!(), "join community_tags t on t.post_id = p.id where t.tag = $6 and t.post_id < $5 and ",
        is_visible!(), " and ", is_wanted!(), " order by t.post_id desc limit $7");
    /// Of one author, as others see them: without the anonymous ones.
    BY_AUTHOR = concat!(select!(), "where p.author_id = $6 and p.anonymous = 0 and p.id < $5 and ", is_visible!(),
        " and ", is_wanted!(), " order by p.id desc limit $7");
    /// The reader's own, the anonymous ones too.
    OWN = concat!(select!(), "where p.author_id = $1 and p.deleted_at is null and ($2 = '' or p.type = $2)
        and p.id < $3 order by p.id desc limit $4");
    /// The reader's bookmarks, by post.
    BOOKMARKED = concat!(select!(), "join community_bookmarks b on b.post_id = p.id where b.user_id = $2 and
        b.post_id < $5 and ", is_visible!(), " and ", is_wanted!(), " order by b.post_id desc limit $6");
    /// The best since a moment, of one type or of all.
    RANKED = concat!(select!(), "where p.created_at >= $3 and ", is_visible!(), " and ($4 = '' or p.type = $4)
        order by p.like_count + 2 * p.comment_count + 3 * p.share_count desc, p.id desc limit $5");
    /// The number of those after a post, of others; at most as many as are counted.
    UNSEEN = concat!("select count(*) from (select 1 from community_posts p where p.id > $3 and p.author_id <> $2 and ",
        is_visible!(), " limit $4) u");
    /// The newest of all.
    NEWEST = "select coalesce(max(id), 0) from community_posts";
}

/// Who reads.
#[derive(Clone, Debug)]
pub(crate) struct Sees {
    /// A JSON list of the numbers of audiences.
    pub(crate) audiences: String,
    pub(crate) user: UserId,
}

/// What a reader asks for.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Empty for all.
    pub(crate) kind: &'static str,
    pub(crate) featured: bool,
    /// Posts with a smaller number.
    pub(crate) before: i64,
    pub(crate) limit: i64,
}

/// The newest first; without the pinned ones when these stand before the list.
pub(crate) fn latest(
    read: &mut Read,
    sees: &Sees,
    wanted: &Wanted,
    unpinned: bool,
) -> DbResult<Vec<PostRow>> {
    let Wanted { kind, featured, before, limit } = wanted;
    read.all(&LATEST, p![&sees.audiences, sees.user, *kind, *featured, *before, unpinned, *limit])
}

/// Those that stand before the list.
pub(crate) fn pinned(read: &mut Read, sees: &Sees, limit: i64) -> DbResult<Vec<PostRow>> {
    read.all(&PINNED, p![&sees.audiences, sees.user, limit])
}

/// What is hot, after a place in that order.
pub(crate) fn hot(read: &mut Read, sees: &Sees, wanted: &Wanted, below: i64) -> DbResult<Vec<PostRow>> {
    let Wanted { kind, featured, before, limit } = wanted;
    read.all(&HOT, p![&sees.audiences, sees.user, *kind, *featured, below, *before, *limit])
}

pub(crate) fn tagged(read: &mut Read, sees: &Sees, wanted: &Wanted, tag: &str) -> DbResult<Vec<PostRow>> {
    let Wanted { kind, featured, before, limit } = wanted;
    read.all(&TAGGED, p![&sees.audiences, sees.user, *kind, *featured, *before, tag, *limit])
}

/// Of one author, without the anonymous ones.
pub(crate) fn by_author(
    read: &mut Read,
    sees: &Sees,
    wanted: &Wanted,
    author: UserId,
) -> DbResult<Vec<PostRow>> {
    let Wanted { kind, featured, before, limit } = wanted;
    read.all(&BY_AUTHOR, p![&sees.audiences, sees.user, *kind, *featured, *before, author, *limit])
}

/// The reader's own.
pub(crate) fn own(read: &mut Read, sees: &Sees, wanted: &Wanted) -> DbResult<Vec<PostRow>> {
    read.all(&OWN, p![sees.user, wanted.kind, wanted.before, wanted.limit])
}

pub(crate) fn bookmarked(read: &mut Read, sees: &Sees, wanted: &Wanted) -> DbResult<Vec<PostRow>> {
    let Wanted { kind, featured, before, limit } = wanted;
    read.all(&BOOKMARKED, p![&sees.audiences, sees.user, *kind, *featured, *before, *limit])
}

/// The best since a moment.
pub(crate) fn ranked(
    read: &mut Read,
    sees: &Sees,
    since: i64,
    kind: &str,
    limit: i64,
) -> DbResult<Vec<PostRow>> {
    read.all(&RANKED, p![&sees.audiences, sees.user, since, kind, limit])
}

/// How many of others came after a post, counted up to a limit.
pub(crate) fn unseen(read: &mut Read, sees: &Sees, after: i64, limit: i64) -> DbResult<i64> {
    read.one(&UNSEEN, p![&sees.audiences, sees.user, after, limit])
}

/// The number of the newest post of all.
pub(crate) fn newest(read: &mut Read) -> DbResult<i64> {
    read.one(&NEWEST, p![])
}
