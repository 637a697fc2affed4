//! Saved lists.

use axum::extract::State;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::events::{Audience, NewEvent};
use kernel::http::{Caller, Json, Officer, Path, Query};
use kernel::random::parse_id;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::access::{ManageDuty, WhichClass, check_seen, checked_name, class_of, may_manage};
use crate::people::{ClassPerson, People, check_once};
use crate::picker::events::PickerEvent;
use crate::picker::model::{MAX_LISTS, MAX_NAME, MAX_NUMBERS};
use crate::picker::store::{self, List};
use crate::picker::texts;
use crate::texts as shared;

/// A saved list.
#[derive(Serialize, ToSchema)]
pub(crate) struct PickerList {
    /// The id of the list, a UUID.
    id: String,
    /// The name of the list.
    name: String,
    /// The people on the list, by number.
    people: Vec<ClassPerson>,
    /// The number of the revision, which grows with each save.
    revision: i64,
    /// When the list was last changed, ISO 8601.
    updated_at: String,
}

impl PickerList {
    fn new(row: &List, people: &People) -> Self {
        Self {
            id: row.id.clone(),
            name: row.name.clone(),
            people: row.numbers.iter().map(|number| people.person(*number)).collect(),
            revision: row.revision,
            updated_at: iso(row.updated_at),
        }
    }
}

/// The saved lists of a class.
#[derive(Serialize, ToSchema)]
pub(crate) struct PickerLists {
    /// The class, two digits.
    class: String,
    /// Whether the caller may draw and change the lists.
    may_manage: bool,
    /// The lists in the order in which they were made.
    lists: Vec<PickerList>,
}

/// Lists the saved lists of the class.
#[utoipa::path(get, path = "/api/picker/lists", tag = "picker", params(WhichClass),
    responses((status = 200, body = Envelope<PickerLists>)))]
pub(crate) async fn list_picker_lists(
    State(app): State<App>,
    caller: Caller,
    Query(which): Query<WhichClass>,
) -> Result<Reply<PickerLists>> {
    let class = class_of(&caller, which.class.as_deref())?;
    let of_class = class.clone();
    let loaded =
        app.db.read(move |read| Ok((store::lists(read, &of_class)?, People::of_class(read, &of_class)?)));
    let (rows, people) = loaded.await?;
    Ok(Reply::ok(PickerLists {
        may_manage: may_manage(&caller.facts, &class),
        class,
        lists: rows.iter().map(|row| PickerList::new(row, &people)).collect(),
    }))
}

/// A new list.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct NewPickerList {
    /// A UUID made by the client: sending the same again makes one list and not two, and the id of a deleted one
    /// brings it back.
    id: Option<String>,
    /// The name of the list, 1–30 characters.
    name: String,
    /// The numbers on the list, 1–100.
    #[schema(value_type = Vec<String>)]
    numbers: Vec<UserId>,
}

/// # Errors
/// 400 for too many or too few, and for one that is there twice.
fn checked_numbers(numbers: &[UserId]) -> Result<Vec<UserId>> {
    if !(1..=MAX_NUMBERS).contains(&numbers.len()) {
        return Err(texts::NUMBERS_INVALID.with("max", MAX_NUMBERS));
    }
    check_once(numbers.iter().copied())?;
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    Ok(numbers)
}

/// Saves a list of pupils to draw from.
#[utoipa::path(post, path = "/api/picker/lists", tag = "picker", request_body = NewPickerList,
    params(WhichClass), responses((status = 200, body = Envelope<PickerList>)))]
pub(crate) async fn create_picker_list(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Query(which): Query<WhichClass>,
    Json(new): Json<NewPickerList>,
) -> Result<Reply<PickerList>> {
    let caller = Caller::from(officer);
    let class = class_of(&caller, which.class.as_deref())?;
    let id = match &new.id {
        Some(raw) => parse_id(raw).ok_or_else(|| shared::ID_INVALID.err())?,
        None => app.random.id(&app.clock),
    };
    let (name, numbers) = (checked_name(&new.name, MAX_NAME)?, checked_numbers(&new.numbers)?);
    let made = app.write(move |tx| {
        tx.lock_log()?;
        let people = People::of_class(tx, &class)?;
        if let Some(first) = store::find_list(tx, &id)? {
            let is_same = first.class == class;
            return if is_same { Ok(PickerList::new(&first, &people)) } else { Err(shared::ID_TAKEN.err()) };
        }
        if store::count_lists(tx, &class)? >= MAX_LISTS {
            return Err(texts::TOO_MANY_LISTS.with("max", MAX_LISTS));
        }
        numbers.iter().try_for_each(|number| people.check(*number))?;
        let row = List {
            id: id.clone(),
            class: class.clone(),
            name: name.clone(),
            numbers: numbers.clone(),
            revision: 1,
            created_at: tx.now(),
            updated_at: tx.now(),
            updated_by: caller.facts.user_id.to_string(),
        };
        store::insert_list(tx, &row)?;
        saved(tx, &caller, &row, true)?;
        Ok(PickerList::new(&row, &people))
    });
    Ok(Reply::ok(made.await?))
}

