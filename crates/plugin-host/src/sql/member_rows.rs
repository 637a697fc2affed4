//! What the database of a back end holds of one member: for the member's export, and to erase it.
//!
//! A row is a member's when a column `user_id`, or one that refers to the table `users`, has the member's ID. Works on
//! stored pages in memory, beside whatever runs; the triggers of the back end do not. Every pass has a deadline, because
//! the author's schema decides what a pass costs.

use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, MAIN_DB, params};
use serde_json::{Map, Value, json};

use super::{DatabaseError, PAGE};
use crate::clock;
use crate::turns::PageChanges;

/// Rows of one table in an export; a game of years has more than anybody reads.
const MAX_ROWS: usize = 10_000;

/// Where the header says how the journal is written: 2 is a log beside the file, which memory has not.
const JOURNAL_FORM: std::ops::Range<usize> = 18..20;

const COLUMNS: &str = include_str!("member_columns.sql");

/// A stored page: its number from 1, and 4096 bytes.
type StoredPage = (u32, Vec<u8>);

/// How long a pass that follows the author's foreign keys may take: without an index each row looks through a table.
const WITH_KEYS: Duration = Duration::from_secs(5);
/// How long any other pass may take: it reads each table once.
const WITHOUT_KEYS: Duration = Duration::from_secs(60);

/// Instructions of SQLite's machine between two looks at the clock.
const PROGRESS: i32 = 1000;

/// The rows of a member by table, each an object of its columns; bytes are told by their number.
pub fn export_member_rows(
    pages: Vec<StoredPage>,
    user_id: &str,
) -> Result<Map<String, Value>, DatabaseError> {
    let mut tables = Map::new();
    let Some(image) = image(&pages) else { return Ok(tables) };
    drop(pages);
    let mut connection = open(&image)?;
    drop(image);
    set_deadline(&mut connection, WITH_KEYS)?;
    for table in member_tables(&connection)? {
        let rows = rows_of(&connection, &table, user_id)?;
        if !rows.is_empty() {
            tables.insert(table.name, Value::Array(rows));
        }
    }
    Ok(tables)
}

/// Removes the rows of members; nothing when there are none. Rows that refer to a member's own go as the back end's
/// foreign keys say, unless those forbid it or take too long.
pub fn erase_member_rows(
    pages: Vec<StoredPage>,
    user_ids: &[String],
) -> Result<Option<PageChanges>, DatabaseError> {
    let Some(image) = image(&pages) else { return Ok(None) };
    let mut connection = open(&image)?;
    drop(image);
    let tables = member_tables(&connection)?;
    for user_id in user_ids {
        set_deadline(&mut connection, WITH_KEYS)?;
        if erase(&connection, &tables, user_id, true).is_err() {
            set_deadline(&mut connection, WITHOUT_KEYS)?;
            erase(&connection, &tables, user_id, false)?;
        }
    }
    connection.progress_handler(0, None::<fn() -> bool>)?;
    let mut erased = connection.serialize(MAIN_DB)?.to_vec();
    if let Some(form) = erased.get_mut(JOURNAL_FORM) {
        form.fill(2);
    }
    Ok(changes(&pages, &erased))
}

fn set_deadline(connection: &mut Connection, limit: Duration) -> Result<(), rusqlite::Error> {
    let began = clock::now();
    connection.progress_handler(PROGRESS, Some(move || began.elapsed() > limit))
}

fn erase(
    connection: &Connection,
    tables: &[MemberTable],
    user_id: &str,
    keys: bool,
) -> Result<(), rusqlite::Error> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, keys)?;
    let transaction = connection.unchecked_transaction()?;
    for MemberTable { name, columns, is_virtual } in tables {
        let table = quoted(name);
        let removed =
            transaction.execute(&format!("delete from {table} where {}", is_members(columns)), [user_id])?;
        if *is_virtual && removed > 0 {
            // The words of what was deleted are in the index until it is made anew.
            transaction.execute(&format!("insert into {table} ({table}) values ('rebuild')"), [])?;
        }
    }
    transaction.execute("delete from main.users where user_id = ?1", [user_id])?;
    transaction.commit()
}

/// The file that the pages are, in the form that memory can hold; nothing when nothing was ever stored.
fn image(pages: &[StoredPage]) -> Option<Vec<u8>> {
    let count = pages.iter().map(|(number, _)| *number).max()?;
    let mut image = vec![0; count as usize * PAGE];
    for (number, page) in pages {
        let start = (*number as usize).checked_sub(1)? * PAGE;
        image.get_mut(start..start + PAGE)?.copy_from_slice(page.get(..PAGE)?);
    }
    image.get_mut(JOURNAL_FORM)?.fill(1);
    Some(image)
}

