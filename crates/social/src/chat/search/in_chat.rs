//! The search of the chat itself: messages of one room or of all, in pages.

use std::sync::Arc;

use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};
use search::{SearchQuery, Within};

use super::messages::{FILES, MESSAGES, searchable, seen_by};
use crate::chat::model::RoomId;
use crate::chat::store::messages::MessageRow;
use crate::chat::{access, texts};

/// Longest text searched for, in characters.
const MAX_QUERY: usize = 50;
/// Messages looked at for one page: those that have the pairs of a longer word apart are left out of it.
const MAX_LOOKED_AT: usize = 300;

/// What is searched for, and where.
pub(in crate::chat) struct Search {
    wanted: SearchQuery,
    /// One room, or all of the member's.
    room: Option<RoomId>,
    before: Option<i64>,
    limit: usize,
}

/// A page of what was found, newest first.
pub(in crate::chat) struct Found {
    pub(in crate::chat) rows: Vec<MessageRow>,
    /// Where the next page begins, if there is one.
    pub(in crate::chat) next: Option<i64>,
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
        let wanted = SearchQuery::parse(query).filter(|_| query.chars().count() <= MAX_QUERY);
        let wanted = wanted.ok_or_else(|| texts::QUERY_INVALID.err())?;
        Ok(Self { wanted, room, before, limit })
    }

    fn run(&self, read: &mut Read, app: &App, facts: &UserFacts) -> Result<Found> {
        let room = self.room.as_ref().map(ToString::to_string);
        let within = match (&self.room, &room) {
            (Some(parsed), Some(room)) => {
                access::member_rights(read, parsed, facts)?;
                Within::Place(room)
            }
            _ => Within::Everything(facts),
        };
        let kinds = [&MESSAGES, &FILES];
        let found = search::find(read, app, (&self.wanted, &kinds), &within, (self.before, MAX_LOOKED_AT))?;
        let is_cut = found.len() == MAX_LOOKED_AT;
        let (mut rows, mut next) = (Vec::new(), None);
        // A page looks at more than it shows; what it does not show belongs to the next one.
        for piece in found.chunks(self.limit) {
            let ids: Vec<String> = piece.iter().map(|found| found.id.clone()).collect();
            let seen = seen_by(read, facts.user_id, &ids)?;
            for row in seen.into_iter().filter(|row| self.wanted.is_in_text(&searchable(row))) {
                if rows.len() == self.limit {
                    return Ok(Found { rows, next });
                }
                next = piece.iter().find(|found| found.id == row.id).map(|found| found.number);
                rows.push(row);
            }
        }
        let end = found.last().map(|last| last.number).filter(|_| is_cut);
        Ok(Found { rows, next: end })
    }
}

/// Searches the rooms of a member; rights and rows are of one moment.
///
/// # Errors
/// 403 outside the room.
pub(in crate::chat) async fn find(app: &App, facts: &Arc<UserFacts>, wanted: Search) -> Result<Found> {
    let (facts, reader) = (facts.clone(), app.clone());
    search::catch_up(app).await;
    app.db.read(move |read| wanted.run(read, &reader, &facts)).await
}
