//! Every SQL text of panels.

use kernel::db::{DbError, DbResult, FromRow, Read, Row, Tx};
use kernel::user::UserId;
use kernel::{p, statements};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::model::{PanelScreen, PanelSettings, PanelState};
use super::shown::ShownKind;

macro_rules! columns {
    () => {
        "id, code, code_expires_at, class, name, settings, screen, browser, address, state, created_at, confirmed_at,
         confirmed_by, seen_at"
    };
}

kernel::text_column!(ShownKind);

statements! {
    /// One.
    FIND = concat!("select ", columns!(), " from panels where id = $1");
    /// The one of a token.
    BY_TOKEN = concat!("select ", columns!(), " from panels where token_hash = $1");
    /// The one that shows a code, which holds at a moment.
    BY_CODE = concat!("select ", columns!(), " from panels where code = $1 and code_expires_at > $2");
    /// Those of a class, or of all classes, that are confirmed.
    LIST = concat!("select ", columns!(), " from panels where class <> '' and ($1 = '' or class = $1)
                   order by class, confirmed_at, id");
    /// Adds one that waits.
    INSERT = "insert into panels (id, token_hash, code, code_expires_at, class, name, settings, screen, browser, address,
                  state, created_at, confirmed_at, confirmed_by, seen_at)
              values ($1, $2, $3, $4, '', '', $5, $6, $7, $8, null, $9, null, '', null)";
    /// Whether a code is shown, whether it holds or not.
    CODE_TAKEN = "select count(*) from panels where code = $1";
    /// How many wait.
    COUNT_WAITING = "select count(*) from panels where class = ''";
    /// How many a class has.
    COUNT = "select count(*) from panels where class = $1";
    /// How many of a class have a name, but for one.
    COUNT_NAMED = "select count(*) from panels where class = $1 and name = $2 and id <> $3";
    /// Removes those whose codes have run out.
    FORGET_WAITING = "delete from panels where class = '' and code_expires_at <= $1";
    /// Confirms one that waits.
    CONFIRM = "update panels set class = $2, name = $3, code = null, confirmed_at = $4, confirmed_by = $5, seen_at = $4
               where id = $1 and class = ''";
    /// Replaces what staff may change.
    UPDATE = "update panels set name = $2, settings = $3 where id = $1";
    /// Keeps what one has reported.
    SET_STATE = "update panels set state = $2, seen_at = $3 where id = $1";
    /// Notes that one was heard of.
    SET_SEEN = "update panels set seen_at = $2 where id = $1";
    /// Removes one.
    DELETE = "delete from panels where id = $1";
    /// And what it has shown.
    DELETE_SHOWN = "delete from panels_shown where panel_id = $1";
    /// Notes that one has shown something; once.
    MARK_SHOWN = "insert into panels_shown (panel_id, kind, item_id, shown_at) values ($1, $2, $3, $4)
                  on conflict (panel_id, kind, item_id) do nothing";
    /// Forgets what was shown long ago.
    FORGET_SHOWN = "delete from panels_shown where shown_at < $1";
    /// Of the items of a JSON list: which panels of which classes have shown them.
    SHOWN = "select s.item_id, p.class from panels_shown s join panels p on p.id = s.panel_id
             where s.kind = $1 and s.item_id in (select value from json_each(cast($2 as text)))";
    /// The class of each panel, and since when it is one.
    CONFIRMED = "select class, coalesce(confirmed_at, created_at) from panels where class <> ''";
    /// Forgets who confirmed one.
    FORGET_CONFIRMER = "update panels set confirmed_by = '' where confirmed_by = $1";
}

fn from_json<T: DeserializeOwned>(json: &str) -> DbResult<T> {
    serde_json::from_str(json).map_err(|error| DbError::Internal(error.to_string()))
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A row, but for its token.
#[derive(Clone, Debug)]
pub(crate) struct PanelRow {
    pub(crate) id: String,
    pub(crate) code: Option<String>,
    pub(crate) code_expires_at: i64,
    /// Empty while it waits.
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) settings: PanelSettings,
    pub(crate) screen: PanelScreen,
    pub(crate) browser: String,
    pub(crate) address: String,
    pub(crate) state: Option<PanelState>,
    pub(crate) created_at: i64,
    pub(crate) confirmed_at: Option<i64>,
    pub(crate) confirmed_by: String,
    pub(crate) seen_at: Option<i64>,
}

impl FromRow for PanelRow {
    fn from_row(row: &Row<'_>) -> DbResult<Self> {
        Ok(Self {
            id: row.get(0)?,
            code: row.get(1)?,
            code_expires_at: row.get(2)?,
            class: row.get(3)?,
            name: row.get(4)?,
            settings: from_json(&row.get::<String>(5)?)?,
            screen: from_json(&row.get::<String>(6)?)?,
            browser: row.get(7)?,
            address: row.get(8)?,
            // What an older version reported may lack something; the next report replaces it.
            state: row.get::<Option<String>>(9)?.and_then(|json| serde_json::from_str(&json).ok()),
            created_at: row.get(10)?,
            confirmed_at: row.get(11)?,
            confirmed_by: row.get(12)?,
            seen_at: row.get(13)?,
        })
    }
}

