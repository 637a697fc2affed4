//! Cases: what moderators decide on, and what authors say against it.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{p, record, statements};

use crate::content::rank;
use crate::model::Filter;

macro_rules! select {
    () => {
        "select id, kind, content_id, author_id, author_tier, anonymous, class, place, type, words, origin, held, payload, images, client_key, status, \
         decided_by, decided_at, reason, note, restorable, forgotten, appeal, appealed_at, appeal_status, appeal_by, appeal_at, appeal_note, \
         created_at, (select count(*) from moderation_reports r where r.case_id = moderation_cases.id) from moderation_cases "
    };
}

/// What a moderator sees: $1 is their class or empty for all, $2 their rank, $3 the moderator.
macro_rules! seen {
    () => {
        "where ($1 = '' or class = $1) and (anonymous = 1 or author_tier <= $2) and author_id <> $3 "
    };
}

statements! {
    /// One.
    FIND = concat!(select!(), "where id = $1");
    /// The open one of a content.
    OPEN = concat!(select!(), "where kind = $1 and content_id = $2 and status = 'open'");
    /// The one in which a content of an author was held that their client named so.
    HELD_AS = concat!(select!(), "where author_id = $1 and kind = $2 and client_key = $3");
    /// The one in which a content was removed last.
    REMOVED = concat!(select!(), "where kind = $1 and content_id = $2 and status = 'removed' order by decided_at desc limit 1");
    /// Adds one.
    INSERT = "insert into moderation_cases
                  (id, kind, content_id, author_id, author_tier, anonymous, class, place, type, words, origin, held,
                   payload, images, client_key, status, reason, note, appeal, appeal_status, appeal_note, created_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'open', '', '', '', '', '', $16)";
    /// What was held is published, under this id.
    PUBLISH = "update moderation_cases set content_id = $2, place = case when place = '' then $2 else place end, held = 0,
                   payload = null where id = $1";
    /// What of a member's waits for a moderator, newest first.
    HELD_OF = concat!(select!(), "where author_id = $1 and held = 1 and status = 'open'
                      order by created_at desc, id desc limit 100");
    /// The files that it has shown so far.
    SET_FILES = "update moderation_cases set images = $2 where id = $1";
    /// What it says now.
    SET_WORDS = "update moderation_cases set words = $2 where id = $1";
    /// Decides it, or opens it again.
    DECIDE = "update moderation_cases set status = $2, decided_by = $3, decided_at = $4, reason = $5, note = $6,
                  restorable = $7 where id = $1";
    /// What the author says against it.
    APPEAL = "update moderation_cases set appeal = $2, appealed_at = $3, appeal_status = 'open' where id = $1";
    /// Decides on that.
    DECIDE_APPEAL = "update moderation_cases set appeal_status = $2, appeal_by = $3, appeal_at = $4, appeal_note = $5
                     where id = $1";
    /// Those of a status, newest first.
    LIST = concat!(select!(), seen!(), "and status = $4 order by created_at desc, id desc limit $5 offset $6");
    /// How many those are.
    COUNT = concat!("select count(*) from moderation_cases ", seen!(), "and status = $4");
    /// Those with an appeal that waits, the one that waits longest first.
    LIST_APPEALS = concat!(select!(), seen!(), "and appeal_status = 'open' order by appealed_at, id limit $4 offset $5");
    /// How many those are.
    COUNT_APPEALS = concat!("select count(*) from moderation_cases ", seen!(), "and appeal_status = 'open'");
    /// How many wait for a moderator: those that are open, and those with an appeal that waits, but for an appeal against
    /// what they removed themselves below the rank of class admins, because another one decides on that.
    COUNT_WAITING = concat!("select coalesce(sum(case when status = 'open' then 1 else 0 end), 0),
                         coalesce(sum(case when appeal_status = 'open' and ($2 >= 2 or decided_by is null or decided_by <> $3)
                                      then 1 else 0 end), 0) from moderation_cases ",
                         seen!(), "and (status = 'open' or appeal_status = 'open')");
    /// What was decided against an author, newest first.
    OF_AUTHOR = concat!(select!(), "where author_id = $1 and status in ('removed', 'restored') order by decided_at desc, id desc limit 100");
    /// Cases that were settled so long ago that nobody may ask for anything, from a case on.
    PAST_APPEAL = concat!(select!(), "where forgotten = 0 and status <> 'open' and decided_at <= $1
                          and appeal_status <> 'open' and id > $2 order by id limit 100");
    /// Nothing is kept for it any more.
    FORGET = "update moderation_cases set forgotten = 1, words = '', restorable = null, payload = null, images = '[]'
              where id = $1";
    /// Nor what it said when it was reported.
    FORGET_REPORTED = "update moderation_reports set words = '' where case_id = $1";
}

record! {
    /// A case.
    #[derive(Clone, Debug)]
    pub(crate) struct CaseRow {
        pub(crate) id: String,
        pub(crate) kind: String,
        pub(crate) content_id: String,
        /// Empty when erased.
        pub(crate) author_id: String,
        pub(crate) author_tier: i64,
        pub(crate) anonymous: bool,
        pub(crate) class: String,
        pub(crate) place: String,
        pub(crate) content_type: String,
        pub(crate) words: String,
        /// `report`, `removal`, `rule` or `first_post`.
        pub(crate) origin: String,
        /// Whether it was never published.
        pub(crate) held: bool,
        /// What is published when a moderator lets it through.
        pub(crate) payload: Option<String>,
        /// The hashes of its files, a JSON list.
        pub(crate) files: String,
        /// The id that its author's client has given it.
        pub(crate) client_key: Option<String>,
        pub(crate) status: String,
        pub(crate) decided_by: Option<String>,
        pub(crate) decided_at: Option<i64>,
        pub(crate) reason: String,
        pub(crate) note: String,
        pub(crate) restorable: Option<String>,
        /// Whether nothing is kept of it any more.
        pub(crate) forgotten: bool,
        pub(crate) appeal: String,
        pub(crate) appealed_at: Option<i64>,
        pub(crate) appeal_status: String,
        pub(crate) appeal_by: Option<String>,
        pub(crate) appeal_at: Option<i64>,
        pub(crate) appeal_note: String,
        pub(crate) created_at: i64,
        /// How many members have reported it.
        pub(crate) reporters: i64,
    }
}

record! {
    /// How many cases wait for a moderator.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Waiting {
        /// Those that nobody has decided.
        pub(crate) open: i64,
        /// Those with an appeal that waits and that the moderator may decide on.
        pub(crate) appealed: i64,
    }
}

impl CaseRow {
    /// `None` when erased.
    pub(crate) fn author(&self) -> Option<UserId> {
        UserId::parse(&self.author_id)
    }

    /// The hashes of its files.
    pub(crate) fn file_list(&self) -> Vec<String> {
        serde_json::from_str(&self.files).unwrap_or_default()
    }
}

/// A list as a row has it.
pub(crate) fn json_list(list: &[String]) -> String {
    serde_json::to_string(list).unwrap_or_else(|_| "[]".into())
}

/// A decision, as a row has it.
pub(crate) struct Decided<'a> {
    pub(crate) status: &'a str,
    /// Nobody when it is opened again.
    pub(crate) by: Option<UserId>,
    pub(crate) at: Option<i64>,
    pub(crate) reason: &'a str,
    pub(crate) note: &'a str,
    pub(crate) restorable: Option<String>,
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<CaseRow>> {
    read.opt(&FIND, p![id])
}

pub(crate) fn open(read: &mut Read, kind: &str, content_id: &str) -> DbResult<Option<CaseRow>> {
    read.opt(&OPEN, p![kind, content_id])
}

pub(crate) fn held_as(read: &mut Read, author: UserId, kind: &str, key: &str) -> DbResult<Option<CaseRow>> {
    read.opt(&HELD_AS, p![author, kind, key])
}

pub(crate) fn removed(read: &mut Read, kind: &str, content_id: &str) -> DbResult<Option<CaseRow>> {
    read.opt(&REMOVED, p![kind, content_id])
}

pub(crate) fn insert(tx: &mut Tx, row: &CaseRow) -> DbResult<()> {
    let CaseRow { id, kind, content_id, author_id, author_tier, anonymous, class, .. } = row;
    let CaseRow { place, content_type, words, origin, held, payload, files, client_key, created_at, .. } =
        row;
    let params = p![
        id,
        kind,
        content_id,
        author_id,
        *author_tier,
        *anonymous,
        class,
        place,
        content_type,
        words,
        origin,
        *held,
        payload.clone(),
        files,
        client_key.clone(),
        *created_at
    ];
    tx.exec(&INSERT, params).map(drop)
}

pub(crate) fn set_files(tx: &mut Tx, id: &str, files: &str) -> DbResult<()> {
    tx.exec(&SET_FILES, p![id, files]).map(drop)
}

pub(crate) fn set_words(tx: &mut Tx, id: &str, words: &str) -> DbResult<()> {
    tx.exec(&SET_WORDS, p![id, words]).map(drop)
}

pub(crate) fn decide(tx: &mut Tx, id: &str, decided: &Decided<'_>) -> DbResult<()> {
    let Decided { status, by, at, reason, note, restorable } = decided;
    let by = by.map(|by| by.to_string());
    tx.exec(&DECIDE, p![id, *status, by, *at, *reason, *note, restorable.clone()]).map(drop)
}

pub(crate) fn appeal(tx: &mut Tx, id: &str, words: &str, now: i64) -> DbResult<()> {
    tx.exec(&APPEAL, p![id, words, now]).map(drop)
}

pub(crate) fn decide_appeal(
    tx: &mut Tx,
    id: &str,
    status: &str,
    by: UserId,
    now: i64,
    note: &str,
) -> DbResult<()> {
    tx.exec(&DECIDE_APPEAL, p![id, status, by, now, note]).map(drop)
}

/// Whose cases a moderator sees: of their class, or of all when it is empty.
fn class_of(moderator: &UserFacts) -> &str {
    if moderator.tier() == Tier::Admin { "" } else { moderator.user_id.class() }
}

/// How many cases wait for a moderator.
pub(crate) fn waiting(read: &mut Read, moderator: &UserFacts) -> DbResult<Waiting> {
    read.one(&COUNT_WAITING, p![class_of(moderator), rank(moderator), moderator.user_id])
}

/// A page of what a moderator sees, and how many there are.
pub(crate) fn page(
    read: &mut Read,
    moderator: &UserFacts,
    filter: Filter,
    limit: i64,
    offset: i64,
) -> DbResult<(Vec<CaseRow>, i64)> {
    let (class, rank, user) = (class_of(moderator), rank(moderator), moderator.user_id);
    if filter == Filter::Appealed {
        let rows = read.all(&LIST_APPEALS, p![class, rank, user, limit, offset])?;
        return Ok((rows, read.one(&COUNT_APPEALS, p![class, rank, user])?));
    }
    let status = filter.into_str();
    let rows = read.all(&LIST, p![class, rank, user, status, limit, offset])?;
    Ok((rows, read.one(&COUNT, p![class, rank, user, status])?))
}

pub(crate) fn of_author(read: &mut Read, author: UserId) -> DbResult<Vec<CaseRow>> {
    read.all(&OF_AUTHOR, p![author])
}

/// Those that were decided by a time and of which something is kept.
pub(crate) fn past_appeal(read: &mut Read, before: i64, after: &str) -> DbResult<Vec<CaseRow>> {
    read.all(&PAST_APPEAL, p![before, after])
}

pub(crate) fn forget(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&FORGET_REPORTED, p![id])?;
    tx.exec(&FORGET, p![id]).map(drop)
}

/// What was held is published under this id.
pub(crate) fn publish(tx: &mut Tx, id: &str, content_id: &str) -> DbResult<()> {
    tx.exec(&PUBLISH, p![id, content_id]).map(drop)
}

/// What of a member's waits for a moderator.
pub(crate) fn held_of(read: &mut Read, author: UserId) -> DbResult<Vec<CaseRow>> {
    read.all(&HELD_OF, p![author])
}
