//! `GET /api/community`: the feed and its relatives.

use axum::extract::State;
use identity::api_scopes::scope;
use kernel::db::{DbResult, Read};
use kernel::http::{Caller, Query, Scoped};
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::dto::{Marked, PostList};
use crate::model::PostType;
use crate::posts::marks::MAX_PINNED;
use crate::store::lists::{self, Sees, Wanted};
use crate::store::marks;
use crate::store::posts::PostRow;
use crate::texts;
use crate::viewer::Viewer;

/// Posts on a page.
const PAGE: u32 = 20;
/// Posts on a page at most.
const MAX_PAGE: u32 = 50;
/// Posts in a ranking.
const RANKED: i64 = 10;
/// Days of a ranking by default, and at most.
const DAYS: (u32, u32) = (7, 90);
/// Unread posts are counted up to this.
const MAX_UNREAD: i64 = 99;
const DAY: i64 = 86_400_000;

/// The order of a list of posts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PostSort {
    /// The newest first.
    #[default]
    Latest,
    /// What is much liked, discussed and shared first; each time its points double, a post counts as half a day newer. A
    /// like is one point, a comment two, a share three.
    Hot,
}

/// Which posts. Of `own`, `bookmarked`, `waiting`, `tag` and `author` one is allowed, and none with `sort=hot`; `type` and
/// `featured` go with each.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PostQuery {
    /// Only posts of this kind: `forum`, `food`, `hot`, `poll` or `survey`.
    r#type: Option<PostType>,
    /// The order: `latest` (default) or `hot`.
    #[serde(default)]
    #[param(inline)]
    sort: PostSort,
    /// Only posts with this tag, newest first.
    tag: Option<String>,
    /// Only featured posts.
    #[serde(default)]
    featured: bool,
    /// Only posts of this author, by user ID, newest first, without anonymous ones.
    author: Option<String>,
    /// Only posts that the caller keeps among the bookmarks, newest first.
    #[serde(default)]
    bookmarked: bool,
    /// Only posts that the caller wrote, newest first, the anonymous ones too.
    #[serde(default)]
    own: bool,
    /// Only open polls and surveys on which the caller has not voted, newest first.
    #[serde(default)]
    waiting: bool,
    /// The `next` of the page before; empty for the first page.
    before: Option<String>,
    /// The number of posts on a page: 1–50, default 20.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<u32>,
}

/// The posts that a list keeps to.
#[derive(Clone, Debug)]
enum Kept {
    Own,
    Bookmarked,
    /// By now, in milliseconds.
    Waiting(i64),
    Tag(String),
    Author(UserId),
}

impl PostQuery {
    /// What the list keeps to; none for all posts.
    ///
    /// # Errors
    /// 400 for two that no list has together, 404 for an author who is none.
    fn kept(&self, now: i64) -> Result<Option<Kept>> {
        let tag = self.tag.as_deref().filter(|tag| !tag.is_empty());
        let chosen = [
            ("own", self.own),
            ("bookmarked", self.bookmarked),
            ("waiting", self.waiting),
            ("tag", tag.is_some()),
            ("author", self.author.is_some()),
            ("sort=hot", self.sort == PostSort::Hot),
        ];
        let mut chosen = chosen.into_iter().filter(|(_, is_chosen)| *is_chosen);
        if let (Some((field, _)), Some((other, _))) = (chosen.next(), chosen.next()) {
            return Err(texts::FILTERS_EXCLUSIVE.with("field", field).with("other", other));
        }
        Ok(match (tag, &self.author) {
            _ if self.own => Some(Kept::Own),
            _ if self.bookmarked => Some(Kept::Bookmarked),
            _ if self.waiting => Some(Kept::Waiting(now)),
            (Some(tag), _) => Some(Kept::Tag(tag.to_owned())),
            (None, Some(raw)) => Some(Kept::Author(UserId::parse(raw).ok_or_else(ApiError::not_found)?)),
            (None, None) => None,
        })
    }
}

/// Where a page begins: after a post, in the order of what is hot after its place there.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    id: i64,
    hot: i64,
}

impl Cursor {
    /// Before the first post.
    const START: Self = Self { id: i64::MAX, hot: i64::MAX };

    fn parse(raw: Option<&str>) -> Result<Self> {
        let Some(raw) = raw.filter(|raw| !raw.is_empty()) else { return Ok(Self::START) };
        let number = |raw: &str| raw.parse::<i64>().ok().filter(|_| raw.len() <= 19);
        let cursor = match raw.split_once('-') {
            Some((hot, id)) => number(hot).zip(number(id)).map(|(hot, id)| Self { id, hot }),
            None => number(raw).map(|id| Self { id, ..Self::START }),
        };
        cursor.ok_or_else(|| texts::CURSOR_INVALID.err())
    }

    fn is_start(self) -> bool {
        self.id == i64::MAX
    }

    fn after(row: &PostRow, sort: PostSort) -> String {
        match sort {
            PostSort::Latest => row.id.to_string(),
            PostSort::Hot => format!("{}-{}", row.hot, row.id),
        }
    }
}

/// Lists the posts that the caller sees. Without a filter the pinned ones stand before the first page of the newest.
#[utoipa::path(get, path = "/api/community", tag = "community", params(PostQuery),
    responses((status = 200, body = Envelope<PostList>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["community:read"])))]
