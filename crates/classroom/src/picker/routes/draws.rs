//! Draws: making them, and what it takes to compute them again.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use identity::user::Names;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::events::{Audience, NewEvent};
use kernel::http::{Caller, Json, Officer, Paging, Path, Query};
use kernel::limits::Key;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{Source, source};
use crate::access::{ManageDuty, WhichClass, check_seen, checked_line, class_of};
use crate::people::People;
use crate::picker::events::PickerEvent;
use crate::picker::model::{self, Candidate, MAX_COUNT, MAX_DRAWS, MAX_PURPOSE, PickerListRef};
use crate::picker::store::{self, Draw};
use crate::picker::{DRAWS, texts};
use crate::rank;

/// Somebody who may be drawn.
#[derive(Serialize, ToSchema)]
pub(crate) struct PickerCandidate {
    /// The number on the class list.
    #[schema(value_type = String)]
    number: UserId,
    /// The real name.
    name: String,
    /// How often this person was drawn before from this list; null when the draw was not a fair one.
    #[schema(required)]
    times: Option<i64>,
}

/// Somebody who was drawn.
#[derive(Serialize, ToSchema)]
pub(crate) struct PickedPerson {
    /// The number on the class list.
    #[schema(value_type = String)]
    number: UserId,
    /// The real name.
    name: String,
}

/// A draw, with all that it takes to compute it again.
#[derive(Serialize, ToSchema)]
pub(crate) struct PickerDraw {
    /// The id of the draw.
    id: String,
    /// The list that was drawn from.
    list: PickerListRef,
    /// What the list was called; empty for the whole class.
    list_name: String,
    /// The seed, 64 hexadecimal digits.
    seed: String,
    /// Whether who was drawn least came first.
    fair: bool,
    /// How many were to be drawn.
    count: i64,
    /// The candidates, by number.
    candidates: Vec<PickerCandidate>,
    /// The numbers on the list that were left out.
    #[schema(value_type = Vec<String>)]
    without: Vec<UserId>,
    /// Who was drawn, in their order.
    picked: Vec<PickedPerson>,
    /// What it was for; may be empty.
    purpose: String,
    /// When it was drawn, ISO 8601.
    created_at: String,
    /// The real name of whoever drew; null when that account is gone.
    #[schema(required)]
    by_name: Option<String>,
}

impl PickerDraw {
    fn new(draw: Draw, people: &People, names: &Names) -> Self {
        let candidate = |one: Candidate| PickerCandidate {
            number: one.number,
            name: people.name(one.number),
            times: draw.fair.then_some(one.times),
        };
        let picked = |number: UserId| PickedPerson { number, name: people.name(number) };
        Self {
            id: draw.id,
            list: draw.list,
            list_name: draw.list_name,
            seed: draw.seed,
            fair: draw.fair,
            count: draw.wanted,
            candidates: draw.candidates.into_iter().map(candidate).collect(),
            without: draw.absent,
            picked: draw.picked.into_iter().map(picked).collect(),
            purpose: draw.purpose,
            created_at: iso(draw.created_at),
            by_name: (!draw.created_by.is_empty()).then(|| names.real(&draw.created_by)),
        }
    }
}

/// What is to be drawn.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct NewPickerDraw {
    /// The list that is drawn from.
    list: PickerListRef,
    /// How many are drawn, 1–60; fewer where the list has fewer.
    count: usize,
    /// Whether who was drawn least comes first.
    #[serde(default)]
    fair: bool,
    /// The numbers that are left out, since they are absent today.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    without: Vec<UserId>,
    /// What it is for, at most 40 characters.
    #[serde(default)]
    purpose: String,
}

/// Draws pupils at random, and shows it to the class.
#[utoipa::path(post, path = "/api/picker/draws", tag = "picker", request_body = NewPickerDraw,
    params(WhichClass), responses((status = 200, body = Envelope<PickerDraw>)))]
pub(crate) async fn draw_pupils(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Query(which): Query<WhichClass>,
    Json(new): Json<NewPickerDraw>,
) -> Result<Reply<PickerDraw>> {
    let caller = Caller::from(officer);
    let class = class_of(&caller, which.class.as_deref())?;
    if !(1..=MAX_COUNT).contains(&new.count) {
        return Err(texts::COUNT_INVALID.with("max", MAX_COUNT));
    }
    let purpose = checked_line("purpose", &new.purpose, MAX_PURPOSE)?;
    app.limits.check(&DRAWS, Key::user(caller.facts.user_id))?;
    let (id, seed) = (app.random.id(&app.clock), rank::new_seed(&app.random));
    let drawn = app.write(move |tx| {
        tx.lock_log()?;
        let people = People::of_class(tx, &class)?;
        let source = source(tx, &class, &new.list, &people)?;
        let absent: BTreeSet<UserId> = new.without.iter().copied().collect();
        let (out, present): (Vec<_>, Vec<_>) =
            source.numbers.iter().copied().partition(|number| absent.contains(number));
        if present.is_empty() {
            return Err(texts::NOBODY.err());
        }
        let counts = counts(tx, &class, &source)?;
        let candidate = |number: UserId| Candidate { number, times: counts[&number] };
        let candidates: Vec<Candidate> = present.into_iter().map(candidate).collect();
        let picked = model::draw(&seed, &candidates, new.count, new.fair);
        for number in &picked {
            store::set_count(tx, &class, &source.key, *number, counts[number] + 1)?;
        }
        let draw = Draw {
            id: id.clone(),
            class: class.clone(),
            list: source.list,
            list_name: source.name,
            seed: seed.clone(),
            fair: new.fair,
            wanted: i64::try_from(new.count).unwrap_or_default(),
            candidates,
            absent: out,
            picked,
            purpose: purpose.clone(),
            created_at: tx.now(),
            created_by: caller.facts.user_id.to_string(),
        };
        store::insert_draw(tx, &draw, MAX_DRAWS)?;
        tell(tx, &caller, &draw)?;
        Ok((draw, people))
    });
    let (draw, people) = drawn.await?;
    let names = Names::of(&app, BTreeSet::from([draw.created_by.clone()])).await?;
    Ok(Reply::ok(PickerDraw::new(draw, &people, &names)))
}

