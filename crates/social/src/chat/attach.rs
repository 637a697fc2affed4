//! Files of messages: naming an upload, letting the room see it, and how the wire shows it.

use integrations::Via;
use kernel::db::Read;
use kernel::events::Audience;
use kernel::files::{Kind as FileKind, Reader, Reference, StoredFile, file_name};
use kernel::{App, AppTx, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::draft::{ADDRESS, Draft};
use super::model::{self, Kind, RemovedBy, RoomId};
use super::store::messages::MessageRow;
use super::texts;

/// The file of a message.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct ChatFile {
    /// The SHA-256 of the file, in lower-case hexadecimal digits.
    hash: String,
    /// The name that the sender gave the file, with an ending that fits its type; empty for no name.
    name: String,
    /// The size of the file in bytes.
    size: i64,
    /// The media type, determined from the bytes.
    mime: String,
    /// The width of an image in pixels.
    width: Option<i64>,
    /// The height of an image in pixels.
    height: Option<i64>,
    /// The address of the file, relative to the site; an image takes `?w=` for a smaller one.
    url: String,
}

impl ChatFile {
    fn new(file: StoredFile, name: String) -> Self {
        let url = format!("{ADDRESS}{}.{}", file.hash, FileKind::extension(&file.mime));
        let StoredFile { hash, size, mime, width, height, .. } = file;
        Self { hash, name, size, mime, width, height, url }
    }

    /// What the file of a message was called, as kept beside the message; empty where there is none.
    pub(super) fn name_in(extra: Option<&str>) -> String {
        Extra::read(extra).file.map(|file| file.name).unwrap_or_default()
    }
}

/// What is kept beside the words of a message.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Extra {
    /// The file that the message is, as it was when the message was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<ChatFile>,
    /// The integration that sent the message in the name of its sender.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) via: Option<Via>,
    /// Who removed the message, of a recalled one that its sender did not take back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) removed_by: Option<RemovedBy>,
}

impl Extra {
    /// As a row has it; empty for what cannot be read.
    pub(super) fn read(stored: Option<&str>) -> Self {
        stored.and_then(|stored| serde_json::from_str(stored).ok()).unwrap_or_default()
    }

    /// What is kept of a recalled message.
    pub(super) fn of_recalled(removed_by: Option<RemovedBy>) -> Self {
        Self { removed_by, ..Self::default() }
    }

    /// For a row; `None` when there is nothing to keep.
    pub(super) fn stored(&self) -> Option<String> {
        let is_empty = self.file.is_none() && self.via.is_none() && self.removed_by.is_none();
        (!is_empty).then(|| serde_json::to_string(self).unwrap_or_default())
    }
}

/// Refuses a message whose file its sender may not send, before it waits for a moderator.
///
/// # Errors
/// Those of [`attach`].
pub(super) fn check_files(read: &mut Read, app: &App, reader: &Reader, draft: &Draft) -> Result<()> {
    if !draft.kind.needs_file() {
        return Ok(());
    }
    for (place, hash) in model::file_hashes(&draft.content).into_iter().enumerate() {
        let file = app.files.find(read, hash)?.ok_or_else(|| texts::FILE_UNKNOWN.err())?;
        if !app.files.may_read(read, hash, reader)? {
            return Err(texts::FILE_UNKNOWN.err());
        }
        if place == 0 && !draft.kind.shows(&file.mime) {
            return Err(texts::FILE_TYPE_INVALID.err());
        }
    }
    Ok(())
}

/// Lets the room see the files that the message names, as far as the sender may see them. Answers
/// the file that the message is.
///
/// # Errors
/// 404 for a file that the sender may not read, 400 for one of another type than the message's.
pub(super) fn attach(
    tx: &mut AppTx,
    reader: &Reader,
    room: &RoomId,
    message: &str,
    draft: &Draft,
) -> Result<Option<ChatFile>> {
    let kind = draft.kind;
    if !(kind == Kind::Text || kind.needs_file()) {
        return Ok(None);
    }
    let audience = room.other(reader.user).map_or_else(|| room.audience(), Audience::User).to_key();
    let mut found = None;
    for hash in model::file_hashes(&draft.content) {
        // The first one is what the message is, and is called what the draft says.
        let is_first = kind.needs_file() && found.is_none();
        let file = tx.app().files.find(tx, hash)?;
        let name = file.as_ref().filter(|_| is_first).map(|file| file_name(&draft.file_name, &file.mime));
        let name = name.unwrap_or_default();
        let reference = Reference {
            feature: "chat",
            ref_id: message,
            owner: Some(reader.user),
            audience: &audience,
            name: &name,
        };
        match tx.app().files.add_ref(tx, reader, hash, &reference) {
            Err(error) if error.status() == axum::http::StatusCode::NOT_FOUND => {
                if kind.needs_file() {
                    return Err(texts::FILE_UNKNOWN.err());
                }
            }
            other => other?,
        }
        if let Some(file) = file.filter(|_| is_first) {
            if !kind.shows(&file.mime) {
                return Err(texts::FILE_TYPE_INVALID.err());
            }
            found = Some(ChatFile::new(file, name));
        }
    }
    Ok(found)
}

/// The same for words that take the place of others: a file that they name no longer is the room's no
/// longer. What both name stays, for it may be this message alone by which its sender reads it.
///
/// # Errors
/// When a statement fails.
pub(super) fn attach_anew(
    tx: &mut AppTx,
    reader: &Reader,
    room: &RoomId,
    before: &MessageRow,
    draft: &Draft,
) -> Result<()> {
    attach(tx, reader, room, &before.id, draft)?;
    let named = model::file_hashes(&draft.content);
    for hash in model::file_hashes(&before.content).into_iter().filter(|hash| !named.contains(hash)) {
        tx.app().files.remove_ref(tx, hash, "chat", &before.id, reader.user)?;
    }
    Ok(())
}

impl Kind {
    /// Whether a file of a type can be what a message of this kind is.
    fn shows(self, mime: &str) -> bool {
        match self {
            Self::Image => mime.starts_with("image/"),
            Self::Audio => mime.starts_with("audio/"),
            Self::Video => mime.starts_with("video/"),
            _ => true,
        }
    }
}
