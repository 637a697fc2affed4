//! Who has reported what, and why.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

statements! {
    /// Adds one; of a second of the same member in the same case the words count.
    INSERT = "insert into moderation_reports (id, case_id, kind, content_id, reporter_id, reason, words, created_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8)
              on conflict (case_id, reporter_id) do update set words = excluded.words, created_at = excluded.created_at";
    /// Those of a case, oldest first.
    OF_CASE = "select id, reporter_id, reason, words, created_at from moderation_reports where case_id = $1
               order by created_at, id";
    /// The last report of a member on a content.
    LAST = "select c.status, r.created_at from moderation_reports r join moderation_cases c on c.id = r.case_id
            where r.reporter_id = $1 and r.kind = $2 and r.content_id = $3 order by r.created_at desc, r.id desc limit 1";
    /// What one has reported, newest first.
    OWN = "select r.id, r.case_id, r.reason, r.created_at, c.kind, c.content_id, c.place, c.author_id, c.anonymous, c.type,
           c.words, c.forgotten, c.status, c.note, c.decided_at
           from moderation_reports r join moderation_cases c on c.id = r.case_id
           where r.reporter_id = $1 order by r.created_at desc, r.id desc limit 100";
}

record! {
    /// A report of a case.
    #[derive(Clone, Debug)]
    pub(crate) struct ReportRow {
        pub(crate) id: String,
        /// The id of the report when the member was erased.
        pub(crate) reporter_id: String,
        pub(crate) reason: String,
        /// What the content said then; empty where that is what its case says.
        pub(crate) words: String,
        pub(crate) created_at: i64,
    }
}

record! {
    /// When a member has reported something last, and what came of it.
    pub(crate) struct LastReport {
        pub(crate) status: String,
        pub(crate) created_at: i64,
    }
}

impl ReportRow {
    /// `None` when erased.
    pub(crate) fn reporter(&self) -> Option<UserId> {
        UserId::parse(&self.reporter_id)
    }
}

record! {
    /// A report with what came of it.
    #[derive(Clone, Debug)]
    pub(crate) struct OwnReportRow {
        pub(crate) id: String,
        pub(crate) case_id: String,
        pub(crate) reason: String,
        pub(crate) created_at: i64,
        pub(crate) kind: String,
        pub(crate) content_id: String,
        pub(crate) place: String,
        /// Empty when erased.
        pub(crate) author_id: String,
        pub(crate) anonymous: bool,
        pub(crate) content_type: String,
        pub(crate) words: String,
        pub(crate) forgotten: bool,
        pub(crate) status: String,
        pub(crate) note: String,
        pub(crate) decided_at: Option<i64>,
    }
}

/// A new report.
pub(crate) struct NewReport<'a> {
    pub(crate) id: &'a str,
    pub(crate) case_id: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) content_id: &'a str,
    pub(crate) reporter: UserId,
    pub(crate) reason: &'a str,
    pub(crate) words: &'a str,
    pub(crate) now: i64,
}

pub(crate) fn insert(tx: &mut Tx, new: &NewReport<'_>) -> DbResult<()> {
    let NewReport { id, case_id, kind, content_id, reporter, reason, words, now } = *new;
    tx.exec(&INSERT, p![id, case_id, kind, content_id, reporter, reason, words, now]).map(drop)
}

pub(crate) fn of_case(read: &mut Read, case_id: &str) -> DbResult<Vec<ReportRow>> {
    read.all(&OF_CASE, p![case_id])
}

/// The last report of a member on a content.
pub(crate) fn last(
    read: &mut Read,
    reporter: UserId,
    kind: &str,
    content_id: &str,
) -> DbResult<Option<LastReport>> {
    read.opt(&LAST, p![reporter, kind, content_id])
}

pub(crate) fn own(read: &mut Read, reporter: UserId) -> DbResult<Vec<OwnReportRow>> {
    read.all(&OWN, p![reporter])
}
