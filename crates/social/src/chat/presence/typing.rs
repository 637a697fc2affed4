//! Who writes at this moment: told to the room on every node, never stored.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use identity::user::facts_of;
use kernel::ephemeral::Signal;
use kernel::user::UserId;
use kernel::{ApiError, App, Result};
use realtime::{EphemeralFrame, Recipients};
use serde::Deserialize;
use serde_json::json;

use crate::chat::FEATURE;
use crate::chat::frames::UserTyping;
use crate::chat::model::RoomId;

/// The signal of a member who writes.
pub(in crate::chat) const TYPING: &str = "chat.typing";
/// Between two `typing` frames of one member to one room that say the same.
const SAME: Duration = Duration::from_secs(1);
/// Between any two of one member.
const ANY: Duration = Duration::from_millis(200);
/// Who wrote longer ago than this is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(10);

/// Who told where last that they write or no longer do, and when.
#[derive(Default)]
pub(in crate::chat) struct Typing(Mutex<HashMap<UserId, (String, bool, Duration)>>);

impl Typing {
    /// Whether the room is told again.
    fn admit(&self, user: UserId, room: &str, is_typing: bool, now: Duration) -> bool {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_too_soon = all.get(&user).is_some_and(|(before, was_typing, at)| {
            let since = now.saturating_sub(*at);
            since < ANY || (before == room && *was_typing == is_typing && since < SAME)
        });
        if !is_too_soon {
            all.insert(user, (room.to_owned(), is_typing, now));
        }
        !is_too_soon
    }

    /// Forgets what can delay nothing any more.
    pub(in crate::chat) fn tick(&self, now: Duration) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, (_, _, at)| now.saturating_sub(*at) < FORGOTTEN);
    }
}

/// Tells a room that a member writes, or no longer does; what comes too soon after the last time is not told.
///
/// # Errors
/// When the signal cannot be sent.
pub(in crate::chat) fn publish(app: &App, user: UserId, room: &RoomId, is_typing: bool) -> Result<()> {
    let name = room.to_string();
    if !app.state::<Typing>().admit(user, &name, is_typing, app.clock.monotonic()) {
        return Ok(());
    }
    // IDs alone: every node makes its own frame of them.
    let data = json!({ "user_id": user, "room_id": name, "is_typing": is_typing });
    app.ephemeral.publish(TYPING, room.audience(), data).map_err(ApiError::internal)
}

/// What the signal carries.
#[derive(Deserialize)]
struct TypingSignal {
    user_id: UserId,
    room_id: String,
    is_typing: bool,
}

/// Shows the signal to the room's members on this node, but for the one who writes.
///
/// # Errors
/// When the database is away.
pub(in crate::chat) async fn show(app: &App, signal: &Signal) -> Result<()> {
    // A node of another version may say it in another way.
    let Ok(TypingSignal { user_id, room_id, is_typing }) = TypingSignal::deserialize(&signal.data) else {
        return Ok(());
    };
    let Some(facts) = facts_of(app, user_id).await? else { return Ok(()) };
    let is_group = matches!(RoomId::parse(&room_id), Some(RoomId::Group(_) | RoomId::Class(_)));
    let frame = UserTyping {
        from_user_id: user_id.to_string(),
        from_user_name: facts.net_name.clone(),
        group_id: is_group.then(|| room_id.clone()),
        room_id,
        is_typing,
    };
    let to = Recipients::of(app, &signal.audience);
    EphemeralFrame::new(to, &frame).except(user_id).of_app(FEATURE.name).send(app).await;
    Ok(())
}
