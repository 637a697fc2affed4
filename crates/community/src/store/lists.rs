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

/// After a place in the order of what is hot.
macro_rules! is_after {
    () => {
        "p.hot <= $3 and (p.hot < $3 or p.id < $4)"
    };
}

/// The points that rankings count.
macro_rules! points {
    () => {
        "p.like_count + 2 * p.comment_count + 3 * p.share_count"
    };
}

// A plan is made once for all values of the parameters, so each order has a statement for each index: of all posts, of
// one type, of the best.
statements! {
    /// The newest, without the `$5` pinned ones that stand before the list: those that [`PINNED`] answers.
    LATEST = concat!(select!(), "where p.id < $3 and ", is_visible!(), " and (p.pinned = 0 or p.id not in
        (select p.id from community_posts p where p.pinned = 1 and ", is_visible!(), " order by p.id desc limit $5))
        order by p.id desc limit $4");
    /// The newest of one type.
    LATEST_OF_TYPE = concat!(select!(), "where p.type = $5 and p.id < $3 and ", is_visible!(),
        " order by p.id desc limit $4");
    /// The newest of the best, of one type or of all.
    LATEST_FEATURED = concat!(select!(), "where p.featured = 1 and ($5 = '' or p.type = $5) and p.id < $3 and ",
        is_visible!(), " order by p.id desc limit $4");
    /// Those that stand before the list.
    PINNED = concat!(select!(), "where p.pinned = 1 and ", is_visible!(), " order by p.id desc limit $3");
    /// What is hot.
    HOT = concat!(select!(), "where ", is_after!(), " and ", is_visible!(), " order by p.hot desc, p.id desc limit $5");
    /// What is hot of one type.
    HOT_OF_TYPE = concat!(select!(), "where p.type = $6 and ", is_after!(), " and ", is_visible!(),
        " order by p.hot desc, p.id desc limit $5");
    /// What is hot among the best, of one type or of all.
    HOT_FEATURED = concat!(select!(), "where p.featured = 1 and ($6 = '' or p.type = $6) and ", is_after!(), " and ",
        is_visible!(), " order by p.hot desc, p.id desc limit $5");
    /// With a tag.
    TAGGED = concat!(select!(), "join community_tags t on t.post_id = p.id where t.tag = $6 and t.post_id < $5 and ",
        is_visible!(), " and ", is_wanted!(), " order by t.post_id desc limit $7");
    /// Of one author, as others see them: without the anonymous ones.
    BY_AUTHOR = concat!(select!(), "where p.author_id = $6 and p.anonymous = 0 and p.id < $5 and ", is_visible!(),
        " and ", is_wanted!(), " order by p.id desc limit $7");
    /// The reader's own, the anonymous ones too.
    OWN = concat!(select!(), "where p.author_id = $2 and p.deleted_at is null and ", is_wanted!(), " and p.id < $1
        order by p.id desc limit $5");
    /// The reader's bookmarks, by post.
    BOOKMARKED = concat!(select!(), "join community_bookmarks b on b.post_id = p.id where b.user_id = $2 and
        b.post_id < $5 and ", is_visible!(), " and ", is_wanted!(), " order by b.post_id desc limit $6");
    /// Open votes and surveys that the reader has not answered by now, which is `$6`.
    WAITING = concat!(select!(), "join community_polls v on v.post_id = p.id where v.closed_at is null and
        (v.closes_at is null or v.closes_at > $6) and p.id < $5 and ", is_visible!(), " and ", is_wanted!(), " and
        not exists (select 1 from community_voters o where o.post_id = p.id and o.user_id = $2)
        order by p.id desc limit $7");
    /// The best since a moment, of one type or of all. They are chosen from an index, and the chosen alone are read.
    RANKED = concat!(select!(), "where p.id in (select p.id from community_posts p where p.created_at >= $3 and ",
        is_visible!(), " and ($4 = '' or p.type = $4) order by ", points!(), " desc, p.id desc limit $5)
        order by ", points!(), " desc, p.id desc");
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
    /// None for a program, which has no posts of its own.
    pub(crate) user: Option<UserId>,
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

/// The newest first; without as many of the pinned ones as stand before the list, which is of no type then.
pub(crate) fn latest(read: &mut Read, sees: &Sees, wanted: &Wanted, pinned: i64) -> DbResult<Vec<PostRow>> {
    let Wanted { kind, featured, before, limit } = *wanted;
    let Sees { audiences, user } = sees;
    match (featured, kind) {
        (true, _) => read.all(&LATEST_FEATURED, p![audiences, *user, before, limit, kind]),
        (false, "") => read.all(&LATEST, p![audiences, *user, before, limit, pinned]),
        (false, _) => read.all(&LATEST_OF_TYPE, p![audiences, *user, before, limit, kind]),
    }
}

/// Those that stand before the list.
pub(crate) fn pinned(read: &mut Read, sees: &Sees, limit: i64) -> DbResult<Vec<PostRow>> {
    read.all(&PINNED, p![&sees.audiences, sees.user, limit])
}

/// What is hot, after a place in that order.
pub(crate) fn hot(read: &mut Read, sees: &Sees, wanted: &Wanted, below: i64) -> DbResult<Vec<PostRow>> {
    let Wanted { kind, featured, before, limit } = *wanted;
    let Sees { audiences, user } = sees;
    match (featured, kind) {
        (true, _) => read.all(&HOT_FEATURED, p![audiences, *user, below, before, limit, kind]),
        (false, "") => read.all(&HOT, p![audiences, *user, below, before, limit]),
        (false, _) => read.all(&HOT_OF_TYPE, p![audiences, *user, below, before, limit, kind]),
    }
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
    let Wanted { kind, featured, before, limit } = wanted;
    read.all(&OWN, p![*before, sees.user, *kind, *featured, *limit])
}

pub(crate) fn bookmarked(read: &mut Read, sees: &Sees, wanted: &Wanted) -> DbResult<Vec<PostRow>> {
    let Wanted { kind, featured, before, limit } = wanted;
    read.all(&BOOKMARKED, p![&sees.audiences, sees.user, *kind, *featured, *before, *limit])
}

/// Open votes and surveys that the reader has not answered; none for a program, which answers none.
pub(crate) fn waiting(read: &mut Read, sees: &Sees, wanted: &Wanted, now: i64) -> DbResult<Vec<PostRow>> {
    let Some(user) = sees.user else { return Ok(Vec::new()) };
    let Wanted { kind, featured, before, limit } = wanted;
    read.all(&WAITING, p![&sees.audiences, user, *kind, *featured, *before, now, *limit])
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
