//! Every SQL text of the countdown feature.

use jiff::civil::Date;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{checked_text_column, p, record, statements, text_column};
use serde_json::{Value, json};

use super::access::Owner;
use super::model::reminders::Reminders;
use super::model::{Color, CountdownCategory, Note, Repeat, Title};

checked_text_column!(Title, Note, Color, Reminders);
text_column!(Repeat, CountdownCategory);

macro_rules! columns {
    () => {
        "id, owner_id, created_by, title, target_date, repeat_type, category, color, pinned, note, show_in_calendar,
         reminders, reminders_since, started_on, suggestion, dated_at, created_at, updated_at"
    };
}

statements! {
    /// All of one member or class; few, see `MAX_ITEMS`.
    LIST = concat!("select ", columns!(), " from countdown_items where owner_id = $1 order by id");
    /// One.
    FIND = concat!("select ", columns!(), " from countdown_items where id = $1");
    /// Adds one.
    INSERT = concat!("insert into countdown_items (", columns!(), ")
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)");
    /// Replaces what may change.
    UPDATE = "update countdown_items set title = $2, target_date = $3, repeat_type = $4, category = $5, color = $6,
                  pinned = $7, note = $8, show_in_calendar = $9, reminders = $10, reminders_since = $11,
                  started_on = $12, dated_at = $13, updated_at = $14 where id = $1";
    /// Removes one.
    DELETE = "delete from countdown_items where id = $1";
    /// How many a member or class has, and how many of them are pinned.
    COUNT = "select count(*), cast(coalesce(sum(pinned), 0) as bigint) from countdown_items where owner_id = $1";
    /// The ids after one.
    IDS_AFTER = "select id from countdown_items where id > $1 order by id limit $2";
    /// Those after an id that were not told to have come on this day.
    NOT_TOLD = concat!("select ", columns!(), " from countdown_items
                       where id > $2 and (reached_on is null or reached_on < $1) order by id limit $3");
    /// Notes that one has come on this day; once.
    SET_TOLD = "update countdown_items set reached_on = $2 where id = $1 and (reached_on is null or reached_on < $2)";
    /// Those after an id that have reminders and were not looked at on this day.
    NOT_REMINDED = concat!("select ", columns!(), " from countdown_items
                           where reminders <> '' and id > $2 and (reminded_on is null or reminded_on < $1)
                           order by id limit $3");
    /// Notes that one was reminded of on this day; once.
    SET_REMINDED = "update countdown_items set reminded_on = $2
                    where id = $1 and (reminded_on is null or reminded_on < $2)";
    /// Erases.
    DELETE_ALL = "delete from countdown_items where owner_id = $1";
    /// Forgets who made countdowns of a class.
    FORGET_MAKER = "update countdown_items set created_by = '' where created_by = $1";
}

record! {
    /// A row.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct Item {
        pub(super) id: String,
        pub(super) owner: Owner,
        /// Of a class's: who made it; empty for everything else.
        pub(super) created_by: String,
        pub(super) title: Title,
        pub(super) target_date: Date,
        pub(super) repeat_type: Repeat,
        pub(super) category: CountdownCategory,
        pub(super) color: Color,
        pub(super) pinned: bool,
        pub(super) note: Note,
        pub(super) show_in_calendar: bool,
        pub(super) reminders: Reminders,
        /// Since when its days and its reminders are what they are, in milliseconds.
        pub(super) reminders_since: i64,
        /// `YYYY-MM-DD`; empty for the day on which it was made.
        pub(super) started_on: String,
        /// The name of a suggestion; empty for none.
        pub(super) suggestion: String,
        /// Since when its day and its repetition are what they are, in milliseconds; 0 for since it was made.
        pub(super) dated_at: i64,
        pub(super) created_at: i64,
        pub(super) updated_at: i64,
    }
}

/// Some ids after one, in their order, whoever's they are.
pub(super) fn ids_after(read: &mut Read, after: &str, limit: i64) -> DbResult<Vec<String>> {
    read.all(&IDS_AFTER, p![after, limit])
}

/// Some of those after an id that were not told to have come on this day, in the order of their ids.
pub(super) fn not_told(read: &mut Read, day: Date, after: &str, limit: i64) -> DbResult<Vec<Item>> {
    read.all(&NOT_TOLD, p![day, after, limit])
}

/// False when it was told already.
pub(super) fn set_told(tx: &mut Tx, id: &str, day: Date) -> DbResult<bool> {
    Ok(tx.exec(&SET_TOLD, p![id, day])? == 1)
}

/// Some of those after an id that have reminders and were not told of on this day, in the order of their ids.
pub(super) fn not_reminded(read: &mut Read, day: Date, after: &str, limit: i64) -> DbResult<Vec<Item>> {
    read.all(&NOT_REMINDED, p![day, after, limit])
}

/// False when its members were reminded already.
pub(super) fn set_reminded(tx: &mut Tx, id: &str, day: Date) -> DbResult<bool> {
    Ok(tx.exec(&SET_REMINDED, p![id, day])? == 1)
}

pub(super) fn all_of(read: &mut Read, owner: &Owner) -> DbResult<Vec<Item>> {
    read.all(&LIST, p![owner])
}

/// Whoever's it is.
pub(super) fn find(read: &mut Read, id: &str) -> DbResult<Option<Item>> {
    read.opt(&FIND, p![id])
}

pub(super) fn insert(tx: &mut Tx, item: &Item) -> DbResult<()> {
    let params = p![
        &item.id,
        &item.owner,
        &item.created_by,
        &item.title,
        item.target_date,
        item.repeat_type,
        item.category,
        &item.color,
        item.pinned,
        &item.note,
        item.show_in_calendar,
        &item.reminders,
        item.reminders_since,
        &item.started_on,
        &item.suggestion,
        item.dated_at,
        item.created_at,
        item.updated_at
    ];
    tx.exec(&INSERT, params).map(drop)
}

pub(super) fn update(tx: &mut Tx, item: &Item) -> DbResult<()> {
    let params = p![
        &item.id,
        &item.title,
        item.target_date,
        item.repeat_type,
        item.category,
        &item.color,
        item.pinned,
        &item.note,
        item.show_in_calendar,
        &item.reminders,
        item.reminders_since,
        &item.started_on,
        item.dated_at,
        item.updated_at
    ];
    tx.exec(&UPDATE, params).map(drop)
}

pub(super) fn delete(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&DELETE, p![id]).map(drop)
}

/// How many there are, and how many of them are pinned.
pub(super) fn count(read: &mut Read, owner: &Owner) -> DbResult<(i64, i64)> {
    read.one(&COUNT, p![owner])
}

/// Those of a class that the member made stay, and nobody is named as their maker.
pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    tx.exec(&DELETE_ALL, p![user])?;
    tx.exec(&FORGET_MAKER, p![user])?;
    Ok(())
}

/// A member's own.
pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let items = all_of(read, &Owner::User(*user))?;
    let plain = |item: Item| {
        json!({ "title": item.title, "target_date": item.target_date.to_string(),
                "repeat_type": item.repeat_type, "category": item.category, "note": item.note,
                "reminders": item.reminders.days().collect::<Vec<_>>(), "started_on": item.started_on,
                "created_at": kernel::app::iso(item.created_at) })
    };
    Ok((!items.is_empty()).then(|| items.into_iter().map(plain).collect()))
}
