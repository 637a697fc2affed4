//! `/api/seating`.

use std::collections::BTreeSet;

use axum::extract::State;
use identity::user::Names;
use kernel::app::iso;
use kernel::audit::{Action, Actor};
use kernel::events::{Audience, NewEvent};
use kernel::http::{Caller, Json, Officer, Path, Query};
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::arrange::{self, Arrangement};
use super::events::SeatingEvent;
use super::model::{MAX_KEPT, MAX_REVISIONS, SeatPlan};
use super::store::{self, Row};
use super::texts;
use crate::access::{ManageDuty, WhichClass, class_of, may_manage};
use crate::people::{ClassPerson, People};
use crate::rank;

/// The plan of a class as it is saved.
#[derive(Serialize, ToSchema)]
pub(super) struct SavedSeatPlan {
    /// What the plan says.
    #[serde(flatten)]
    plan: SeatPlan,
    /// The number of the revision, which grows with each save.
    revision: i64,
    /// When the plan was last changed, ISO 8601.
    updated_at: String,
    /// The real name of whoever changed it last; null when that account is gone.
    #[schema(required)]
    updated_by_name: Option<String>,
}

/// Who sits where.
#[derive(Serialize, ToSchema)]
pub(super) struct Seating {
    /// The class, two digits.
    class: String,
    /// Whether the caller may change the plan.
    may_manage: bool,
    /// The plan; null while there is none.
    #[schema(required)]
    plan: Option<SavedSeatPlan>,
    /// The people on the class list, and those who have left it and still have a seat, by number.
    people: Vec<ClassPerson>,
    /// The people on the class list who have no seat.
    unseated: Vec<ClassPerson>,
}

/// Returns who sits where.
#[utoipa::path(get, path = "/api/seating", tag = "seating", params(WhichClass),
    responses((status = 200, body = Envelope<Seating>)))]
pub(super) async fn get_seating(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichClass>,
) -> Result<Reply<Seating>> {
    let class = class_of(&caller, which.class.as_deref())?;
    answer(&app, &caller, class).await
}

async fn answer(app: &App, caller: &Caller, class: String) -> Result<Reply<Seating>> {
    let of_class = class.clone();
    let loaded =
        app.db.read(move |read| Ok((store::find(read, &of_class)?, People::of_class(read, &of_class)?)));
    let (row, people) = loaded.await?;
    let mut all = people.all();
    let mut seated = BTreeSet::new();
    let mut plan = None;
    if let Some(row) = row {
        let content = content_of(&row)?;
        seated = content.numbers().collect();
        all.extend(seated.iter().filter(|number| !people.has(**number)).map(|number| people.person(*number)));
        all.sort_by_key(|person| person.number);
        let names = Names::of(app, BTreeSet::from([row.saved_by.clone()])).await?;
        plan = Some(SavedSeatPlan {
            plan: content,
            revision: row.revision,
            updated_at: iso(row.saved_at),
            updated_by_name: (!row.saved_by.is_empty()).then(|| names.real(&row.saved_by)),
        });
    }
    let unseated = all.iter().filter(|person| !person.left && !seated.contains(&person.number)).cloned();
    let unseated = unseated.collect();
    Ok(Reply::ok(Seating {
        may_manage: may_manage(&caller.facts, &class),
        class,
        plan,
        people: all,
        unseated,
    }))
}

fn content_of(row: &Row) -> Result<SeatPlan> {
    serde_json::from_str(&row.content).map_err(ApiError::internal)
}

/// The plan that a class is to have.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct SeatPlanChange {
    /// What the plan says. Who is not on the class list any more loses the seat.
    #[serde(flatten)]
    plan: SeatPlan,
    /// The revision that the client has seen, 0 for none; 409 with the current one when somebody saved since.
    revision: i64,
}

/// Saves the plan of seats.
#[utoipa::path(put, path = "/api/seating", tag = "seating", request_body = SeatPlanChange, params(WhichClass),
    responses((status = 200, body = Envelope<Seating>)))]
