//! Signing in: whose a socket is, and where in the log it begins.

use std::sync::Arc;

use bytes::Bytes;
use kernel::connections::Connection;
use kernel::frames::Typed;
use kernel::http::{Caller, Origin};
use kernel::user::UserFacts;
use kernel::{App, Result};

use super::Sockets;
use crate::command::Connect;
use crate::frame::text_frame;
use crate::frames::{AccountBanned, Connected, Reset, ServerShuttingDown};
use crate::{Fields, Hub, greeting, texts};

/// A signed-in member at a socket.
pub(super) struct Session {
    pub(super) caller: Caller,
    /// Ends with the member's session, on a ban and with the server.
    pub(super) connection: Connection,
    /// Everything up to here was sent.
    pub(super) seq: i64,
    /// The number of the last ephemeral frame that was sent.
    pub(super) ephemeral_seq: u64,
    /// Events before its start are still to be read from the log.
    pub(super) is_catching_up: bool,
    pub(super) rights: Rights,
}

/// Whether the facts of a session's member are those of this moment. Events are shown only while they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rights {
    /// The facts are those of this moment.
    Known,
    /// The facts may have changed, and must be looked up. A session begins so: no change could be reported to it between
    /// its sign-in and its entry in the list of sockets.
    Stale,
    /// The facts are being looked up.
    Checking,
    /// The facts are being looked up, and may have changed since the lookup began.
    CheckingStale,
}

impl Rights {
    pub(super) fn are_known(self) -> bool {
        self == Self::Known
    }

    /// Whether a lookup must begin.
    pub(super) fn are_stale(self) -> bool {
        matches!(self, Self::Stale | Self::CheckingStale)
    }

    /// Notes that the facts may have changed.
    pub(super) fn mark_changed(&mut self) {
        *self = if matches!(self, Self::Checking | Self::CheckingStale) {
            Self::CheckingStale
        } else {
            Self::Stale
        };
    }

    /// Notes that a lookup begins.
    pub(super) fn begin_check(&mut self) {
        *self = Self::Checking;
    }

    /// Notes that a lookup has answered.
    pub(super) fn end_check(&mut self) {
        *self = if *self == Self::CheckingStale { Self::Stale } else { Self::Known };
    }
}

/// What a client says of itself when it signs in.
pub(super) struct Claim {
    pub(super) token: String,
    pub(super) user_id: Option<String>,
    pub(super) since_seq: Option<i64>,
    pub(super) origin: Origin,
}

impl Claim {
    pub(super) fn of(frame: Connect, origin: &Origin) -> Self {
        let Connect { token, user_id, since_seq } = frame;
        Self { token, user_id, since_seq, origin: origin.clone() }
    }
}

/// Signs in, and builds what the client is told first.
///
/// # Errors
/// 401 for a token that opens nothing, 403 for a disabled account.
pub(super) async fn sign_in(app: App, claim: Claim) -> Result<(Box<Session>, Bytes)> {
    let mut caller = Caller::of_token(&app, &claim.token, &claim.origin).await?;
    if claim.user_id.is_some_and(|id| id != caller.facts.user_id.as_str()) {
        return Err(texts::NOT_THE_TOKENS.err());
    }
    let connection = app.connections.open(caller.facts.user_id, caller.token_id());
    // Open first, ask then: no ban falls between the two.
    caller.facts = caller.current_facts(&app).await?;
    let (hub, sockets) = (app.state::<Hub>(), app.state::<Sockets>());
    let now = hub.feed.read();
    // A place that this node has not reached yet may come from one that is ahead; beyond the log
    // itself it comes from nowhere.
    let since = match claim.since_seq {
        Some(seq) if seq > now && seq > app.events.newest().await?.0 => None,
        Some(seq) => Some(seq.max(0)),
        None => None,
    };
    let is_lost = claim.since_seq.is_some() && since.is_none();
    let seq = since.unwrap_or(now);
    let ephemeral_seq = sockets.ephemeral.newest();
    let is_resumed = since.is_some();
    let connected = Connected {
        user_id: caller.facts.user_id.to_string(),
        seq,
        resumed: is_resumed,
        reset: is_lost,
        server_time: app.clock.now_ms(),
    };
    let mut fields = Fields::of(&Typed::of(&connected))?;
    fields.extend(greeting(&app, &caller.facts, is_resumed).await?);
    let session =
        Session { caller, connection, seq, ephemeral_seq, is_catching_up: is_resumed, rights: Rights::Stale };
    Ok((Box::new(session), text_frame(&[fields.object()])))
}

/// Says that what came between can no longer be had.
pub(super) fn reset(seq: i64) -> Bytes {
    frame(&Typed::of(&Reset { reset: true, seq }).to_json())
}

/// A frame of these words.
pub(super) fn frame(json: &str) -> Bytes {
    text_frame(&[json])
}

/// What someone is told whose account was disabled.
pub(super) async fn banned(app: App, facts: Arc<UserFacts>) -> Bytes {
    let loaded = app.accounts().load(facts.user_id).await;
    let ban = loaded.ok().flatten().and_then(|facts| facts.ban.clone()).unwrap_or_default();
    let ban_expires_at = ban.expires_at.map(|end| app.local_time(end));
    frame(&Typed::of(&AccountBanned { status: "disabled", reason: ban.reason, ban_expires_at }).to_json())
}

/// What everyone is told when the server stops.
pub(super) fn shutting_down() -> Bytes {
    frame(&Typed::of(&ServerShuttingDown {}).to_json())
}
