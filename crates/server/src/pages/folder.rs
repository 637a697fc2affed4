//! PUBLIC_DIR: a front end on the disk that replaces the one in the binary, so that a fault can
//! be cured without a new build.

use std::fs::File as Opened;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use axum::body::Body;
use axum::http::HeaderValue;
use tokio_util::io::ReaderStream;
use web_assets::{Accepted, Encoding, INDEX, content_type};

use super::File;

/// A folder that holds an index.html.
pub(super) struct Folder {
    /// With every symbolic link resolved, so that what is found can be compared with it.
    root: PathBuf,
}

/// An open file with what its answer needs.
struct Found {
    encoding: Option<Encoding>,
    etag: HeaderValue,
    length: u64,
    file: Opened,
}

impl Folder {
    /// `None` when there is no index.html: then the binary's own front end stands.
    pub(super) fn open(root: &Path) -> Option<Self> {
        let root = root.canonicalize().ok()?;
        root.join(INDEX).is_file().then_some(Self { root })
    }

    pub(super) async fn find(&self, name: &str, accepted: Accepted) -> Option<File> {
        if !is_plain(name) {
            return None;
        }
        let (root, path) = (self.root.clone(), self.root.join(name));
        let found = tokio::task::spawn_blocking(move || choose(&root, &path, accepted)).await.ok()??;
        Some(File {
            content_type: content_type(name),
            encoding: found.encoding,
            etag: found.etag,
            length: found.length,
            body: Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(found.file))),
        })
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
