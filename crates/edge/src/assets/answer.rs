//! Sending a file: validator, range, and headers under which nothing in it can run.

use std::io::SeekFrom;
use std::ops::Range;

use axum::body::Body;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    IF_RANGE, RANGE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use bytes::Bytes;
use kernel::{ApiError, Result};
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio_util::io::ReaderStream;

use super::texts;

/// A drawing may style itself; a script in one opened as a page of its own has neither this
/// portal's origin nor leave to run.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const SVG: &str = "image/svg+xml";

/// A file on its way out.
pub(super) struct Found {
    pub(super) content_type: &'static str,
    /// Changes with the file.
    pub(super) version: String,
    pub(super) length: u64,
    pub(super) content: Content,
}

/// Where the bytes are.
pub(super) enum Content {
    Binary(&'static [u8]),
    File(std::fs::File),
}

/// What of a file is asked for.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    All,
    Part(Range<u64>),
    Nothing,
}

/// Answers with the file, the part asked for, or that the caller has it.
///
/// # Errors
/// 416 with the file's length; 503 when the disk refuses.
pub(super) async fn send(found: Found, request: &HeaderMap) -> Result<Response<Body>> {
    let etag = HeaderValue::try_from(format!("\"{}\"", found.version)).map_err(ApiError::internal)?;
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if found.content_type == SVG {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    }
    let fresh = is_fresh(request, &etag);
    let wanted = if fresh { Wanted::All } else { wanted(request, &etag, found.length) };
    headers.insert(ETAG, etag);
    if fresh {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(found.content_type));
    let part = match wanted {
        Wanted::All => 0..found.length,
        Wanted::Nothing => return Ok(unsatisfiable(found.length)),
        Wanted::Part(part) => {
            let range = format!("bytes {}-{}/{}", part.start, part.end - 1, found.length);
            headers.insert(CONTENT_RANGE, HeaderValue::try_from(range).map_err(ApiError::internal)?);
            *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            part
        }
    };
    response.headers_mut().insert(CONTENT_LENGTH, (part.end - part.start).into());
    *response.body_mut() = body(found.content, part).await.map_err(ApiError::unavailable)?;
    Ok(response)
}

async fn body(content: Content, part: Range<u64>) -> std::io::Result<Body> {
    match content {
        Content::Binary(bytes) => {
            let place = |at: u64| usize::try_from(at).unwrap_or(bytes.len());
            Ok(Body::from(Bytes::from_static(&bytes[place(part.start)..place(part.end)])))
        }
        Content::File(file) => {
            let mut file = tokio::fs::File::from_std(file);
            file.seek(SeekFrom::Start(part.start)).await?;
            Ok(Body::from_stream(ReaderStream::with_capacity(file.take(part.end - part.start), 64 * 1024)))
        }
    }
}

fn unsatisfiable(length: u64) -> Response<Body> {
    let refusal = ApiError::new(StatusCode::RANGE_NOT_SATISFIABLE, &texts::RANGE_UNSATISFIABLE);
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
    match text(RANGE).and_then(|range| range.trim().strip_prefix("bytes=")) {
        Some(range) if fits => part(range, length),
        _ => Wanted::All,
    }
}

fn part(range: &str, length: u64) -> Wanted {
    let number = |raw: &str| raw.bytes().all(|digit| digit.is_ascii_digit()).then(|| raw.parse::<u64>().unwrap_or(u64::MAX));
    let Some((first, last)) = range.trim().split_once('-') else { return Wanted::All };
    let part = match (first, last) {
        ("", "") => return Wanted::All,
        ("", last) => match number(last) {
            Some(count) => length.saturating_sub(count)..length,
            None => return Wanted::All,
        },
        (first, "") => match number(first) {
            Some(first) => first..length,
            None => return Wanted::All,
        },
        (first, last) => match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => first..last.saturating_add(1).min(length),
            _ => return Wanted::All,
        },
    };
    if part.start < part.end { Wanted::Part(part) } else { Wanted::Nothing }
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
            assert_eq!(part(range, 10), wanted, "{range}");
        }
        assert_eq!(part("0-", 0), Wanted::Nothing);
    }
}
