//! `/api/community` and `/api/community/{id}`: writing, reading, changing and deleting posts.

use axum::extract::State;
use identity::api_scopes::scope;
use kernel::app::iso;
use kernel::http::{Caller, Json, LimitedCaller, Path, Scoped};
use kernel::{App, Envelope, Reply, Result};
use moderation::Moderator;

use super::{Edits, Posts, shown};
use crate::dto::{Post, PostHistory, ReplacedPost};
use crate::posts::delete;
use crate::posts::edit::{self, PostChange};
use crate::posts::write::{self, NewPost};
use crate::store::posts;
use crate::viewer::Viewer;
use crate::{case_content, mentions, model, word_rules};

/// Writes a post. 409 `held` when a moderator has to look at it first. Whoever sees it hears `{"type": "community_event", "action": "post_created", …}`.
#[utoipa::path(post, path = "/api/community", tag = "community", request_body = NewPost,
    responses((status = 200, body = Envelope<Post>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["community:write"])))]
pub(crate) async fn create_post(
    State(app): State<App>,
    Scoped(limited, ..): Scoped<scope::CommunityWrite, LimitedCaller<Posts>>,
    Json(new): Json<NewPost>,
) -> Result<Reply<Post>> {
    let caller = Caller::from(limited);
    let viewer = Viewer::scoped_writing(&app, &caller).await?;
    let via = caller.client.as_ref().map(|client| integrations::Via::from(&**client));
    let verdict = word_rules::check_post(&app, &viewer, new, via).await?;
    let (new, draft) = verdict.written(&app).await?;
    let called = mentions::called(&app, new.content(), "").await?;
    let row = app.write(move |tx| write::write(tx, &viewer, &draft, &called)).await?;
    shown(&app, &caller, row).await
}

/// Returns one post. 404 for a post that the caller does not see.
#[utoipa::path(get, path = "/api/community/{id}", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<Post>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["community:read"])))]
pub(crate) async fn get_post(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::CommunityRead>,
    Path(id): Path<String>,
) -> Result<Reply<Post>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::scoped(&app, &caller).await?);
    let row = app.db.read(move |read| viewer.post(read, id)).await?;
    shown(&app, &caller, row).await
}

/// Changes a post, as its author. What it said before is kept; 409 with the present `revision` when it was changed
/// meanwhile.
#[utoipa::path(patch, path = "/api/community/{id}", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    request_body = PostChange, responses((status = 200, body = Envelope<Post>)))]
pub(crate) async fn edit_post(
    State(app): State<App>,
    limited: LimitedCaller<Edits>,
    Path(id): Path<String>,
    Json(mut change): Json<PostChange>,
) -> Result<Reply<Post>> {
    let caller = Caller::from(limited);
    let (id, viewer) = (model::parse_id(&id)?, Viewer::scoped_writing(&app, &caller).await?);
    let flagged = word_rules::check_edit(&app, &caller.facts, change.texts()).await?;
    let called = match change.content.clone() {
        Some(content) => {
            let reader = viewer.clone();
            // Whoever any version has called was told.
            let before = app.db.read(move |read| {
                let present = reader.post(read, id)?.content;
                let earlier = posts::history(read, id)?.into_iter().map(|row| row.content);
                Ok(std::iter::once(present).chain(earlier).collect::<Vec<_>>().join("\n"))
            });
            let before = before.await?;
            mentions::called(&app, &content, &before).await?
        }
        None => Vec::new(),
    };
    let row = app.write(move |tx| {
        let row = edit::edit(tx, &viewer, id, &change, &called)?;
        if let Some(everyone) = &flagged {
            let content = case_content::of_post(tx, &row)?;
            moderation::flag(tx, everyone, case_content::POST, &row.id.to_string(), &content)?;
        }
        Ok(row)
    });
    let row = row.await?;
    shown(&app, &caller, row).await
}

/// Deletes a post, as its author or a moderator. Its author can restore it for 24 hours. What a moderator deletes is a
/// case of `/api/moderation`: it is logged and told to its author, who can appeal but not restore it.
#[utoipa::path(delete, path = "/api/community/{id}", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn delete_post(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    let moderator = Moderator::of(&app, &caller).await?;
    app.write(move |tx| delete::delete(tx, &moderator, &viewer, id)).await?;
    Ok(Reply::done())
}

/// Restores a post that the caller wrote and deleted less than 24 hours ago, or that a moderator has deleted and the
/// caller moderates.
#[utoipa::path(post, path = "/api/community/{id}/restore", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<Post>)))]
pub(crate) async fn restore_post(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<Post>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    let moderator = Moderator::of(&app, &caller).await?;
    let row = app.write(move |tx| delete::restore(tx, &moderator, &viewer, id)).await?;
    shown(&app, &caller, row).await
}

/// Lists what a post said before it was changed, newest first, for its author and for moderators.
#[utoipa::path(get, path = "/api/community/{id}/revisions", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<PostHistory>)))]
pub(crate) async fn post_history(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<PostHistory>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    let rows = app
        .db
        .read(move |read| {
            let post = viewer.post(read, id)?;
            if !viewer.is_author(&post.author_id) && !viewer.moderates_post(&post) {
                return Err(kernel::texts::NO_PERMISSION.err());
            }
            Ok(posts::history(read, id)?)
        })
        .await?;
    let shown = |row: posts::Replaced| ReplacedPost {
        revision: row.revision,
        title: row.title,
        content: row.content,
        tags: serde_json::from_str(&row.tags).unwrap_or_default(),
        replaced_at: iso(row.replaced_at),
    };
    Ok(Reply::ok(PostHistory { revisions: rows.into_iter().map(shown).collect() }))
}
