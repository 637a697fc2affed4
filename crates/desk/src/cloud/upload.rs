//! An upload as it comes in: a form's first file or the body itself, straight to the disk.

use std::io::BufReader;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use dashmap::DashMap;
use futures_util::{Stream, stream};
use kernel::config::{Config, Variable};
use kernel::files::{Kind, Upload};
use kernel::http::BodyChunks;
use kernel::user::UserId;
use kernel::{ApiError, App, Result};
use multer::{Field, Multipart};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::metadata::{self, Segment};
use super::{FILE_MAX_MB, FILE_QUOTA_MB, texts};

/// Longest text field of a form, and what a form may say between its parts, in bytes.
const MAX_FIELD: usize = 64 * 1024;
/// Most parts of a form.
const MAX_PARTS: usize = 16;
/// What the parser of forms is given at once, in bytes.
const CHUNK: usize = 16 * 1024;
/// Piece of a file that is copied at once, in bytes.
const COPIED: usize = 64 * 1024;

/// A variable in MiB, in bytes.
pub(super) fn mebibytes(config: &Config, variable: &Variable<u32>) -> u64 {
    u64::from(*variable.of(config)) << 20
}

/// Bytes of uploads on their way, by owner: the quota is counted when they end, and until then
/// nobody may have more of them than it either.
#[derive(Default)]
pub(super) struct Unfinished(Arc<DashMap<UserId, u64>>);

/// What one upload has on its way.
pub(super) struct Share {
    all: Arc<DashMap<UserId, u64>>,
    owner: UserId,
    bytes: u64,
    limit: u64,
}

impl Share {
    fn add(&mut self, more: usize) -> Result<()> {
        self.bytes += more as u64;
        let mut sum = self.all.entry(self.owner).or_default();
        *sum += more as u64;
        if *sum > self.limit { Err(texts::TOO_MUCH_AT_ONCE.err()) } else { Ok(()) }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if let Some(mut sum) = self.all.get_mut(&self.owner) {
            *sum -= self.bytes;
        }
        self.all.remove_if(&self.owner, |_, sum| *sum == 0);
    }
}

/// What the client says of a file beside its bytes.
#[derive(Default)]
pub(super) struct UploadHints {
    pub(super) name: Option<String>,
    /// Of the bytes as they are sent, 64 hexadecimal digits.
    pub(super) sha256: Option<String>,
}

/// A file that has come whole.
pub(super) struct Received {
    upload: Upload,
    hints: UploadHints,
    share: Share,
}

impl Received {
    /// The upload, its name, and what is to be held until the file is stored and counts.
    pub(super) fn into_parts(self) -> (Upload, String, Share) {
        (self.upload, self.hints.name.unwrap_or_default(), self.share)
    }
}

/// Takes a body in.
///
/// # Errors
/// 400 for a form that cannot be read or has no file, 408 when it stops arriving, 409 when too much
/// is on its way, 413 past the limit, 503 when the disk refuses. Nothing is left then.
pub(super) async fn receive(
    app: &App,
    owner: UserId,
    headers: &HeaderMap,
    body: Body,
    mut hints: UploadHints,
) -> Result<Received> {
    let limit = mebibytes(&app.config, &FILE_MAX_MB);
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let announced = text(CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok()).unwrap_or_default();
    if announced > limit + (MAX_PARTS * MAX_FIELD) as u64 {
        return Err(too_large(limit));
    }
    let share = Share {
        all: app.state::<Unfinished>().0.clone(),
        owner,
        bytes: 0,
        limit: mebibytes(&app.config, &FILE_QUOTA_MB).max(limit),
    };
    let mut sink = Sink { upload: app.files.begin(&app.random, limit).await?, share, limit };
    let mut chunks = BodyChunks::new(body, &app.clock);
    match text(CONTENT_TYPE).filter(|kind| kind.to_ascii_lowercase().starts_with("multipart/")) {
        Some(kind) => {
            let boundary = multer::parse_boundary(kind).map_err(|error| refusal(error, limit))?;
            read_form(chunks, boundary, &mut sink, &mut hints).await?;
        }
        None => {
            while let Some(chunk) = chunks.next().await? {
                sink.write(&chunk).await?;
            }
        }
    }
    if sink.upload.size() == 0 {
        return Err(texts::FILE_MISSING.err());
    }
    Ok(Received { upload: sink.upload, hints, share: sink.share })
}

/// Where the bytes go.
struct Sink {
    upload: Upload,
    share: Share,
    limit: u64,
}

impl Sink {
    async fn write(&mut self, bytes: &Bytes) -> Result<()> {
        self.share.add(bytes.len())?;
        let written = self.upload.write(bytes).await;
        written.map_err(|error| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(self.limit),
            _ => error,
        })
    }
}

fn too_large(limit: u64) -> ApiError {
    texts::FILE_TOO_LARGE.with("max", limit >> 20)
}

fn refusal(error: multer::Error, limit: u64) -> ApiError {
    match error {
        multer::Error::StreamReadFailed(cause) => match cause.downcast::<ApiError>() {
            Ok(own) => *own,
            Err(other) => texts::FORM_INVALID.err().because(other),
        },
        multer::Error::StreamSizeExceeded { .. } => too_large(limit),
        other => texts::FORM_INVALID.err().because(other),
    }
}

