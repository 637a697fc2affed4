//! PUBLIC_DIR: a front end on the disk that replaces the one in the binary, so that a fault can
//! be cured without a new build.

use std::fs::File as Opened;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use axum::body::Body;
use axum::http::HeaderValue;
use bytes::Bytes;
use moka::sync::Cache;
use tokio_util::io::ReaderStream;
use web_assets::{Accepted, Encoding, INDEX, content_type};

use super::File;

/// Files up to this size are kept in memory: reading one from disk for every request was measured
/// to cost thirty times what sending it does.
const SMALL: u64 = 256 * 1024;
/// Bytes kept at most.
const MEMORY: u64 = 32 * 1024 * 1024;
/// A file that was replaced on disk is seen after this time.
const FRESH: Duration = Duration::from_secs(1);

/// A folder that holds an index.html.
pub(super) struct Folder {
    /// With every symbolic link resolved, so that what is found can be compared with it.
    root: PathBuf,
    /// Small files by name and by what the client accepts.
    kept: Cache<(String, Accepted), Kept>,
}

/// A small file in memory.
#[derive(Clone)]
struct Kept {
    encoding: Option<Encoding>,
    etag: HeaderValue,
    bytes: Bytes,
}

/// An open file with what its answer needs.
struct Found {
    encoding: Option<Encoding>,
    etag: HeaderValue,
    length: u64,
    file: Opened,
}

impl Found {
    /// The whole file when it is small, else itself again; `None` when it cannot be read.
    fn keep(mut self) -> Option<Result<Kept, Self>> {
        if self.length > SMALL {
            return Some(Err(self));
        }
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes).ok()?;
        Some(Ok(Kept { encoding: self.encoding, etag: self.etag, bytes: bytes.into() }))
    }
}

impl Folder {
    /// `None` when there is no index.html: then the binary's own front end stands.
    pub(super) fn open(root: &Path) -> Option<Self> {
        let root = root.canonicalize().ok()?;
        let kept = Cache::builder()
            .max_capacity(MEMORY)
            .weigher(|_, kept: &Kept| kept.bytes.len().try_into().unwrap_or(u32::MAX))
            .time_to_live(FRESH)
            .build();
        root.join(INDEX).is_file().then_some(Self { root, kept })
    }

    pub(super) async fn find(&self, name: &str, accepted: Accepted) -> Option<File> {
        if !is_plain(name) {
            return None;
        }
        let key = (name.to_owned(), accepted);
        let kept = match self.kept.get(&key) {
            Some(kept) => kept,
            None => match self.read(name, accepted).await? {
                Ok(kept) => {
                    self.kept.insert(key, kept.clone());
                    kept
                }
                Err(large) => return Some(streamed(name, large)),
            },
        };
        Some(File {
            content_type: content_type(name),
            encoding: kept.encoding,
            etag: kept.etag,
            length: kept.bytes.len() as u64,
            body: Body::from(kept.bytes),
        })
    }

    /// A small file's bytes, or a large file open for streaming.
    async fn read(&self, name: &str, accepted: Accepted) -> Option<Result<Kept, Found>> {
        let (root, path) = (self.root.clone(), self.root.join(name));
        let read = move || choose(&root, &path, accepted)?.keep();
        tokio::task::spawn_blocking(read).await.ok()?
    }
}

fn streamed(name: &str, found: Found) -> File {
    let file = tokio::fs::File::from_std(found.file);
    File {
        content_type: content_type(name),
        encoding: found.encoding,
        etag: found.etag,
        length: found.length,
        body: Body::from_stream(ReaderStream::with_capacity(file, 64 * 1024)),
    }
}

/// A relative path of visible names, and no compressed sibling by its own name.
fn is_plain(name: &str) -> bool {
    let visible = |part: &str| !part.is_empty() && !part.starts_with('.');
    name.split('/').all(visible) && !name.contains(['\\', '\0', ':']) && Encoding::of_name(name).is_none()
}

fn choose(root: &Path, path: &Path, accepted: Accepted) -> Option<Found> {
    let sibling = |encoding: Encoding| {
        let mut name = path.as_os_str().to_owned();
        name.push(".");
        name.push(encoding.extension());
        open_beneath(root, Path::new(&name), Some(encoding))
    };
    let plain = open_beneath(root, path, None)?;
    accepted
        .brotli
        .then(|| sibling(Encoding::Brotli))
        .flatten()
        .or_else(|| accepted.gzip.then(|| sibling(Encoding::Gzip)).flatten())
        .or(Some(plain))
}

/// Opens a file unless a symbolic link leads it out of the folder.
fn open_beneath(root: &Path, path: &Path, encoding: Option<Encoding>) -> Option<Found> {
    let path = path.canonicalize().ok()?;
    if !path.starts_with(root) {
        return None;
    }
    let file = Opened::open(path).ok()?;
    let facts = file.metadata().ok()?;
    let changed = facts.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
    let ending = encoding.map_or("", Encoding::name);
    let etag = HeaderValue::try_from(format!("\"{changed:x}-{:x}{ending}\"", facts.len())).ok()?;
    facts.is_file().then_some(Found { encoding, etag, length: facts.len(), file })
}
