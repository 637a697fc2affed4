//! A message that waits for a moderator, as its case keeps it.

use kernel::{ApiError, Result};
use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::model::RoomId;
use super::texts;

/// Fields that are added later have a default: what waits may be of an earlier version.
#[derive(Serialize, Deserialize)]
pub(super) struct HeldMessage {
    room: String,
    /// As the wire spells it.
    #[serde(default)]
    msg_type: String,
    content: String,
    #[serde(default)]
    file_name: String,
    reply_to: Option<String>,
    temp_id: Option<String>,
}

impl HeldMessage {
    /// As a case keeps it.
    ///
    /// # Errors
    /// None that is known.
    pub(super) fn store(room: &RoomId, draft: Draft) -> Result<String> {
        let Draft { kind, content, file_name, reply_to, temp_id, .. } = draft;
        let msg_type = kind.into_str().to_owned();
        let held = Self { room: room.to_string(), msg_type, content, file_name, reply_to, temp_id };
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
        // It was checked when it was written, and what was masked since may be longer.
        let draft = Draft {
            kind: held.msg_type.parse().unwrap_or_default(),
            content: held.content,
            reply_to: held.reply_to,
            temp_id: held.temp_id,
            file_name: held.file_name,
            via: None,
            operator: None,
        };
        Ok((room, draft))
    }
}
