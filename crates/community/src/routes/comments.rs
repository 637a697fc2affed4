//! `/api/community/{id}/comments` and `/api/community/comments/{id}`: what members say below posts.

use axum::extract::State;
use identity::api_scopes::scope;
use kernel::http::{Caller, ClassAdmin, Json, Limited, LimitedCaller, Path, Query, Scoped};
use kernel::limits::Limit;
use kernel::{ApiError, App, Envelope, Reply, Result, Routes, routes};
use moderation::Moderator;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::staff::RevealReason;
use super::{Edits, LikeState, Likes, RevealedAuthor};
use crate::comments::change;
use crate::comments::dto::{Comment, CommentList, MarkedComments};
use crate::comments::write::{self, NewComment};
use crate::posts::reveal::{self, Written};
use crate::store::comments::{self, CommentRow};
use crate::viewer::Viewer;
use crate::{case_content, mentions, model, word_rules};

/// Comments on a page.
const PAGE: u32 = 100;
/// Comments on a page at most.
const MAX_PAGE: u32 = 200;

/// Names RATE_LIMIT_COMMENTS in a handler's signature.
pub(crate) struct Comments;

impl Limited for Comments {
    fn limit() -> &'static Limit {
        &crate::COMMENTS
    }
}

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_comments, create_comment))
        .routes(routes!(edit_comment, delete_comment))
        .routes(routes!(restore_comment))
        .routes(routes!(like_comment, unlike_comment))
        .routes(routes!(reveal_comment_author))
}

/// Which piece of the comments.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CommentPage {
    /// The `next` of the page before.
    after: Option<i64>,
    /// The number of comments on a page: 1–200, default 100.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// Lists the comments below a post, the oldest first. A deleted one stays as a place without words where others answer
/// it, and for 24 hours. 404 for a post that the caller does not see.
#[utoipa::path(get, path = "/api/community/{id}/comments", tag = "community",
    params(("id" = i64, Path, description = "The number of the post"), CommentPage),
    responses((status = 200, body = Envelope<CommentList>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["community:read"])))]
pub(crate) async fn list_comments(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CommunityRead>,
    Path(id): Path<String>,
    Query(page): Query<CommentPage>,
) -> Result<Reply<CommentList>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::scoped(&app, &caller).await?);
    let limit = page.limit.unwrap_or(PAGE).clamp(1, MAX_PAGE) as usize;
    let (after, reader) = (page.after.unwrap_or_default(), viewer.clone());
    let (marked, next) = app
        .db
        .read(move |read| {
            let post = reader.post(read, id)?;
            // One more tells whether there is a next page.
            let mut rows = comments::of_post(read, id, after, limit as i64 + 1)?;
            let has_more = rows.len() > limit;
            rows.truncate(limit);
            let next = rows.last().filter(|_| has_more).map(|row| row.id);
            Ok((MarkedComments::read(read, &reader, post, rows)?, next))
        })
        .await?;
    Ok(Reply::ok(CommentList { comments: marked.shown(&app, &viewer).await?, next }))
}

/// Writes a comment below a post. 409 `held` when a moderator has to look at it first. Whoever sees the post hears
/// `{"type": "community_event", "action": "comment_created", …}`.
#[utoipa::path(post, path = "/api/community/{id}/comments", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    request_body = NewComment, responses((status = 200, body = Envelope<Comment>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["community:write"])))]
pub(crate) async fn create_comment(
    State(app): State<App>,
    Scoped(limited, ..): Scoped<scope::CommunityWrite, LimitedCaller<Comments>>,
    Path(id): Path<String>,
    Json(new): Json<NewComment>,
) -> Result<Reply<Comment>> {
    let caller = Caller::from(limited);
    let (id, viewer) = (model::parse_id(&id)?, Viewer::scoped_writing(&app, &caller).await?);
    let via = caller.client.as_ref().map(|client| integrations::Via::from(&**client));
    let verdict = word_rules::check_comment(&app, &viewer, id, new, via).await?;
    let draft = verdict.written(&app).await?;
    let called = mentions::called(&app, &draft.content, "").await?;
    let row = app.write(move |tx| write::write(tx, &viewer, id, &draft, &called)).await?;
    shown(&app, &caller, row).await
}

/// The text of a comment to change.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CommentChange {
    /// The text of the comment, 1–2,000 characters of Markdown.
    content: String,
}

/// Changes a comment, as its author.
#[utoipa::path(patch, path = "/api/community/comments/{id}", tag = "community",
    params(("id" = i64, Path, description = "The number of the comment")),
    request_body = CommentChange, responses((status = 200, body = Envelope<Comment>)))]