fn tell(tx: &mut AppTx, caller: &Caller, draw: &Draw) -> Result<()> {
    let event = PickerEvent::Drawn { class: draw.class.clone() };
    let audience = Audience::Class(draw.class.clone());
    tx.emit(NewEvent::new(&event, audience).by(caller.facts.user_id).about(&draw.id))?;
    let detail = json!({ "class": draw.class, "count": draw.picked.len() });
    Ok(tx.audit(&Actor::from(caller), &texts::DRAW_PUPILS, &draw.id, &detail)?)
}

/// How often each number of a list was drawn. Who came to the list after the counts began is as if drawn as often as who
/// was drawn least: else the newcomer would be drawn again and again until the others are caught up.
fn counts(tx: &mut AppTx, class: &str, source: &Source) -> Result<BTreeMap<UserId, i64>> {
    let mut counts = store::counts(tx, class, &source.key)?;
    let least = source.numbers.iter().filter_map(|number| counts.get(number)).min().copied();
    let least = least.unwrap_or_default();
    for number in &source.numbers {
        if !counts.contains_key(number) {
            store::set_count(tx, class, &source.key, *number, least)?;
            counts.insert(*number, least);
        }
    }
    Ok(counts)
}

/// Draws.
#[derive(Serialize, ToSchema)]
pub(crate) struct PickerDraws {
    /// The draws, the newest first; the last 500 of a class are kept.
    draws: Vec<PickerDraw>,
    /// The number of draws on all pages.
    total: i64,
}

/// Lists the draws of the class.
#[utoipa::path(get, path = "/api/picker/draws", tag = "picker", params(WhichClass, Paging<20, 50>),
    responses((status = 200, body = Envelope<PickerDraws>)))]
pub(crate) async fn list_picker_draws(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichClass>,
    paging: Paging<20, 50>,
) -> Result<Reply<PickerDraws>> {
    let class = class_of(&caller, which.class.as_deref())?;
    let loaded = app.db.read(move |read| {
        let (rows, total) = store::draws(read, &class, i64::from(paging.limit), paging.offset())?;
        Ok((rows, total, People::of_class(read, &class)?))
    });
    let (rows, total, people) = loaded.await?;
    let names = Names::of(&app, rows.iter().map(|row| row.created_by.clone()).collect()).await?;
    let draws = rows.into_iter().map(|row| PickerDraw::new(row, &people, &names)).collect();
    Ok(Reply::ok(PickerDraws { draws, total }))
}

/// Returns a draw with all that it takes to compute it again.
#[utoipa::path(get, path = "/api/picker/draws/{id}", tag = "picker",
    params(("id" = String, Path, description = "The id of the draw")),
    responses((status = 200, body = Envelope<PickerDraw>)))]
pub(crate) async fn get_picker_draw(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<PickerDraw>> {
    let loaded = app.db.read(move |read| {
        let draw = store::find_draw(read, &id)?.ok_or_else(ApiError::not_found)?;
        check_seen(&caller.facts, &draw.class)?;
        let people = People::of_class(read, &draw.class)?;
        Ok((draw, people))
    });
    let (draw, people) = loaded.await?;
    let names = Names::of(&app, BTreeSet::from([draw.created_by.clone()])).await?;
    Ok(Reply::ok(PickerDraw::new(draw, &people, &names)))
}

/// Whose counts begin anew.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct PickerReset {
    /// The list.
    list: PickerListRef,
}

/// Lets the counts of a list begin anew: nobody on it was drawn yet.
#[utoipa::path(post, path = "/api/picker/reset", tag = "picker", request_body = PickerReset,
    params(WhichClass), responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn reset_picker_counts(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Query(which): Query<WhichClass>,
    Json(reset): Json<PickerReset>,
) -> Result<Reply<()>> {
    let caller = Caller::from(officer);
    let class = class_of(&caller, which.class.as_deref())?;
    let done = app.write(move |tx| {
        tx.lock_log()?;
        let people = People::of_class(tx, &class)?;
        let source = source(tx, &class, &reset.list, &people)?;
        store::reset(tx, &class, &source.key)?;
        forget_gone(tx, &class)?;
        let event = PickerEvent::ListsChanged { class: class.clone() };
        let audience = Audience::Class(class.clone());
        tx.emit(NewEvent::new(&event, audience).by(caller.facts.user_id).about(&class))?;
        let detail = json!({ "class": class });
        Ok(tx.audit(&Actor::from(&caller), &texts::RESET_PICKER, &source.key, &detail)?)
    });
    done.await?;
    Ok(Reply::done())
}

/// Forgets the counts of saved lists that are gone.
fn forget_gone(tx: &mut AppTx, class: &str) -> Result<()> {
    for key in store::count_keys(tx, class)? {
        if let Some(id) = key.strip_prefix("saved:")
            && store::find_list(tx, id)?.is_none()
        {
            store::reset(tx, class, &key)?;
        }
    }
    Ok(())
}
