//! Word rules, and which classes let a moderator see the first post of each member.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements};

macro_rules! select {
    () => {
        "select id, class, term, matching, effect, exceptions, enabled, created_by, created_at, updated_at \
         from moderation_rules "
    };
}

statements! {
    /// All of them.
    ALL = concat!(select!(), "order by created_at, id");
    /// Those of a class, or of the portal with an empty class.
    OF_CLASS = concat!(select!(), "where class = $1 order by created_at, id");
    /// One.
    FIND = concat!(select!(), "where id = $1");
    /// How many a class has.
    COUNT = "select count(*) from moderation_rules where class = $1";
    /// How many of those are patterns, but for one.
    COUNT_PATTERNS = "select count(*) from moderation_rules where class = $1 and matching = 'pattern' and id <> $2";
    /// Adds one.
    INSERT = "insert into moderation_rules
                  (id, class, term, matching, effect, exceptions, enabled, created_by, created_at, updated_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)";
    /// Changes one.
    UPDATE = "update moderation_rules set term = $2, matching = $3, effect = $4, exceptions = $5, enabled = $6,
                  updated_at = $7 where id = $1";
    /// Removes one.
    DELETE = "delete from moderation_rules where id = $1";
    /// Who made rules stays without a name.
    UNSIGN = "update moderation_rules set created_by = '' where created_by = $1";
}

record! {
    /// A rule.
    #[derive(Clone, Debug)]
    pub(crate) struct RuleRow {
        pub(crate) id: String,
        /// Empty for one of the portal.
        pub(crate) class: String,
        pub(crate) term: String,
        pub(crate) matching: String,
        pub(crate) effect: String,
        /// A JSON list of words.
        pub(crate) exceptions: String,
        pub(crate) enabled: bool,
        /// Empty when erased.
        pub(crate) created_by: String,
        pub(crate) created_at: i64,
        pub(crate) updated_at: i64,
    }
}

impl RuleRow {
    pub(crate) fn exception_list(&self) -> Vec<String> {
        serde_json::from_str(&self.exceptions).unwrap_or_default()
    }
}

pub(crate) fn all(read: &mut Read) -> DbResult<Vec<RuleRow>> {
    read.all(&ALL, p![])
}

pub(crate) fn of_class(read: &mut Read, class: &str) -> DbResult<Vec<RuleRow>> {
    read.all(&OF_CLASS, p![class])
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<RuleRow>> {
    read.opt(&FIND, p![id])
}

pub(crate) fn count(read: &mut Read, class: &str) -> DbResult<i64> {
    read.one(&COUNT, p![class])
}

pub(crate) fn count_patterns(read: &mut Read, class: &str, but: &str) -> DbResult<i64> {
    read.one(&COUNT_PATTERNS, p![class, but])
}

pub(crate) fn insert(tx: &mut Tx, row: &RuleRow) -> DbResult<()> {
    let RuleRow { id, class, term, matching, effect, exceptions, enabled, created_by, created_at, .. } = row;
    tx.exec(&INSERT, p![id, class, term, matching, effect, exceptions, *enabled, created_by, *created_at])
        .map(drop)
}

pub(crate) fn update(tx: &mut Tx, row: &RuleRow) -> DbResult<()> {
    let RuleRow { id, term, matching, effect, exceptions, enabled, updated_at, .. } = row;
    tx.exec(&UPDATE, p![id, term, matching, effect, exceptions, *enabled, *updated_at]).map(drop)
}

/// False when it was gone.
pub(crate) fn delete(tx: &mut Tx, id: &str) -> DbResult<bool> {
    Ok(tx.exec(&DELETE, p![id])? == 1)
}

pub(crate) fn unsign(tx: &mut Tx, user: &str) -> DbResult<()> {
    tx.exec(&UNSIGN, p![user]).map(drop)
}