pub(crate) async fn edit_comment(
    State(app): State<App>,
    limited: LimitedCaller<Edits>,
    Path(id): Path<String>,
    Json(new): Json<CommentChange>,
) -> Result<Reply<Comment>> {
    let caller = Caller::from(limited);
    let (id, viewer) = (model::parse_id(&id)?, Viewer::scoped_writing(&app, &caller).await?);
    let mut content = write::parse(&new.content)?;
    let flagged = word_rules::check_edit(&app, &caller.facts, vec![&mut content]).await?;
    // Nobody is told of an edit; the text may still call no more than a new one.
    mentions::called(&app, &content, "").await?;
    let row = app.write(move |tx| {
        let row = change::edit(tx, &viewer, id, &content)?;
        if let Some(everyone) = &flagged {
            let content = case_content::of_comment(&row);
            moderation::flag(tx, everyone, case_content::COMMENT, &row.id.to_string(), &content)?;
        }
        Ok(row)
    });
    let row = row.await?;
    shown(&app, &caller, row).await
}

/// Deletes a comment, as its author or a moderator. Its author can restore it for 24 hours. What a moderator deletes is
/// a case of `/api/moderation`: it is logged and told to its author, who can appeal but not restore it. An author may
/// delete theirs also below a post that they do not see any more.
#[utoipa::path(delete, path = "/api/community/comments/{id}", tag = "community",
    params(("id" = i64, Path, description = "The number of the comment")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn delete_comment(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    let moderator = Moderator::of(&app, &caller).await?;
    app.write(move |tx| change::delete(tx, &moderator, &viewer, id)).await?;
    Ok(Reply::done())
}

/// Restores a comment that the caller wrote and deleted less than 24 hours ago, or that a moderator has deleted and the
/// caller moderates.
#[utoipa::path(post, path = "/api/community/comments/{id}/restore", tag = "community",
    params(("id" = i64, Path, description = "The number of the comment")),
    responses((status = 200, body = Envelope<Comment>)))]
pub(crate) async fn restore_comment(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<Comment>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    let moderator = Moderator::of(&app, &caller).await?;
    let row = app.write(move |tx| change::restore(tx, &moderator, &viewer, id)).await?;
    shown(&app, &caller, row).await
}

/// Likes a comment. Repeating it has no effect; 400 for one's own.
#[utoipa::path(put, path = "/api/community/comments/{id}/like", tag = "community",
    params(("id" = i64, Path, description = "The number of the comment")),
    responses((status = 200, body = Envelope<LikeState>)))]
pub(crate) async fn like_comment(
    State(app): State<App>,
    caller: LimitedCaller<Likes>,
    Path(id): Path<String>,
) -> Result<Reply<LikeState>> {
    like(&app, &caller.into(), &id, true).await
}

/// Takes a like of a comment back. Repeating it has no effect.
#[utoipa::path(delete, path = "/api/community/comments/{id}/like", tag = "community",
    params(("id" = i64, Path, description = "The number of the comment")),
    responses((status = 200, body = Envelope<LikeState>)))]
pub(crate) async fn unlike_comment(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<LikeState>> {
    like(&app, &caller, &id, false).await
}

async fn like(app: &App, caller: &Caller, id: &str, liked: bool) -> Result<Reply<LikeState>> {
    let viewer = if liked { Viewer::taking_part(app, caller)? } else { Viewer::of(app, caller) };
    let id = model::parse_id(id)?;
    let like_count = app.write(move |tx| change::like(tx, &viewer, id, liked)).await?;
    Ok(Reply::ok(LikeState { like_count, liked }))
}

/// Answers who wrote an anonymous comment, to class admins of the author's class and to admins, also within 24 hours
/// after it was deleted. The act is logged with its reason, and the author is told with the reason.
#[utoipa::path(post, path = "/api/community/comments/{id}/reveal", tag = "community",
    params(("id" = i64, Path, description = "The number of the comment")),
    request_body = RevealReason, responses((status = 200, body = Envelope<RevealedAuthor>)))]
pub(crate) async fn reveal_comment_author(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
    Json(asked): Json<RevealReason>,
) -> Result<Reply<RevealedAuthor>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    let reason = model::parse_reason(&asked.reason)?;
    let author = app
        .write(move |tx| {
            let written = Written::comment(tx, &viewer, id)?;
            reveal::reveal(tx, &caller, &viewer, &written, &reason)
        })
        .await?;
    RevealedAuthor::of(&app, author).await
}

/// One comment as the caller gets it.
async fn shown(app: &App, caller: &Caller, row: CommentRow) -> Result<Reply<Comment>> {
    let viewer = Viewer::scoped(app, caller).await?;
    let reader = viewer.clone();
    let marked = app.db.read(move |read| {
        let post = reader.post(read, row.post_id)?;
        MarkedComments::read(read, &reader, post, vec![row.clone()])
    });
    let mut comments = marked.await?.shown(app, &viewer).await?;
    comments.pop().map(Reply::ok).ok_or_else(ApiError::not_found)
}
