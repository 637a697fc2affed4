//! A range of a room's history, and the groups of a member, for HTTP and the socket alike.

use std::sync::Arc;

use kernel::db::Read;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Result};

use crate::chat::access;
use crate::chat::dto::{self, ChatGroup, ChatMessage};
use crate::chat::model::RoomId;
use crate::chat::rooms::class_rooms;
use crate::chat::store::groups::RoomRow;
use crate::chat::store::messages::MessageRow;
use crate::chat::store::{groups, messages, reactions};

/// Most messages that may be skipped.
const MAX_OFFSET: i64 = 10_000;

/// Bytes of the words in one answer: a page of long forwards must not fill what a socket may have unsent
/// (`interface 6.6`).
const MAX_WORDS: usize = 64 << 10;

/// Which messages; the newest unless stated.
#[derive(Clone, Debug, Default)]
pub(in crate::chat) struct HistoryRange {
    /// Messages before this number.
    pub(in crate::chat) before: Option<i64>,
    /// Messages before this one.
    pub(in crate::chat) before_id: Option<String>,
    /// Messages after this number, oldest first.
    pub(in crate::chat) after: Option<i64>,
    /// All but so many of the newest.
    pub(in crate::chat) offset: Option<i64>,
    /// 1–100.
    pub(in crate::chat) limit: i64,
}

/// Messages oldest first, and whether there is more in the direction that was asked for.
///
/// # Errors
/// 403 outside the room, 404 for a `before_id` that is not of it.
pub(in crate::chat) async fn history(
    app: &App,
    facts: &Arc<UserFacts>,
    room: &RoomId,
    range: HistoryRange,
) -> Result<(Vec<ChatMessage>, bool)> {
    let (facts, room) = (facts.clone(), room.clone());
    let limit = range.limit.clamp(1, 100);
    let (mut rows, reactions, has_more) = app
        .db
        .read(move |read| {
            let hidden = access::member_rights(read, &room, &facts)?.hidden;
            let room = room.to_string();
            let before_id = match range.before_id.as_deref().filter(|id| !id.is_empty()) {
                Some(id) => {
                    let known = messages::find(read, id)?.filter(|row| row.room_id == room);
                    // Without a place in this room there is no answer: the newest would be a lie.
                    Some(known.ok_or_else(access::no_such_message)?.seq)
                }
                None => None,
            };
            let skipped = match range.offset.map(|offset| offset.clamp(0, MAX_OFFSET)) {
                // One that is beyond the beginning skips everything.
                Some(offset @ 1..) => Some(messages::skip(read, &room, offset - 1)?.unwrap_or(0)),
                _ => None,
            };
            let mut rows = match range.after {
                Some(after) => messages::after(read, &room, after, hidden, limit + 1)?,
                None => {
                    let before = range.before.or(before_id).or(skipped).unwrap_or(i64::MAX);
                    messages::before(read, &room, before, hidden, limit + 1)?
                }
            };
            let fitting = fitting(&rows, usize::try_from(limit).unwrap_or_default());
            let has_more = rows.len() > fitting;
            rows.truncate(fitting);
            let seqs = || rows.iter().map(|row| row.seq);
            let reactions = match (seqs().min(), seqs().max()) {
                (Some(first), Some(last)) => reactions::reactions(read, &room, first, last)?,
                _ => Vec::new(),
            };
            Ok((rows, reactions, has_more))
        })
        .await?;
    rows.sort_by_key(|row| row.seq);
    Ok((dto::messages(app, rows, reactions).await?, has_more))
}

/// How many of these make one answer: up to `limit`, and not many more than [`MAX_WORDS`]; one always.
fn fitting(rows: &[MessageRow], limit: usize) -> usize {
    let mut words = 0;
    let fits = |row: &&MessageRow| {
        words += row.content.len();
        words <= MAX_WORDS
    };
    rows.iter().take(limit).take_while(fits).count().max(limit.min(1)).min(rows.len())
}

/// A group with its members, for whoever is in it.
///
/// # Errors
/// 403 outside the group.
pub(in crate::chat) async fn group(app: &App, facts: &Arc<UserFacts>, room: &RoomId) -> Result<ChatGroup> {
    let (facts, wanted) = (facts.clone(), room.clone());
    let (row, listed) = app
        .db
        .read(move |read| {
            access::member_rights(read, &wanted, &facts)?;
            let name = wanted.to_string();
            Ok((groups::find(read, &name)?.ok_or_else(ApiError::not_found)?, groups::members(read, &name)?))
        })
        .await?;
    let members = if matches!(room, RoomId::Group(_)) { listed } else { dto::members(app, room).await? };
    Ok(ChatGroup::new(row, members))
}

/// The row of a room.
///
/// # Errors
/// 404 when there is none.
pub(in crate::chat) fn room_row(read: &mut Read, room: &str) -> Result<RoomRow> {
    groups::find(read, room)?.ok_or_else(ApiError::not_found)
}

/// The rows of a member's groups, each with its members; the room of the class is not among them.
///
/// # Errors
/// When a statement fails.
pub(in crate::chat) fn group_rows(read: &mut Read, user: UserId) -> Result<Vec<(RoomRow, Vec<UserId>)>> {
    let mut found = Vec::new();
    for row in groups::groups_of(read, user)? {
        let members = groups::members(read, &row.id)?;
        found.push((row, members));
    }
    Ok(found)
}

/// The groups of a member and the room of their class, which comes first.
///
/// # Errors
/// When the database is away.
pub(in crate::chat) async fn groups_of(app: &App, user: UserId) -> Result<Vec<ChatGroup>> {
    let class = class_rooms::own_class(app, user).await?;
    let (class, rows) = app
        .db
        .read(move |read| {
            let class = match class {
                Some(class) => groups::find(read, &class)?,
                None => None,
            };
            Ok((class, group_rows(read, user)?))
        })
        .await?;
    let mut found = Vec::new();
    if let Some((row, room)) = class.zip(RoomId::class_of(user)) {
        found.push(ChatGroup::new(row, dto::members(app, &room).await?));
    }
    found.extend(rows.into_iter().map(|(row, members)| ChatGroup::new(row, members)));
    Ok(found)
}
