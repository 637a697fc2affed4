//! The socket's tasks: one wakes whoever may see what is new, one hears what is told in passing, one
//! ticks.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use kernel::ephemeral::{Heard, Listener, Signal};
use kernel::events::Audience;
use kernel::tasks::Stop;
use kernel::user::UserId;
use kernel::{App, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::{Live, presence};
use crate::chat::model::RoomId;
use crate::chat::people::facts_of;
use crate::realtime::{Frame, Hub, Recipients, text_frame};

/// The signal of someone who writes.
pub(super) const TYPING: &str = "chat.typing";
/// How exactly pings, deadlines and presence are told.
const TICK: Duration = Duration::from_secs(1);
/// Who wrote longer ago than this is forgotten.
const WRITING: Duration = Duration::from_secs(10);

/// Starts the tasks.
pub(in crate::chat) fn start(app: &App) {
    let hub = app.state::<Hub>();
    let (news, signals) = (hub.news.subscribe(), app.ephemeral.listen());
    let (waker, listener, ticker) = (app.clone(), app.clone(), app.clone());
    app.tasks.spawn("chat-wake", |stop| wake(waker, news, stop));
    app.tasks.spawn("chat-signals", |stop| listen(listener, signals, stop));
    app.tasks.spawn("chat-tick", |stop| tick(ticker, stop));
}

async fn wake(app: App, mut news: Receiver<Arc<[Arc<Frame>]>>, mut stop: Stop) {
    let live = app.state::<Live>();
    loop {
        let frames = tokio::select! {
            () = stop.asked() => return,
            frames = news.recv() => frames,
        };
        match frames {
            Ok(frames) => live.sockets.wake(&frames),
            Err(RecvError::Lagged(_)) => live.sockets.wake_all(),
            Err(RecvError::Closed) => return,
        }
    }
}

async fn listen(app: App, mut signals: Listener, mut stop: Stop) {
    let live = app.state::<Live>();
    loop {
        let heard = tokio::select! {
            () = stop.asked() => return,
            heard = signals.next() => heard,
        };
        // What was missed was typing, or presence, which is told again.
        let Heard::Signal(signal) = heard else { continue };
        match signal.kind.as_str() {
            TYPING => {
                if let Err(error) = show_typing(&app, &live, &signal).await {
                    tracing::warn!(%error, "typing not shown to the room");
                }
            }
            presence::PRESENCE | presence::STATUS if signal.node != app.nodes.id() => {
                live.presence.hear(&app, &signal);
            }
            _ => {}
        }
    }
}

/// What a signal says of someone who writes.
#[derive(Deserialize)]
struct Writing {
    user_id: UserId,
    room_id: String,
    is_typing: bool,
}

/// Tells the room, but for the one who writes.
async fn show_typing(app: &App, live: &Live, signal: &Signal) -> Result<()> {
    // A node of another version may say it in another way.
    let Ok(Writing { user_id, room_id, is_typing }) = Writing::deserialize(&signal.data) else {
        return Ok(());
    };
    let Some(facts) = facts_of(app, user_id).await? else { return Ok(()) };
    let mut frame = json!({ "type": "user_typing", "from_user_id": user_id, "from_user_name": facts.net_name,
                            "room_id": room_id, "is_typing": is_typing });
    if matches!(RoomId::parse(&room_id), Some(RoomId::Group(_) | RoomId::Class(_))) {
        frame["group_id"] = room_id.into();
    }
    live.pass(recipients(app, &signal.audience), Some(user_id), &frame);
    Ok(())
}

impl Live {
    /// Tells a frame in passing, to whoever has a socket here; of typing with the member who writes.
    pub(super) fn pass(&self, to: Recipients, writer: Option<UserId>, frame: &Value) {
        self.passing.pass(to.clone(), writer, text_frame(&[&frame.to_string()]));
        self.sockets.wake_only(&to);
    }
}

fn recipients(app: &App, audience: &Audience) -> Recipients {
    match audience {
        Audience::All => Recipients::All,
        Audience::Class(class) => Recipients::Class(class.clone()),
        Audience::User(user) => Recipients::users(vec![*user]),
        Audience::Pair(one, other) => Recipients::users(vec![*one, *other]),
        Audience::Group(group) => Recipients::users(app.members_of(group)),
        offices => Recipients::Among(offices.clone()),
    }
}

async fn tick(app: App, mut stop: Stop) {
    let live = app.state::<Live>();
    while stop.sleep(&app.clock, TICK).await {
        let now = app.clock.monotonic();
        live.sockets.tick(now, app.clock.now().as_second());
        live.writing
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|_, (_, _, at)| now.saturating_sub(*at) < WRITING);
        presence::tell(&app, &live).await;
    }
    live.sockets.stop();
}
