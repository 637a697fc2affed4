//! Answering with a file: validator, part and length; the same for every feature that sends one.

use std::ops::Range;

use axum::body::Body;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG, IF_NONE_MATCH, IF_RANGE,
    RANGE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use http_range_header::{RangeUnsatisfiableError, parse_range_header};

use crate::error::{ApiError, Result};
use crate::texts;

/// A file that is about to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Download<'a> {
    /// Its type.
    pub content_type: &'a str,
    /// Changes with the file; becomes its `ETag`.
    pub version: &'a str,
    /// In bytes.
    pub length: u64,
    /// `Cache-Control`.
    pub cache: &'static str,
}

/// What of a file is asked for.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    All,
    Part(Range<u64>),
    Nothing,
}

impl Download<'_> {
    /// The answer without its body, and the bytes that belong into it; `None` when none do, because
    /// the caller has the file already (304) or asks for what is past its end (416).
    ///
    /// # Errors
    /// Never for what a client sends.
    pub fn answer(&self, request: &HeaderMap) -> Result<(Response<Body>, Option<Range<u64>>)> {
        let etag = HeaderValue::try_from(format!("\"{}\"", self.version)).map_err(ApiError::internal)?;
        let fresh = is_fresh(request, &etag);
        let wanted = if fresh { Wanted::All } else { wanted(request, &etag, self.length) };
        if wanted == Wanted::Nothing {
            return Ok((unsatisfiable(self.length), None));
        }
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(self.cache));
        headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        headers.insert(ETAG, etag);
        if fresh {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return Ok((response, None));
        }
        headers.insert(CONTENT_TYPE, HeaderValue::try_from(self.content_type).map_err(ApiError::internal)?);
        let part = match wanted {
            Wanted::Part(part) => {
                let range = format!("bytes {}-{}/{}", part.start, part.end - 1, self.length);
                headers.insert(CONTENT_RANGE, HeaderValue::try_from(range).map_err(ApiError::internal)?);
                *response.status_mut() = StatusCode::PARTIAL_CONTENT;
                part
            }
            _ => 0..self.length,
        };
        response.headers_mut().insert(CONTENT_LENGTH, (part.end - part.start).into());
        Ok((response, Some(part)))
    }
}

fn unsatisfiable(length: u64) -> Response<Body> {
    let refusal = texts::RANGE_UNSATISFIABLE.err();
    ([(CONTENT_RANGE, format!("bytes */{length}"))], refusal).into_response()
}

/// Proxies may have weakened the validator.
fn is_fresh(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let known = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|list| list.split(',')).map(str::trim).any(|tag| {
        let tag = tag.strip_prefix("W/").unwrap_or(tag);
        tag == "*" || tag.as_bytes() == etag.as_bytes()
    })
}

/// Several ranges at once are answered with the whole, as one that cannot be read is.
fn wanted(request: &HeaderMap, etag: &HeaderValue, length: u64) -> Wanted {
    let text = |name: HeaderName| request.get(name).and_then(|value| value.to_str().ok());
    // A part of another version would not fit to what the caller has.
    let fits = text(IF_RANGE).is_none_or(|tag| tag.as_bytes() == etag.as_bytes());
    text(RANGE).filter(|_| fits).map_or(Wanted::All, |range| part(range, length))
}

fn part(range: &str, length: u64) -> Wanted {
    let parts = parse_range_header(range).and_then(|ranges| ranges.validate(length));
    match parts.as_deref() {
        Ok([part]) => Wanted::Part(*part.start()..part.end() + 1),
        Err(RangeUnsatisfiableError::Unsatisfiable) => Wanted::Nothing,
        _ => Wanted::All,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_one_piece_of_the_file_or_the_whole() {
        for (range, wanted) in [
            ("0-0", Wanted::Part(0..1)),
            ("2-5", Wanted::Part(2..6)),
            ("2-", Wanted::Part(2..10)),
            ("-3", Wanted::Part(7..10)),
            ("-99", Wanted::Part(0..10)),
            ("5-99999999999999999999999", Wanted::Part(5..10)),
            ("10-", Wanted::Nothing),
            ("99999999999999999999999-", Wanted::Nothing),
            ("-0", Wanted::Nothing),
            ("5-2", Wanted::All),
            ("-", Wanted::All),
            ("", Wanted::All),
            ("a-b", Wanted::All),
            ("+1-2", Wanted::All),
            ("0-1,3-4", Wanted::All),
        ] {
            assert_eq!(part(&format!("bytes={range}"), 10), wanted, "{range}");
        }
        assert_eq!(part("bytes=0-", 0), Wanted::Nothing);
        assert_eq!(part("lines=0-1", 10), Wanted::All);
    }
}
