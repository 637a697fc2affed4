//! Who has reported what, and why.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

use super::cases::{self, CaseRow};

statements! {
    /// Adds one; a second of the same member in the same case changes nothing.
    INSERT = "insert into moderation_reports (id, case_id, kind, content_id, reporter_id, reason, created_at)
              values ($1, $2, $3, $4, $5, $6, $7) on conflict (case_id, reporter_id) do nothing";
    /// Those of a case, oldest first.
    OF_CASE = "select id, reporter_id, reason, created_at from moderation_reports where case_id = $1
               order by created_at, id";
    /// The case of the last report of a member on a content.
    LAST_CASE = "select case_id from moderation_reports where reporter_id = $1 and kind = $2 and content_id = $3
                 order by created_at desc, id desc limit 1";
    /// How many a case has.
    COUNT = "select count(*) from moderation_reports where case_id = $1";
    /// What one has reported, newest first.
    OWN = "select r.id, r.case_id, r.reason, r.created_at, c.kind, c.content_id, c.type, c.words, c.status, c.note, c.decided_at
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
        pub(crate) content_type: String,
        pub(crate) words: String,
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
    pub(crate) now: i64,
}

pub(crate) fn insert(tx: &mut Tx, new: &NewReport<'_>) -> DbResult<()> {
    let NewReport { id, case_id, kind, content_id, reporter, reason, now } = *new;
    tx.exec(&INSERT, p![id, case_id, kind, content_id, reporter, reason, now]).map(drop)
}

pub(crate) fn of_case(read: &mut Read, case_id: &str) -> DbResult<Vec<ReportRow>> {
    read.all(&OF_CASE, p![case_id])
}

/// The case that a member's last report of a content has opened or joined.
pub(crate) fn last_case(
    read: &mut Read,
    reporter: UserId,
    kind: &str,
    content_id: &str,
) -> DbResult<Option<CaseRow>> {
    let id: Option<String> = read.opt(&LAST_CASE, p![reporter, kind, content_id])?;
    id.map_or(Ok(None), |id| cases::find(read, &id))
}

pub(crate) fn count(read: &mut Read, case_id: &str) -> DbResult<i64> {
    read.one(&COUNT, p![case_id])
}

pub(crate) fn own(read: &mut Read, reporter: UserId) -> DbResult<Vec<OwnReportRow>> {
    read.all(&OWN, p![reporter])
}
