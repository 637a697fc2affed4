//! A message that waits for a moderator, as its case keeps it.

use kernel::{ApiError, Result};
use serde::{Deserialize, Serialize};

use super::draft::{Draft, DraftFields};
use super::model::RoomId;
use super::texts;

/// A text, since word rules compare no other messages. Fields that are added later have a default: what waits may be of an
/// earlier version.
#[derive(Serialize, Deserialize)]
pub(super) struct HeldMessage {
    room: String,
    content: String,
    reply_to: Option<String>,
    temp_id: Option<String>,
}

impl HeldMessage {
    /// As a case keeps it.
    ///
    /// # Errors
    /// None that is known.
    pub(super) fn store(room: &RoomId, draft: Draft) -> Result<String> {
        let Draft { content, reply_to, temp_id, .. } = draft;
        let held = Self { room: room.to_string(), content, reply_to, temp_id };
        serde_json::to_string(&held).map_err(ApiError::internal)
    }

    /// Where it goes and what it says.
    ///
    /// # Errors
    /// 404 for what is none.
    pub(super) fn parse(payload: &str) -> Result<(RoomId, Draft)> {
        let gone = || texts::NO_SUCH_ROOM.err();
        let held: Self = serde_json::from_str(payload).map_err(|_| gone())?;
        let room = RoomId::parse(&held.room).ok_or_else(gone)?;
        let draft = Draft::parse(&DraftFields {
            content: &held.content,
            reply_to: held.reply_to.as_deref(),
            temp_id: held.temp_id.as_deref(),
            ..DraftFields::default()
        })?;
        Ok((room, draft))
    }
}
