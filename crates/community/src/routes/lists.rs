//! `GET /api/community`: the feed and its relatives.

use axum::extract::State;
use identity::api_scopes::scope;
use kernel::http::{Caller, Query, Scoped};
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::dto::{Marked, PostList};
use crate::model::PostType;
use crate::store::lists::{self, Wanted};
use crate::store::marks;
use crate::store::posts::PostRow;
use crate::texts;
use crate::viewer::Viewer;

/// Posts on a page.
const PAGE: u32 = 20;
/// Posts on a page at most.
const MAX_PAGE: u32 = 50;
/// Posts that stand before the feed at most.
const MAX_PINNED: i64 = 5;
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

/// Which posts.
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
    /// The `next` of the page before.
    before: Option<String>,
    /// The number of posts on a page: 1–50, default 20.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<u32>,
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
    let (viewer, now) = (Viewer::of(&app, &caller), app.clock.now_ms());
    let cursor = Cursor::parse(query.before.as_deref())?;
    let limit = query.limit.unwrap_or(PAGE).clamp(1, MAX_PAGE);
    let author = query.author.as_deref().map(|raw| UserId::parse(raw).ok_or_else(ApiError::not_found));
    let (author, reader, reading) = (author.transpose()?, viewer.clone(), app.clone());
    let sort = query.sort;
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
            let is_feed = wanted.kind.is_empty() && !wanted.featured && sort == PostSort::Latest;
            let mut rows = match (&query.tag, author) {
                _ if query.own => lists::own(read, &sees, &wanted)?,
                _ if query.bookmarked => lists::bookmarked(read, &sees, &wanted)?,
                (Some(tag), _) if !tag.is_empty() => lists::tagged(read, &sees, &wanted, tag)?,
                (_, Some(author)) => lists::by_author(read, &sees, &wanted, author)?,
                _ if sort == PostSort::Hot => lists::hot(read, &sees, &wanted, cursor.hot)?,
                _ => lists::latest(read, &sees, &wanted, is_feed)?,
            };
            let is_filtered = query.own
                || query.bookmarked
                || query.tag.as_ref().is_some_and(|tag| !tag.is_empty())
                || author.is_some();
            let has_more = rows.len() > limit as usize;
            rows.truncate(limit as usize);
            let order = if is_filtered { PostSort::Latest } else { sort };
            let next = rows.last().filter(|_| has_more).map(|row| Cursor::after(row, order));
            if is_feed && !is_filtered && query.before.is_none() {
                let mut pinned = lists::pinned(read, &sees, MAX_PINNED)?;
                pinned.append(&mut rows);
                rows = pinned;
            }
            Ok((Marked::read(read, &reader, rows, now)?, next))
        })
        .await?;
    Ok(Reply::ok(PostList { posts: marked.shown(&app, &viewer, true).await?, next }))
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
