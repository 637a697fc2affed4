//! The tables `market_backends` and `market_backend_pages`: the databases of back ends, page by page.

use kernel::db::{DbResult, Read, Tx};
use kernel::{p, statements};

statements! {
    /// The pages of a database.
    PAGES = "select page, bytes from market_backend_pages where app = $1 order by page";
    /// Lets a node store pages from now on, and no other one.
    TAKE_OVER = "insert into market_backends (app, node, page_count) values ($1, $2, 0)
                 on conflict (app) do update set node = excluded.node";
    /// How many pages a database has, if this node runs the back end. The row stays locked.
    LOCK = "update market_backends set page_count = page_count where app = $1 and node = $2 returning page_count";
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

/// Lets a node store pages from now on, and no other one.
pub(crate) fn take_over(tx: &mut Tx, app: &str, node: &str) -> DbResult<()> {
    tx.exec(&TAKE_OVER, p![app, node])?;
    Ok(())
}

/// Stores the pages that have changed, and how many there are now. False when another node runs the back end.
pub(crate) fn keep(
    tx: &mut Tx,
    app: &str,
    node: &str,
    pages: &[(u32, Vec<u8>)],
    count: u32,
) -> DbResult<bool> {
    let Some(before) = tx.opt::<i64>(&LOCK, p![app, node])? else { return Ok(false) };
    for (page, bytes) in pages {
        tx.exec(&SET_PAGE, p![app, *page, bytes.clone()])?;
    }
    if before != i64::from(count) {
        tx.exec(&SET_PAGE_COUNT, p![app, count])?;
        tx.exec(&TRUNCATE, p![app, count])?;
    }
    Ok(true)
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
