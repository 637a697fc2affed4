//! The gate: which addresses outbound calls may reach.
//!
//! A literal address is judged before anything happens, because the connector never asks the
//! resolver about one. A host name is looked up once, inside the connector, whose connection then
//! uses exactly the addresses that were judged: the name cannot change its mind in between.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::{EgressError, Rules};

/// Asks the machine for a host's addresses; tests answer themselves.
pub type LookUp = fn(String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>>;

/// The machine's resolver.
pub(super) fn look_up(host: String) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
    Box::pin(async move {
        let found = tokio::net::lookup_host((host, 0)).await?;
        Ok(found.map(|address| address.ip()).collect())
    })
}

const NOT_GLOBAL: EgressError = EgressError::Refused("the address is not a public one");

/// EGRESS_ALLOW and a resolver.
pub(super) struct Gate {
    allow: Vec<IpNet>,
    look_up: LookUp,
    #[cfg(any(test, feature = "testing"))]
    pub(super) instead: std::sync::OnceLock<LookUp>,
}

impl Gate {
    pub(super) fn new(allow: Vec<IpNet>, look_up: LookUp) -> Self {
        Self {
            allow,
            look_up,
            #[cfg(any(test, feature = "testing"))]
            instead: std::sync::OnceLock::new(),
        }
    }

    /// The same gate, which admits every address: for hosts that the operator has named.
    pub(super) fn admitting_all(&self) -> Self {
        let everything = [IpNet::from(Ipv4Net::default()), IpNet::from(Ipv6Net::default())];
        Self::new(everything.to_vec(), self.asked())
    }

    /// Judges everything about an address but what its host name stands for.
    pub(super) fn judge(&self, url: &Url, rules: &Rules) -> Result<(), EgressError> {
        let own_port = match url.scheme() {
            "https" => 443,
            "http" if rules.http => 80,
            _ => return Err(EgressError::Refused("the scheme is not allowed")),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EgressError::Refused("the address names a user"));
        }
        let port = url.port().unwrap_or(own_port);
        if port != own_port && !rules.ports.contains(&port) {
            return Err(EgressError::Refused("the port is not allowed"));
        }
        let host = url.host_str().unwrap_or_default();
        if !rules.lists(host) {
            return Err(EgressError::Refused("the host is not listed"));
        }
        match url.host() {
            Some(Host::Domain(_)) => Ok(()),
            Some(_) if rules.named_by_operator => Ok(()),
            Some(Host::Ipv4(v4)) if self.admits(v4.into()) => Ok(()),
            Some(Host::Ipv6(v6)) if self.admits(v6.into()) => Ok(()),
            _ => Err(NOT_GLOBAL),
        }
    }

    fn admits(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        is_global(address) || self.allow.iter().any(|network| network.contains(&address))
    }

    #[cfg(not(any(test, feature = "testing")))]
    fn asked(&self) -> LookUp {
        self.look_up
    }

    #[cfg(any(test, feature = "testing"))]
    fn asked(&self) -> LookUp {
        self.instead.get().copied().unwrap_or(self.look_up)
    }

    /// The addresses of a host, all of them judged: one bad among good ones is an attempt to get
    /// through on the second try.
    async fn resolve(&self, host: String) -> Result<Vec<IpAddr>, EgressError> {
        let found = self.asked()(host).await.map_err(|error| EgressError::Unresolved(error.to_string()))?;
        if found.is_empty() {
            return Err(EgressError::Unresolved("the host has no address".into()));
        }
        if found.iter().all(|address| self.admits(*address)) { Ok(found) } else { Err(NOT_GLOBAL) }
    }
}

/// The gate as the connector sees it.
pub(super) struct Resolver(pub(super) Arc<Gate>);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let gate = self.0.clone();
        Box::pin(async move {
            let judged = gate.resolve(name.as_str().to_owned()).await?;
            // Port 0 stands for the one of the address that was asked for.
            let addresses = judged.into_iter().map(|address| SocketAddr::new(address.to_canonical(), 0));
            Ok(Box::new(addresses) as Addrs)
        })
    }
}

/// Whether an address belongs to the public internet, by the special-purpose registries of IANA.
///
/// Stricter than they are: addresses that carry another one inside (NAT64, 6to4, Teredo) count as
/// private, and so does the metadata service that one cloud keeps at a public address.
#[must_use]
pub fn is_global(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => is_global_v4(v4),
        IpAddr::V6(v6) => is_global_v6(v6),
    }
}

fn is_global_v4(address: Ipv4Addr) -> bool {
    !matches!(
        address.octets(),
        // This network, private, loopback; carrier-grade NAT; link-local, metadata.
        [0 | 10 | 127, ..] | [100, 64..=127, ..] | [169, 254, ..]
        // Private; protocol assignments, documentation; 6to4 relays; private.
        | [172, 16..=31, ..] | [192, 0, 0 | 2, _] | [192, 88, 99, _] | [192, 168, ..]
        // Benchmarks; documentation, twice; metadata.
        | [198, 18 | 19, ..] | [198, 51, 100, _] | [203, 0, 113, _] | [168, 63, 129, 16]
        // Multicast, reserved, broadcast.
        | [224..=255, ..]
    )
}

fn is_global_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let special = matches!(
        segments,
        // Protocol assignments (Teredo, benchmarks, ORCHID), 6to4; documentation, twice.
        [0x2001, 0..=0x01ff, ..] | [0x2002, ..] | [0x2001, 0x0db8, ..] | [0x3fff, 0..=0x0fff, ..]
    );
    // All that was ever given out lies in 2000::/3; NAT64, ULA, link-local and multicast do not.
    matches!(segments, [0x2000..=0x3fff, ..]) && !special
}
