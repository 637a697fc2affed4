//! Rosters: making, reading, changing and deleting them.

use std::collections::BTreeSet;

use axum::extract::State;
use identity::user::Names;
use jiff::civil::Date;
use kernel::audit::Actor;
use kernel::http::{Caller, Json, Officer, Path, Query};
use kernel::random::parse_id;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::find_live;
use crate::access::{ManageDuty, WhichClass, check_seen, class_of, may_manage, parse_date, plus};
use crate::duty::dto::DutyRoster;
use crate::duty::events::emit_changed;
use crate::duty::model::{
    AHEAD_DAYS, BACK_DAYS, DutyGroup, DutyTurnLength, MAX_DELETED, MAX_ROSTERS, Plan, usual_weekdays,
};
use crate::duty::preview::{self, DutyPreview};
use crate::duty::store::rosters::{self, Roster};
use crate::duty::{keeper, notifications, texts};
use crate::people::People;
use crate::texts as shared;

/// What a roster says.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct NewDutyRoster {
    /// A UUID made by the client: sending the same again makes one roster and not two, and the id of a deleted one
    /// brings it back.
    id: Option<String>,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
    /// The name of the roster, 1–30 characters.
    name: String,
    /// The groups in the order of their turns, 1–20.
    groups: Vec<DutyGroup>,
    /// How long a turn is; a day by default.
    #[serde(default)]
    turn: DutyTurnLength,
    /// The weekdays with duty, 1 to 7, where a turn is a day; Monday to Friday by default.
    #[serde(default = "usual_weekdays")]
    weekdays: Vec<i8>,
    /// The first day, `YYYY-MM-DD`.
    #[schema(format = Date)]
    starts_on: String,
    /// The place of the group that has the first turn, from 0.
    #[serde(default)]
    first_group: usize,
    /// The last day. Without one it goes on.
    #[schema(format = Date)]
    ends_on: Option<String>,
}

impl NewDutyRoster {
    /// The plan, if it keeps the rules.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    fn plan(&self) -> Result<Plan> {
        Plan {
            name: self.name.clone(),
            groups: self.groups.clone(),
            turn: self.turn,
            weekdays: self.weekdays.clone(),
            starts_on: parse_date("starts_on", &self.starts_on)?,
            first_group: self.first_group,
            ends_on: self.ends_on.as_deref().map(|end| parse_date("ends_on", end)).transpose()?,
        }
        .checked()
    }
}

/// # Errors
/// 400 for a first day that is too far away.
fn check_start(plan: &Plan, today: Date) -> Result<()> {
    let possible = plus(today, -BACK_DAYS)..=plus(today, AHEAD_DAYS);
    if possible.contains(&plan.starts_on) {
        return Ok(());
    }
    Err(texts::STARTS_FAR.with("back", BACK_DAYS).with("ahead", AHEAD_DAYS))
}

/// # Errors
/// 400 naming somebody who is not on the class list and was not in the roster before.
fn check_people(plan: &Plan, people: &People, before: Option<&Plan>) -> Result<()> {
    let all = |plan: &Plan| -> BTreeSet<_> {
        plan.groups.iter().flat_map(|group| &group.members).map(|member| member.number).collect()
    };
    let known = before.map(all).unwrap_or_default();
    all(plan).difference(&known).try_for_each(|number| people.check(*number))
}

/// The rosters of a class.
#[derive(Serialize, ToSchema)]
pub(crate) struct DutyRosterList {
    /// The class, two digits.
    class: String,
    /// Whether the caller may change them.
    may_manage: bool,
    /// The rosters in the order in which they were made.
    rosters: Vec<DutyRoster>,
}

/// Lists the rosters of the class.
#[utoipa::path(get, path = "/api/duty/rosters", tag = "duty", params(WhichClass),
    responses((status = 200, body = Envelope<DutyRosterList>)))]
pub(crate) async fn list_duty_rosters(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichClass>,
) -> Result<Reply<DutyRosterList>> {
    let class = class_of(&caller, which.class.as_deref())?;
    let of_class = class.clone();
    let loaded =
        app.db.read(move |read| Ok((rosters::list(read, &of_class)?, People::of_class(read, &of_class)?)));
    let (rows, people) = loaded.await?;
    let names = Names::of(&app, rows.iter().map(|row| row.updated_by.clone()).collect()).await?;
    Ok(Reply::ok(DutyRosterList {
        may_manage: may_manage(&caller.facts, &class),
        class,
        rosters: rows.iter().map(|row| DutyRoster::new(row, &people, &names)).collect(),
    }))
}

/// Returns a roster.
#[utoipa::path(get, path = "/api/duty/rosters/{id}", tag = "duty",
    params(("id" = String, Path, description = "The id of the roster")),
    responses((status = 200, body = Envelope<DutyRoster>)))]
