//! Every SQL text of the draws.

use std::collections::BTreeMap;

use kernel::app::iso;
use kernel::db::{DbError, DbResult, FromRow, Read, Row, Tx};
use kernel::user::UserId;
use kernel::{p, statements};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::model::{Candidate, PickerListRef};

macro_rules! list_columns {
    () => {
        "id, class, name, numbers, revision, created_at, updated_at, updated_by"
    };
}

macro_rules! draw_columns {
    () => {
        "id, class, list, list_name, seed, fair, wanted, candidates, absent, picked, purpose, created_at, created_by"
    };
}

statements! {
    /// The lists of a class.
    LISTS = concat!("select ", list_columns!(), " from picker_lists where class = $1 order by created_at, id");
    /// One.
    FIND_LIST = concat!("select ", list_columns!(), " from picker_lists where id = $1");
    /// How many a class has.
    COUNT_LISTS = "select count(*) from picker_lists where class = $1";
    /// Adds one.
    INSERT_LIST = "insert into picker_lists (id, class, name, numbers, revision, created_at, updated_at, updated_by)
                   values ($1, $2, $3, $4, $5, $6, $7, $8)";
    /// Replaces what may change.
    UPDATE_LIST = "update picker_lists set name = $2, numbers = $3, revision = $4, updated_at = $5, updated_by = $6
                   where id = $1";
    /// Removes one.
    DELETE_LIST = "delete from picker_lists where id = $1";
    /// Adds a draw.
    INSERT_DRAW = "insert into picker_draws (id, class, list, list_name, seed, fair, wanted, candidates, absent, picked,
                       purpose, created_at, created_by)
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    /// One.
    FIND_DRAW = concat!("select ", draw_columns!(), " from picker_draws where id = $1");
    /// Those of a class, the newest first.
    DRAWS = concat!("select ", draw_columns!(), " from picker_draws where class = $1
                    order by created_at desc, id desc limit $2 offset $3");
    /// How many a class has.
    COUNT_DRAWS = "select count(*) from picker_draws where class = $1";
    /// The draws of a class behind the newest ones.
    OLD_DRAWS = "select id from picker_draws where class = $1 order by created_at desc, id desc limit 100 offset $2";
    /// Removes a draw.
    DELETE_DRAW = "delete from picker_draws where id = $1";
    /// How often the numbers of a list were drawn.
    COUNTS = "select number, times from picker_counts where class = $1 and list_key = $2";
    /// Sets that of one number.
    SET_COUNT = "insert into picker_counts (class, list_key, number, times) values ($1, $2, $3, $4)
                 on conflict (class, list_key, number) do update set times = excluded.times";
    /// Lets the counts of a list begin anew.
    RESET = "delete from picker_counts where class = $1 and list_key = $2";
    /// The keys of all counts of a class.
    COUNT_KEYS = "select distinct list_key from picker_counts where class = $1";
    /// Who changed a list.
    ERASE_EDITOR = "update picker_lists set updated_by = '' where updated_by = $1";
    /// Who drew.
    ERASE_DRAWER = "update picker_draws set created_by = '' where created_by = $1";
    /// The draws of a class in which a number was drawn.
    OWN_DRAWS = concat!("select ", draw_columns!(), " from picker_draws where class = $1 and picked like $2
                        order by created_at, id");
}

fn from_json<T: DeserializeOwned>(json: &str) -> DbResult<T> {
    serde_json::from_str(json).map_err(|error| DbError::Internal(error.to_string()))
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A saved list.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) id: String,
    pub(super) class: String,
    pub(super) name: String,
    pub(super) numbers: Vec<UserId>,
    pub(super) revision: i64,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
    pub(super) updated_by: String,
}

impl FromRow for List {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        Ok(Self {
            id: row.get(0)?,
            class: row.get(1)?,
            name: row.get(2)?,
            numbers: from_json(&row.get::<String>(3)?)?,
            revision: row.get(4)?,
            created_at: row.get(5)?,
            updated_at: row.get(6)?,
            updated_by: row.get(7)?,
        })
    }
}

/// A draw.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    pub(super) id: String,
    pub(super) class: String,
    pub(super) list: PickerListRef,
    pub(super) list_name: String,
    pub(super) seed: String,
    pub(super) fair: bool,
    /// How many were wanted.
    pub(super) wanted: i64,
    pub(super) candidates: Vec<Candidate>,
    pub(super) absent: Vec<UserId>,
    pub(super) picked: Vec<UserId>,
    pub(super) purpose: String,
    pub(super) created_at: i64,
    pub(super) created_by: String,
}