fn emit(tx: &mut AppTx, caller: &Caller, class: &str) -> Result<()> {
    let event = PickerEvent::ListsChanged { class: class.to_owned() };
    let audience = Audience::Class(class.to_owned());
    tx.emit(NewEvent::new(&event, audience).by(caller.facts.user_id).about(class))?;
    Ok(())
}

fn saved(tx: &mut AppTx, caller: &Caller, row: &List, created: bool) -> Result<()> {
    emit(tx, caller, &row.class)?;
    let detail = json!({ "class": row.class, "created": created });
    Ok(tx.audit(&Actor::from(caller), &texts::SAVE_LIST, &row.id, &detail)?)
}

/// What a list is to say; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct PickerListChange {
    /// The revision that the client has seen; 409 with the current one when somebody saved since.
    revision: i64,
    /// The name of the list, 1–30 characters.
    name: Option<String>,
    /// The numbers on the list, 1–100.
    #[schema(value_type = Option<Vec<String>>)]
    numbers: Option<Vec<UserId>>,
}

/// A list that the caller sees. Takes the log's counter first.
///
/// # Errors
/// 404.
fn find(tx: &mut AppTx, caller: &Caller, id: &str) -> Result<List> {
    tx.lock_log()?;
    let row = store::find_list(tx, id)?.ok_or_else(ApiError::not_found)?;
    check_seen(&caller.facts, &row.class)?;
    Ok(row)
}

/// Changes a saved list.
#[utoipa::path(patch, path = "/api/picker/lists/{id}", tag = "picker",
    params(("id" = String, Path, description = "The id of the list")),
    request_body = PickerListChange, responses((status = 200, body = Envelope<PickerList>)))]
pub(crate) async fn update_picker_list(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Path(id): Path<String>,
    Json(change): Json<PickerListChange>,
) -> Result<Reply<PickerList>> {
    let caller = Caller::from(officer);
    let name = change.name.as_deref().map(|name| checked_name(name, MAX_NAME)).transpose()?;
    let numbers = change.numbers.as_deref().map(checked_numbers).transpose()?;
    let updated = app.write(move |tx| {
        let mut row = find(tx, &caller, &id)?;
        if row.revision != change.revision {
            let revision = json!({ "revision": row.revision });
            return Err(kernel::texts::REVISION_CONFLICT.err().data(revision));
        }
        let people = People::of_class(tx, &row.class)?;
        if let Some(name) = &name {
            row.name.clone_from(name);
        }
        if let Some(numbers) = &numbers {
            let new = numbers.iter().filter(|number| !row.numbers.contains(number));
            new.copied().try_for_each(|number| people.check(number))?;
            row.numbers.clone_from(numbers);
        }
        row.revision += 1;
        row.updated_at = tx.now();
        row.updated_by = caller.facts.user_id.to_string();
        store::update_list(tx, &row)?;
        saved(tx, &caller, &row, false)?;
        Ok(PickerList::new(&row, &people))
    });
    Ok(Reply::ok(updated.await?))
}

/// Deletes a saved list; its draws stay in the history. Creating it again with its id undoes that.
#[utoipa::path(delete, path = "/api/picker/lists/{id}", tag = "picker",
    params(("id" = String, Path, description = "The id of the list")),
    responses((status = 200, body = Envelope<PickerList>)))]
pub(crate) async fn delete_picker_list(
    State(app): State<App>,
    officer: Officer<ManageDuty>,
    Path(id): Path<String>,
) -> Result<Reply<PickerList>> {
    let caller = Caller::from(officer);
    let deleted = app.write(move |tx| {
        let row = find(tx, &caller, &id)?;
        store::delete_list(tx, &row.id)?;
        emit(tx, &caller, &row.class)?;
        let detail = json!({ "class": row.class });
        tx.audit(&Actor::from(&caller), &texts::DELETE_LIST, &row.id, &detail)?;
        let people = People::of_class(tx, &row.class)?;
        Ok(PickerList::new(&row, &people))
    });
    Ok(Reply::ok(deleted.await?))
}
