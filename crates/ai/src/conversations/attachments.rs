//! Files of questions: pictures for models that read them, and texts for every model.
//!
//! A question names files that were uploaded before (`interface 4.13`). The conversation refers to them, so they stay
//! as long as it does, and nobody but its member reads them.

use std::collections::{HashMap, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::TryStreamExt as _;
use kernel::db::Read;
use kernel::files::{Kind, Reader, Reference, StoredFile, file_name};
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::store::conversations::{self as store, MessageRow};
use crate::texts;

/// Files of a question.
pub(crate) const MAX_ATTACHMENTS: usize = 4;
/// Files of a conversation that is written anew.
const MAX_OF_CONVERSATION: usize = 100;
/// Largest picture, in bytes: a provider gets it as text, a third larger.
const MAX_IMAGE: i64 = 2 << 20;
/// Largest text, in bytes.
const MAX_TEXT: i64 = 256 << 10;
/// The feature that refers to the files.
pub(crate) const FEATURE: &str = "ai";

/// A file to ask about.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct NewAiAttachment {
    /// The SHA-256 of an uploaded file: a picture of at most 2 MiB, or a text of at most 256 KiB.
    pub(crate) hash: String,
    /// What the member calls the file.
    #[serde(default)]
    name: String,
}

/// A file of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct AiAttachment {
    /// The SHA-256 of the file, in lower-case hexadecimal digits.
    pub(crate) hash: String,
    /// What the member calls the file.
    pub(crate) name: String,
    /// The size of the file in bytes.
    size: i64,
    /// The media type, determined from the bytes.
    mime: String,
    /// The address of the file, relative to the site; a picture takes `?w=` for a smaller one.
    url: String,
}

impl AiAttachment {
    fn new(file: &StoredFile, name: &str) -> Self {
        let url = format!("/api/cloud/files/{}.{}", file.hash, Kind::extension(&file.mime));
        let (name, mime) = (file_name(name, &file.mime), file.mime.clone());
        Self { hash: file.hash.clone(), name, size: file.size, mime, url }
    }

    pub(crate) fn is_image(&self) -> bool {
        is_image(&self.mime)
    }
}

fn is_image(mime: &str) -> bool {
    matches!(mime, "image/png" | "image/jpeg" | "image/webp" | "image/gif")
}

/// The files of a stored message.
pub(crate) fn of_message(message: &MessageRow) -> Vec<AiAttachment> {
    serde_json::from_str(&message.attachments).unwrap_or_default()
}

/// Looks the files of a question up.
///
/// # Errors
/// 404 for a file that the member may not read, 400 for too many, too large and unreadable ones.
pub(crate) fn find(
    app: &App,
    read: &mut Read,
    reader: &Reader,
    new: &[NewAiAttachment],
) -> Result<Vec<AiAttachment>> {
    if new.len() > MAX_ATTACHMENTS {
        return Err(texts::TOO_MANY_ATTACHMENTS.with("max", MAX_ATTACHMENTS));
    }
    let found = new.iter().map(|new| {
        let file = app.files.find(read, &new.hash)?;
        let file = if app.files.may_read(read, &new.hash, reader)? { file } else { None };
        let file = file.ok_or_else(|| texts::ATTACHMENT_UNKNOWN.err())?;
        let max = match file.mime.as_str() {
            mime if is_image(mime) => MAX_IMAGE,
            "text/plain" => MAX_TEXT,
            _ => return Err(texts::ATTACHMENT_TYPE.err()),
        };
        if file.size > max {
            return Err(texts::ATTACHMENT_TOO_LARGE.with("max", max / 1024));
        }
        Ok(AiAttachment::new(&file, &new.name))
    });
    found.collect()
}

/// Looks the files of many questions up, each file once.
///
/// # Errors
/// See [`find`]; also 400 for more than a conversation has.
pub(crate) fn find_all<'a>(
    app: &App,
    read: &mut Read,
    reader: &Reader,
    questions: impl Iterator<Item = &'a [NewAiAttachment]> + Clone,
) -> Result<HashMap<String, AiAttachment>> {
    if questions.clone().any(|files| files.len() > MAX_ATTACHMENTS) {
        return Err(texts::TOO_MANY_ATTACHMENTS.with("max", MAX_ATTACHMENTS));
    }
    let mut found = HashMap::new();
    for file in questions.flatten() {
        if !found.contains_key(&file.hash) {
            if found.len() == MAX_OF_CONVERSATION {
                return Err(ApiError::invalid("attachments"));
            }
            let known = find(app, read, reader, std::slice::from_ref(file))?;
            found.extend(known.into_iter().map(|file| (file.hash.clone(), file)));
        }
    }
    Ok(found)
}

