//! Every SQL text of the admin feature.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{App, AppTx, p, record, statements};

statements! {
    /// Remembers that someone was erased.
    RECORD_ERASURE = "insert into admin_tombstones (user_id, deleted_at) values ($1, $2)
            on conflict (user_id) do update set deleted_at = excluded.deleted_at";
    /// When someone was erased.
    ERASURE_TIME = "select deleted_at from admin_tombstones where user_id = $1";
    /// Adds a sample.
    ADD_SAMPLE = "insert into admin_samples (node, at, cpu, process_cpu, memory, rss, load, disk, requests, failures,
                  p50, p99, http, websocket, held, events, commits, commit_time, queue)
                  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
                  on conflict (node, at) do nothing";
    /// Forgets samples, of nodes that are gone too.
    FORGET_SAMPLES = "delete from admin_samples where at < $1";
    /// The samples of a node.
    SAMPLES = "select at, cpu, process_cpu, memory, rss, load, disk, requests, failures, p50, p99, http, websocket,
               held, events, commits, commit_time, queue from admin_samples
               where node = $1 and at >= $2 order by at limit 3000";
}

record! {
    /// One look; units as in the table.
    #[derive(Clone, Debug)]
    pub(super) struct Sample {
        pub(super) at: i64,
        pub(super) cpu: i64,
        pub(super) process_cpu: i64,
        pub(super) memory: i64,
        pub(super) rss: i64,
        pub(super) load: i64,
        pub(super) disk: i64,
        pub(super) requests: i64,
        pub(super) failures: i64,
        pub(super) p50: i64,
        pub(super) p99: i64,
        pub(super) http: i64,
        pub(super) websocket: i64,
        pub(super) held: i64,
        pub(super) events: i64,
        pub(super) commits: i64,
        pub(super) commit_time: i64,
        pub(super) queue: i64,
    }
}

pub(super) fn record_erasure(tx: &mut AppTx, user: UserId) -> DbResult<()> {
    let now = tx.now();
    tx.exec(&RECORD_ERASURE, p![user, now])?;
    Ok(())
}

pub(super) fn erasure_time(read: &mut Read, user: UserId) -> DbResult<Option<i64>> {
    read.opt(&ERASURE_TIME, p![user])
}

/// Adds one and forgets those before `oldest`.
pub(super) fn add_sample(tx: &mut Tx, node: &str, sample: &Sample, oldest: i64) -> DbResult<()> {
    let s = sample;
    tx.exec(&FORGET_SAMPLES, p![oldest])?;
    tx.exec(
        &ADD_SAMPLE,
        p![
            node,
            s.at,
            s.cpu,
            s.process_cpu,
            s.memory,
            s.rss,
            s.load,
            s.disk,
            s.requests,
            s.failures,
            s.p50,
            s.p99,
            s.http,
            s.websocket,
            s.held,
            s.events,
            s.commits,
            s.commit_time,
            s.queue
        ],
    )?;
    Ok(())
}

pub(super) async fn samples(app: &App, node: &str, from: i64) -> DbResult<Vec<Sample>> {
    app.db.all(&SAMPLES, p![node, from]).await
}