impl FromRow for Draw {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        Ok(Self {
            id: row.get(0)?,
            class: row.get(1)?,
            list: from_json(&row.get::<String>(2)?)?,
            list_name: row.get(3)?,
            seed: row.get(4)?,
            fair: row.get(5)?,
            wanted: row.get(6)?,
            candidates: from_json(&row.get::<String>(7)?)?,
            absent: from_json(&row.get::<String>(8)?)?,
            picked: from_json(&row.get::<String>(9)?)?,
            purpose: row.get(10)?,
            created_at: row.get(11)?,
            created_by: row.get(12)?,
        })
    }
}

pub(super) fn lists(read: &mut Read, class: &str) -> DbResult<Vec<List>> {
    read.all(&LISTS, p![class])
}

pub(super) fn find_list(read: &mut Read, id: &str) -> DbResult<Option<List>> {
    read.opt(&FIND_LIST, p![id])
}

pub(super) fn count_lists(read: &mut Read, class: &str) -> DbResult<i64> {
    read.one(&COUNT_LISTS, p![class])
}

pub(super) fn insert_list(tx: &mut Tx, list: &List) -> DbResult<()> {
    let params = p![
        &list.id,
        &list.class,
        &list.name,
        to_json(&list.numbers),
        list.revision,
        list.created_at,
        list.updated_at,
        &list.updated_by
    ];
    tx.exec(&INSERT_LIST, params)?;
    Ok(())
}

pub(super) fn update_list(tx: &mut Tx, list: &List) -> DbResult<()> {
    let params =
        p![&list.id, &list.name, to_json(&list.numbers), list.revision, list.updated_at, &list.updated_by];
    tx.exec(&UPDATE_LIST, params)?;
    Ok(())
}

pub(super) fn delete_list(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&DELETE_LIST, p![id])?;
    Ok(())
}

/// Adds a draw, and removes the oldest of the class beyond the newest ones.
pub(super) fn insert_draw(tx: &mut Tx, draw: &Draw, kept: i64) -> DbResult<()> {
    let params = p![
        &draw.id,
        &draw.class,
        to_json(&draw.list),
        &draw.list_name,
        &draw.seed,
        draw.fair,
        draw.wanted,
        to_json(&draw.candidates),
        to_json(&draw.absent),
        to_json(&draw.picked),
        &draw.purpose,
        draw.created_at,
        &draw.created_by
    ];
    tx.exec(&INSERT_DRAW, params)?;
    let old: Vec<String> = tx.all(&OLD_DRAWS, p![&draw.class, kept])?;
    for id in old {
        tx.exec(&DELETE_DRAW, p![id])?;
    }
    Ok(())
}

pub(super) fn find_draw(read: &mut Read, id: &str) -> DbResult<Option<Draw>> {
    read.opt(&FIND_DRAW, p![id])
}

/// Those of a class, the newest first, and how many there are.
pub(super) fn draws(read: &mut Read, class: &str, limit: i64, offset: i64) -> DbResult<(Vec<Draw>, i64)> {
    let total = read.one(&COUNT_DRAWS, p![class])?;
    Ok((read.all(&DRAWS, p![class, limit, offset])?, total))
}

/// How often the numbers of a list were drawn.
pub(super) fn counts(read: &mut Read, class: &str, key: &str) -> DbResult<BTreeMap<UserId, i64>> {
    let rows: Vec<(UserId, i64)> = read.all(&COUNTS, p![class, key])?;
    Ok(rows.into_iter().collect())
}

pub(super) fn set_count(tx: &mut Tx, class: &str, key: &str, number: UserId, times: i64) -> DbResult<()> {
    tx.exec(&SET_COUNT, p![class, key, number, times])?;
    Ok(())
}

pub(super) fn reset(tx: &mut Tx, class: &str, key: &str) -> DbResult<()> {
    tx.exec(&RESET, p![class, key])?;
    Ok(())
}

/// The keys of all counts of a class.
pub(super) fn count_keys(read: &mut Read, class: &str) -> DbResult<Vec<String>> {
    read.all(&COUNT_KEYS, p![class])
}

/// Forgets who drew and who changed lists. Numbers belong to the class list and stay.
pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    tx.exec(&ERASE_EDITOR, p![user])?;
    tx.exec(&ERASE_DRAWER, p![user])?;
    Ok(())
}

/// The draws in which a member was drawn.
pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let within = format!("%\"{user}\"%");
    let draws: Vec<Draw> = read.all(&OWN_DRAWS, p![user.class(), within])?;
    let plain = |draw: Draw| {
        json!({ "list": draw.list_name, "purpose": draw.purpose, "seed": draw.seed, "fair": draw.fair,
                "created_at": iso(draw.created_at) })
    };
    Ok((!draws.is_empty()).then(|| draws.into_iter().map(plain).collect()))
}