/// Lets a conversation refer to files.
///
/// # Errors
/// 404 for a file that is gone meanwhile.
pub(crate) fn refer<'a>(
    tx: &mut AppTx,
    reader: &Reader,
    conversation: &str,
    attachments: impl IntoIterator<Item = &'a AiAttachment>,
) -> Result<()> {
    for AiAttachment { hash, name, .. } in attachments {
        let audience = format!("user:{}", reader.user);
        let reference = Reference {
            feature: FEATURE,
            ref_id: conversation,
            owner: Some(reader.user),
            audience: &audience,
            name,
        };
        let files = tx.app().files.clone();
        files.add_ref(tx, reader, hash, &reference)?;
    }
    Ok(())
}

/// The files that the messages of a conversation name.
///
/// # Errors
/// When a statement fails.
pub(crate) fn of_conversation(read: &mut Read, id: &str) -> Result<HashSet<String>> {
    let lists = store::attachments(read, id)?;
    let files =
        lists.iter().flat_map(|list| serde_json::from_str::<Vec<AiAttachment>>(list).unwrap_or_default());
    Ok(files.map(|file| file.hash).collect())
}

/// Lets go of the files that a conversation named before its messages changed and names no more: whoever removes a
/// question has removed its picture.
///
/// # Errors
/// When a statement fails.
pub(crate) fn forget_unnamed(
    tx: &mut AppTx,
    owner: UserId,
    conversation: &str,
    before: HashSet<String>,
) -> Result<()> {
    if before.is_empty() {
        return Ok(());
    }
    let (named, files) = (of_conversation(tx, conversation)?, tx.app().files.clone());
    for hash in before.difference(&named) {
        files.remove_ref(tx, hash, FEATURE, conversation, owner)?;
    }
    Ok(())
}

/// Removes a conversation with its messages, and what it refers to.
///
/// # Errors
/// When a statement fails.
pub(crate) fn remove_conversation(tx: &mut AppTx, id: &str) -> Result<()> {
    let files = tx.app().files.clone();
    files.remove_refs(tx, FEATURE, id)?;
    Ok(store::delete(tx, id)?)
}

/// What models are shown of files, by hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttachmentContents(HashMap<String, AttachmentContent>);

/// What a model is shown of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AttachmentContent {
    /// A picture, as a `data:` address.
    Image(String),
    /// A text.
    Text(String),
}

impl AttachmentContents {
    /// Reads files. One that is gone is left out.
    ///
    /// # Errors
    /// When the database is away.
    pub(crate) async fn read(app: &App, attachments: &[AiAttachment]) -> Result<Self> {
        let mut contents = HashMap::new();
        for attachment in attachments {
            let hash = attachment.hash.clone();
            let (files, found) = (app.files.clone(), hash.clone());
            let file = app.db.read(move |read| Ok(files.find(read, &found)?)).await?;
            let Some(file) = file.filter(|file| file.size <= MAX_IMAGE) else { continue };
            match bytes(app, &file).await {
                Ok(bytes) if attachment.is_image() => {
                    let image = format!("data:{};base64,{}", file.mime, STANDARD.encode(bytes));
                    contents.insert(hash, AttachmentContent::Image(image));
                }
                Ok(bytes) => {
                    let text = String::from_utf8_lossy(&bytes).replace('\0', "");
                    contents.insert(hash, AttachmentContent::Text(text));
                }
                Err(error) => tracing::warn!(hash, %error, "a file of a question is not read"),
            }
        }
        Ok(Self(contents))
    }

    pub(crate) fn of(&self, attachment: &AiAttachment) -> Option<&AttachmentContent> {
        self.0.get(&attachment.hash)
    }
}

async fn bytes(app: &App, file: &StoredFile) -> Result<Vec<u8>> {
    let content = app.files.open(file, None).await?;
    let pieces: Vec<_> = content.try_collect().await.map_err(ApiError::unavailable)?;
    Ok(pieces.concat())
}
