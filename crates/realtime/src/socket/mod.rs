//! Sockets: one task for each ([`task`]), which takes the shared bytes of what its member may see as fast as the
//! client takes them ([`outbox`]), and hands the client's frames to [`crate::handle_frame`]. The feed's
//! task writes to sockets whose task waits ([`delivery`]), and one task ticks for all of them ([`tick`]).

mod codec;
mod delivery;
mod outbox;
mod pending;
pub(crate) mod registry;
mod session;
mod strikes;
mod task;
mod tick;
pub(crate) mod upgrade;

use std::collections::HashSet;
use std::sync::Arc;

use kernel::App;
use kernel::tasks::Stop;
use kernel::user::UserId;
use tokio::sync::Semaphore;

use crate::Hub;
use crate::ephemeral::{EphemeralFrame, EphemeralRing};
use crate::frame::Frame;
use outbox::Outbox;
use pending::PendingSockets;
use registry::{OpenSockets, SocketHandle, signal};
pub(crate) use tick::start;
pub use upgrade::open_socket;

/// Sockets of this node at most. The ports bound connections first (decision 0172); these places are what the
/// stop waits for.
const MAX_SOCKETS: usize = 20_000;

/// The sockets of this node.
pub(crate) struct Sockets {
    pub(crate) open: OpenSockets,
    pub(crate) ephemeral: EphemeralRing,
    places: Arc<Semaphore>,
    pending: PendingSockets,
}

impl Default for Sockets {
    fn default() -> Self {
        Self {
            open: OpenSockets::default(),
            ephemeral: EphemeralRing::default(),
            places: Arc::new(Semaphore::new(MAX_SOCKETS)),
            pending: PendingSockets::default(),
        }
    }
}

#[cfg(any(test, feature = "testing"))]
impl Sockets {
    /// Fewer of one address that have not signed in, for a test.
    pub(crate) fn limit_pending_to(&self, max: usize) {
        self.pending.limit_to(max);
    }
}

/// Accepts sockets until it is asked to stop, then ends those that are open and answers when they are
/// gone. A client that comes after that is refused until this runs again; before its first time none is.
pub async fn accept_sockets(app: &App, mut stop: Stop) {
    let sockets = app.state::<Sockets>();
    sockets.open.resume();
    stop.asked().await;
    sockets.open.stop();
    // All places are free when all sockets have gone; an error is not possible, they are never taken away.
    let places = u32::try_from(MAX_SOCKETS).unwrap_or(u32::MAX);
    drop(sockets.places.acquire_many(places).await);
}

/// Sockets written to before other tasks of the thread have their turn.
const SOCKETS_IN_A_ROW: usize = 64;

/// Sends what is new to the sockets that see these frames.
pub(crate) async fn deliver_frames(app: &App, frames: &[Arc<Frame>]) {
    let first = frames.first().map(|frame| frame.seq);
    deliver(app, app.state::<Sockets>().open.recipients(frames), first).await;
}

/// Sends what is new to these sockets; `first` is the number of the first new frame of the log.
pub(crate) async fn deliver(app: &App, recipients: Vec<Arc<SocketHandle>>, first: Option<i64>) {
    let (hub, sockets, muted) = (app.state::<Hub>(), app.state::<Sockets>(), app.apps.muted_features());
    // One for all of them: each would keep room for what is sent once in a while.
    let mut out = Outbox::default();
    for (turn, some) in recipients.chunks(SOCKETS_IN_A_ROW).enumerate() {
        if turn > 0 {
            tokio::task::yield_now().await;
        }
        some.iter().for_each(|handle| handle.deliver(first, (&hub, &sockets, &muted), &mut out));
    }
}

impl EphemeralFrame {
    /// Sends it to whoever has a socket here.
    pub async fn send(self, app: &App) {
        let sockets = app.state::<Sockets>();
        let to = self.to.clone();
        sockets.ephemeral.push(self);
        deliver(app, sockets.open.members_sockets(&to), None).await;
    }
}

/// Whether a member has a socket on this node.
#[must_use]
pub fn has_socket(app: &App, user: &UserId) -> bool {
    app.state::<Sockets>().open.has(user)
}

/// The members whose first socket opened or whose last one closed on this node since the last call. It has one
/// caller, the presence of members.
#[must_use]
pub fn changed_members(app: &App) -> HashSet<UserId> {
    app.state::<Sockets>().open.changed()
}

/// The rights of a member may have changed: their sockets ask before they send anything more.
pub(crate) fn refresh_rights(app: &App, user: &UserId) {
    app.state::<Sockets>().open.signal_user(user, signal::REFRESH);
}
