//! From a request to a socket: the handshake of RFC 6455, and the bare connection behind it.

use axum::extract::FromRequestParts;
use axum::http::header::{
    CONNECTION, ORIGIN, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::admission::Permit;
use super::client_stream::ClientStream;
use super::cookie::{TOKEN_COOKIE, cookie};
use super::{cors, session};
use crate::app::App;
use crate::error::{ApiError, Result};
use crate::texts;

/// RFC 6455, section 1.3.
const GUID: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// A client that wants a WebSocket, and may have one as far as its origin tells.
pub struct Upgrade {
    on_upgrade: OnUpgrade,
    accept: HeaderValue,
}

impl FromRequestParts<App> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let required = || texts::UPGRADE_REQUIRED.err();
        let headers = &parts.headers;
        if parts.method != Method::GET
            || !has(headers, &CONNECTION, "upgrade")
            || !has(headers, &UPGRADE, "websocket")
        {
            return Err(required());
        }
        if headers.get(SEC_WEBSOCKET_VERSION).map(HeaderValue::as_bytes) != Some(b"13") {
            return Err(required());
        }
        // Before anything is opened: a page of another site gets no socket (CORS does not hold here).
        if !cors::may_open_socket(headers, &app.config.origins) {
            return Err(texts::CROSS_SITE.err());
        }
        let accept = headers.get(SEC_WEBSOCKET_KEY).and_then(accept_key).ok_or_else(required)?;
        let on_upgrade = parts.extensions.remove::<OnUpgrade>().ok_or_else(required)?;
        Ok(Self { on_upgrade, accept })
    }
}

/// Whether a list of tokens has this one.
fn has(headers: &HeaderMap, name: &HeaderName, wanted: &str) -> bool {
    let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|token| token.trim().eq_ignore_ascii_case(wanted))
}

/// The answer to a key of 16 bytes.
fn accept_key(key: &HeaderValue) -> Option<HeaderValue> {
    let key = key.as_bytes().trim_ascii();
    STANDARD.decode(key).ok().filter(|nonce| nonce.len() == 16)?;
    // What the RFC names; nothing rests on its strength.
    let digest = ring::digest::digest(&ring::digest::SHA1_FOR_LEGACY_USE_ONLY, &[key, GUID].concat());
    HeaderValue::try_from(STANDARD.encode(digest)).ok()
}

impl Upgrade {
    /// The answer that opens the socket, and the wait for the connection behind it.
    pub fn accept(self) -> (Response, impl Future<Output = Option<Opened>>) {
        let headers = [
            (CONNECTION, HeaderValue::from_static("Upgrade")),
            (UPGRADE, HeaderValue::from_static("websocket")),
            (SEC_WEBSOCKET_ACCEPT, self.accept),
        ];
        let opened = async {
            // Fails when the client leaves before its answer.
            let parts = self.on_upgrade.await.ok()?.downcast::<TokioIo<ClientStream>>().ok()?;
            let (stream, permit) = parts.io.into_inner().into_socket();
            Some(Opened { stream, read: parts.read_buf, permit })
        };
        ((StatusCode::SWITCHING_PROTOCOLS, headers).into_response(), opened)
    }
}

/// A connection after its handshake.
pub struct Opened {
    /// The connection itself.
    pub stream: TcpStream,
    /// What the client sent right behind its request.
    pub read: Bytes,
    /// Its place among the connections, to be kept as long as the stream.
    pub permit: Permit,
}

/// The token in the address of a socket, else the cookie where the page that asks is of this very
/// host: the cookie alone would let other sites speak in a member's name.
pub fn socket_token(parts: &Parts, app: &App) -> Option<String> {
    session::query_token(parts).or_else(|| {
        let own =
            parts.headers.contains_key(ORIGIN) && cors::is_own_site(&parts.headers, &app.config.origins);
        cookie(&parts.headers, TOKEN_COOKIE).filter(|_| own)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_answered_as_in_the_example_of_the_rfc() {
        // RFC 6455, section 1.3.
        let answer = accept_key(&HeaderValue::from_static("dGhlIHNhbXBsZSBub25jZQ=="));
        assert_eq!(answer.unwrap(), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        for wrong in ["", "x", "dGhlIHNhbXBsZQ==", "not base64 at all!!!!!!="] {
            assert!(accept_key(&HeaderValue::from_static(wrong)).is_none(), "{wrong}");
        }
    }
}