pub(crate) async fn get_duty_roster(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<DutyRoster>> {
    let row = app.db.read(move |read| Ok(rosters::find(read, &id)?)).await?;
    let row = row.filter(|row| row.deleted_at.is_none()).ok_or_else(ApiError::not_found)?;
    check_seen(&caller.facts, &row.class)?;
    details(&app, row).await
}

async fn details(app: &App, row: Roster) -> Result<Reply<DutyRoster>> {
    let class = row.class.clone();
    let people = app.db.read(move |read| Ok(People::of_class(read, &class)?)).await?;
    let names = Names::of(app, BTreeSet::from([row.updated_by.clone()])).await?;
    Ok(Reply::ok(DutyRoster::new(&row, &people, &names)))
}

/// Creates a roster, or brings a deleted one back by its id. Turns from its first day on are stored up to today.
#[utoipa::path(post, path = "/api/duty/rosters", tag = "duty", request_body = NewDutyRoster,
    params(WhichClass), responses((status = 200, body = Envelope<DutyRoster>)))]
pub(crate) async fn create_duty_roster(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Query(which): Query<WhichClass>,
    Json(new): Json<NewDutyRoster>,
) -> Result<Reply<DutyRoster>> {
    let caller = Caller::from(officer);
    let class = class_of(&caller, new.class.as_deref().or(which.class.as_deref()))?;
    let (plan, today) = (new.plan()?, app.today());
    let id = match &new.id {
        Some(raw) => parse_id(raw).ok_or_else(|| shared::ID_INVALID.err())?,
        None => app.random.id(&app.clock),
    };
    let made = app.write(move |tx| {
        tx.lock_log()?;
        let found = rosters::find(tx, &id)?;
        if let Some(found) = found.as_ref() {
            if found.class != class {
                return Err(shared::ID_TAKEN.err());
            }
            if found.deleted_at.is_none() {
                return Ok(found.clone());
            }
        }
        if rosters::count(tx, &class)? >= MAX_ROSTERS {
            return Err(texts::TOO_MANY_ROSTERS.with("max", MAX_ROSTERS));
        }
        let people = People::of_class(tx, &class)?;
        check_people(&plan, &people, found.as_ref().map(|row| &row.plan))?;
        let me = caller.facts.user_id;
        let mut row = Roster {
            id: id.clone(),
            class: class.clone(),
            plan: plan.clone(),
            counts_from: plan.starts_on,
            // The day before the first one whose turn is stored.
            settled_until: plus(plan.starts_on.min(today), -1),
            revision: 1,
            deleted_at: None,
            created_at: tx.now(),
            updated_at: tx.now(),
            updated_by: me.to_string(),
        };
        if let Some(found) = &found {
            row = bring_back(found, row, today)?;
            rosters::update(tx, &row)?;
        } else {
            check_start(&plan, today)?;
            rosters::insert(tx, &row)?;
        }
        finish(tx, &caller, &row, today, found.is_none())
    });
    details(&app, made.await?).await
}

/// A deleted roster as it goes on: the days while it was deleted had no duty.
///
/// # Errors
/// 400 for a first day that is too far away.
fn bring_back(found: &Roster, new: Roster, today: Date) -> Result<Roster> {
    let settled_until = found.settled_until.max(plus(today, -1));
    let is_same_start = found.plan.starts_on == new.plan.starts_on;
    if !is_same_start {
        check_start(&new.plan, today)?;
    }
    Ok(Roster {
        settled_until,
        counts_from: if is_same_start { found.counts_from } else { new.plan.starts_on },
        revision: found.revision + 1,
        created_at: found.created_at,
        ..new
    })
}

/// Stores the turns of a saved roster up to today, and says that it changed.
fn finish(tx: &mut AppTx, caller: &Caller, row: &Roster, today: Date, created: bool) -> Result<Roster> {
    keeper::settle(tx, &row.class, today)?;
    emit_changed(tx, &row.class, Some(caller.facts.user_id))?;
    let detail = json!({ "class": row.class, "created": created });
    tx.audit(&Actor::from(caller), &texts::SAVE_ROSTER, &row.id, &detail)?;
    rosters::find(tx, &row.id)?.ok_or_else(ApiError::not_found)
}

/// What a roster is to say; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct DutyRosterChange {
    /// The revision that the client has seen; 409 with the current one when somebody saved since.
    revision: i64,
    /// The name of the roster, 1–30 characters.
    name: Option<String>,
    /// The groups in the order of their turns, 1–20. The rotation goes on after the group that was on duty last.
    groups: Option<Vec<DutyGroup>>,
    /// How long a turn is.
    turn: Option<DutyTurnLength>,
    /// The weekdays with duty, 1 to 7.
    weekdays: Option<Vec<i8>>,
    /// The first day, `YYYY-MM-DD`. Another one lets the rotation begin anew, on that day or after today.
    #[schema(format = Date)]
    starts_on: Option<String>,
    /// The place of the group that has the first turn, from 0. Another one lets the rotation begin anew.
    first_group: Option<usize>,
    /// The last day; null for none.
    #[serde(default, deserialize_with = "kernel::http::double_option")]
    #[schema(value_type = Option<String>, format = Date)]
    ends_on: Option<Option<String>>,
}