/// Reads a form: the first file goes to the sink, the fields beside it are remembered.
async fn read_form(
    chunks: BodyChunks,
    boundary: String,
    sink: &mut Sink,
    hints: &mut UploadHints,
) -> Result<()> {
    let limit = sink.limit;
    let broken = |error| refusal(error, limit);
    let allowed = Arc::new(AtomicUsize::new(MAX_FIELD));
    let mut form = Multipart::new(small_chunks(chunks, allowed.clone()), boundary);
    let mut found = false;
    for _ in 0..MAX_PARTS {
        allowed.store(MAX_FIELD, Ordering::Relaxed);
        let Some(mut field) = form.next_field().await.map_err(broken)? else { return Ok(()) };
        let is_file = !found && field.file_name().is_some();
        if is_file {
            found = true;
            if hints.name.is_none() {
                // As browsers write it: only these three are spelt otherwise.
                let name = field.file_name().unwrap_or_default().replace("%22", "\"");
                hints.name = Some(name);
            }
            while let Some(chunk) = next(&mut field, &allowed).await.map_err(broken)? {
                sink.write(&chunk).await?;
            }
            continue;
        }
        let name = field.name().unwrap_or_default().to_owned();
        let mut value = Vec::new();
        while let Some(chunk) = next(&mut field, &allowed).await.map_err(broken)? {
            value.extend_from_slice(&chunk);
            if value.len() > MAX_FIELD {
                return Err(texts::FORM_INVALID.err());
            }
        }
        let value = String::from_utf8(value).ok().filter(|value| !value.is_empty());
        match name.as_str() {
            "name" => hints.name = value.or(hints.name.take()),
            "sha256" => hints.sha256 = value.or(hints.sha256.take()),
            _ => {}
        }
    }
    Err(texts::FORM_INVALID.err())
}

async fn next(field: &mut Field<'_>, allowed: &AtomicUsize) -> multer::Result<Option<Bytes>> {
    allowed.store(MAX_FIELD, Ordering::Relaxed);
    field.chunk().await
}

/// A body in small chunks, one at a time: the parser would take and hold all there is. Between two of
/// its answers it gets what is `allowed`; a head without an end is refused.
fn small_chunks(
    chunks: BodyChunks,
    allowed: Arc<AtomicUsize>,
) -> impl Stream<Item = Result<Bytes>> + Send + 'static {
    let begin = (chunks, Bytes::new(), allowed);
    stream::try_unfold(begin, |(mut chunks, mut rest, allowed)| async move {
        tokio::task::yield_now().await;
        while rest.is_empty() {
            let Some(chunk) = chunks.next().await? else { return Ok(None) };
            rest = chunk;
        }
        let given = rest.split_to(rest.len().min(CHUNK));
        let left = allowed.load(Ordering::Relaxed).checked_sub(given.len());
        let left = left.ok_or_else(|| texts::FORM_INVALID.err())?;
        allowed.store(left, Ordering::Relaxed);
        Ok(Some((given, (chunks, rest, allowed))))
    })
}

/// Checks what has come: its digest if one was given, and that its type is on the list.
///
/// # Errors
/// 400 or 415.
pub(super) async fn check(received: &mut Received) -> Result<&'static str> {
    if let Some(sha256) = &received.hints.sha256 {
        if sha256.len() != 64 || !sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(texts::HASH_INVALID.err());
        }
        if !sha256.eq_ignore_ascii_case(&received.upload.digest()) {
            return Err(texts::HASH_MISMATCH.err());
        }
    }
    let mut view = received.upload.view().await?;
    let kind = blocking(move || Kind::of(&mut view)).await?;
    if Kind::extension(kind.mime) == "bin" {
        return Err(texts::TYPE_REFUSED.err());
    }
    Ok(kind.mime)
}

/// The upload without what a picture says beside its pixels; see [`metadata`].
///
/// # Errors
/// 503 when the disk refuses.
pub(super) async fn forget_metadata(app: &App, mut upload: Upload, mime: &'static str) -> Result<Upload> {
    let view = upload.view().await?;
    let read = move || {
        let mut reader = BufReader::with_capacity(COPIED, view);
        let segments = metadata::without_metadata(mime, &mut reader)?;
        Ok((segments, reader.into_inner()))
    };
    let (Some(segments), view) = blocking(read).await? else { return Ok(upload) };
    let mut from = tokio::fs::File::from_std(view);
    let mut plain = app.files.begin(&app.random, u64::MAX).await?;
    for segment in segments {
        match segment {
            Segment::Put(bytes) => plain.write(&bytes).await?,
            Segment::Keep(range) => {
                from.seek(std::io::SeekFrom::Start(range.start)).await.map_err(ApiError::unavailable)?;
                let mut part = (&mut from).take(range.end - range.start);
                let mut bytes = Vec::with_capacity(COPIED);
                while part.read_buf(&mut bytes).await.map_err(ApiError::unavailable)? > 0 {
                    plain.write(&bytes).await?;
                    bytes.clear();
                }
            }
        }
    }
    Ok(plain)
}

/// Runs what waits for the disk off the async threads.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)?.map_err(ApiError::unavailable)
}
