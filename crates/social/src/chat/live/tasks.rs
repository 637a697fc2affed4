//! The socket's tasks: one wakes whoever may see what is new, one ticks.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use kernel::App;
use kernel::events::Audience;
use kernel::tasks::Stop;
use kernel::whispers::Whisper;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::{Live, presence};
use crate::realtime::{Frame, Hub, Recipients, text_frame};

/// How exactly pings, deadlines and presence are told.
const TICK: Duration = Duration::from_secs(1);
/// Who wrote longer ago than this is forgotten.
const WRITING: Duration = Duration::from_secs(10);

/// Starts the tasks.
pub(in crate::chat) fn start(app: &App) {
    let hub = app.state::<Hub>();
    let (news, whispers) = (hub.news.subscribe(), app.whispers.listen());
    let (waker, listener, ticker) = (app.clone(), app.clone(), app.clone());
    app.tasks.spawn("chat-wake", |stop| wake(waker, news, stop));
    app.tasks.spawn("chat-whispers", |stop| listen(listener, whispers, stop));
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

async fn listen(app: App, mut whispers: Receiver<Arc<Whisper>>, mut stop: Stop) {
    let live = app.state::<Live>();
    loop {
        let heard = tokio::select! {
            () = stop.asked() => return,
            heard = whispers.recv() => heard,
        };
        match heard {
            Ok(whisper) => {
                let to = recipients(&app, &whisper.audience);
                live.passing.pass(to.clone(), whisper.but, text_frame(&[&whisper.json]));
                live.sockets.wake_only(&to);
            }
            // What is gone was only said in passing.
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
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
        if let Err(error) = presence::tell(&app, &live).await {
            tracing::warn!(%error, "could not tell who is there");
        }
    }
    live.sockets.stop();
}
