//! What the search finds here: posts and comments that the member sees. Who wrote something anonymous stands in no
//! result; its author finds it as their own.

use kernel::db::{DbResult, Read, Tx};
use kernel::events::{Audience, Event, FeatureEvent as _};
use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{App, Result};
use search::{Document, Hit, SearchKind, SearchRequest};

use crate::case_content::words_of;
use crate::events::CommunityEvent;
use crate::notifications::Place;
use crate::store::comments::{self, CommentRow};
use crate::store::posts::{self, PostRow};
use crate::texts;
use crate::viewer::Viewer;

/// Posts.
pub(crate) static POSTS: SearchKind = SearchKind {
    name: "post",
    label: &texts::POSTS,
    app: "community",
    is_changed_by: |event| {
        use CommunityEvent::{PostAudienceChanged, PostChanged, PostCreated, PostRemoved};
        let changed = CommunityEvent::read(event);
        matches!(changed, Some(PostCreated(_) | PostChanged(_) | PostAudienceChanged(_) | PostRemoved(_)))
    },
    changed: |_, event| Ok(vec![event.subject_id.clone()]),
    document: post_document,
    ids: |read, after, limit| Ok(texts_of(posts::ids_after(read, number(after), limit)?)),
    hits: post_hits,
};

/// Comments.
pub(crate) static COMMENTS: SearchKind = SearchKind {
    name: "comment",
    label: &texts::COMMENTS,
    app: "community",
    is_changed_by: |event| {
        use CommunityEvent::{
            CommentChanged, CommentCreated, CommentRemoved, PostAudienceChanged, PostRemoved,
        };
        let changed = CommunityEvent::read(event);
        matches!(
            changed,
            Some(
                CommentCreated(_)
                    | CommentChanged(_)
                    | CommentRemoved(_)
                    | PostAudienceChanged(_)
                    | PostRemoved(_)
            )
        )
    },
    changed: changed_comments,
    document: comment_document,
    ids: |read, after, limit| Ok(texts_of(comments::ids_after(read, number(after), limit)?)),
    hits: comment_hits,
};

fn number(id: &str) -> i64 {
    id.parse().unwrap_or_default()
}

fn texts_of(ids: Vec<i64>) -> Vec<String> {
    ids.into_iter().map(|id| id.to_string()).collect()
}

fn post_document(read: &mut Read, _: &App, id: &str) -> DbResult<Option<Document>> {
    let Some(post) = standing_post(read, number(id))? else { return Ok(None) };
    Ok(Some(Document {
        audience: audience(&post),
        erased_with: post.author(),
        also_found_by: post.author(),
        place: String::new(),
        text: words_of(read, &post)?,
        created_at: post.created_at,
        title: post.title,
    }))
}

fn standing_post(read: &mut Read, id: i64) -> DbResult<Option<PostRow>> {
    Ok(posts::find(read, id)?.filter(|post| post.deleted_at.is_none()))
}

fn audience(post: &PostRow) -> Audience {
    Audience::parse(&post.audience).unwrap_or(Audience::Admins)
}

/// Those whose title has the words come first.
fn post_hits(read: &mut Read, caller: &Caller, request: &SearchRequest, ids: &[String]) -> Result<Vec<Hit>> {
    let viewer = Viewer::of(request.app(), caller);
    let mut found = Vec::new();
    for id in ids {
        let Some(post) = posts::find(read, number(id))?.filter(|post| viewer.sees(post)) else { continue };
        let words = words_of(read, &post)?;
        if request.finds(&post.title, &words) {
            found.push((post, words));
        }
    }
    found.sort_by_key(|(post, _)| !request.finds(&post.title, ""));
    let hit = |(post, words): (PostRow, String)| {
        let (id, day) = (post.id.to_string(), request.say_day(request.day_of(post.created_at)));
        if post.title.is_empty() {
            Hit::quoting(request, id, &words, day)
        } else if request.finds(&post.title, "") {
            Hit::titled(request, id, post.title, day)
        } else {
            // The title stands beside what is quoted.
            let below = words.strip_prefix(&post.title).unwrap_or(&words).trim_start();
            Hit::quoting(request, id, below, format!("{} · {day}", post.title))
        }
    };
    Ok(found.into_iter().map(hit).collect())
}

/// A comment is found by whoever sees its post, so that one for others now changes what is below it.
fn changed_comments(read: &mut Read, event: &Event) -> DbResult<Vec<String>> {
    Ok(match CommunityEvent::read(event) {
        Some(
            CommunityEvent::CommentCreated(facts)
            | CommunityEvent::CommentChanged(facts)
            | CommunityEvent::CommentRemoved(facts),
        ) => vec![facts.comment_id.to_string()],
        Some(CommunityEvent::PostAudienceChanged(facts) | CommunityEvent::PostRemoved(facts)) => {
            texts_of(comments::ids_of_post(read, facts.post_id)?)
        }
        _ => Vec::new(),
    })
}

/// A comment that stands, with its post.
fn standing_comment(read: &mut Read, id: i64) -> DbResult<Option<(CommentRow, PostRow)>> {
    let comment = comments::find(read, id)?.filter(|comment| comment.deleted_at.is_none());
    let Some(comment) = comment else { return Ok(None) };
    Ok(standing_post(read, comment.post_id)?.map(|post| (comment, post)))
}

fn comment_document(read: &mut Read, _: &App, id: &str) -> DbResult<Option<Document>> {
    let document = |(comment, post): (CommentRow, PostRow)| Document {
        audience: audience(&post),
        erased_with: comment.author(),
        also_found_by: post.author(),
        place: String::new(),
        title: String::new(),
        text: comment.content,
        created_at: comment.created_at,
    };
    Ok(standing_comment(read, number(id))?.map(document))
}

/// The id is that of the post and that of the comment, `17-40`; beside the words stand the title of the post and the day.
fn comment_hits(
    read: &mut Read,
    caller: &Caller,
    request: &SearchRequest,
    ids: &[String],
) -> Result<Vec<Hit>> {
    let viewer = Viewer::of(request.app(), caller);
    let mut hits = Vec::new();
    for id in ids {
        let found = standing_comment(read, number(id))?;
        let found = found.filter(|(comment, post)| viewer.sees(post) && request.finds("", &comment.content));
        let Some((comment, post)) = found else { continue };
        let day = request.say_day(request.day_of(comment.created_at));
        let detail = if post.title.is_empty() { day } else { format!("{} · {day}", post.title) };
        hits.push(Hit::quoting(request, Place::from(&comment).to_string(), &comment.content, detail));
    }
    Ok(hits)
}

/// Takes out what others wrote below the posts of a member, which go with the account of the member.
pub(crate) fn forget_comments_below(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    for post in posts::ids_of(tx, *user)? {
        let ids = texts_of(comments::ids_of_post(tx, post)?);
        search::forget(tx, &COMMENTS, &ids)?;
    }
    Ok(())
}
