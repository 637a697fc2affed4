//! Addresses: how one must be spelt, and which hosts are listed. Pure.

use kernel::egress::{HostPattern, Rules};
use sha2::{Digest, Sha256};
use std::time::Duration;
use url::{Host, Url};

/// Public hosts of libraries and fonts, and the names below them.
const HOSTS: [&str; 6] = [
    "cdn.jsdelivr.net",
    "unpkg.com",
    "cdnjs.cloudflare.com",
    "fonts.googleapis.com",
    "fonts.gstatic.com",
    "cdn.bootcdn.net",
];

/// Longest address, in bytes.
const MAX_LENGTH: usize = 2048;

/// The name of a stored body: the SHA-256 of its whole address.
pub(super) type Key = [u8; 32];

/// Why an address is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Two programs might read it differently.
    Malformed,
    /// Its host is not listed.
    Unlisted,
}

/// An address as it is asked for: one way to read it, on a listed host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address(String);

/// What egress lets through for this feature: HTTPS on its own port, the listed hosts, 10 MiB.
pub(super) fn rules(more: &[String]) -> Rules {
    let own = HOSTS.into_iter().map(ToOwned::to_owned);
    let more = more.iter().filter_map(|entry| {
        let host = Host::parse(entry.trim_start_matches("*.").trim_start_matches('.')).ok();
        if host.is_none() {
            tracing::warn!(entry, "CDN_WHITELIST: not a host");
        }
        host.map(|host| host.to_string())
    });
    Rules {
        hosts: Some(own.chain(more).map(HostPattern::WithSubdomains).collect()),
        timeout: Duration::from_secs(15),
        ..Rules::default()
    }
}

impl Address {
    /// Reads an address. It must be spelt the way the parser would write it: printable ASCII, the
    /// host in clear, no user, no fragment, no backslash. What a browser would repair is refused.
    pub(super) fn parse(raw: &str, rules: &Rules) -> Result<Self, Refusal> {
        let plain = raw.bytes().all(|byte| byte.is_ascii_graphic()) && !raw.contains(['\\', '#']);
        if raw.len() > MAX_LENGTH || !plain {
            return Err(Refusal::Malformed);
        }
        let url = Url::parse(raw).map_err(|_| Refusal::Malformed)?;
        let host = url.host_str().ok_or(Refusal::Malformed)?;
        let port = url.port_or_known_default().ok_or(Refusal::Malformed)?;
        let start = url.scheme().len() + "://".len();
        let spelt = raw.get(..start).is_some_and(|scheme| scheme.to_ascii_lowercase().ends_with("://"));
        let authority = raw.get(start..).and_then(|rest| rest.split(['/', '?']).next()).unwrap_or_default();
        let in_clear =
            authority.eq_ignore_ascii_case(host) || authority.eq_ignore_ascii_case(&format!("{host}:{port}"));
        if !spelt || !in_clear {
            return Err(Refusal::Malformed);
        }
        if !rules.lists(host) {
            return Err(Refusal::Unlisted);
        }
        Ok(Self(url.into()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn key(&self) -> Key {
        Sha256::digest(&self.0).into()
    }

    /// The path's ending after its last dot, in lower case.
    pub(super) fn ending(&self) -> String {
        let path = self.0.split('?').next().unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_listed_itself_or_below_a_listed_one() {
        let rules = rules(&["Mirror.Example".into(), "*.fonts.example".into(), "not a host".into()]);
        for (raw, wanted) in [
            ("https://cdn.jsdelivr.net/npm/a@1/a.css", Ok(())),
            ("https://CDN.jsdelivr.net:443/a", Ok(())),
            ("https://eu.cdn.jsdelivr.net/a", Ok(())),
            ("https://mirror.example?x=/", Ok(())),
            ("https://fonts.example/a", Ok(())),
            ("https://jsdelivr.net/a", Err(Refusal::Unlisted)),
            ("https://evilcdn.jsdelivr.net.example/a", Err(Refusal::Unlisted)),
            ("https://xcdn.jsdelivr.net/a", Err(Refusal::Unlisted)),
            ("https://cdn.jsdelivr.net./a", Err(Refusal::Unlisted)),
        ] {
            assert_eq!(Address::parse(raw, &rules).map(drop), wanted, "{raw}");
        }
    }

    #[test]
    fn another_query_is_another_body() {
        let rules = rules(&[]);
        let key = |raw: &str| Address::parse(raw, &rules).unwrap().key();
        assert_ne!(key("https://unpkg.com/a?v=1"), key("https://unpkg.com/a?v=2"));
        assert_eq!(key("https://UNPKG.com/a"), key("https://unpkg.com:443/a"));
    }
}
