//! `/api/homework`: what a member has to do.

use std::collections::HashMap;

use axum::extract::State;
use kernel::app::iso;
use kernel::dates::begin_of;
use kernel::http::{Caller, Path, Query};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::announcements::cards::{self as announced, parse_id};
use crate::homework::cards::{self, Open};
use crate::homework::dto::{HomeworkCard, HomeworkLeft, HomeworkList, HomeworkSubjects};
use crate::homework::model::{self, DAY, Days};

/// Cards per page at most, and unless told.
const MAX_PAGE: u32 = 100;
/// Cards that the widget shows.
const NEXT: usize = 5;
/// How far back subjects are looked for, in days.
const SUBJECTS_OF: i64 = 180;
/// Subjects in their list.
const MAX_SUBJECTS: usize = 40;

/// Which homework.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::homework) struct WhichHomework {
    /// The first day on which it was published, `YYYY-MM-DD`; by default Monday of this week.
    #[param(format = Date)]
    from: Option<String>,
    /// The last day; by default Sunday. At most 62 days are answered at once.
    #[param(format = Date)]
    until: Option<String>,
    /// Only this subject.
    subject: Option<String>,
    /// Everything that the member has not done, in place of days: what is due first before the others, what has no day
    /// last. It leaves out what was due more than 14 days ago, and what has no day and was published more than 30 days ago.
    open: Option<bool>,
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items on a page: 1–100, default 100.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// The homework for this member: of some days the newest first, or what is still to do.
#[utoipa::path(get, path = "/api/homework", tag = "homework", params(WhichHomework),
    responses((status = 200, body = Envelope<HomeworkList>)))]
pub(in crate::homework) async fn list_homework(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<WhichHomework>,
) -> Result<Reply<HomeworkList>> {
    let (page, limit) = (query.page.unwrap_or(1).max(1), query.limit.unwrap_or(MAX_PAGE).clamp(1, MAX_PAGE));
    let days = Days::parse(query.from.as_deref(), query.until.as_deref(), app.today())?;
    let (now, zone, facts) = (app.clock.now_ms(), app.timezone(), caller.facts);
    let is_open = query.open.unwrap_or(false);
    let (total, loaded) = app
        .db
        .read(move |read| {
            let mut found = if is_open {
                cards::open(read, &facts, now, &zone)?
            } else {
                let found = announced::between(read, &facts, now, days.times(&zone))?;
                cards::with_subjects(read, found, &zone)?
            };
            if let Some(subject) = &query.subject {
                found.retain(|card| card.subject == *subject);
            }
            let skipped = (page as usize - 1).saturating_mul(limit as usize);
            let ids: Vec<i64> = found.iter().skip(skipped).take(limit as usize).map(|card| card.id).collect();
            Ok((found.len(), cards::load_shown(read, &facts, now, &ids)?))
        })
        .await?;
    let homework = cards::shown(&app, loaded).await?;
    Ok(Reply::ok(HomeworkList { homework, total, page, limit }))
}

/// Counts what the member has still to do, with the cards that are due first.
#[utoipa::path(get, path = "/api/homework/left", tag = "homework",
    responses((status = 200, body = Envelope<HomeworkLeft>)))]
pub(in crate::homework) async fn homework_left(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<HomeworkLeft>> {
    let (now, zone, facts) = (app.clock.now_ms(), app.timezone(), caller.facts);
    let end_of_tomorrow = begin_of(model::after(app.today(), 2), &zone);
    let (open, loaded) = app
        .db
        .read(move |read| {
            let open = cards::open(read, &facts, now, &zone)?;
            let next: Vec<i64> = open.iter().take(NEXT).map(|card| card.id).collect();
            Ok((open, cards::load_shown(read, &facts, now, &next)?))
        })
        .await?;
    let is_due = |card: &&Open| card.due_at.is_some_and(|due| due < end_of_tomorrow);
    let next_due_at = open.iter().filter_map(|card| card.due_at).find(|due| *due > now);
    Ok(Reply::ok(HomeworkLeft {
        tonight: open.iter().filter(is_due).count(),
        open: open.len(),
        next_due_at: next_due_at.map(iso),
        cards: cards::shown(&app, loaded).await?,
    }))
}

/// The subjects of the member's homework in the last 180 days, the most used first.
#[utoipa::path(get, path = "/api/homework/subjects", tag = "homework",
    responses((status = 200, body = Envelope<HomeworkSubjects>)))]
pub(in crate::homework) async fn homework_subjects(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<HomeworkSubjects>> {
    let (now, zone, facts) = (app.clock.now_ms(), app.timezone(), caller.facts);
    let found = app
        .db
        .read(move |read| {
            let found = announced::between(read, &facts, now, (now - SUBJECTS_OF * DAY, now + 1))?;
            Ok(cards::with_subjects(read, found, &zone)?)
        })
        .await?;
    let mut counted: HashMap<String, usize> = HashMap::new();
    for card in found.into_iter().filter(|card| !card.subject.is_empty()) {
        *counted.entry(card.subject).or_default() += 1;
    }
    let mut subjects: Vec<(String, usize)> = counted.into_iter().collect();
    subjects.sort_by(|(one, used), (other, more)| more.cmp(used).then_with(|| one.cmp(other)));
    let subjects = subjects.into_iter().take(MAX_SUBJECTS).map(|(subject, _)| subject).collect();
    Ok(Reply::ok(HomeworkSubjects { subjects }))
}

/// One card of homework. 404 when it is not for this member, not published yet, expired or deleted, or a notice.
#[utoipa::path(get, path = "/api/homework/{id}", tag = "homework",
    params(("id" = i64, Path, description = "The id of the homework")),
    responses((status = 200, body = Envelope<HomeworkCard>)))]
pub(in crate::homework) async fn get_homework(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<HomeworkCard>> {
    one(&app, caller, parse_id(&id)?).await
}

/// The card as the caller sees it now.
pub(super) async fn one(app: &App, caller: Caller, id: i64) -> Result<Reply<HomeworkCard>> {
    let (now, facts) = (app.clock.now_ms(), caller.facts);
    let loaded = app.db.read(move |read| Ok(cards::load_shown(read, &facts, now, &[id])?)).await?;
    let mut shown = cards::shown(app, loaded).await?;
    shown.pop().map(Reply::ok).ok_or_else(ApiError::not_found)
}
