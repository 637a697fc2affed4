//! The table `ai_presets`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

macro_rules! columns {
    () => {
        "id, label, description, prompt, sort_order, class, created_at, updated_at"
    };
}

statements! {
    /// All, in the order in which they are shown.
    LIST = concat!("select ", columns!(), " from ai_presets order by sort_order, created_at, id");
    /// Those of the portal and of a class, in the same order.
    LIST_OF_CLASS = concat!("select ", columns!(), " from ai_presets where class = '' or class = $1
                     order by sort_order, created_at, id");
    /// One.
    FIND = concat!("select ", columns!(), " from ai_presets where id = $1");
    /// One of the portal or of a class.
    FIND_OF_CLASS = concat!("select ", columns!(), " from ai_presets where id = $1 and (class = '' or class = $2)");
    /// How many there are.
    COUNT = "select count(*) from ai_presets";
    /// Adds one.
    INSERT = concat!("insert into ai_presets (", columns!(), ") values ($1, $2, $3, $4, $5, $6, $7, $8)");
    /// Replaces what may change.
    UPDATE = "update ai_presets set label = $2, description = $3, prompt = $4, sort_order = $5, updated_at = $6
              where id = $1";
    /// Removes one.
    DELETE = "delete from ai_presets where id = $1";
}

record! {
    /// A preset.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct PresetRow {
        pub(crate) id: String,
        pub(crate) label: String,
        /// Empty for nothing.
        pub(crate) description: String,
        pub(crate) prompt: String,
        pub(crate) sort_order: i64,
        /// Empty for the portal.
        pub(crate) class: String,
        pub(crate) created_at: i64,
        pub(crate) updated_at: i64,
    }
}

pub(crate) fn list(read: &mut Read) -> DbResult<Vec<PresetRow>> {
    read.all(&LIST, p![])
}

/// Those that a member may choose: of the portal, and of the own class.
pub(crate) fn of_user(read: &mut Read, user: UserId) -> DbResult<Vec<PresetRow>> {
    read.all(&LIST_OF_CLASS, p![user.class()])
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<PresetRow>> {
    read.opt(&FIND, p![id])
}

/// One that a member may choose; `None` for one of another class, and for one that is not there.
pub(crate) fn find_of_user(read: &mut Read, id: &str, user: UserId) -> DbResult<Option<PresetRow>> {
    read.opt(&FIND_OF_CLASS, p![id, user.class()])
}

pub(crate) fn count(read: &mut Read) -> DbResult<i64> {
    read.one(&COUNT, p![])
}

pub(crate) fn insert(tx: &mut Tx, row: &PresetRow) -> DbResult<()> {
    let params = p![
        &row.id,
        &row.label,
        &row.description,
        &row.prompt,
        row.sort_order,
        &row.class,
        row.created_at,
        row.updated_at
    ];
    tx.exec(&INSERT, params)?;
    Ok(())
}

pub(crate) fn update(tx: &mut Tx, row: &PresetRow) -> DbResult<()> {
    let params = p![&row.id, &row.label, &row.description, &row.prompt, row.sort_order, row.updated_at];
    tx.exec(&UPDATE, params)?;
    Ok(())
}

pub(crate) fn delete(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&DELETE, p![id])?;
    Ok(())
}
