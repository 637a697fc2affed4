//! What one request knows of itself: its id, who sent it, what the answer must say.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use axum::http::request::Parts;
use ipnet::IpNet;

use super::admission::Connection;
use crate::error::Result;
use crate::limits::Attempt;
use crate::user::UserId;

/// Travels in the request's extensions; `HttpApp` puts it there and reads it at the end.
#[derive(Clone)]
pub struct Context(Arc<Inner>);

struct Inner {
    id: String,
    address: IpAddr,
    /// `None` for calls in process.
    connection: Option<Arc<Connection>>,
    notes: Mutex<RequestNotes>,
}

/// What extractors leave behind for the answer and the log.
#[derive(Clone, Copy, Default)]
pub(super) struct RequestNotes {
    pub attempt: Option<Attempt>,
    pub user: Option<UserId>,
    /// Whether the log leaves the user out.
    pub hides_user: bool,
}

impl Context {
    pub(super) fn new(id: String, address: IpAddr, connection: Option<Arc<Connection>>) -> Self {
        Self(Arc::new(Inner { id, address, connection, notes: Mutex::default() }))
    }

    /// The context of the request being answered.
    ///
    /// # Panics
    /// When a router is called without `HttpApp`, which no path of ours does.
    #[must_use]
    pub fn of(parts: &Parts) -> &Self {
        parts.extensions.get().expect("HttpApp sets the context")
    }

    /// The request's id, also in the answer's `X-Request-Id` and the log.
    #[must_use]
    pub fn request_id(&self) -> &str {
        &self.0.id
    }

    /// The client's address, behind trusted proxies the one they name.
    #[must_use]
    pub fn address(&self) -> IpAddr {
        self.0.address
    }

    /// Counts the connection for the client that a trusted proxy names.
    ///
    /// # Errors
    /// 429 when that address has its share.
    pub(super) fn attribute(&self) -> Result<()> {
        self.0.connection.as_ref().map_or(Ok(()), |connection| connection.attribute(self.0.address))
    }

    /// The request has a session, or comes from a caller of another kind that this portal knows; its connection has
    /// proven that.
    pub fn mark_member(&self) {
        if let Some(connection) = &self.0.connection {
            connection.mark_member();
        }
    }

    pub(super) fn note(&self, change: impl FnOnce(&mut RequestNotes)) {
        change(&mut self.0.notes.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(super) fn notes(&self) -> RequestNotes {
        *self.0.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The socket's peer, unless that is a trusted proxy: then the right-most hop that is not
/// (`interface 8.3`).
pub(super) fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let peer = peer.to_canonical();
    let is_trusted = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
    if !is_trusted(&peer) {
        return peer;
    }
    let hops: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    let mut nearest = peer;
    for hop in hops.into_iter().rev() {
        // A hop that is no address ends what can be believed.
        let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
        nearest = address.to_canonical();
        if !is_trusted(&nearest) {
            break;
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn address_behind(peer: &str, forwarded: &[&'static str], trusted: &str) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(value));
        }
        let trusted: Vec<IpNet> = trusted.split(',').filter_map(|n| n.parse().ok()).collect();
        client_address(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn a_stranger_cannot_choose_his_address() {
        assert_eq!(address_behind("203.0.113.9", &["1.2.3.4"], ""), "203.0.113.9");
        assert_eq!(address_behind("203.0.113.9", &["1.2.3.4"], "10.0.0.0/8"), "203.0.113.9");
    }

    #[test]
    fn a_trusted_proxy_names_the_right_most_hop_it_does_not_trust() {
        let trusted = "10.0.0.0/8,127.0.0.1/32";
        assert_eq!(
            address_behind("127.0.0.1", &["6.6.6.6, 198.51.100.7, 10.0.0.2"], trusted),
            "198.51.100.7"
        );
        assert_eq!(address_behind("127.0.0.1", &["6.6.6.6", "198.51.100.7"], trusted), "198.51.100.7");
        assert_eq!(address_behind("127.0.0.1", &[], trusted), "127.0.0.1");
        assert_eq!(address_behind("127.0.0.1", &["evil, 10.0.0.2"], trusted), "10.0.0.2");
    }

    #[test]
    fn a_mapped_address_is_the_ipv4_address() {
        assert_eq!(address_behind("::ffff:203.0.113.9", &[], ""), "203.0.113.9");
        assert_eq!(address_behind("::ffff:10.0.0.1", &["::ffff:198.51.100.7"], "10.0.0.0/8"), "198.51.100.7");
    }
}