pub(super) async fn put_seating(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Query(which): Query<WhichClass>,
    Json(change): Json<SeatPlanChange>,
) -> Result<Reply<Seating>> {
    let caller = Caller::from(officer);
    let class = class_of(&caller, which.class.as_deref())?;
    let plan = change.plan.checked()?;
    let (by, of_class) = (caller.clone(), class.clone());
    let saved = app.write(move |tx| {
        tx.lock_log()?;
        let now = store::find(tx, &of_class)?.map_or(0, |row| row.revision);
        if now != change.revision {
            return Err(kernel::texts::REVISION_CONFLICT.err().data(json!({ "revision": now })));
        }
        save(tx, &by, &of_class, &plan, now + 1)?;
        audit(tx, &by, &of_class, &texts::SAVE_SEATING, now + 1)
    });
    saved.await?;
    answer(&app, &caller, class).await
}

/// Saves a plan as a revision. Numbers that are not on the class list have no seat in it.
fn save(tx: &mut AppTx, caller: &Caller, class: &str, plan: &SeatPlan, revision: i64) -> Result<()> {
    let people = People::of_class(tx, class)?;
    let mut plan = plan.clone();
    for seat in &mut plan.seats {
        seat.number = seat.number.filter(|number| people.has(*number));
    }
    let me = caller.facts.user_id;
    let content = serde_json::to_string(&plan).map_err(ApiError::internal)?;
    let saved_at = tx.now();
    let row = Row { class: class.to_owned(), content, revision, saved_at, saved_by: me.to_string() };
    store::save(tx, &row, MAX_REVISIONS)?;
    let event = SeatingEvent::Changed { class: class.to_owned() };
    tx.emit(NewEvent::new(&event, Audience::Class(class.to_owned())).by(me).about(class))?;
    Ok(())
}

fn audit(tx: &mut AppTx, caller: &Caller, class: &str, action: &Action, revision: i64) -> Result<()> {
    let detail = json!({ "class": class, "revision": revision });
    Ok(tx.audit(&Actor::from(caller), action, class, &detail)?)
}

/// What a plan was at a revision.
#[derive(Serialize, ToSchema)]
pub(super) struct SeatPlanRevision {
    /// The number of the revision.
    revision: i64,
    /// When the revision was saved, ISO 8601.
    saved_at: String,
    /// The real name of whoever saved it; null when that account is gone.
    #[schema(required)]
    saved_by_name: Option<String>,
    /// The number of people who had a seat.
    seated: i64,
    /// What the plan said.
    plan: SeatPlan,
}

/// The revisions of a plan.
#[derive(Serialize, ToSchema)]
pub(super) struct SeatPlanRevisions {
    /// The newest first, at most 30.
    revisions: Vec<SeatPlanRevision>,
}

/// Lists what the plan of seats was.
#[utoipa::path(get, path = "/api/seating/revisions", tag = "seating", params(WhichClass),
    responses((status = 200, body = Envelope<SeatPlanRevisions>)))]
pub(super) async fn list_seating_revisions(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichClass>,
) -> Result<Reply<SeatPlanRevisions>> {
    let class = class_of(&caller, which.class.as_deref())?;
    let rows = app.db.read(move |read| Ok(store::revisions(read, &class)?)).await?;
    let names = Names::of(&app, rows.iter().map(|row| row.saved_by.clone()).collect()).await?;
    let revision = |row: &Row| {
        let plan = content_of(row)?;
        Ok(SeatPlanRevision {
            revision: row.revision,
            saved_at: iso(row.saved_at),
            saved_by_name: (!row.saved_by.is_empty()).then(|| names.real(&row.saved_by)),
            seated: i64::try_from(plan.numbers().count()).unwrap_or(i64::MAX),
            plan,
        })
    };
    Ok(Reply::ok(SeatPlanRevisions { revisions: rows.iter().map(revision).collect::<Result<_>>()? }))
}

