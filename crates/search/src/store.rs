//! Every SQL text of the search. One text for both engines: `search_words` is a full-text table that can be asked like a
//! function on SQLite, and a function over a table on PostgreSQL (see the migration).

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// What is found before a number, the newest first.
    FIND = "select d.number, d.id from search_words($1) s join search_documents d on d.number = s.rowid
            where s.rowid < $2 order by s.rowid desc limit $3";
    /// The number of a content.
    NUMBER = "select number from search_documents where kind = $1 and id = $2";
    /// The last number that is taken, from one to another.
    LAST_BETWEEN = "select max(number) from search_documents where number >= $1 and number < $2";
    /// Adds a content, or says whose it is now.
    PUT = "insert into search_documents (number, kind, id, owner_id) values ($1, $2, $3, $4)
           on conflict (number) do update set owner_id = excluded.owner_id";
    /// Adds its words.
    ADD_WORDS = "insert into search_words (rowid, words) select cast($1 as bigint), $2";
    /// Takes its words out.
    REMOVE_WORDS = "delete from search_words where rowid = $1";
    /// Takes it out.
    REMOVE = "delete from search_documents where number = $1";
    /// The words of what a member wrote.
    ERASE_WORDS = "delete from search_words where rowid in (select number from search_documents where owner_id = $1)";
    /// What a member wrote.
    ERASE = "delete from search_documents where owner_id = $1";
    /// The words of what is old.
    FORGET_WORDS = "delete from search_words where rowid in
                    (select number from search_documents where kind = $1 and number < $2)";
    /// What is old.
    FORGET = "delete from search_documents where kind = $1 and number < $2";
    /// The first numbers of all.
    FIRST = "select number from search_documents order by number limit $1";
    /// The words up to a number.
    CLEAR_WORDS = "delete from search_words where rowid in (select number from search_documents where number <= $1)";
    /// What is up to a number.
    CLEAR = "delete from search_documents where number <= $1";
    /// How far a kind is in the index.
    BUILD = "select last_id, is_done from search_builds where kind = $1";
    /// Notes how far.
    SET_BUILD = "insert into search_builds (kind, last_id, is_done) values ($1, $2, $3)
                 on conflict (kind) do update set last_id = excluded.last_id, is_done = excluded.is_done";
    /// All kinds begin anew.
    CLEAR_BUILDS = "delete from search_builds";
}

record! {
    /// A content that was found.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Found {
        /// Its place in the order of what is found, by which the next page begins.
        pub number: i64,
        /// The id that it has in its feature.
        pub id: String,
    }
}

record! {
    /// How far a kind is in the index.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Build {
        pub(crate) last_id: String,
        pub(crate) is_done: bool,
    }
}

pub(crate) fn find(read: &mut Read, expression: &str, before: i64, limit: i64) -> DbResult<Vec<Found>> {
    read.all(&FIND, p![expression, before, limit])
}

pub(crate) fn number(read: &mut Read, kind: &str, id: &str) -> DbResult<Option<i64>> {
    read.opt(&NUMBER, p![kind, id])
}

/// The last number that is taken from `first` on, before `end`.
pub(crate) fn last_between(read: &mut Read, first: i64, end: i64) -> DbResult<Option<i64>> {
    read.one(&LAST_BETWEEN, p![first, end])
}

pub(crate) fn put(tx: &mut Tx, number: i64, (kind, id): (&str, &str), owner: &str) -> DbResult<()> {
    tx.exec(&PUT, p![number, kind, id, owner]).map(drop)
}

pub(crate) fn add_words(tx: &mut Tx, number: i64, words: &str) -> DbResult<()> {
    tx.exec(&ADD_WORDS, p![number, words]).map(drop)
}

pub(crate) fn remove_words(tx: &mut Tx, number: i64) -> DbResult<()> {
    tx.exec(&REMOVE_WORDS, p![number]).map(drop)
}

/// Takes a content out whose words are out.
pub(crate) fn remove(tx: &mut Tx, number: i64) -> DbResult<()> {
    tx.exec(&REMOVE, p![number]).map(drop)
}

pub(crate) fn erase(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&ERASE_WORDS, p![user])?;
    tx.exec(&ERASE, p![user]).map(drop)
}

/// Takes the contents of a kind before a number out.
pub(crate) fn forget(tx: &mut Tx, kind: &str, before: i64) -> DbResult<()> {
    tx.exec(&FORGET_WORDS, p![kind, before])?;
    tx.exec(&FORGET, p![kind, before]).map(drop)
}

/// Takes some contents out, the oldest first; false when there were none.
pub(crate) fn clear_some(tx: &mut Tx, limit: i64) -> DbResult<bool> {
    let numbers: Vec<i64> = tx.all(&FIRST, p![limit])?;
    let Some(last) = numbers.last() else { return Ok(false) };
    tx.exec(&CLEAR_WORDS, p![*last])?;
    tx.exec(&CLEAR, p![*last])?;
    Ok(true)
}

pub(crate) fn build(read: &mut Read, kind: &str) -> DbResult<Build> {
    Ok(read.opt(&BUILD, p![kind])?.unwrap_or_default())
}

pub(crate) fn set_build(tx: &mut Tx, kind: &str, build: &Build) -> DbResult<()> {
    tx.exec(&SET_BUILD, p![kind, &build.last_id, build.is_done]).map(drop)
}

pub(crate) fn clear_builds(tx: &mut Tx) -> DbResult<()> {
    tx.exec(&CLEAR_BUILDS, p![]).map(drop)
}
