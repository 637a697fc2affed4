//! Lists: what a member sees, and what the staff see.

use kernel::db::{DbResult, FromRow, Read, Row as DbRow, Value};
use kernel::events::Audience;
use kernel::user::UserFacts;
use kernel::{p, statements};

use super::rows::{Row, columns};
use crate::target::{self, keys};

/// Whether a member of the audiences `$1` to `$6` is meant.
macro_rules! is_for {
    () => {
        "exists (select 1 from announcements_audience a where a.announcement_id = n.id
                 and a.audience in ($1, $2, $3, $4, $5, $6))"
    };
}

/// What such a member sees at `$7`.
macro_rules! is_shown {
    () => {
        concat!(
            "n.published_at is not null and n.deleted_at is null and (n.expires_at is null or n.expires_at > $7)
             and ",
            is_for!()
        )
    };
}

/// Whether its members were last asked to read it at this moment or later: when it was published, or when an edit
/// asked them again.
macro_rules! is_asked_since {
    ($moment:literal) => {
        concat!(
            "(n.published_at >= ",
            $moment,
            " or exists (select 1 from announcements_revisions r where r.announcement_id = n.id
                 and r.revision = n.asked_revision - 1 and r.replaced_at >= ",
            $moment,
            "))"
        )
    };
}

/// Adds what member `$8`, who registered at `$9`, has read and acknowledged, and whether they were there to be asked.
/// Authors count as readers of their own, as in `UNREAD`.
macro_rules! with_marks {
    () => {
        concat!(
            "select ",
            columns!(),
            ", case when n.author_id = $8 then n.asked_revision else m.read_revision end,
                 m.ack_revision, m.ack_at, cast(case when ",
            is_asked_since!("$9"),
            " then 1 else 0 end as bigint) from announcements n
                 left join announcements_marks m on m.announcement_id = n.id and m.user_id = $8"
        )
    };
}

/// What someone of the staff sees: everything (`$8`), one's own (`$7` is who), and of what is for
/// them what members see too, or what nobody above them (`$9`) prepares. `$11` is the state asked
/// for at `$10`, `$12` the type.
macro_rules! is_visible {
    () => {
        concat!(
            "($8 = 1 or n.author_id = $7 or (", is_for!(), "
                 and ((n.published_at is not null and n.deleted_at is null) or n.author_tier <= $9)))
             and (($11 = 'deleted' and n.deleted_at is not null) or ($11 <> 'deleted' and n.deleted_at is null
                 and ($11 = '' or ($11 = 'expired' and n.expires_at <= $10)
                      or (($11 = 'scheduled' and n.published_at is null
                           or $11 = 'published' and n.published_at is not null)
                          and (n.expires_at is null or n.expires_at > $10)))))
             and ($12 = '' or n.type = $12)"
        )
    };
}
pub(super) use {is_asked_since, is_for, is_shown, is_visible, with_marks};

statements! {
    /// A piece of what a member sees: pinned first, then the newest.
    PAGE = concat!(
        with_marks!(), " where ", is_shown!(), " and ($10 = '' or n.type = $10)
        order by n.pinned desc, n.published_at desc, n.id desc limit $11 offset $12"
    );
    /// How many a member sees.
    COUNT = concat!("select count(*) from announcements n where ", is_shown!(), " and ($8 = '' or n.type = $8)");
    /// One that a member sees.
    ONE = concat!(with_marks!(), " where n.id = $10 and ", is_shown!());
    /// What a member who registered at `$9` has not read, and not acknowledged; of others.
    UNREAD = concat!(
        "select cast(coalesce(sum(case when m.read_revision is null or m.read_revision < n.asked_revision
                                  then 1 else 0 end), 0) as bigint),
                cast(coalesce(sum(case when n.requires_ack = 1 and ", is_asked_since!("$9"), "
                                       and (m.ack_revision is null or m.ack_revision < n.asked_revision)
                                  then 1 else 0 end), 0) as bigint)
         from announcements n left join announcements_marks m on m.announcement_id = n.id and m.user_id = $8
         where n.author_id <> $8 and ", is_shown!()
    );
    /// A piece of what the staff see.
    STAFF_PAGE = concat!(
        "select ", columns!(), " from announcements n where ", is_visible!(), "
         order by n.pinned desc, n.publish_at desc, n.id desc limit $13 offset $14"
    );
    /// What every member of the class of the audience `$2` sees at `$1`: either homework or everything else.
    OF_CLASS = concat!(
        "select ", columns!(), " from announcements n
         where n.published_at is not null and n.deleted_at is null and (n.expires_at is null or n.expires_at > $1)
         and exists (select 1 from announcements_audience a where a.announcement_id = n.id
                     and a.audience in ('all', $2))
         and (case when n.type = 'homework' then 1 else 0 end) = $3
         order by n.pinned desc, n.published_at desc, n.id desc limit $4"
    );
    /// How many they see.
    STAFF_COUNT = concat!("select count(*) from announcements n where ", is_visible!());
}

