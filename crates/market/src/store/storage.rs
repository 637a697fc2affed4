//! The table `market_storage`.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, statements};

statements! {
    /// What an app keeps for a member.
    LIST = "select key, value from market_storage where app = $1 and user_id = $2 order by key";
    /// What all apps keep for a member.
    LIST_OF_USER = "select app, key, value from market_storage where user_id = $1 order by app, key";
    /// Keeps one.
    SET = "insert into market_storage (app, user_id, key, value) values ($1, $2, $3, $4)
           on conflict (app, user_id, key) do update set value = excluded.value";
    /// Removes one.
    DELETE = "delete from market_storage where app = $1 and user_id = $2 and key = $3";
    /// How many keys an app has for a member, and their size in characters.
    SIZE = "select count(*), cast(coalesce(sum(length(key) + length(value)), 0) as bigint) from market_storage
            where app = $1 and user_id = $2";
    /// Removes all of an app.
    DELETE_OF = "delete from market_storage where app = $1";
    /// Removes all of a member.
    DELETE_OF_USER = "delete from market_storage where user_id = $1";
}

/// Pairs of key and JSON.
pub(crate) fn list(read: &mut Read, app: &str, user: UserId) -> DbResult<Vec<(String, String)>> {
    read.all(&LIST, p![app, user])
}

/// App, key and JSON.
pub(crate) fn list_of_user(read: &mut Read, user: UserId) -> DbResult<Vec<(String, String, String)>> {
    read.all(&LIST_OF_USER, p![user])
}

pub(crate) fn set(tx: &mut Tx, app: &str, user: UserId, (key, value): (&str, &str)) -> DbResult<()> {
    tx.exec(&SET, p![app, user, key, value])?;
    Ok(())
}

pub(crate) fn delete(tx: &mut Tx, app: &str, user: UserId, key: &str) -> DbResult<()> {
    tx.exec(&DELETE, p![app, user, key])?;
    Ok(())
}

/// Keys and characters.
pub(crate) fn size(read: &mut Read, app: &str, user: UserId) -> DbResult<(i64, i64)> {
    read.one(&SIZE, p![app, user])
}

pub(crate) fn delete_of(tx: &mut Tx, app: &str) -> DbResult<()> {
    tx.exec(&DELETE_OF, p![app])?;
    Ok(())
}

pub(crate) fn delete_of_user(tx: &mut Tx, user: UserId) -> DbResult<()> {
    tx.exec(&DELETE_OF_USER, p![user])?;
    Ok(())
}
