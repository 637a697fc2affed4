//! Cookies: the session's, and others with the same attributes.

use std::fmt::Write as _;
use std::time::Duration;

use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use crate::app::App;
use crate::config::HTTPS;
use crate::token::Computer;

/// Name of the session cookie (`interface 5.1`).
pub const TOKEN_COOKIE: &str = "token";

/// The first value under this name that is not empty.
#[must_use]
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    // By bytes: another application of this host may have set a cookie that is no ASCII.
    let pairs = headers.get_all(COOKIE).iter().flat_map(|line| line.as_bytes().split(|byte| *byte == b';'));
    pairs
        .filter_map(|pair| std::str::from_utf8(pair).ok()?.trim().split_once('='))
        .find(|(known, value)| *known == name && !value.is_empty())
        .map(|(_, value)| value.to_owned())
}

/// Sets the session cookie on an answer: httpOnly, sameSite lax, secure under HTTPS, seven days
/// or whatever JWT_EXPIRES_IN says. On a shared computer it has no end of its own: the browser drops it
/// when it is closed.
pub fn set_cookie(response: &mut Response, app: &App, token: &str, computer: Computer) {
    let lifetime = match computer {
        Computer::Own => Some(app.tokens.lifetime()),
        Computer::Shared => None,
    };
    append(response, app, (TOKEN_COOKIE, "/"), token, lifetime);
}

/// Clears it with identical attributes; with others a browser would keep the old one.
pub fn clear_cookie(response: &mut Response, app: &App) {
    add_cookie(response, app, TOKEN_COOKIE, "", Duration::ZERO);
}

/// Sets any cookie with the attributes of the session's.
pub fn add_cookie(response: &mut Response, app: &App, name: &str, value: &str, lifetime: Duration) {
    append(response, app, (name, "/"), value, Some(lifetime));
}

/// The same of a cookie that browsers send to this path and below it alone.
pub fn add_cookie_at(
    response: &mut Response,
    app: &App,
    name_and_path: (&str, &str),
    value: &str,
    lifetime: Duration,
) {
    append(response, app, name_and_path, value, Some(lifetime));
}

fn append(
    response: &mut Response,
    app: &App,
    (name, path): (&str, &str),
    value: &str,
    lifetime: Option<Duration>,
) {
    let mut cookie = format!("{name}={value}; Path={path}; HttpOnly; SameSite=Lax");
    if let Some(lifetime) = lifetime {
        let _ = write!(cookie, "; Max-Age={}", lifetime.as_secs());
    }
    if *HTTPS.of(&app.config) {
        let _ = write!(cookie, "; Secure");
    }
    if let Ok(value) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(SET_COOKIE, value);
    }
}