impl PanelRow {
    /// Whether it waits to be confirmed.
    pub(crate) fn is_waiting(&self) -> bool {
        self.class.is_empty()
    }
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<PanelRow>> {
    read.opt(&FIND, p![id])
}

pub(crate) fn by_token(read: &mut Read, token_hash: &str) -> DbResult<Option<PanelRow>> {
    read.opt(&BY_TOKEN, p![token_hash])
}

/// The one that shows a code which holds.
pub(crate) fn by_code(read: &mut Read, code: &str, now: i64) -> DbResult<Option<PanelRow>> {
    read.opt(&BY_CODE, p![code, now])
}

/// Those of a class that are confirmed, or of all classes.
pub(crate) fn list(read: &mut Read, class: Option<&str>) -> DbResult<Vec<PanelRow>> {
    read.all(&LIST, p![class.unwrap_or_default()])
}

/// Adds one that waits.
pub(crate) fn insert(tx: &mut Tx, row: &PanelRow, token_hash: &str) -> DbResult<()> {
    let PanelRow { id, code, code_expires_at, settings, screen, browser, address, created_at, .. } = row;
    let params = p![
        id,
        token_hash,
        code.clone(),
        *code_expires_at,
        to_json(settings),
        to_json(screen),
        browser,
        address,
        *created_at
    ];
    tx.exec(&INSERT, params).map(drop)
}

pub(crate) fn is_code_taken(read: &mut Read, code: &str) -> DbResult<bool> {
    Ok(read.one::<i64>(&CODE_TAKEN, p![code])? > 0)
}

pub(crate) fn count_waiting(read: &mut Read) -> DbResult<i64> {
    read.one(&COUNT_WAITING, p![])
}

pub(crate) fn count(read: &mut Read, class: &str) -> DbResult<i64> {
    read.one(&COUNT, p![class])
}

/// Whether another panel of the class has this name.
pub(crate) fn is_name_taken(read: &mut Read, class: &str, name: &str, but: &str) -> DbResult<bool> {
    Ok(read.one::<i64>(&COUNT_NAMED, p![class, name, but])? > 0)
}

pub(crate) fn forget_waiting(tx: &mut Tx, now: i64) -> DbResult<()> {
    tx.exec(&FORGET_WAITING, p![now]).map(drop)
}

/// False when it waits no longer.
pub(crate) fn confirm(
    tx: &mut Tx,
    id: &str,
    (class, name): (&str, &str),
    by: UserId,
    now: i64,
) -> DbResult<bool> {
    Ok(tx.exec(&CONFIRM, p![id, class, name, now, by])? == 1)
}

pub(crate) fn update(tx: &mut Tx, row: &PanelRow) -> DbResult<()> {
    tx.exec(&UPDATE, p![&row.id, &row.name, to_json(&row.settings)]).map(drop)
}

pub(crate) fn set_state(tx: &mut Tx, id: &str, state: &PanelState, now: i64) -> DbResult<()> {
    tx.exec(&SET_STATE, p![id, to_json(state), now]).map(drop)
}

pub(crate) fn set_seen(tx: &mut Tx, id: &str, now: i64) -> DbResult<()> {
    tx.exec(&SET_SEEN, p![id, now]).map(drop)
}

pub(crate) fn delete(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&DELETE_SHOWN, p![id])?;
    tx.exec(&DELETE, p![id]).map(drop)
}

/// False when it was noted already.
pub(crate) fn mark_shown(tx: &mut Tx, id: &str, (kind, item): (ShownKind, &str), now: i64) -> DbResult<bool> {
    Ok(tx.exec(&MARK_SHOWN, p![id, kind, item, now])? == 1)
}

pub(crate) fn forget_shown(tx: &mut Tx, before: i64) -> DbResult<()> {
    tx.exec(&FORGET_SHOWN, p![before]).map(drop)
}

/// The class of each panel that has shown one of these items, with the item.
pub(crate) fn shown(read: &mut Read, kind: ShownKind, items: &[String]) -> DbResult<Vec<(String, String)>> {
    read.all(&SHOWN, p![kind, to_json(&items)])
}

/// The class of each panel, and since when it is one, in milliseconds.
pub(crate) fn confirmed(read: &mut Read) -> DbResult<Vec<(String, i64)>> {
    read.all(&CONFIRMED, p![])
}

pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    tx.exec(&FORGET_CONFIRMER, p![*user]).map(drop)
}
