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
    /// The exam of a class that is on or planned.
    OPEN_EXAM = "select id, class, starts_at, ends_at from admin_exams where class = $1 and ends_at > $2";
    /// The exams that have begun, whether they are over or not.
    BEGUN_EXAMS = "select id, class, starts_at, ends_at from admin_exams where starts_at <= $1 order by id";
    /// Adds an exam.
    ADD_EXAM = "insert into admin_exams (id, class, starts_at, ends_at) values ($1, $2, $3, $4)";
    /// An exam has other times.
    SET_EXAM_TIMES = "update admin_exams set starts_at = $2, ends_at = $3 where id = $1";
    /// Those who sat an exam were told, or it was taken back.
    REMOVE_EXAM = "delete from admin_exams where id = $1";
}

record! {
    /// An exam of which those who sit it are still to be told what came meanwhile; times in milliseconds.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct ExamRow {
        pub(super) id: i64,
        /// The two digits of the class; empty for an exam of the whole portal.
        pub(super) class: String,
        pub(super) starts_at: i64,
        pub(super) ends_at: i64,
    }
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

/// The exam of a class that is on or planned; of the whole portal for an empty class.
pub(super) fn open_exam(read: &mut Read, class: &str, now: i64) -> DbResult<Option<ExamRow>> {
    read.opt(&OPEN_EXAM, p![class, now])
}

/// The exams that have begun and of which nobody was told yet: those that are on, and those that are over.
pub(super) fn begun_exams(read: &mut Read, now: i64) -> DbResult<Vec<ExamRow>> {
    read.all(&BEGUN_EXAMS, p![now])
}

pub(super) fn add_exam(tx: &mut Tx, exam: &ExamRow) -> DbResult<()> {
    tx.exec(&ADD_EXAM, p![exam.id, &exam.class, exam.starts_at, exam.ends_at]).map(drop)
}

pub(super) fn set_exam_times(tx: &mut Tx, exam: &ExamRow) -> DbResult<()> {
    tx.exec(&SET_EXAM_TIMES, p![exam.id, exam.starts_at, exam.ends_at]).map(drop)
}

pub(super) fn remove_exam(tx: &mut Tx, id: i64) -> DbResult<()> {
    tx.exec(&REMOVE_EXAM, p![id]).map(drop)
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
