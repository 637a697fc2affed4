//! Every SQL text of the countdown feature.

use jiff::civil::Date;
use kernel::db::{DbResult, FromRow, Read, Row, Tx};
use kernel::user::UserId;
use kernel::{checked_text_column, p, record, statements, text_column};
use serde_json::{Value, json};

use super::model::{Color, Note, Repeat, Title};

checked_text_column!(Title, Note, Color);
text_column!(Repeat);

macro_rules! columns {
    () => {
        "id, title, target_date, repeat_type, color, pinned, note, show_in_calendar, created_at, updated_at"
    };
}

statements! {
    /// All of one member; few, see `MAX_ITEMS`.
    LIST = concat!("select ", columns!(), " from countdown_items where owner_id = $1 order by id");
    /// One, if the member has it.
    FIND = concat!("select ", columns!(), " from countdown_items where id = $1 and owner_id = $2");
    /// Adds one; nothing happens when the id exists.
    INSERT = "insert into countdown_items
                  (id, owner_id, title, target_date, repeat_type, color, pinned, note, show_in_calendar, created_at,
                  updated_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (id) do nothing";
    /// Replaces what may change.
    UPDATE = "update countdown_items set title = $3, target_date = $4, repeat_type = $5, color = $6, pinned = $7,
                  note = $8, show_in_calendar = $9, updated_at = $10 where id = $1 and owner_id = $2";
    /// Removes one.
    DELETE = "delete from countdown_items where id = $1 and owner_id = $2";
    /// How many a member has, and how many of them are pinned.
    COUNT = "select count(*), cast(coalesce(sum(pinned), 0) as bigint) from countdown_items where owner_id = $1";
    /// One, with its owner.
    FIND_OWNED = concat!("select ", columns!(), ", owner_id from countdown_items where id = $1");
    /// The ids after one.
    IDS_AFTER = "select id from countdown_items where id > $1 order by id limit $2";
    /// Those after an id that were not told to have come on this day.
    NOT_TOLD = concat!("select ", columns!(), ", owner_id from countdown_items
                       where id > $2 and (reached_on is null or reached_on < $1) order by id limit $3");
    /// Notes that one has come on this day; once.
    SET_TOLD = "update countdown_items set reached_on = $2 where id = $1 and (reached_on is null or reached_on < $2)";
    /// Erases.
    DELETE_ALL = "delete from countdown_items where owner_id = $1";
}

record! {
    /// A row, but for its owner, whom every statement names.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct Item {
        pub(super) id: String,
        pub(super) title: Title,
        pub(super) target_date: Date,
        pub(super) repeat_type: Repeat,
        pub(super) color: Color,
        pub(super) pinned: bool,
        pub(super) note: Note,
        pub(super) show_in_calendar: bool,
        pub(super) created_at: i64,
        pub(super) updated_at: i64,
    }
}

/// A row with its owner.
#[derive(Clone, Debug)]
pub(super) struct OwnedItem {
    pub(super) owner_id: UserId,
    pub(super) item: Item,
}

impl FromRow for OwnedItem {
    /// The owner stands behind the columns of the item.
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        Ok(Self { item: Item::from_row(row)?, owner_id: row.get(10)? })
    }
}

pub(super) fn find_owned(read: &mut Read, id: &str) -> DbResult<Option<OwnedItem>> {
    read.opt(&FIND_OWNED, p![id])
}

/// Some ids after one, in their order, whoever's they are.
pub(super) fn ids_after(read: &mut Read, after: &str, limit: i64) -> DbResult<Vec<String>> {
    read.all(&IDS_AFTER, p![after, limit])
}

/// Some of those after an id that were not told to have come on this day, in the order of their ids.
pub(super) fn not_told(read: &mut Read, day: Date, after: &str, limit: i64) -> DbResult<Vec<OwnedItem>> {
    read.all(&NOT_TOLD, p![day, after, limit])
}

/// False when it was told already.
pub(super) fn set_told(tx: &mut Tx, id: &str, day: Date) -> DbResult<bool> {
    Ok(tx.exec(&SET_TOLD, p![id, day])? == 1)
}

pub(super) fn all_of(read: &mut Read, owner: UserId) -> DbResult<Vec<Item>> {
    read.all(&LIST, p![owner])
}

pub(super) fn find(read: &mut Read, id: &str, owner: UserId) -> DbResult<Option<Item>> {
    read.opt(&FIND, p![id, owner])
}

/// False when the id exists already, whoever has it.
pub(super) fn insert(tx: &mut Tx, owner: UserId, item: &Item) -> DbResult<bool> {
    let params = p![
        &item.id,
        owner,
        &item.title,
        item.target_date,
        item.repeat_type,
        &item.color,
        item.pinned,
        &item.note,
        item.show_in_calendar,
        item.created_at,
        item.updated_at
    ];
    Ok(tx.exec(&INSERT, params)? == 1)
}

pub(super) fn update(tx: &mut Tx, owner: UserId, item: &Item) -> DbResult<()> {
    let params = p![
        &item.id,
        owner,
        &item.title,
        item.target_date,
        item.repeat_type,
        &item.color,
        item.pinned,
        &item.note,
        item.show_in_calendar,
        item.updated_at
    ];
    tx.exec(&UPDATE, params)?;
    Ok(())
}

/// False when the member has no such countdown.
pub(super) fn delete(tx: &mut Tx, id: &str, owner: UserId) -> DbResult<bool> {
    Ok(tx.exec(&DELETE, p![id, owner])? == 1)
}

/// How many the member has, and how many of them are pinned.
pub(super) fn count(read: &mut Read, owner: UserId) -> DbResult<(i64, i64)> {
    read.one(&COUNT, p![owner])
}

pub(super) fn delete_all_of(tx: &mut Tx, owner: &UserId) -> DbResult<()> {
    tx.exec(&DELETE_ALL, p![owner])?;
    Ok(())
}

pub(super) fn export_all_of(read: &mut Read, owner: &UserId) -> DbResult<Option<Value>> {
    let items = all_of(read, *owner)?;
    let plain = |item: Item| {
        json!({ "title": item.title, "target_date": item.target_date.to_string(),
                "repeat_type": item.repeat_type, "note": item.note, "created_at": kernel::app::iso(item.created_at) })
    };
    Ok((!items.is_empty()).then(|| items.into_iter().map(plain).collect()))
}