impl DutyRosterChange {
    fn apply(&self, now: &Plan) -> Result<Plan> {
        let date = |field, raw: &str| parse_date(field, raw);
        let ends_on = match &self.ends_on {
            Some(end) => end.as_deref().map(|end| date("ends_on", end)).transpose()?,
            None => now.ends_on,
        };
        let starts_on = self.starts_on.as_deref().map(|start| date("starts_on", start)).transpose()?;
        Plan {
            name: self.name.clone().unwrap_or_else(|| now.name.clone()),
            groups: self.groups.clone().unwrap_or_else(|| now.groups.clone()),
            turn: self.turn.unwrap_or(now.turn),
            weekdays: self.weekdays.clone().unwrap_or_else(|| now.weekdays.clone()),
            starts_on: starts_on.unwrap_or(now.starts_on),
            first_group: self.first_group.unwrap_or(now.first_group),
            ends_on,
        }
        .checked()
    }
}

/// Changes a roster. Days that are over and today stay as they were.
#[utoipa::path(patch, path = "/api/duty/rosters/{id}", tag = "duty",
    params(("id" = String, Path, description = "The id of the roster")),
    request_body = DutyRosterChange, responses((status = 200, body = Envelope<DutyRoster>)))]
pub(crate) async fn update_duty_roster(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Path(id): Path<String>,
    Json(change): Json<DutyRosterChange>,
) -> Result<Reply<DutyRoster>> {
    let caller = Caller::from(officer);
    let today = app.today();
    let updated = app.write(move |tx| {
        let mut row = find_live(tx, &caller, &id, today)?;
        if row.revision != change.revision {
            let revision = json!({ "revision": row.revision });
            return Err(kernel::texts::REVISION_CONFLICT.err().data(revision));
        }
        let plan = change.apply(&row.plan)?;
        let people = People::of_class(tx, &row.class)?;
        check_people(&plan, &people, Some(&row.plan))?;
        if plan.starts_on != row.plan.starts_on {
            check_start(&plan, today)?;
        }
        if (plan.starts_on, plan.first_group) != (row.plan.starts_on, row.plan.first_group) {
            row.counts_from = plan.starts_on.max(plus(row.settled_until, 1));
        }
        row.plan = plan;
        row.revision += 1;
        row.updated_at = tx.now();
        row.updated_by = caller.facts.user_id.to_string();
        rosters::update(tx, &row)?;
        finish(tx, &caller, &row, today, false)
    });
    details(&app, updated.await?).await
}

/// Deletes a roster; what is over stays in the history. Creating it again with its id undoes that.
#[utoipa::path(delete, path = "/api/duty/rosters/{id}", tag = "duty",
    params(("id" = String, Path, description = "The id of the roster")),
    responses((status = 200, body = Envelope<DutyRoster>)))]
pub(crate) async fn delete_duty_roster(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Path(id): Path<String>,
) -> Result<Reply<DutyRoster>> {
    let caller = Caller::from(officer);
    let today = app.today();
    let deleted = app.write(move |tx| {
        let mut row = find_live(tx, &caller, &id, today)?;
        let now = tx.now();
        (row.deleted_at, row.updated_at, row.revision) = (Some(now), now, row.revision + 1);
        row.updated_by = caller.facts.user_id.to_string();
        rosters::update(tx, &row)?;
        notifications::take_back(tx, &row.id, today)?;
        rosters::forget_deleted(tx, &row.class, MAX_DELETED)?;
        emit_changed(tx, &row.class, Some(caller.facts.user_id))?;
        let detail = json!({ "class": row.class });
        tx.audit(&Actor::from(&caller), &texts::DELETE_ROSTER, &row.id, &detail)?;
        Ok(row)
    });
    details(&app, deleted.await?).await
}

/// A roster that is not saved.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct DutyPreviewWanted {
    /// The roster. With the id of one that is there, its rotation goes on.
    roster: NewDutyRoster,
}

/// Returns the next turns that a roster would have, without saving it.
#[utoipa::path(post, path = "/api/duty/rosters/preview", tag = "duty", request_body = DutyPreviewWanted,
    params(WhichClass), responses((status = 200, body = Envelope<DutyPreview>)))]
pub(crate) async fn preview_duty_roster(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Query(which): Query<WhichClass>,
    Json(wanted): Json<DutyPreviewWanted>,
) -> Result<Reply<DutyPreview>> {
    let caller = Caller::from(officer);
    let roster = wanted.roster;
    let class = class_of(&caller, roster.class.as_deref().or(which.class.as_deref()))?;
    let (plan, today) = (roster.plan()?, app.today());
    let id = roster.id;
    let seen = app.db.read(move |read| {
        let saved = match &id {
            Some(id) => rosters::find(read, id)?,
            None => None,
        };
        let saved = saved.filter(|row| row.class == class && row.deleted_at.is_none());
        // A saved roster keeps its first day, however long ago that is.
        if saved.as_ref().is_none_or(|row| row.plan.starts_on != plan.starts_on) {
            check_start(&plan, today)?;
        }
        preview::of(read, &class, &plan, saved.as_ref(), today)
    });
    Ok(Reply::ok(seen.await?))
}
