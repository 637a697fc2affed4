//! A message as a member sends it, before the database is asked.

use integrations::Via;
use kernel::random::parse_id;
use kernel::user::UserId;
use kernel::{ApiError, Result};
use serde::Deserialize;
use utoipa::ToSchema;

use super::model::{Kind, file_hashes, parse_content};
use super::texts;

/// Longest `temp_id`.
const MAX_TEMP_ID: usize = 64;
/// Where files are read, relative to the site.
pub(super) const ADDRESS: &str = "/api/cloud/files/";

/// The uploaded file that a message of type `image`, `file`, `audio` or `video` is.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct FileDraft {
    /// The hash from the answer of the upload.
    hash: String,
    /// The name that the sender gives the file; at most 100 characters are kept.
    pub(super) name: Option<String>,
}

impl FileDraft {
    /// The file's address, which is the message's content for those who know no `file`.
    ///
    /// # Errors
    /// 400 for what is no hash.
    pub(super) fn address(&self) -> Result<String> {
        let address = format!("{ADDRESS}{}", self.hash);
        let is_hash = self.hash.len() == 64 && file_hashes(&address).len() == 1;
        if is_hash { Ok(address) } else { Err(texts::FILE_MISSING.err()) }
    }
}

/// A message that keeps every rule that needs no database. Holding one is the proof.
#[derive(Clone, Debug)]
pub struct Draft {
    pub(super) kind: Kind,
    pub(super) content: String,
    pub(super) reply_to: Option<String>,
    pub(super) temp_id: Option<String>,
    /// What the sender calls the file; empty for no name.
    pub(super) file_name: String,
    /// The integration that sends it in the name of the sender.
    pub(super) via: Option<Via>,
    /// Whoever runs that integration for the sender.
    pub(super) operator: Option<UserId>,
}

/// A message as a client words it; whatever else it says about sender, time or id is not read.
#[derive(Clone, Debug, Default)]
pub struct DraftFields<'a> {
    /// The words, or JSON.
    pub content: &'a str,
    /// What it is; text unless known.
    pub msg_type: Option<&'a str>,
    /// The message it answers.
    pub reply_to: Option<&'a str>,
    /// Made by the client.
    pub temp_id: Option<&'a str>,
    /// The uploaded file, in place of its address as the content.
    pub file: Option<&'a FileDraft>,
    /// The integration that sends it in the name of the sender.
    pub via: Option<Via>,
    /// Whoever runs that integration for the sender.
    pub operator: Option<UserId>,
}

impl Draft {
    /// # Errors
    /// 400 naming what is wrong.
    pub fn parse(fields: &DraftFields<'_>) -> Result<Self> {
        let kind = fields.msg_type.and_then(|raw| raw.parse::<Kind>().ok()).unwrap_or_default();
        let reply_to = fields.reply_to.filter(|id| !id.is_empty());
        let reply_to = reply_to.map(|id| parse_id(id).ok_or_else(|| texts::REPLY_INVALID.err()));
        let temp_id = fields.temp_id.filter(|id| !id.is_empty());
        if temp_id.is_some_and(|id| id.len() > MAX_TEMP_ID || id.chars().any(char::is_control)) {
            return Err(ApiError::invalid("temp_id"));
        }
        let file = fields.file.filter(|_| kind.needs_file());
        let address = file.map(FileDraft::address).transpose()?;
        let content = address.as_deref().unwrap_or(fields.content);
        Ok(Self {
            kind,
            content: parse_content(kind, content)?,
            reply_to: reply_to.transpose()?,
            temp_id: temp_id.map(ToOwned::to_owned),
            file_name: file.and_then(|file| file.name.clone()).unwrap_or_default(),
            via: fields.via.clone(),
            operator: fields.operator,
        })
    }
}
