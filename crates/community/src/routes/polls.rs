//! `/api/community/{id}/vote`, `/close`, `/voters` and `/results.csv`: what members vote on.

use std::collections::BTreeSet;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use identity::user::{Names, members};
use kernel::http::{Caller, Json, Path};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Envelope, Reply, Result, Routes, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shown;
use crate::dto::Post;
use crate::model;
use crate::polls::ballot::Answer;
use crate::polls::disclosure;
use crate::polls::sheet::{self, Ballot};
use crate::polls::vote;
use crate::store::polls;
use crate::store::posts::PostRow;
use crate::viewer::Viewer;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(cast_vote))
        .routes(routes!(close_poll))
        .routes(routes!(list_voters))
        .routes(routes!(export_results))
}

/// The answers of a member to the questions of a poll or survey.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CastVote {
    /// The answers, each to another question; those to optional questions may be absent.
    answers: Vec<Answer>,
}

/// Votes on a poll or survey, once: 409 for a second vote, 400 after the end and for answers that do not fit the
/// questions, 403 for an author whom the post is not for. Whoever sees the post hears
/// `{"type": "community_event", "action": "voted", …}` without a name.
#[utoipa::path(put, path = "/api/community/{id}/vote", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    request_body = CastVote, responses((status = 200, body = Envelope<Post>)))]
pub(crate) async fn cast_vote(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(cast): Json<CastVote>,
) -> Result<Reply<Post>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::taking_part(&app, &caller)?);
    let row = app.write(move |tx| vote::cast(tx, &viewer, id, &cast.answers)).await?;
    shown(&app, &caller, row).await
}

/// Ends a poll or survey now, as its author. Repeating it has no effect.
#[utoipa::path(post, path = "/api/community/{id}/close", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<Post>)))]
pub(crate) async fn close_poll(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<Post>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::taking_part(&app, &caller)?);
    let row = app.write(move |tx| vote::close(tx, &viewer, id)).await?;
    shown(&app, &caller, row).await
}

/// A member who has voted or has not.
#[derive(Serialize, ToSchema)]
pub(crate) struct Voter {
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240111")]
    user_id: UserId,
    /// The net name of the member.
    net_name: String,
    /// The real name of the member.
    real_name: String,
}

impl From<&UserFacts> for Voter {
    fn from(facts: &UserFacts) -> Self {
        let (net_name, real_name) = (facts.net_name.clone(), facts.real_name.clone());
        Self { user_id: facts.user_id, net_name, real_name }
    }
}

/// Who has voted on a poll or survey, and who has not.
#[derive(Serialize, ToSchema)]
pub(crate) struct Voters {
    /// The members who have voted, by user ID.
    voted: Vec<Voter>,
    /// The active members whom the post is for and who have not voted, by user ID. The author is absent, unless the post
    /// is anonymous.
    missing: Vec<Voter>,
}

/// Lists who has voted on a poll or survey and who has not, for its author and for moderators; never what they
/// answered. 409 for a secret vote that is open, unless its results wait for the end.
#[utoipa::path(get, path = "/api/community/{id}/voters", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = Envelope<Voters>)))]
pub(crate) async fn list_voters(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<Voters>> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    let now = app.clock.now_ms();
    let (post, voted) = app
        .db
        .read(move |read| {
            let (post, poll) = vote::find(read, &viewer, id)?;
            if !viewer.is_author(&post.author_id) && !viewer.moderates_post(&post) {
                return Err(kernel::texts::NO_PERMISSION.err());
            }
            disclosure::refuse_hidden_voters(&poll, now)?;
            let voted: BTreeSet<UserId> =
                polls::voters(read, id)?.into_iter().map(|(user, _)| user).collect();
            Ok((post, voted))
        })
        .await?;
    let members = members(&app).await?;
    let (mut has, mut has_not) = (Vec::new(), Vec::new());
    for facts in members.all() {
        if voted.contains(&facts.user_id) {
            has.push(Voter::from(&**facts));
        } else if is_asked(&app, &post, facts, now) {
            has_not.push(Voter::from(&**facts));
        }
    }
    Ok(Reply::ok(Voters { voted: has, missing: has_not }))
}

/// Whether a post asks a member for a vote. An anonymous author is asked like everyone else whom the post is for: the
/// one name that stands in neither list would be theirs.
fn is_asked(app: &App, post: &PostRow, facts: &UserFacts, now: i64) -> bool {
    let is_active =
        facts.ban.as_ref().is_none_or(|ban| ban.expires_at.is_some_and(|end| end.as_millisecond() <= now));
    let is_named_author = !post.anonymous && facts.user_id.as_str() == post.author_id;
    is_active && !is_named_author && app.memberships(facts).are_among(&post.audience)
}

/// Exports the answers to a poll or survey as CSV, for its author: a row for each vote, in no order that tells who cast
/// it, with a name where the vote is not secret. 409 for a secret vote with fewer than 3 votes, and for one that is open
/// and whose results wait for the end.
#[utoipa::path(get, path = "/api/community/{id}/results.csv", tag = "community",
    params(("id" = i64, Path, description = "The number of the post")),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub(crate) async fn export_results(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response> {
    let (id, viewer) = (model::parse_id(&id)?, Viewer::of(&app, &caller));
    let now = app.clock.now_ms();
    let (post, poll, named, nameless) = app
        .db
        .read(move |read| {
            let (post, poll) = vote::find(read, &viewer, id)?;
            if !viewer.is_author(&post.author_id) {
                return Err(kernel::texts::NO_PERMISSION.err());
            }
            disclosure::refuse_hidden_table(&poll, now)?;
            let named = if poll.secret { Vec::new() } else { polls::voters(read, id)? };
            Ok((post, poll, named, polls::ballots(read, id)?))
        })
        .await?;
    let names = Names::of(&app, named.iter().map(|(user, _)| user.to_string()).collect()).await?;
    let named = named.into_iter().map(|(user, answers)| (Some(names.get(user.as_str())), answers));
    let nameless = nameless.into_iter().map(|answers| (None, answers));
    let ballots: Vec<Ballot> =
        named.chain(nameless).map(|(name, answers)| Ballot { name, answers }).collect();
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"results-{id}.csv\"")),
    ];
    let table = sheet::csv(&post.title, &poll.question_list(), &ballots);
    Ok((headers, table).into_response())
}
