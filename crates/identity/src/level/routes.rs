//! `/api/level`: a member's own level, its history, and the daily check-in.

use axum::extract::State;
use kernel::http::{Caller, Json, Query};
use kernel::texts::{Language, Message, Text};
use kernel::user::UserId;
use kernel::{App, Envelope, Reply, Result};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::award::{self, Award};
use super::dto::{ClaimedExperience, DailySignIn, ExperienceEntry, LevelInfo};
use super::model::Action;
use super::{follow, texts};

/// Longest ref, in characters.
const MAX_REF: usize = 200;

/// Returns the level of the caller, and what each action earns.
#[utoipa::path(get, path = "/api/level/info", tag = "level",
    responses((status = 200, body = Envelope<LevelInfo>)))]
pub(super) async fn level_info(State(app): State<App>, caller: Caller) -> Result<Reply<LevelInfo>> {
    follow::catch_up(&app).await;
    let (user, today) = (caller.facts.user_id, app.today());
    let reading = app.clone();
    Ok(Reply::ok(app.db.read(move |read| super::info(read, &reading, user, today)).await?))
}

/// Which piece of the history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HistoryPage {
    /// The number of items to return: 1–100, default 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// Only awards before the one with this id.
    before: Option<i64>,
}

impl HistoryPage {
    /// What comes before this id, and how many.
    pub(super) fn range(&self) -> (i64, i64) {
        (self.before.unwrap_or(i64::MAX), self.limit.unwrap_or(50).clamp(1, 100).into())
    }
}

/// Lists the awards of experience of the caller, newest first.
#[utoipa::path(get, path = "/api/level/log", tag = "level", params(HistoryPage),
    responses((status = 200, body = Envelope<Vec<ExperienceEntry>>)))]
pub(super) async fn level_log(
    State(app): State<App>,
    caller: Caller,
    Query(page): Query<HistoryPage>,
) -> Result<Reply<Vec<ExperienceEntry>>> {
    follow::catch_up(&app).await;
    let user = caller.facts.user_id;
    Ok(Reply::ok(app.db.read(move |read| Ok(super::history(read, user, &page)?)).await?))
}

/// A report of an action that earns experience.
#[derive(Deserialize, ToSchema)]
pub(super) struct ExperienceClaim {
    /// The name of the action: one of the keys of `exp_rewards`.
    action: String,
    /// An id of what the action was about, 1–200 characters; each counts once. Without it the action counts
    /// at most once a minute.
    #[serde(rename = "ref")]
    reference: Option<String>,
}

/// Reports an action. The server decides what it earns, and does not count what it records itself.
/// `daily_login` is the daily check-in.
#[utoipa::path(post, path = "/api/level/log", tag = "level", request_body = ExperienceClaim,
    responses((status = 200, body = Envelope<ClaimedExperience>)))]
pub(super) async fn claim_experience(
    State(app): State<App>,
    caller: Caller,
    Json(claim): Json<ExperienceClaim>,
) -> Result<Reply<ClaimedExperience>> {
    let action = claim.action.parse::<Action>().map_err(|_| texts::ACTION_UNKNOWN.err())?;
    let reference = claim.reference;
    let is_ref =
        |raw: &String| (1..=MAX_REF).contains(&raw.chars().count()) && !raw.chars().any(char::is_control);
    if !reference.as_ref().is_none_or(is_ref) {
        return Err(texts::REF_INVALID.err());
    }
    let user = caller.facts.user_id;
    if action == Action::DailyLogin {
        let (award, _, first) = sign_in(&app, user).await?;
        let why = (!first).then_some(&texts::ALREADY_SIGNED_IN);
        return Ok(claimed(action, award, why));
    }
    follow::catch_up(&app).await;
    let today = app.today();
    let (award, why) =
        app.write(move |tx| Ok(award::claim(tx, user, action, reference.as_deref(), today)?)).await?;
    Ok(claimed(action, award, why))
}

fn claimed(action: Action, award: Award, why_nothing: Option<&'static Text>) -> Reply<ClaimedExperience> {
    let reply = Reply::ok(ClaimedExperience::new(action, award));
    match why_nothing {
        Some(why) => reply.with_message(Message::from(why).localized(Language::Chinese)),
        None => reply,
    }
}

/// Does the daily check-in, once a day in the portal's time zone; a repetition returns the state.
#[utoipa::path(post, path = "/api/level/daily-login", tag = "level",
    responses((status = 200, body = Envelope<DailySignIn>)))]
pub(super) async fn daily_login(State(app): State<App>, caller: Caller) -> Result<Reply<DailySignIn>> {
    let (award, info, first) = sign_in(&app, caller.facts.user_id).await?;
    let words = if first { &texts::SIGNED_IN } else { &texts::ALREADY_SIGNED_IN };
    Ok(Reply::ok(DailySignIn::new(award, info))
        .with_message(Message::from(words).localized(Language::Chinese)))
}

/// Whether it was the day's first stands last.
async fn sign_in(app: &App, user: UserId) -> Result<(Award, LevelInfo, bool)> {
    follow::catch_up(app).await;
    let today = app.today();
    let award = app.write(move |tx| Ok(award::sign_in(tx, user, today)?)).await?;
    // After the write: reading the school days takes longer than a class that checks in should wait in line.
    let reading = app.clone();
    let info = app.db.read(move |read| super::info(read, &reading, user, today)).await?;
    let unchanged = Award { gained: 0, exp: info.exp };
    Ok((award.unwrap_or(unchanged), info, award.is_some()))
}
