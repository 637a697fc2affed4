//! `POST /api/chat/messages`.

use axum::extract::State;
use identity::api_scopes::scope;
use integrations::Via;
use kernel::api_client::ApiClient;
use kernel::http::{Json, Limited, LimitedCaller, Scoped};
use kernel::limits::Limit;
use kernel::user::UserId;
use kernel::{App, Envelope, Reply, Result};
use moderation::refuse_writing_program;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::chat::draft::{Draft, DraftFields, FileDraft};
use crate::chat::dto::ChatMessage;
use crate::chat::messages::send::{deliver, target};
use crate::chat::model::RoomId;
use crate::chat::{MESSAGES, access};

/// Names RATE_LIMIT_CHAT in a handler's signature.
pub(in crate::chat) struct Messages;

impl Limited for Messages {
    fn limit() -> &'static Limit {
        &MESSAGES
    }
}

/// A message to send. Sender, time and id are the server's.
#[derive(Deserialize, ToSchema)]
pub(in crate::chat) struct NewChatMessage {
    /// The room to send to: `public`, `class_CC`, `group_UUID` or `private:ID:ID`.
    room: Option<String>,
    /// The member to send to, in place of a room.
    target_user_id: Option<String>,
    /// The group to send to, in place of a room.
    group_id: Option<String>,
    /// 1–4,000 characters; of forwards JSON of at most 32 KiB. Of a file its address, unless `file`
    /// names it.
    content: Option<String>,
    /// `text` unless known: `emoji`, `image`, `file`, `audio`, `video`, `community_forward`,
    /// `music_playlist`, `ai_forward`, `ai_batch`, `gomoku_invite`.
    msg_type: Option<String>,
    /// The id of a message of the same room that this message answers.
    reply_to: Option<String>,
    /// An id that the client makes: sending again with the same id returns the first message.
    temp_id: Option<String>,
    /// The uploaded file of a message of type `image`, `file`, `audio` or `video`. The sender must be able to
    /// read it; the members of the room can then read it until the message is recalled.
    file: Option<FileDraft>,
}

impl NewChatMessage {
    /// Where the message goes, and what it says.
    ///
    /// # Errors
    /// 400 naming what is wrong, 404 for what is no room or user.
    pub(in crate::chat) fn check(
        &self,
        sender: UserId,
        client: Option<&ApiClient>,
    ) -> Result<(RoomId, Draft)> {
        let Self { room, target_user_id, group_id, .. } = self;
        let room = target(sender, room.as_deref(), target_user_id.as_deref(), group_id.as_deref())?;
        if self.content.is_none() && self.file.is_none() {
            return Err(kernel::texts::FIELD_MISSING.with("field", "content"));
        }
        let draft = Draft::parse(&DraftFields {
            content: self.content.as_deref().unwrap_or_default(),
            msg_type: self.msg_type.as_deref(),
            reply_to: self.reply_to.as_deref(),
            temp_id: self.temp_id.as_deref(),
            file: self.file.as_ref(),
            via: client.map(Via::from),
            operator: client.and_then(|client| client.operator),
        })?;
        Ok((room, draft))
    }
}

/// The result of sending a message.
#[derive(Serialize, ToSchema)]
pub(in crate::chat) struct ChatSent {
    /// The id of the message.
    message_id: String,
    /// The id that the sender's client made.
    temp_id: Option<String>,
    /// Whether the message was stored; always true.
    success: bool,
    /// The message, as it was stored.
    message: ChatMessage,
}

/// Sends a message; answers when it is on disk. The same `temp_id` again, on whichever device,
/// answers the first one.
#[utoipa::path(post, path = "/api/chat/messages", tag = "chat", request_body = NewChatMessage,
    responses((status = 200, body = Envelope<ChatSent>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["message:write"])))]
pub(in crate::chat) async fn send_message(
    State(app): State<App>,
    Scoped(sender, ..): Scoped<scope::MessageWrite, LimitedCaller<Messages>>,
    Json(new): Json<NewChatMessage>,
) -> Result<Reply<ChatSent>> {
    let user = sender.0.facts.user_id;
    let (room, draft) = new.check(user, sender.0.client.as_deref())?;
    access::admit_operator(&app, sender.0.client.as_deref(), &room).await?;
    if let Some(client) = &sender.0.client {
        refuse_writing_program(&app, client).await?;
    }
    let message = deliver(&app, user, &room, &draft).await?.message;
    let (message_id, temp_id) = (message.id.clone(), message.temp_id.clone());
    Ok(Reply::ok(ChatSent { message_id, temp_id, success: true, message }))
}