fn open(image: &[u8]) -> Result<Connection, rusqlite::Error> {
    let mut connection = Connection::open_in_memory()?;
    connection.deserialize_read_exact(MAIN_DB, image, image.len(), false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // What is deleted is overwritten.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    Ok(connection)
}

/// A table that has columns of members.
struct MemberTable {
    name: String,
    columns: Vec<String>,
    /// An index of full text, the only kind of virtual table that back ends have.
    is_virtual: bool,
}

/// The tables that have columns of members, generated columns among them.
fn member_tables(connection: &Connection) -> Result<Vec<MemberTable>, rusqlite::Error> {
    let mut statement = connection.prepare(COLUMNS)?;
    let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let mut tables: Vec<MemberTable> = Vec::new();
    for row in found {
        let (name, column, is_virtual): (String, String, bool) = row?;
        match tables.last_mut() {
            Some(last) if last.name == name => last.columns.push(column),
            _ => tables.push(MemberTable { name, columns: vec![column], is_virtual }),
        }
    }
    Ok(tables)
}

fn rows_of(
    connection: &Connection,
    table: &MemberTable,
    user_id: &str,
) -> Result<Vec<Value>, rusqlite::Error> {
    let query = format!(
        "select * from {} where {} limit {MAX_ROWS}",
        quoted(&table.name),
        is_members(&table.columns)
    );
    let mut statement = connection.prepare(&query)?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut found = statement.query(params![user_id])?;
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let mut object = Map::new();
        for (index, name) in names.iter().enumerate() {
            object.insert(name.clone(), value(row.get_ref(index)?));
        }
        rows.push(Value::Object(object));
    }
    Ok(rows)
}

fn value(stored: ValueRef<'_>) -> Value {
    match stored {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => json!(number),
        ValueRef::Real(number) => json!(number),
        ValueRef::Text(text) => json!(String::from_utf8_lossy(text)),
        ValueRef::Blob(bytes) => json!({ "bytes": bytes.len() }),
    }
}