pub(crate) async fn list_posts(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CommunityRead>,
    Query(query): Query<PostQuery>,
) -> Result<Reply<PostList>> {
    let (viewer, now) = (Viewer::scoped(&app, &caller).await?, app.clock.now_ms());
    let (kept, cursor) = (query.kept(now)?, Cursor::parse(query.before.as_deref())?);
    let limit = query.limit.unwrap_or(PAGE).clamp(1, MAX_PAGE);
    let (sort, reader, reading) = (query.sort, viewer.clone(), app.clone());
    let (marked, next) = app
        .db
        .read(move |read| {
            let sees = reader.in_lists(&reading, read)?;
            let wanted = Wanted {
                kind: query.r#type.map_or("", Into::into),
                featured: query.featured,
                before: cursor.id,
                // One more tells whether there is a next page.
                limit: i64::from(limit) + 1,
            };
            let is_feed =
                kept.is_none() && sort == PostSort::Latest && wanted.kind.is_empty() && !wanted.featured;
            let pinned = if is_feed { MAX_PINNED } else { 0 };
            let mut rows = match &kept {
                Some(kept) => kept.read(read, &sees, &wanted)?,
                None if sort == PostSort::Hot => lists::hot(read, &sees, &wanted, cursor.hot)?,
                None => lists::latest(read, &sees, &wanted, pinned)?,
            };
            let has_more = rows.len() > limit as usize;
            rows.truncate(limit as usize);
            let next = rows.last().filter(|_| has_more).map(|row| Cursor::after(row, sort));
            if is_feed && cursor.is_start() {
                rows = [lists::pinned(read, &sees, pinned)?, rows].concat();
            }
            Ok((Marked::read(read, &reader, rows, now)?, next))
        })
        .await?;
    Ok(Reply::ok(PostList { posts: marked.shown(&app, &viewer, true).await?, next }))
}

impl Kept {
    fn read(&self, read: &mut Read, sees: &Sees, wanted: &Wanted) -> DbResult<Vec<PostRow>> {
        match self {
            Self::Own => lists::own(read, sees, wanted),
            Self::Bookmarked => lists::bookmarked(read, sees, wanted),
            Self::Waiting(now) => lists::waiting(read, sees, wanted, *now),
            Self::Tag(tag) => lists::tagged(read, sees, wanted, tag),
            Self::Author(author) => lists::by_author(read, sees, wanted, *author),
        }
    }
}

/// A ranking of posts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ranking {
    /// Of all kinds.
    #[default]
    Hot,
    /// Of food alone.
    Food,
}

/// Which ranking.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RankingQuery {
    /// The ranking: `hot` (default) for posts of all kinds, `food` for food.
    #[serde(default)]
    #[param(inline)]
    list: Ranking,
    /// The number of days that count, 1–90; by default 7.
    #[param(minimum = 1, maximum = 90)]
    days: Option<u32>,
}

/// Ranks the posts of the last days that the caller sees by their points: a like is one, a comment two, a share three. At
/// most ten.
#[utoipa::path(get, path = "/api/community/rankings", tag = "community", params(RankingQuery),
    responses((status = 200, body = Envelope<PostList>)))]
pub(crate) async fn rank_posts(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<RankingQuery>,
) -> Result<Reply<PostList>> {
    let (viewer, now) = (Viewer::of(&app, &caller), app.clock.now_ms());
    let since = now - i64::from(query.days.unwrap_or(DAYS.0).clamp(1, DAYS.1)) * DAY;
    let kind = if query.list == Ranking::Food { PostType::Food.into_str() } else { "" };
    let (reader, reading) = (viewer.clone(), app.clone());
    let marked = app
        .db
        .read(move |read| {
            let sees = reader.in_lists(&reading, read)?;
            let rows = lists::ranked(read, &sees, since, kind, RANKED)?;
            Marked::read(read, &reader, rows, now)
        })
        .await?;
    Ok(Reply::ok(PostList { posts: marked.shown(&app, &viewer, true).await?, next: None }))
}

/// How many posts the caller has not seen.
#[derive(Serialize, ToSchema)]
pub(crate) struct UnreadPosts {
    /// The number of posts of others since the caller looked at the feed last; at most 99.
    unread: i64,
}

/// Counts the posts of others since the caller looked at the feed last, up to 99.
#[utoipa::path(get, path = "/api/community/unread", tag = "community",
    responses((status = 200, body = Envelope<UnreadPosts>)))]
pub(crate) async fn unread_posts(State(app): State<App>, caller: Caller) -> Result<Reply<UnreadPosts>> {
    let (viewer, reading) = (Viewer::of(&app, &caller), app.clone());
    let unread = app
        .db
        .read(move |read| {
            let seen = marks::visited(read, viewer.user())?;
            let sees = viewer.in_lists(&reading, read)?;
            Ok(lists::unseen(read, &sees, seen, MAX_UNREAD)?)
        })
        .await?;
    Ok(Reply::ok(UnreadPosts { unread }))
}

/// Records that the caller has looked at the feed now.
#[utoipa::path(post, path = "/api/community/seen", tag = "community",
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn mark_feed_seen(State(app): State<App>, caller: Caller) -> Result<Reply<()>> {
    let user = caller.facts.user_id;
    app.write(move |tx| {
        let newest = lists::newest(tx)?;
        Ok(marks::visit(tx, user, newest)?)
    })
    .await?;
    Ok(Reply::done())
}
