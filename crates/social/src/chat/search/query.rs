//! Searching: who may find what is part of the query.

use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};
use std::sync::Arc;

use crate::chat::model::{Kind, RoomId};
use crate::chat::search::index::{self, room_tokens};
use crate::chat::search::tokenizer::{MAX_QUERY, Wanted};
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
        let wanted = Wanted::parse(query).filter(|_| query.chars().count() <= MAX_QUERY);
        let wanted = wanted.ok_or_else(|| texts::QUERY_INVALID.err())?;
        Ok(Self { wanted, room, before: before.unwrap_or(i64::MAX), limit })
    }

    /// The rooms of who asks, as the index spells them.
    fn rooms(&self, read: &mut Read, facts: &UserFacts) -> Result<String> {
        let quoted = |words: Vec<String>, between: &str| {
            words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(between)
        };
        if let Some(room) = &self.room {
            access::member_rights(read, room, facts)?;
            return Ok(quoted(room_tokens(room), " AND "));
        }
        let groups = groups::groups_of(read, facts.user_id)?;
        let groups = groups.iter().filter_map(|group| RoomId::parse(&group.id));
        let own = [Some(RoomId::Public), RoomId::class_of(facts.user_id)].into_iter().flatten();
        let mut words: Vec<String> = own.chain(groups).flat_map(|room| room_tokens(&room)).collect();
        words.push(format!("_u{}", facts.user_id));
        Ok(quoted(words, " OR "))
    }

    fn run(&self, read: &mut Read, facts: &UserFacts) -> Result<Found> {
        let query = format!("{} AND ({})", self.wanted.terms.join(" AND "), self.rooms(read, facts)?);
        let rows = search::find(read, &query, facts.user_id, self.before, MAX_SCANNED)?;
        let (looked_at, last) = (rows.len(), rows.last().map(|row| row.seq));
        let is_in = |row: &MessageRow| {
            self.wanted.is_in(&row.kind.parse::<Kind>().unwrap_or_default().searchable(&row.content))
        };
        let mut rows: Vec<MessageRow> = rows.into_iter().filter(is_in).collect();
        let more = rows.len() > self.limit || i64::try_from(looked_at) == Ok(MAX_SCANNED);
        rows.truncate(self.limit);
        let end = if rows.len() == self.limit { rows.last().map(|row| row.seq) } else { last };
        Ok(Found { rows, next: end.filter(|_| more) })
    }
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