/// Saves what the plan was at a revision as its newest revision.
#[utoipa::path(post, path = "/api/seating/revisions/{revision}/restore", tag = "seating",
    params(("revision" = i64, Path, description = "The number of the revision"), WhichClass),
    responses((status = 200, body = Envelope<Seating>)))]
pub(super) async fn restore_seating_revision(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Path(revision): Path<i64>,
    Query(which): Query<WhichClass>,
) -> Result<Reply<Seating>> {
    let caller = Caller::from(officer);
    let class = class_of(&caller, which.class.as_deref())?;
    let (by, of_class) = (caller.clone(), class.clone());
    let restored = app.write(move |tx| {
        tx.lock_log()?;
        let then = store::revision(tx, &of_class, revision)?.ok_or_else(ApiError::not_found)?;
        let now = store::find(tx, &of_class)?.map_or(0, |row| row.revision);
        save(tx, &by, &of_class, &content_of(&then)?, now + 1)?;
        audit(tx, &by, &of_class, &texts::RESTORE_SEATING, revision)
    });
    restored.await?;
    answer(&app, &caller, class).await
}

/// How a plan is to be arranged.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct ArrangementWanted {
    /// How it is arranged.
    how: Arrangement,
    /// The seed of a shuffle, 64 hexadecimal digits; a new one by default.
    seed: Option<String>,
    /// The numbers of those who stay where they are.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    keep: Vec<UserId>,
    /// The plan that is arranged; the saved one by default.
    plan: Option<SeatPlan>,
}

/// A plan that is not saved.
#[derive(Serialize, ToSchema)]
pub(super) struct ProposedSeatPlan {
    /// What the plan would say.
    plan: SeatPlan,
    /// The seed of the shuffle, with which anyone can compute it again; null for a rotation.
    #[schema(required)]
    seed: Option<String>,
    /// The people on the class list who would have no seat.
    unseated: Vec<ClassPerson>,
}

/// Proposes another arrangement of the plan, without saving it.
#[utoipa::path(post, path = "/api/seating/arrange", tag = "seating", request_body = ArrangementWanted,
    params(WhichClass), responses((status = 200, body = Envelope<ProposedSeatPlan>)))]
pub(super) async fn arrange_seating(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Query(which): Query<WhichClass>,
    Json(wanted): Json<ArrangementWanted>,
) -> Result<Reply<ProposedSeatPlan>> {
    let class = class_of(&Caller::from(officer), which.class.as_deref())?;
    if wanted.keep.len() > MAX_KEPT {
        return Err(texts::TOO_MANY_KEPT.with("max", MAX_KEPT));
    }
    if wanted.seed.as_deref().is_some_and(|seed| !rank::is_seed(seed)) {
        return Err(texts::SEED_INVALID.err());
    }
    let given = wanted.plan.map(SeatPlan::checked).transpose()?;
    let loaded = app.db.read(move |read| Ok((store::find(read, &class)?, People::of_class(read, &class)?)));
    let (row, people) = loaded.await?;
    let stored = row.as_ref().map(content_of).transpose()?;
    let mut plan = given.or(stored).ok_or_else(|| texts::NO_PLAN.err())?;
    for seat in &mut plan.seats {
        seat.number = seat.number.filter(|number| people.has(*number));
    }
    let kept: BTreeSet<UserId> = wanted.keep.into_iter().collect();
    let all: Vec<UserId> = people.numbers().collect();
    let (plan, seed) = match wanted.how {
        Arrangement::Shuffle => {
            let seed = wanted.seed.unwrap_or_else(|| rank::new_seed(&app.random));
            (arrange::shuffled(&plan, &all, &kept, &seed), Some(seed))
        }
        Arrangement::RotateColumns => (arrange::rotated(&plan, &kept, true), None),
        Arrangement::RotateRows => (arrange::rotated(&plan, &kept, false), None),
    };
    let seated: BTreeSet<UserId> = plan.numbers().collect();
    let unseated = all.into_iter().filter(|number| !seated.contains(number));
    let unseated = unseated.map(|number| people.person(number)).collect();
    Ok(Reply::ok(ProposedSeatPlan { plan, seed, unseated }))
}
