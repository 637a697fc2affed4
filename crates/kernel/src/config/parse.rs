//! Parsers of single values, and the search for mistyped names.

use std::time::Duration;

use ipnet::IpNet;

use crate::user::UserId;

/// How many of something are allowed in which time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests that fit at once, and per period; 0 switches the limit off.
    pub count: u32,
    /// The period.
    pub period: Duration,
}

/// `COUNT/SECONDS`, or `0` for no limit.
pub(super) fn rate_limit(text: &str) -> Option<RateLimit> {
    if text == "0" {
        return Some(RateLimit { count: 0, period: Duration::ZERO });
    }
    let (count, seconds) = text.split_once('/')?;
    let count: u32 = count.trim().parse().ok()?;
    let seconds: u32 = seconds.trim().parse().ok()?;
    // Beyond these the arithmetic in nanoseconds could overflow.
    let sensible = (1..=1_000_000).contains(&count) && (1..=31_536_000).contains(&seconds);
    sensible.then(|| RateLimit { count, period: Duration::from_secs(seconds.into()) })
}

/// `7d`, `12h`, `30m`, `45s`, or seconds; never zero, at most ten years.
#[must_use]
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (number, unit) = match text.char_indices().last()? {
        (at, 'd') => (&text[..at], 86_400),
        (at, 'h') => (&text[..at], 3_600),
        (at, 'm') => (&text[..at], 60),
        (at, 's') => (&text[..at], 1),
        _ => (text, 1),
    };
    let seconds = number.trim().parse::<u32>().ok().map(|n| u64::from(n) * unit)?;
    (1..=315_360_000).contains(&seconds).then(|| Duration::from_secs(seconds))
}

pub(super) fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" | "on" | "yes" => Some(true),
        "0" | "false" | "off" | "no" => Some(false),
        _ => None,
    }
}

pub(super) fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|entry| !entry.is_empty())
}

pub(super) fn bad_user_id(list: &str) -> Option<&str> {
    entries(list).find(|entry| UserId::parse(entry).is_none())
}

pub(super) fn user_ids(list: &str) -> Vec<UserId> {
    entries(list).filter_map(UserId::parse).collect()
}

/// Networks in CIDR form; a lone address is a network of one.
pub(super) fn networks(list: &str) -> Option<Vec<IpNet>> {
    let one =
        |entry: &str| entry.parse().ok().or_else(|| entry.parse::<std::net::IpAddr>().ok().map(IpNet::from));
    entries(list).map(one).collect()
}

/// The last two digits of an year of entry: `2024` and `24` are the same.
pub(super) fn cohort(year: &str) -> Option<&str> {
    let two = year.strip_prefix("20").filter(|rest| rest.len() == 2).unwrap_or(year);
    (two.len() == 2 && two.bytes().all(|byte| byte.is_ascii_digit())).then_some(two)
}

/// The first entry that no browser could ever name as its origin. A slash at its end is forgiven.
pub(super) fn bad_origin(list: &str) -> Option<&str> {
    let is_origin = |entry: &str| {
        let entry = entry.trim_end_matches('/');
        let spelt = |(scheme, host): (&str, &str)| is_scheme(scheme) && is_host(host);
        entry == "*" || entry.eq_ignore_ascii_case("null") || entry.split_once("://").is_some_and(spelt)
    };
    entries(list).find(|entry| !is_origin(entry))
}

fn is_scheme(text: &str) -> bool {
    let rest = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(rest)
}

/// A name, an IPv4 address or `[IPv6]`, perhaps with `:port`. Names of other alphabets stand in their
/// ASCII spelling, as browsers send them.
fn is_host(text: &str) -> bool {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !text.ends_with(']') => (host, Some(port)),
        _ => (text, None),
    };
    let fits = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let named = match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => !host.is_empty() && host.bytes().all(letter),
    };
    named && port.is_none_or(fits)
}

/// `postgres://user:***@host/db`. By hand: PostgreSQL takes several hosts, a password in the query
/// and characters that are no URL to the letter, and rather too much is hidden than too little.
pub(super) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return "***".into() };
    let (user, hosts) = rest.rsplit_once('@').map_or((None, rest), |(user, hosts)| (Some(user), hosts));
    let hosts =
        hosts.split_once("password=").map_or(hosts.to_owned(), |(before, _)| format!("{before}password=***"));
    match user.map(|user| user.split_once(':').ok_or(user)) {
        None => format!("{scheme}://{hosts}"),
        Some(Err(name)) => format!("{scheme}://{name}@{hosts}"),
        Some(Ok((name, _))) => format!("{scheme}://{name}:***@{hosts}"),
    }
}

/// Warnings about names that look like a known one or begin as the names of limits and origins do.
pub(super) fn near_misses<'a>(given: impl Iterator<Item = &'a str>, known: &[&'static str]) -> Vec<String> {
    const PREFIXES: [&str; 2] = ["RATE_LIMIT_", "CORS_"];
    let warning = |name: &str| {
        // Four letters are soon alike: HOME is no misspelt HOST.
        let is_near = |other: &&&str| distance(other, name) <= if other.len() > 4 { 2 } else { 1 };
        let prefixed = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        match known.iter().find(is_near) {
            Some(other) => Some(format!("{name} is not a variable of this portal; did you mean {other}?")),
            None if prefixed => Some(unknown(name)),
            None => None,
        }
    };
    given.filter(|name| !known.contains(name)).filter_map(warning).collect()
}

/// The warning about a name that no feature of this portal reads.
#[must_use]
pub fn unknown(name: &str) -> String {
    format!("{name} is not a variable of this portal and has no effect")
}

/// Edit distance, two neighbours swapped counting once, in bytes: names are ASCII.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let mut least = (above[j] + usize::from(a[i] != b[j])).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}
