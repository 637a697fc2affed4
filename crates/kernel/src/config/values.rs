//! What values of variables look like.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use jiff::tz::TimeZone;

use super::variable::FromVariable;
use super::{RateLimit, Secret, parse};
use crate::user::UserId;

/// An address with a scheme. A password in it is masked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url(pub String);

/// An http or https address without a user: of a service that the portal asks. A key belongs into a variable of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpUrl(pub url::Url);

/// Which front ends may call (`interface 5.7`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origins {
    /// Any, without credentials.
    Any,
    /// These, with credentials.
    Listed(Vec<String>),
}

/// A list of front ends in lower case, `*` and `null` included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginList(pub Vec<String>);

impl Origins {
    /// The origins of several lists. No list at all, and one with `*`, allow any.
    #[must_use]
    pub fn united(lists: [&OriginList; 2]) -> Self {
        let mut listed: Vec<String> = lists.iter().flat_map(|list| list.0.iter().cloned()).collect();
        if listed.is_empty() || listed.iter().any(|origin| origin == "*") {
            return Self::Any;
        }
        // After the question whether there is a list: nothing but `null` allows nobody, not everybody.
        listed.retain(|origin| origin != "null");
        Self::Listed(listed)
    }
}

/// The last two digits of an year of entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cohort(pub String);

fn wrong<T>(text: &str, expected: &str) -> Result<T, String> {
    Err(format!("“{text}” is not {expected}"))
}

impl FromVariable for String {
    const FORM: &'static str = "text";

    fn parse(text: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl FromVariable for Secret<String> {
    const FORM: &'static str = "secret text";

    fn parse(text: &str) -> Result<Self, String> {
        Ok(Self::new(text.to_owned()))
    }

    fn masked(_: &str) -> String {
        "***".to_owned()
    }
}

impl FromVariable for u16 {
    const FORM: &'static str = "port number";

    fn parse(text: &str) -> Result<Self, String> {
        text.parse().or_else(|_| wrong(text, "a port number between 1 and 65535"))
    }
}

impl FromVariable for u32 {
    const FORM: &'static str = "number";

    fn parse(text: &str) -> Result<Self, String> {
        text.parse().or_else(|_| wrong(text, "a whole number"))
    }
}

impl FromVariable for bool {
    const FORM: &'static str = "1 or 0";

    fn parse(text: &str) -> Result<Self, String> {
        parse::flag(text).map_or_else(|| wrong(text, "1 or 0"), Ok)
    }
}

impl FromVariable for Duration {
    const FORM: &'static str = "7d, 12h, 30m or seconds";

    fn parse(text: &str) -> Result<Self, String> {
        let expected = "a duration like 7d, 12h, 30m or a number of seconds";
        parse::parse_duration(text).map_or_else(|| wrong(text, expected), Ok)
    }
}

impl FromVariable for Vec<UserId> {
    const FORM: &'static str = "user IDs, comma-separated";

    fn parse(text: &str) -> Result<Self, String> {
        match parse::bad_user_id(text) {
            Some(entry) => wrong(entry, "a user ID; write six digits each, separated by commas"),
            None => Ok(parse::user_ids(text)),
        }
    }
}

impl FromVariable for PathBuf {
    const FORM: &'static str = "path";

    fn parse(text: &str) -> Result<Self, String> {
        Ok(text.into())
    }
}

impl FromVariable for Url {
    const FORM: &'static str = "address with its scheme";

    fn parse(text: &str) -> Result<Self, String> {
        // Without the value: it may hold a password.
        let refusal = || Err("is not an address with a scheme, like https://host".to_owned());
        if text.contains("://") { Ok(Self(text.to_owned())) } else { refusal() }
    }

    fn masked(text: &str) -> String {
        parse::without_password(text)
    }
}

impl FromVariable for HttpUrl {
    const FORM: &'static str = "http or https address";

    fn parse(text: &str) -> Result<Self, String> {
        // Without the value: it may hold a password.
        let refusal = || "is not an http or https address without a user, like https://host/v1".to_owned();
        let url = url::Url::parse(text).map_err(|_| refusal())?;
        let is_plain =
            matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
        if is_plain { Ok(Self(url)) } else { Err(refusal()) }
    }
}

impl FromVariable for IpAddr {
    const FORM: &'static str = "IP address";

    fn parse(text: &str) -> Result<Self, String> {
        text.parse().or_else(|_| wrong(text, "an IP address"))
    }
}

impl FromVariable for Vec<IpNet> {
    const FORM: &'static str = "networks, comma-separated";

    fn parse(text: &str) -> Result<Self, String> {
        let expected = "a list of networks like 10.0.0.0/8,127.0.0.1/32";
        parse::networks(text).map_or_else(|| wrong(text, expected), Ok)
    }
}

impl FromVariable for TimeZone {
    const FORM: &'static str = "time zone";

    fn parse(text: &str) -> Result<Self, String> {
        Self::get(text).or_else(|_| wrong(text, "a time zone like Asia/Shanghai"))
    }
}

impl FromVariable for RateLimit {
    const FORM: &'static str = "COUNT/SECONDS; 0 is off";

    fn parse(text: &str) -> Result<Self, String> {
        parse::rate_limit(text).map_or_else(|| wrong(text, "COUNT/SECONDS like 10/60, or 0 for none"), Ok)
    }
}

impl FromVariable for OriginList {
    const FORM: &'static str = "scheme://host[:port], comma-separated";

    fn parse(text: &str) -> Result<Self, String> {
        let expected = "an origin; write scheme://host or scheme://host:port each, without a path, \
                        separated by commas";
        let spelling = |entry: &str| entry.trim_end_matches('/').to_ascii_lowercase();
        match parse::bad_origin(text) {
            Some(entry) => wrong(entry, expected),
            None => Ok(Self(parse::entries(text).map(spelling).filter(|entry| !entry.is_empty()).collect())),
        }
    }
}

impl FromVariable for Cohort {
    const FORM: &'static str = "year";

    fn parse(text: &str) -> Result<Self, String> {
        let cohort = parse::cohort(text).map(|digits| Self(digits.to_owned()));
        cohort.map_or_else(|| wrong(text, "a year of entry like 2024 or 24"), Ok)
    }
}
