//! Every SQL text of the search. One text for both engines: `search_words` is a full-text table that can be asked like a
//! function on SQLite, and a function over a table on PostgreSQL (see the migration).

use kernel::db::{DbError, DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde::Serialize;

statements! {
    /// What is found before a number, the newest first.
    FIND = "select d.number, d.kind, d.id
            from (select rowid from search_words($1) where rowid < $2 order by rowid desc limit $3) s
            join search_documents d on d.number = s.rowid order by s.rowid desc";
    /// How many numbers there are before one, up to a limit, and the first and the last of these, which are the newest.
    NEWEST = "select count(*), coalesce(min(number), 0), coalesce(max(number), 0)
              from (select number from search_documents where number < $1 order by number desc limit $2) newest";
    /// The numbers of contents; `$2` is a JSON list of ids.
    NUMBERS = "select id, number from search_documents
               where kind = $1 and id in (select value from json_each(cast($2 as text)))";
    /// The last number that is taken in each of these spans; `$1` is a JSON list of where they begin.
    LAST_TAKEN = "select cast(value as bigint), (select max(number) from search_documents
                         where number >= cast(value as bigint) and number < cast(value as bigint) + $2)
                  from json_each(cast($1 as text))";
    /// Adds contents, or says whose they are now; `$1` is a JSON list of lists.
    PUT = "insert into search_documents (number, kind, id, owner_id)
           select cast(value ->> 0 as bigint), value ->> 1, value ->> 2, value ->> 3 from json_each(cast($1 as text))
           where true on conflict (number) do update set owner_id = excluded.owner_id";
    /// Adds their words; `$1` is a JSON list of lists.
    ADD_WORDS = "insert into search_words (rowid, words)
                 select cast(value ->> 0 as bigint), value ->> 1 from json_each(cast($1 as text))";
    /// Takes words out; `$1` is a JSON list of numbers.
    REMOVE_WORDS = "delete from search_words where rowid in
                    (select cast(value as bigint) from json_each(cast($1 as text)))";
    /// Takes contents out.
    REMOVE = "delete from search_documents where number in
              (select cast(value as bigint) from json_each(cast($1 as text)))";
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
        /// The name of its kind.
        pub kind: String,
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

fn json<T: Serialize>(list: &[T]) -> DbResult<String> {
    serde_json::to_string(list).map_err(|error| DbError::Internal(error.to_string()))
}

pub(crate) fn find(read: &mut Read, expression: &str, before: i64, limit: i64) -> DbResult<Vec<Found>> {
    read.all(&FIND, p![expression, before, limit])
}

/// The first and the last of so many numbers before one; `None` when there are fewer.
pub(crate) fn newest(read: &mut Read, before: i64, count: i64) -> DbResult<Option<(i64, i64)>> {
    let (found, first, last): (i64, i64, i64) = read.one(&NEWEST, p![before, count])?;
    Ok((found == count).then_some((first, last)))
}

/// The contents of a kind that are in the index, with their numbers.
pub(crate) fn numbers(read: &mut Read, kind: &str, ids: &[&str]) -> DbResult<Vec<(String, i64)>> {
    read.all(&NUMBERS, p![kind, json(ids)?])
}

/// The last number that is taken in each span, which is so long and begins at one of these.
pub(crate) fn last_taken(read: &mut Read, firsts: &[i64], length: i64) -> DbResult<Vec<(i64, Option<i64>)>> {
    read.all(&LAST_TAKEN, p![json(firsts)?, length])
}

/// Adds contents: number, kind, id and owner.
pub(crate) fn put(tx: &mut Tx, contents: &[(i64, &str, &str, String)]) -> DbResult<()> {
    tx.exec(&PUT, p![json(contents)?]).map(drop)
}

pub(crate) fn add_words(tx: &mut Tx, words: &[(i64, String)]) -> DbResult<()> {
    tx.exec(&ADD_WORDS, p![json(words)?]).map(drop)
}

pub(crate) fn remove_words(tx: &mut Tx, numbers: &[i64]) -> DbResult<()> {
    tx.exec(&REMOVE_WORDS, p![json(numbers)?]).map(drop)
}

/// Takes contents out whose words are out.
pub(crate) fn remove(tx: &mut Tx, numbers: &[i64]) -> DbResult<()> {
    tx.exec(&REMOVE, p![json(numbers)?]).map(drop)
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

/// Two memos as the index had them while its documents had no times.
#[cfg(test)]
pub(crate) const WITHOUT_TIMES: &str =
    "insert into search_words (rowid, words) values (1024, '_aall _kmemo 作业'), (2048, '_aall _kmemo 作业');
     insert into search_documents values (1024, 'memo', 'memo001', ''), (2048, 'memo', 'memo002', '');
     insert into search_builds values ('memo', 'memo002', 1)";
