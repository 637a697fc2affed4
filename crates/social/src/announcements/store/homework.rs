//! Announcements of the type homework, as the feature `homework` asks for them.

use kernel::db::{DbResult, Read};
use kernel::user::UserFacts;
use kernel::{p, record, statements};

use super::lists::{Marked, StaffQuery, is_asked_since, is_for, is_shown, is_visible, params, with_marks};
use super::rows::{Row, columns};
use crate::target;

/// Homework that one list is made from at most: more than a class has in half a year.
const MOST: i64 = 2000;

statements! {
    /// What a member sees of a time, newest first.
    BETWEEN = concat!(
        "select n.id, n.published_at, n.due_date from announcements n where n.type = 'homework' and ", is_shown!(), "
         and n.published_at >= $8 and n.published_at < $9 order by n.published_at desc, n.id desc limit $10"
    );
    /// What a member sees of others that is due on a day or later, or has no day and was published at a moment or later.
    DUE_SINCE = concat!(
        "select n.id, n.published_at, n.due_date from announcements n where n.type = 'homework' and ", is_shown!(), "
         and n.author_id <> $11 and (n.due_date >= $8 or (n.due_date is null and n.published_at >= $9))
         order by n.published_at desc, n.id desc limit $10"
    );
    /// Those of a JSON list that a member sees.
    SHOWN = concat!(
        with_marks!(), " where n.type = 'homework'
        and n.id in (select cast(value as bigint) from json_each(cast($10 as text))) and ", is_shown!()
    );
    /// A piece of what the staff see of a time, newest first.
    STAFF_BETWEEN = concat!(
        "select ", columns!(), " from announcements n where ", is_visible!(), "
         and coalesce(n.published_at, n.publish_at) >= $13 and coalesce(n.published_at, n.publish_at) < $14
         order by coalesce(n.published_at, n.publish_at) desc, n.id desc limit $15 offset $16"
    );
    /// How many they see.
    STAFF_BETWEEN_COUNT = concat!(
        "select count(*) from announcements n where ", is_visible!(), "
         and coalesce(n.published_at, n.publish_at) >= $13 and coalesce(n.published_at, n.publish_at) < $14"
    );
    /// What was or will be published in a time and is neither deleted nor over at a moment, whoever it is for.
    ASSIGNED = concat!(
        "select ", columns!(), " from announcements n where n.type = 'homework' and n.deleted_at is null
         and (n.expires_at is null or n.expires_at > $3) and ((n.published_at >= $1 and n.published_at < $2)
             or (n.published_at is null and n.publish_at >= $1 and n.publish_at < $2)) order by n.id"
    );
}

record! {
    /// What lists are ordered by.
    #[derive(Clone, Debug)]
    pub(crate) struct Assigned {
        pub(crate) id: i64,
        pub(crate) published_at: i64,
        pub(crate) due_date: Option<String>,
    }
}

/// What a member sees now of what was published in a time, newest first.
pub(crate) fn between(
    read: &mut Read,
    facts: &UserFacts,
    now: i64,
    (from, to): (i64, i64),
) -> DbResult<Vec<Assigned>> {
    read.all(&BETWEEN, &params(facts, p![now, from, to, MOST]))
}

/// What a member sees now of others that is due on `day` or later, or has no day and was published at `since` or later.
pub(crate) fn due_since(
    read: &mut Read,
    facts: &UserFacts,
    now: i64,
    (day, since): (&str, i64),
) -> DbResult<Vec<Assigned>> {
    read.all(&DUE_SINCE, &params(facts, p![now, day, since, MOST, facts.user_id]))
}

/// Those of these that a member sees now, with what they have read and acknowledged; in no order.
pub(crate) fn shown(read: &mut Read, facts: &UserFacts, now: i64, ids: &[i64]) -> DbResult<Vec<Marked>> {
    let joined = target::joined(read, facts.user_id)?;
    let ids = serde_json::json!(ids).to_string();
    read.all(&SHOWN, &params(facts, p![now, facts.user_id, joined, ids]))
}

/// A piece of what someone of the staff sees of a time, and how many that is in all.
pub(crate) fn staff_between(
    read: &mut Read,
    facts: &UserFacts,
    query: &StaffQuery,
    (from, to): (i64, i64),
) -> DbResult<(Vec<Row>, i64)> {
    let StaffQuery { rank, now, state, kind, limit, offset } = query;
    let more = p![facts.user_id, facts.is_admin, *rank, *now, *state, *kind, from, to];
    let mut params = params(facts, more);
    let total = read.one(&STAFF_BETWEEN_COUNT, &params)?;
    params.extend_from_slice(p![*limit, *offset]);
    Ok((read.all(&STAFF_BETWEEN, &params)?, total))
}

/// What was or will be published in a time and is there now, whoever it is for.
pub(crate) fn assigned(read: &mut Read, now: i64, (from, to): (i64, i64)) -> DbResult<Vec<Row>> {
    read.all(&ASSIGNED, p![from, to, now])
}