/// A row with what the member who asks has done about it. It requires no acknowledgement of someone who registered
/// after everyone was asked.
pub(crate) struct Marked {
    pub(crate) row: Row,
    pub(crate) read_revision: Option<i64>,
    pub(crate) ack_revision: Option<i64>,
    pub(crate) ack_at: Option<i64>,
}

impl FromRow for Marked {
    fn from_row(row: &DbRow<'_>) -> DbResult<Self> {
        let (read_revision, ack_revision, ack_at) = (row.get(20)?, row.get(21)?, row.get(22)?);
        let (mut announcement, is_asked): (Row, bool) = (Row::from_row(row)?, row.get(23)?);
        announcement.requires_ack &= is_asked;
        Ok(Self { row: announcement, read_revision, ack_revision, ack_at })
    }
}

pub(super) fn params(facts: &UserFacts, more: &[Value]) -> Vec<Value> {
    keys(facts).into_iter().map(Value::from).chain(more.iter().cloned()).collect()
}

/// A piece of what a member sees now, and how many that is in all.
pub(in crate::announcements) fn page(
    read: &mut Read,
    facts: &UserFacts,
    now: i64,
    (kind, limit, offset): (&str, i64, i64),
) -> DbResult<(Vec<Marked>, i64)> {
    let total = read.one(&COUNT, &params(facts, p![now, kind]))?;
    let joined = target::joined(read, facts.user_id)?;
    let rows = read.all(&PAGE, &params(facts, p![now, facts.user_id, joined, kind, limit, offset]))?;
    Ok((rows, total))
}

/// One that a member sees now.
pub(in crate::announcements) fn one(
    read: &mut Read,
    facts: &UserFacts,
    now: i64,
    id: i64,
) -> DbResult<Option<Marked>> {
    let joined = target::joined(read, facts.user_id)?;
    read.opt(&ONE, &params(facts, p![now, facts.user_id, joined, id]))
}

/// How many a member has not read, and not acknowledged.
pub(in crate::announcements) fn unread(read: &mut Read, facts: &UserFacts, now: i64) -> DbResult<(i64, i64)> {
    let joined = target::joined(read, facts.user_id)?;
    read.one(&UNREAD, &params(facts, p![now, facts.user_id, joined]))
}

/// What someone of the staff asks for.
#[derive(Clone, Debug)]
pub(crate) struct StaffQuery {
    /// What they prepare up to this rank is shown; below every rank without the right.
    pub(crate) rank: i64,
    pub(crate) now: i64,
    /// Empty means all but the deleted ones.
    pub(crate) state: &'static str,
    /// Empty means any.
    pub(crate) kind: &'static str,
    pub(crate) limit: i64,
    pub(crate) offset: i64,
}

/// A piece of what someone of the staff sees, and how many that is in all.
pub(in crate::announcements) fn staff_page(
    read: &mut Read,
    facts: &UserFacts,
    query: &StaffQuery,
) -> DbResult<(Vec<Row>, i64)> {
    let StaffQuery { rank, now, state, kind, limit, offset } = query;
    let mut params = params(facts, p![facts.user_id, facts.is_admin, *rank, *now, *state, *kind]);
    let total = read.one(&STAFF_COUNT, &params)?;
    params.extend_from_slice(p![*limit, *offset]);
    Ok((read.all(&STAFF_PAGE, &params)?, total))
}

/// What every member of a class sees now, either homework or everything else: pinned first, then the newest.
pub(crate) fn of_class(
    read: &mut Read,
    class: &str,
    now: i64,
    is_homework: bool,
    limit: i64,
) -> DbResult<Vec<Row>> {
    let audience = Audience::Class(class.to_owned()).to_key();
    read.all(&OF_CLASS, p![now, audience, is_homework, limit])
}
