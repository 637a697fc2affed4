//! The tables `market_backends` and `market_backend_pages`: the databases of back ends, page by page.

use kernel::db::{DbError, DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, statements};

statements! {
    /// The pages of a database.
    PAGES = "select page, bytes from market_backend_pages where app = $1 order by page";
    /// Lets a run store pages from now on, and no other one; nothing happens when the package is not in use.
    TAKE_OVER = "insert into market_backends (app, run, page_count)
                 select name, $3, 0 from market_apps where name = $1 and package_id = $2
                 on conflict (app) do update set run = excluded.run";
    /// How many pages a database has, if this is the run that may store them. The row stays locked.
    LOCK = "update market_backends set page_count = page_count where app = $1 and run = $2 returning page_count";
    /// Lets no run store pages until the next one begins.
    END_RUNS = "update market_backends set run = '' where app = $1";
    /// Notes that rows of a member are to be removed from a database.
    ADD_ERASURE = "insert into market_erasures (app, user_id) values ($1, $2) on conflict do nothing";
    /// The members whose rows are to be removed from a database.
    ERASURES = "select user_id from market_erasures where app = $1 order by user_id";
    /// The databases that rows are to be removed from.
    APPS_WITH_ERASURES = "select distinct app from market_erasures order by app";
    /// A member's rows are removed.
    DELETE_ERASURE = "delete from market_erasures where app = $1 and user_id = $2";
    /// Nothing is to be removed from a database that is gone.
    DELETE_ERASURES = "delete from market_erasures where app = $1";
    /// Stores how many pages a database has.
    SET_PAGE_COUNT = "update market_backends set page_count = $2 where app = $1";
    /// Stores a page.
    SET_PAGE = "insert into market_backend_pages (app, page, bytes) values ($1, $2, $3)
                on conflict (app, page) do update set bytes = excluded.bytes";
    /// Removes the pages behind the last one.
    TRUNCATE = "delete from market_backend_pages where app = $1 and page > $2";
    /// Removes a database.
    DELETE = "delete from market_backends where app = $1";
    /// Removes its pages.
    DELETE_PAGES = "delete from market_backend_pages where app = $1";
    /// How many pages the databases have, by app.
    PAGE_COUNTS = "select app, page_count from market_backends order by app";
}

/// The pages of a database, by number from 1; none when nothing was ever stored.
pub(crate) fn pages(read: &mut Read, app: &str) -> DbResult<Vec<(u32, Vec<u8>)>> {
    let rows: Vec<(i64, Vec<u8>)> = read.all(&PAGES, p![app])?;
    let number = |stored: i64| {
        u32::try_from(stored)
            .map_err(|_| DbError::Corrupt(format!("the page {stored} of a back end of {app}")))
    };
    rows.into_iter().map(|(stored, bytes)| Ok((number(stored)?, bytes))).collect()
}

/// Lets a run of a package store pages from now on, and no other one. False when the package is not in use.
pub(crate) fn take_over(tx: &mut Tx, app: &str, package: &str, run: &str) -> DbResult<bool> {
    Ok(tx.exec(&TAKE_OVER, p![app, package, run])? > 0)
}

/// Stores the pages that have changed, and how many there are now. False for a run that is over.
pub(crate) fn store_pages(
    tx: &mut Tx,
    app: &str,
    run: &str,
    pages: &[(u32, Vec<u8>)],
    count: u32,
) -> DbResult<bool> {
    let Some(before) = tx.opt::<i64>(&LOCK, p![app, run])? else { return Ok(false) };
    set_pages(tx, app, pages)?;
    if before != i64::from(count) {
        set_page_count(tx, app, count)?;
    }
    Ok(true)
}

/// Lets no run store pages until the next one begins.
pub(crate) fn end_runs(tx: &mut Tx, app: &str) -> DbResult<()> {
    tx.exec(&END_RUNS, p![app])?;
    Ok(())
}

/// What [`keep`] takes while no run may store pages.
pub(crate) const NO_RUN: &str = "";

/// Notes that rows of a member are to be removed from a database.
pub(crate) fn add_erasure(tx: &mut Tx, app: &str, user: UserId) -> DbResult<()> {
    tx.exec(&ADD_ERASURE, p![app, user])?;
    Ok(())
}

/// The members whose rows are to be removed from a database.
pub(crate) fn erasures(read: &mut Read, app: &str) -> DbResult<Vec<String>> {
    read.all(&ERASURES, p![app])
}

/// The databases that rows are to be removed from.
pub(crate) fn apps_with_erasures(read: &mut Read) -> DbResult<Vec<String>> {
    read.all(&APPS_WITH_ERASURES, p![])
}

/// A member's rows are removed.
pub(crate) fn delete_erasure(tx: &mut Tx, app: &str, user_id: &str) -> DbResult<()> {
    tx.exec(&DELETE_ERASURE, p![app, user_id])?;
    Ok(())
}

fn set_pages(tx: &mut Tx, app: &str, pages: &[(u32, Vec<u8>)]) -> DbResult<()> {
    for (page, bytes) in pages {
        tx.exec(&SET_PAGE, p![app, *page, bytes.clone()])?;
    }
    Ok(())
}

fn set_page_count(tx: &mut Tx, app: &str, count: u32) -> DbResult<()> {
    tx.exec(&SET_PAGE_COUNT, p![app, count])?;
    tx.exec(&TRUNCATE, p![app, count])?;
    Ok(())
}

/// Pairs of app and number of pages.
pub(crate) fn page_counts(read: &mut Read) -> DbResult<Vec<(String, i64)>> {
    read.all(&PAGE_COUNTS, p![])
}

pub(crate) fn delete(tx: &mut Tx, app: &str) -> DbResult<()> {
    tx.exec(&DELETE, p![app])?;
    tx.exec(&DELETE_PAGES, p![app])?;
    tx.exec(&DELETE_ERASURES, p![app])?;
    Ok(())
}
