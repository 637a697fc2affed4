//! What the page may load, as its browser enforces it: its own scripts, and connections to its own host
//! alone. Frames show the page itself and the pages of integrations, so that a frame which leaves its page for
//! another origin stays empty.
//!
//! `'self'` covers neither `ws:` nor another port in the browsers of classroom panels (Chromium 80), so
//! the chat socket is named by the host that the page was asked for: on the page's own port, and on
//! WS_PORT. That host is the client's word. It is taken only as far as it is a host and a port, of
//! letters, digits, `.` and `-`: nothing else can come into the policy.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use axum::http::header::HOST;
use axum::http::{HeaderMap, HeaderValue};

const HEAD: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                    img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; base-uri 'self'; \
                    form-action 'self'; frame-ancestors 'self'; frame-src 'self'";
const CONNECT: &str = "; connect-src 'self'";

/// Longest name of a host (RFC 1035).
const MAX_HOST: usize = 253;

/// The policy of the page that this request asks for; WS_PORT is 0 when the system chose it, which only
/// tests do. `framed` are origins as `Url` spells them.
pub(super) fn policy(request: &HeaderMap, chat_port: u16, framed: &BTreeSet<String>) -> HeaderValue {
    let plain = framed.iter().filter(|origin| origin.chars().all(is_plain));
    let pages: String = plain.flat_map(|origin| [" ", origin]).collect();
    // Connections too: the desktop asks whether the server of a page answers, because a browser shows an error page as
    // it shows any other.
    let mut policy = format!("{HEAD}{pages}{CONNECT}{pages}");
    let mut hosts = request.get_all(HOST).iter();
    if let (Some(host), None) = (hosts.next(), hosts.next())
        && let Some((name, port)) = host.to_str().ok().and_then(split)
    {
        let mut allow = |host: &str| {
            // Behind a proxy the page is on https and the socket with it, whatever is spoken here.
            let _ = write!(policy, " ws://{host} wss://{host}");
        };
        allow(&port.map_or_else(|| name.to_owned(), |port| format!("{name}:{port}")));
        if chat_port != 0 && port != Some(chat_port) {
            allow(&format!("{name}:{chat_port}"));
        }
    }
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(HEAD))
}

/// Name and port of a `Host` that a policy can spell. An IPv6 address is none: the grammar of policies has
/// no place for its brackets, so there `'self'` has to do, and where that is not enough, polls.
fn split(host: &str) -> Option<(&str, Option<u16>)> {
    let (name, port) = match host.split_once(':') {
        Some((name, port)) => {
            let is_port = (1..=5).contains(&port.len()) && port.bytes().all(|digit| digit.is_ascii_digit());
            (name, Some(port.parse().ok().filter(|_| is_port)?))
        }
        None => (host, None),
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
    ((1..=MAX_HOST).contains(&name.len()) && name.bytes().all(is_name)).then_some((name, port))
}

/// Whether the grammar of policies takes a character of an origin as it is. `*` stands for other hosts, and the brackets of
/// IPv6 have no place.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '/')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What follows `connect-src 'self'`.
    fn connect(hosts: &[&[u8]], chat_port: u16) -> String {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(HOST, HeaderValue::from_bytes(host).unwrap());
        }
        let policy = policy(&headers, chat_port, &BTreeSet::new()).to_str().unwrap().to_owned();
        policy.strip_prefix(HEAD).unwrap().strip_prefix(CONNECT).unwrap().to_owned()
    }

    #[test]
    fn frames_show_the_pages_of_integrations_and_nothing_else() {
        let framed = [
            "https://tracker.example",
            "http://[::1]:5173",
            "http://a; script-src *",
            "https://*",
            "https://*.example",
            "https://'self'",
        ];
        let policy = policy(&HeaderMap::new(), 0, &framed.map(ToOwned::to_owned).into());
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("frame-src 'self' https://tracker.example;"), "{policy}");
        assert!(policy.ends_with("; connect-src 'self' https://tracker.example"), "{policy}");
    }

    #[test]
    fn the_chat_socket_is_reached_on_the_pages_own_port_and_on_ws_port() {
        assert_eq!(
            connect(&[b"192.168.1.5:9001"], 10001),
            " ws://192.168.1.5:9001 wss://192.168.1.5:9001 ws://192.168.1.5:10001 wss://192.168.1.5:10001"
        );
        assert_eq!(
            connect(&[b"class.example"], 10001),
            " ws://class.example wss://class.example ws://class.example:10001 wss://class.example:10001"
        );
        assert_eq!(connect(&[b"a:3000"], 3000), " ws://a:3000 wss://a:3000", "named once");
        assert_eq!(connect(&[b"a:3000"], 0), " ws://a:3000 wss://a:3000");
    }

    #[test]
    fn a_hostile_host_brings_nothing_into_the_policy() {
        let long = [b'a'; 254];
        let hostile: &[&[u8]] = &[
            b"",
            b"a; script-src *",
            b"a script-src",
            b"a,b",
            b"*",
            b"*.example",
            b"a'unsafe-inline'",
            b"a/b",
            b"user@a",
            b"a:",
            b"a:1 *",
            b"a:99999",
            b"a:+80",
            b"a:1:2",
            b"[::1]:3000",
            b"\xe4\xb8\xad",
            b"a\tb",
            b"a_b",
            &long,
        ];
        for host in hostile {
            assert_eq!(connect(&[host], 10001), "", "{}", String::from_utf8_lossy(host));
        }
        assert_eq!(connect(&[], 10001), "");
        assert_eq!(connect(&[b"a", b"b"], 10001), "", "of two hosts neither counts");
    }
}
