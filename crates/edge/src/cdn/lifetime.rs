//! How long a body may be used without asking again, by the upstream's `Cache-Control`. Pure.

use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;

/// Seconds when the upstream says nothing.
const DEFAULT_LIFETIME: u64 = 3600;
/// Longest, in seconds: what is called immutable is asked for again after a year.
const LONGEST: u64 = 365 * 86_400;

/// Seconds; `None` when the body must not be stored.
pub(super) fn of(headers: &HeaderMap) -> Option<u64> {
    let (mut own, mut shared, mut ask) = (None, None, false);
    for value in headers.get_all(CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok()) {
        for directive in value.split(',') {
            let (name, argument) = directive.trim().split_once('=').unwrap_or((directive.trim(), ""));
            let seconds = || argument.trim().trim_matches('"').parse::<u64>().ok();
            match name.trim().to_ascii_lowercase().as_str() {
                "no-store" | "private" => return None,
                "no-cache" => ask = true,
                "max-age" => own = seconds(),
                "s-maxage" => shared = seconds(),
                _ => {}
            }
        }
    }
    if ask { Some(0) } else { Some(shared.or(own).unwrap_or(DEFAULT_LIFETIME).min(LONGEST)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upstream_says_how_long() {
        for (value, wanted) in [
            ("", Some(3600)),
            ("public, max-age=60", Some(60)),
            ("max-age=60, s-maxage=\"90\"", Some(90)),
            ("MAX-AGE=31536000000, immutable", Some(365 * 86_400)),
            ("max-age=60, no-cache", Some(0)),
            ("max-age=60, no-store", None),
            ("private, max-age=60", None),
            ("max-age=-5", Some(3600)),
        ] {
            let headers = [(CACHE_CONTROL, value.parse().unwrap())].into_iter().collect();
            assert_eq!(of(&headers), wanted, "{value}");
        }
    }
}
