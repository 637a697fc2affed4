//! Building the index: contents from before it had their kind are added some at a time, from where the last start has
//! come. `classportal search rebuild` empties it first.

use std::time::Duration;

use kernel::db::{DbResult, Read};
use kernel::tasks::Stop;
use kernel::{App, AppTx, Result};

use crate::index::{kinds, put};
use crate::kind::SearchKind;
use crate::spelling;
use crate::store::{self, Build};

/// Contents added in one transaction: it holds up every other write.
const BATCH: i64 = 100;
/// Between two tries.
const RETRY: Duration = Duration::from_secs(5);

/// Builds what is missing beside everything else that the portal does.
pub(crate) fn start(app: &App) {
    let builder = app.clone();
    app.tasks.spawn("search-build", |stop| build_in_background(builder, stop));
}

async fn build_in_background(app: App, mut stop: Stop) {
    spelling::prepare();
    let stopping = stop.signal();
    loop {
        if *stopping.borrow() {
            return;
        }
        match step(&app).await {
            Ok(Some(_)) => tokio::task::yield_now().await,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, "search index not built, will retry");
                if !stop.sleep(&app.clock, RETRY).await {
                    return;
                }
            }
        }
    }
}

/// Empties the index and builds it anew; what is not in it yet is not found meanwhile. `progress` hears of each piece
/// how many contents it had. Answers how many there were.
///
/// # Errors
/// When the database is away. The next start of the portal, or of this, goes on.
pub async fn rebuild(app: &App, mut progress: impl FnMut(u64)) -> Result<u64> {
    app.write(|tx| Ok(store::clear_builds(tx)?)).await?;
    while app.write(|tx| Ok(clear_some(tx)?)).await? {}
    let mut all = 0;
    while let Some(added) = step(app).await? {
        all += added;
        progress(added);
    }
    Ok(all)
}

/// Takes some contents out; false when there were none, and then every kind begins anew. A portal beside this may have
/// added some meanwhile and gone on behind them.
fn clear_some(tx: &mut AppTx) -> DbResult<bool> {
    tx.lock_log()?;
    let cleared = store::clear_some(tx, BATCH)?;
    if !cleared {
        store::clear_builds(tx)?;
    }
    Ok(cleared)
}

/// Whether contents are still missing in the index.
pub(crate) fn is_building(read: &mut Read, app: &App) -> DbResult<bool> {
    Ok(next(read, app)?.is_some())
}

/// The first kind of which contents are missing.
fn next(read: &mut Read, app: &App) -> DbResult<Option<(&'static SearchKind, Build)>> {
    for kind in kinds(app) {
        let build = store::build(read, kind.name)?;
        if !build.is_done {
            return Ok(Some((kind, build)));
        }
    }
    Ok(None)
}

/// Adds some contents and answers how many; `None` when none is missing.
async fn step(app: &App) -> Result<Option<u64>> {
    let reader = app.clone();
    // Most starts have nothing to build, and none of them should hold up a write for that.
    if !app.db.read(move |read| Ok(is_building(read, &reader)?)).await? {
        return Ok(None);
    }
    app.write(|tx| Ok(add_some(tx)?)).await
}

fn add_some(tx: &mut AppTx) -> DbResult<Option<u64>> {
    // Before looking: another node builds as well.
    tx.lock_log()?;
    let app = tx.app();
    let Some((kind, build)) = next(tx, app)? else { return Ok(None) };
    let ids = (kind.ids)(tx, &build.last_id, BATCH)?;
    let contents: Vec<_> = ids.into_iter().map(|id| (kind, id)).collect();
    put(tx, &contents)?;
    let is_done = i64::try_from(contents.len()).is_ok_and(|found| found < BATCH);
    let added = contents.len() as u64;
    let last_id = contents.into_iter().last().map_or(build.last_id, |(_, id)| id);
    store::set_build(tx, kind.name, &Build { last_id, is_done })?;
    Ok(Some(added))
}
