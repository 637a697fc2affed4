//! The tables `market_backends` and `market_backend_pages`: the databases of back ends, page by page.

use kernel::db::{DbResult, Read, Tx};
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
pub(crate) fn pages(read: &mut Read, app: &str) -> DbResult<Vec<(i64, Vec<u8>)>> {
    read.all(&PAGES, p![app])
}

/// Lets a run of a package store pages from now on, and no other one. False when the package is not in use.
pub(crate) fn take_over(tx: &mut Tx, app: &str, package: &str, run: &str) -> DbResult<bool> {
    Ok(tx.exec(&TAKE_OVER, p![app, package, run])? > 0)
}

/// Stores the pages that have changed, and how many there are now. False for a run that is over.
pub(crate) fn keep(
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

/// Stores pages that have changed beside any run, which must have been ended.
pub(crate) fn write_pages(tx: &mut Tx, app: &str, pages: &[(u32, Vec<u8>)], count: u32) -> DbResult<()> {
    set_pages(tx, app, pages)?;
    set_page_count(tx, app, count)
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
    Ok(())
}
