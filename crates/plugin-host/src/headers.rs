//! Which headers pass between a client and a back end.

/// Headers of a request that a back end never sees: they open a session or an integration, or belong to the connection.
const NOT_IN: &[&str] = &[
    "authorization",
    "cookie",
    "cookie2",
    "proxy-authorization",
    "set-cookie",
    "x-publish-key",
    "x-relay-secret",
    "x-service-token",
];

/// Headers of an answer that never leave a back end. The answer comes from the portal's own origin, so a cookie,
/// a wider service worker or cleared site data would be the portal's.
const NOT_OUT: &[&str] = &[
    "alt-svc",
    "authorization",
    "clear-site-data",
    "content-length",
    "cookie",
    "cross-origin-embedder-policy",
    "cross-origin-opener-policy",
    "nel",
    "public-key-pins",
    "refresh",
    "report-to",
    "reporting-endpoints",
    "server",
    "service-worker-allowed",
    "set-cookie",
    "set-cookie2",
    "sourcemap",
    "strict-transport-security",
    "www-authenticate",
    "x-sendfile",
];

/// Headers of a request to another host that the portal sets, or that belong to its connection to that host. So do
/// those of [`HOP_BY_HOP`] and all that speak to a proxy.
const NOT_TO_HOST: &[&str] = &["content-length", "expect", "host"];

/// Headers that belong to one connection.
const HOP_BY_HOP: &[&str] = &[
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Headers that one answer may have.
const MOST: usize = 100;

/// The headers of a request, in lower case, without the member's credentials.
pub fn incoming(headers: &[(String, String)]) -> Vec<(String, String)> {
    let named = headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.clone()));
    named.filter(|(name, _)| !is_one_of(name, &[NOT_IN, HOP_BY_HOP])).collect()
}

/// Whether an address is a path of the portal: another host would be taken for the portal's own choice.
fn is_own_path(address: &str) -> bool {
    let mut start = address.chars();
    start.next() == Some('/') && !matches!(start.next(), Some('/' | '\\'))
}

/// The headers of an answer that leave, in lower case, and the names of those that do not.
pub fn outgoing(headers: Vec<(String, String)>) -> (Vec<(String, String)>, Vec<String>) {
    let mut kept = Vec::with_capacity(headers.len());
    let mut dropped = Vec::new();
    for (name, value) in headers {
        let name = name.to_ascii_lowercase();
        let foreign = is_one_of(&name, &[NOT_OUT, HOP_BY_HOP]) || name.starts_with("access-control-")
            // A proxy in front of the portal would serve its own files.
            || name.starts_with("x-accel-")
            || (name == "location" && !is_own_path(&value));
        match is_token(&name) && is_value(&value) && !foreign && kept.len() < MOST {
            true => kept.push((name, value)),
            // The portal counts the body itself, so this one is no mistake of the author.
            false if name == "content-length" => {}
            false => dropped.push(name),
        }
    }
    (kept, dropped)
}

/// The headers of a request to another host, in lower case, without those that the portal sets. Fails with the name
/// of a header that cannot be sent.
pub fn to_host(headers: Vec<(String, String)>) -> Result<Vec<(String, String)>, String> {
    let mut kept = Vec::with_capacity(headers.len());
    for (name, value) in headers {
        let name = name.to_ascii_lowercase();
        if is_one_of(&name, &[NOT_TO_HOST, HOP_BY_HOP]) || name.starts_with("proxy-") {
            continue;
        }
        let value = value.trim_matches([' ', '\t', '\r', '\n']);
        if !is_token(&name) || !is_value(value) || value.chars().any(|c| c > '\u{ff}') {
            return Err(name);
        }
        kept.push((name, value.to_owned()));
    }
    Ok(kept)
}

/// Bytes of the names and values of headers.
pub fn bytes(headers: &[(String, String)]) -> usize {
    headers.iter().map(|(name, value)| name.len() + value.len()).sum()
}

fn is_one_of(name: &str, lists: &[&[&str]]) -> bool {
    lists.iter().any(|list| list.contains(&name))
}

fn is_token(name: &str) -> bool {
    let good = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&c);
    !name.is_empty() && name.len() <= 100 && name.bytes().all(good)
}

fn is_value(value: &str) -> bool {
    value.len() <= 8192 && value.bytes().all(|c| c == b'\t' || (c >= b' ' && c != 0x7f))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(names: &[(&str, &str)]) -> Vec<(String, String)> {
        names.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn credentials_of_the_member_never_reach_a_back_end() {
        let sent = pairs(&[("Cookie", "a=1"), ("AUTHORIZATION", "Bearer x"), ("X-Room", "1")]);
        assert_eq!(incoming(&sent), pairs(&[("x-room", "1")]));
    }

    #[test]
    fn an_answer_sets_nothing_for_the_portals_origin() {
        let (kept, dropped) = outgoing(pairs(&[
            ("Set-Cookie", "token=x"),
            ("Access-Control-Allow-Origin", "*"),
            ("Clear-Site-Data", "\"*\""),
            ("Content-Length", "3"),
            ("X-Ok", "yes"),
        ]));
        assert_eq!(kept, pairs(&[("x-ok", "yes")]));
        assert_eq!(dropped, ["set-cookie", "access-control-allow-origin", "clear-site-data"]);
    }

    #[test]
    fn the_connection_to_another_host_is_the_portals() {
        let sent = pairs(&[
            ("Host", "10.0.0.1"),
            ("Content-Length", "7"),
            ("Transfer-Encoding", "chunked"),
            ("Connection", "upgrade"),
            ("Upgrade", "websocket"),
            ("Proxy-Authorization", "x"),
            ("Proxy-Anything", "x"),
            ("Expect", "100-continue"),
            ("Authorization", " Bearer x "),
        ]);
        assert_eq!(to_host(sent), Ok(pairs(&[("authorization", "Bearer x")])));
        for (name, value) in [("x-a", "1\r\nhost: b"), ("x b", "1"), ("", "1"), ("x-a", "中")] {
            assert_eq!(to_host(pairs(&[(name, value)])), Err(name.to_owned()));
        }
    }

    #[test]
    fn a_header_cannot_be_split() {
        let (kept, dropped) = outgoing(pairs(&[("x-a", "1\r\nset-cookie: b=1"), ("x b", "1"), ("", "1")]));
        assert!(kept.is_empty());
        assert_eq!(dropped.len(), 3);
    }
}
