//! Sending a file under headers with which nothing in it can run.

use std::io::SeekFrom;
use std::ops::Range;

use axum::body::Body;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderMap, HeaderValue, Response};
use bytes::Bytes;
use kernel::http::Download;
use kernel::{ApiError, Result};
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio_util::io::ReaderStream;

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

/// Answers with the file, the part asked for, or that the caller has it.
///
/// # Errors
/// 503 when the disk refuses.
pub(super) async fn send(found: Found, request: &HeaderMap) -> Result<Response<Body>> {
    let Found { content_type, version, length, content } = found;
    let download = Download { content_type, version: &version, length, cache: "no-cache" };
    let (mut response, part) = download.answer(request)?;
    if content_type == SVG {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    }
    if let Some(part) = part {
        *response.body_mut() = body(content, part).await.map_err(ApiError::unavailable)?;
    }
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