/// IDs are six digits; a back end may have stored them as numbers.
fn is_members(columns: &[String]) -> String {
    let compared: Vec<String> =
        columns.iter().map(|column| format!("cast({} as text) = ?1", quoted(column))).collect();
    compared.join(" or ")
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The pages of the new file that differ from the stored ones.
fn changes(before: &[StoredPage], after: &[u8]) -> Option<PageChanges> {
    let stored: std::collections::HashMap<u32, &[u8]> =
        before.iter().map(|(number, page)| (*number, page.as_slice())).collect();
    let numbered = (1_u32..).zip(after.chunks_exact(PAGE));
    let pages: Vec<StoredPage> = numbered
        .filter(|(number, page)| stored.get(number).is_none_or(|old| old != page))
        .map(|(number, page)| (number, page.to_vec()))
        .collect();
    let page_count = u32::try_from(after.len() / PAGE).unwrap_or(u32::MAX);
    (!pages.is_empty()).then_some(PageChanges { pages, page_count })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member() -> Vec<String> {
        vec!["240101".to_owned()]
    }

    /// A database as a back end leaves it.
    fn stored(script: &str) -> Vec<StoredPage> {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "page_size", PAGE as u32).unwrap();
        connection.pragma_update(None, "foreign_keys", true).unwrap();
        connection.execute_batch("create table users (user_id text primary key) without rowid").unwrap();
        connection.execute_batch("insert into users values ('240101'), ('240102')").unwrap();
        connection.execute_batch(script).unwrap();
        let mut file = connection.serialize(MAIN_DB).unwrap().to_vec();
        file[JOURNAL_FORM].fill(2);
        (1..).zip(file.chunks_exact(PAGE)).map(|(number, page)| (number, page.to_vec())).collect()
    }

    const SCRIPT: &str = "
        create table votes (user_id text, choice integer);
        create table rooms (id integer primary key, owner text references users(user_id) on delete set null, title text);
        create table moves (room integer references rooms(id) on delete cascade, by_whom integer references users(user_id));
        create table notes (words text);
        create trigger stays before delete on votes begin select raise(abort, 'votes stay'); end;
        insert into votes values ('240101', 2), ('240102', 3);
        insert into rooms values (1, '240101', 'first'), (2, '240102', 'second');
        insert into notes values ('240101');";

    fn merged(mut pages: Vec<StoredPage>, changes: PageChanges) -> Vec<StoredPage> {
        for (number, page) in changes.pages {
            pages.retain(|(known, _)| *known != number);
            pages.push((number, page));
        }
        pages.retain(|(number, _)| *number <= changes.page_count);
        pages.sort();
        pages
    }

    #[test]
    fn a_member_takes_along_the_rows_that_name_them() {
        let rows = export_member_rows(stored(SCRIPT), "240101").unwrap();
        let expected = json!({ "rooms": [{ "id": 1, "owner": "240101", "title": "first" }],
                               "votes": [{ "user_id": "240101", "choice": 2 }] });
        assert_eq!(Value::Object(rows), expected);
        assert!(export_member_rows(stored(SCRIPT), "240199").unwrap().is_empty());
        assert!(export_member_rows(Vec::new(), "240101").unwrap().is_empty());
    }

    #[test]
    fn what_is_erased_is_gone_and_the_rest_is_as_it_was() {
        let before = stored(SCRIPT);
        let changes = erase_member_rows(before.clone(), &member()).unwrap().unwrap();
        let after = merged(before, changes);
        assert!(export_member_rows(after.clone(), "240101").unwrap().is_empty());
        let other = export_member_rows(after.clone(), "240102").unwrap();
        assert_eq!(
            (other["votes"].as_array().unwrap().len(), other["rooms"][0]["id"].clone()),
            (1, json!(2))
        );
        assert_eq!(erase_member_rows(after, &member()).unwrap(), None, "nothing is left to erase");
    }

    #[test]
    fn a_foreign_key_that_forbids_it_keeps_nothing() {
        let script = "create table seats (user_id text primary key) without rowid;
            create table games (seat text references seats(user_id) on delete restrict);
            insert into seats values ('240101');
            insert into games values ('240101');";
        let before = stored(script);
        let changes = erase_member_rows(before.clone(), &member()).unwrap().unwrap();
        assert!(export_member_rows(merged(before, changes), "240101").unwrap().is_empty());
    }

    #[test]
    fn damaged_pages_are_an_error_and_no_panic() {
        let mut pages = stored(SCRIPT);
        pages.iter_mut().skip(1).for_each(|(_, page)| page.fill(0xff));
        assert!(erase_member_rows(pages, &member()).is_err());
        assert!(export_member_rows(vec![(1, vec![7; PAGE])], "240101").is_err());
        assert!(export_member_rows(vec![(0, vec![7; 3])], "240101").unwrap().is_empty());
    }

    #[test]
    fn a_schema_that_makes_erasing_slow_takes_its_time_and_no_more() {
        let script = "create table rooms (id integer primary key, owner text references users(user_id) on delete cascade);
            create table moves (room integer references rooms(id) on delete cascade);
            with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
                insert into rooms select i, '240101' from n;
            with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000)
                insert into moves select i % 2000 + 1 from n;";
        let before = stored(script);
        let changes = erase_member_rows(before.clone(), &member()).unwrap().unwrap();
        assert!(export_member_rows(merged(before, changes), "240101").unwrap().is_empty());
    }

    #[test]
    fn full_text_and_generated_columns_hold_nothing_of_a_member_who_has_gone() {
        let script = "create virtual table words using fts5(user_id, said);
            create table likes (who text, user_id text generated always as (who) virtual);
            insert into words values ('240101', 'verysecret'), ('240102', 'other');
            insert into likes (who) values ('240101'), ('240102');";
        let before = stored(script);
        let rows = export_member_rows(before.clone(), "240101").unwrap();
        assert_eq!(rows["words"], json!([{ "user_id": "240101", "said": "verysecret" }]));
        assert_eq!(rows["likes"], json!([{ "who": "240101", "user_id": "240101" }]));
        let changes = erase_member_rows(before.clone(), &member()).unwrap().unwrap();
        let after = merged(before, changes);
        assert!(export_member_rows(after.clone(), "240101").unwrap().is_empty());
        let kept = export_member_rows(after.clone(), "240102").unwrap();
        assert_eq!(kept["words"], json!([{ "user_id": "240102", "said": "other" }]));
        let bytes: Vec<u8> = after.into_iter().flat_map(|(_, page)| page).collect();
        assert!(!bytes.windows(10).any(|part| part == b"verysecret"), "the word is still in the file");
    }
}
