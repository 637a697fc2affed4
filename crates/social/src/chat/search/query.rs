//! Searching: who may find what is part of the query.

use kernel::db::{DbResult, Read};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};
use std::sync::Arc;

use crate::chat::attach::ChatFile;
use crate::chat::model::{Kind, RoomId};
use crate::chat::search::index::{self, room_tokens};
use crate::chat::search::tokenizer::Wanted;
use crate::chat::store::messages::MessageRow;
use crate::chat::store::{groups, search};
use crate::chat::{access, texts};

/// Rows looked at for one page: those that have the pairs of a longer word apart are left out of it.
const MAX_SCANNED: i64 = 300;

/// What is searched for, and where.
pub(in crate::chat) struct Search {
    wanted: Wanted,
    /// One room, or all of the member's.
    room: Option<RoomId>,
    before: i64,
    limit: usize,
}

impl Search {
    /// # Errors
    /// 400 when nothing in it can be found, 404 for what is no room.
    pub(in crate::chat) fn parse(
        query: &str,
        room: Option<&str>,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Self> {
        let room = room.filter(|room| !room.is_empty()).map(access::room).transpose()?;
        let wanted = Wanted::parse(query).ok_or_else(|| texts::QUERY_INVALID.err())?;
        Ok(Self { wanted, room, before: before.unwrap_or(i64::MAX), limit })
    }

    fn run(&self, read: &mut Read, facts: &UserFacts) -> Result<Found> {
        let rooms = match &self.room {
            Some(room) => {
                access::member_rights(read, room, facts)?;
                quoted(room_tokens(room), " AND ")
            }
            None => rooms_of(read, facts.user_id)?,
        };
        let rows = scan(read, &self.wanted, &rooms, facts.user_id, self.before)?;
        let (looked_at, last) = (rows.len(), rows.last().map(|row| row.seq));
        let is_in = |row: &MessageRow| self.wanted.is_in(&searchable(row));
        let mut rows: Vec<MessageRow> = rows.into_iter().filter(is_in).collect();
        let more = rows.len() > self.limit || i64::try_from(looked_at) == Ok(MAX_SCANNED);
        rows.truncate(self.limit);
        let end = if rows.len() == self.limit { rows.last().map(|row| row.seq) } else { last };
        Ok(Found { rows, next: end.filter(|_| more) })
    }
}

/// The newest messages in all rooms of a member, as far as the index has them: who needs the last second
/// waits for [`index::catch_up`] first.
pub(in crate::chat) fn newest(
    read: &mut Read,
    user: UserId,
    wanted: &Wanted,
    limit: usize,
) -> DbResult<Vec<MessageRow>> {
    let rooms = rooms_of(read, user)?;
    let rows = scan(read, wanted, &rooms, user, i64::MAX)?;
    Ok(rows.into_iter().filter(|row| wanted.is_in(&searchable(row))).take(limit).collect())
}

/// The messages that may have what is wanted.
fn scan(
    read: &mut Read,
    wanted: &Wanted,
    rooms: &str,
    user: UserId,
    before: i64,
) -> DbResult<Vec<MessageRow>> {
    search::find(read, &format!("{} AND ({rooms})", wanted.terms.join(" AND ")), user, before, MAX_SCANNED)
}

/// The rooms of a member, as the index spells them.
fn rooms_of(read: &mut Read, user: UserId) -> DbResult<String> {
    let groups = groups::groups_of(read, user)?;
    let groups = groups.iter().filter_map(|group| RoomId::parse(&group.id));
    let own = [Some(RoomId::Public), RoomId::class_of(user)].into_iter().flatten();
    let mut words: Vec<String> = own.chain(groups).flat_map(|room| room_tokens(&room)).collect();
    words.push(format!("_u{user}"));
    Ok(quoted(words, " OR "))
}

fn quoted(words: Vec<String>, between: &str) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(between)
}

/// The words that the search finds a message by.
pub(in crate::chat) fn searchable(row: &MessageRow) -> String {
    let kind: Kind = row.kind.parse().unwrap_or_default();
    kind.searchable(&row.content, &ChatFile::name_in(row.extra.as_deref()))
}

/// A page of what was found, newest first.
pub(in crate::chat) struct Found {
    pub(in crate::chat) rows: Vec<MessageRow>,
    /// Where the next page begins, if there is one.
    pub(in crate::chat) next: Option<i64>,
}

/// Searches the rooms of a member; rights and rows are of one moment.
///
/// # Errors
/// 403 outside the room.
pub(in crate::chat) async fn find(app: &App, facts: &Arc<UserFacts>, search: Search) -> Result<Found> {
    let facts = facts.clone();
    index::catch_up(app).await;
    app.db.read(move |read| search.run(read, &facts)).await
}
