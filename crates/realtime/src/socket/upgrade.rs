//! The upgrade to a socket: any path of WS_PORT, and `/ws` of PORT.

use std::time::Duration;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::response::Response;
use kernel::http::{Origin, Query, Upgrade, socket_token};
use kernel::{ApiError, App, Result};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Sockets;
use super::session::Claim;
use super::task::{Opening, Socket};
use crate::texts;

/// A socket that has not signed in is closed by then.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// What may stand in the address of a socket.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct SocketQuery {
    /// The token; without it the first frame, `connect`, signs in.
    #[param(required = false)]
    token: String,
    /// The number of the last event that the client has; the socket continues after it.
    #[param(value_type = Option<i64>)]
    since_seq: Option<String>,
}

/// Opens the socket, which carries the frames of `api/asyncapi.json`. Every path of WS_PORT does the same.
#[utoipa::path(get, path = "/ws", tag = "chat", params(SocketQuery),
    responses((status = 101, description = "A WebSocket"), (status = 426, description = "Not a WebSocket request")), security(()))]
pub(crate) async fn enter_socket(State(app): State<App>, request: Request) -> Result<Response> {
    let (mut parts, _) = request.into_parts();
    upgrade(&app, &mut parts).await
}

/// The same, for the router of WS_PORT.
///
/// # Errors
/// 426 for what is no WebSocket, 403 for another site's page, 429 when too many of this address have
/// not signed in, 503 when there are too many in all or the chat is stopped.
pub async fn open_socket(State(app): State<App>, request: Request) -> Result<Response> {
    enter_socket(State(app), request).await
}

async fn upgrade(app: &App, parts: &mut Parts) -> Result<Response> {
    let upgrade = Upgrade::from_request_parts(parts, app).await?;
    let query = Query::<SocketQuery>::from_request_parts(parts, app).await?.0;
    let since_seq = match query.since_seq.as_deref() {
        None | Some("") => None,
        Some(raw) => Some(raw.parse::<i64>().map_err(|_| ApiError::invalid("since_seq"))?),
    };
    let sockets = app.state::<Sockets>();
    if sockets.open.is_closed() {
        return Err(texts::SOCKETS_CLOSED.err());
    }
    let full = || texts::TOO_MANY_SOCKETS.err();
    let place = sockets.places.clone().try_acquire_owned().map_err(|_| full())?;
    let origin = Origin::of(parts, app);
    let claim = socket_token(parts, app).map(|token| Claim {
        token,
        user_id: None,
        since_seq,
        origin: origin.clone(),
    });
    let crowded = || texts::TOO_MANY_PENDING.err();
    // A token is judged at once; without one the socket has its time to sign in.
    let pending = match claim {
        Some(_) => None,
        None => {
            Some(sockets.pending.admit(origin.address).ok_or_else(|| crowded().retry_after(RETRY_AFTER))?)
        }
    };
    let (answer, opened) = upgrade.accept();
    let owned = app.clone();
    // In a box of its own, which is gone when the socket is open: ten thousand of these tasks wait at once.
    let opening = Box::pin(async move {
        let opened = opened.await?;
        owned.gauges.sockets.increment();
        let handle = owned.state::<Sockets>().open.open(owned.clock.monotonic());
        let opening = Opening {
            stream: opened.stream,
            read: opened.read,
            permit: opened.permit,
            handle,
            place,
            pending,
            origin,
            claim,
        };
        Some(Socket::new(owned, opening))
    });
    app.tasks.spawn("chat-socket", |_| async move {
        if let Some(mut socket) = opening.await {
            socket.run().await;
        }
    });
    Ok(answer)
}
