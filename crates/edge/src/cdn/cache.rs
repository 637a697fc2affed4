//! The bodies on disk: found by key, checked at each read, the least used ones thrown out.
//!
//! A body is the file `<key>`, its metadata `<key>.json`; the metadata is written last, so a body without
//! one was never whole. Everything here may wait for the disk; callers use a blocking thread.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use moka::sync::Cache;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::address::Key;
use super::kind::Kind;

/// Most bodies, whatever their size: each costs memory for its place in the index.
const MAX_BODIES: usize = 20_000;
/// Bodies up to this size are kept in memory too.
const HOT_BODY: u64 = 256 * 1024;
/// All of them together.
const HOT: u64 = 16 << 20;

/// What is known of a stored body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Meta {
    pub(super) url: String,
    pub(super) kind: Kind,
    /// The upstream's validators, for asking again.
    pub(super) etag: Option<String>,
    pub(super) modified: Option<String>,
    pub(super) length: u64,
    /// Of the body, in hexadecimal.
    pub(super) sha256: String,
    /// When the upstream last vouched for it, in milliseconds since the epoch.
    pub(super) checked_at: i64,
    /// Seconds from then on, as the upstream said.
    pub(super) lifetime: u64,
}

/// A body that was found and is whole.
#[derive(Clone)]
pub(super) struct CachedBody {
    pub(super) meta: Meta,
    pub(super) body: CachedBytes,
}

/// Where it is.
#[derive(Clone)]
pub(super) enum CachedBytes {
    Memory(Bytes),
    Disk(std::sync::Arc<File>),
}

/// What is known of a body without the disk. Both numbers are of the index's own clock.
struct CacheEntry {
    size: u64,
    used: u64,
    /// When it was put there or vouched for again: who has read an older one knows by it.
    since: u64,
}

#[derive(Default)]
struct Index {
    loaded: bool,
    size: u64,
    tick: u64,
    bodies: HashMap<Key, CacheEntry>,
    /// By last use.
    order: BTreeMap<u64, Key>,
    /// Grows with each clearing: what was begun before is not stored after it.
    generation: u64,
}

/// The bodies.
pub(super) struct DiskCache {
    folder: PathBuf,
    limit: u64,
    index: Mutex<Index>,
    hot: Cache<Key, CachedBody>,
}

impl Index {
    fn touch(&mut self, key: &Key) {
        self.tick += 1;
        if let Some(place) = self.bodies.get_mut(key) {
            self.order.remove(&place.used);
            place.used = self.tick;
            self.order.insert(self.tick, *key);
        }
    }

    /// Since when this one is there.
    fn since(&self, key: &Key) -> Option<u64> {
        self.bodies.get(key).map(|place| place.since)
    }

    fn add(&mut self, key: Key, size: u64) {
        self.drop(&key);
        self.tick += 1;
        self.size += size;
        self.bodies.insert(key, CacheEntry { size, used: self.tick, since: self.tick });
        self.order.insert(self.tick, key);
    }

    fn drop(&mut self, key: &Key) {
        if let Some(place) = self.bodies.remove(key) {
            self.order.remove(&place.used);
            self.size -= place.size;
        }
    }
}

impl DiskCache {
    /// Touches no disk before it is used.
    pub(super) fn new(folder: PathBuf, limit: u64) -> Self {
        let weigh =
            |_: &Key, cached: &CachedBody| u32::try_from(cached.meta.length).unwrap_or(u32::MAX).max(512);
        let hot = Cache::builder().weigher(weigh).max_capacity(HOT).build();
        Self { folder, limit, index: Mutex::default(), hot }
    }

    fn index(&self) -> std::sync::MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same, filled from the disk at its first use.
    fn loaded(&self) -> std::sync::MutexGuard<'_, Index> {
        let mut index = self.index();
        if !index.loaded {
            index.loaded = true;
            self.load(&mut index);
        }
        index
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.folder.join(hex::encode(key))
    }

    fn meta_path(&self, key: &Key) -> PathBuf {
        self.folder.join(hex::encode(key) + ".json")
    }

    /// Takes over what an earlier run left, the oldest first, and removes what it did not finish.
    fn load(&self, index: &mut Index) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let (mut labels, mut others) = (Vec::new(), Vec::new());
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            match name.strip_suffix(".json").and_then(key_of) {
                Some(key) => {
                    let size = std::fs::metadata(self.path(&key)).map(|body| body.len());
                    let used = entry.metadata().and_then(|meta| meta.modified());
                    match size {
                        Ok(size) => labels.push((used.unwrap_or(SystemTime::UNIX_EPOCH), key, size)),
                        Err(_) => others.push(entry.path()),
                    }
                }
                None => others.push(entry.path()),
            }
        }
        labels.sort_unstable();
        labels.into_iter().for_each(|(_, key, size)| index.add(key, size));
        let stray = |path: &PathBuf| {
            let key = path.file_name().and_then(|name| key_of(name.to_str()?));
            key.is_none_or(|key| !index.bodies.contains_key(&key))
        };
        others.iter().filter(|path| stray(path)).for_each(|path| remove(path));
        self.make_room(index, self.limit);
    }

    /// What is in memory, without touching the disk.
    pub(super) fn in_memory(&self, key: &Key) -> Option<CachedBody> {
        let cached = self.hot.get(key)?;
        self.index().touch(key);
        Some(cached)
    }

    /// A whole body. One that is not what its metadata says is thrown away.
    pub(super) fn find(&self, key: &Key, url: &str) -> Option<CachedBody> {
        if let Some(cached) = self.in_memory(key) {
            return Some(cached);
        }
        let since = self.loaded().since(key)?;
        // Twice: the first time, another may just be putting a newer one in its place.
        match self.read(key, url).or_else(|_| self.read(key, url)) {
            Ok(cached) => {
                self.keep_hot(key, &cached, since);
                Some(cached)
            }
            Err(error) => {
                tracing::warn!(%error, "cached body damaged, will be fetched again");
                self.forget(key);
                None
            }
        }
    }

    /// Keeps in memory what was read while nobody held the index, unless it was thrown out meanwhile or
    /// a newer one took its place. With the index held: whoever throws it out later finds it there.
    fn keep_hot(&self, key: &Key, cached: &CachedBody, since: u64) {
        let mut index = self.index();
        index.touch(key);
        if index.since(key) == Some(since) && matches!(cached.body, CachedBytes::Memory(_)) {
            self.hot.insert(*key, cached.clone());
        }
    }

    fn read(&self, key: &Key, url: &str) -> std::io::Result<CachedBody> {
        let meta: Meta = serde_json::from_slice(&std::fs::read(self.meta_path(key))?)?;
        let mut file = File::open(self.path(key))?;
        let (mut hash, mut kept, mut buffer) = (Sha256::new(), Vec::new(), vec![0; 64 * 1024]);
        let keep = meta.length <= HOT_BODY;
        loop {
            let count = file.read(&mut buffer)?;
            if count == 0 {
                break;
            }
            hash.update(&buffer[..count]);
            if keep {
                kept.extend_from_slice(&buffer[..count]);
            }
        }
        if meta.url != url || hex::encode(hash.finalize()) != meta.sha256 {
            return Err(std::io::Error::other("its hash is another"));
        }
        file.seek(SeekFrom::Start(0))?;
        let body = if keep { CachedBytes::Memory(kept.into()) } else { CachedBytes::Disk(file.into()) };
        Ok(CachedBody { meta, body })
    }

    /// Where a body is written before it is whole.
    pub(super) fn begin(&self, id: &str) -> std::io::Result<(Unfinished, File)> {
        std::fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(format!("{id}.part"));
        let file = File::options().read(true).write(true).create_new(true).open(&path)?;
        Ok((Unfinished(path), file))
    }

    /// How often everything was thrown out.
    pub(super) fn generation(&self) -> u64 {
        self.index().generation
    }

    /// Puts a whole body in its place, unless everything was thrown out since `generation`.
    pub(super) fn put(
        &self,
        key: Key,
        meta: &Meta,
        body: &Unfinished,
        generation: u64,
    ) -> std::io::Result<()> {
        let mut index = self.loaded();
        if index.generation != generation || meta.length > self.limit {
            return Ok(());
        }
        self.make_room(&mut index, self.limit - meta.length);
        self.hot.invalidate(&key);
        std::fs::rename(&body.0, self.path(&key))?;
        self.write_meta(&key, meta)?;
        index.add(key, meta.length);
        Ok(())
    }

    /// The upstream has vouched for it again.
    pub(super) fn revalidated(&self, key: &Key, cached: &CachedBody) -> std::io::Result<()> {
        let mut index = self.loaded();
        index.tick += 1;
        let now = index.tick;
        let Some(place) = index.bodies.get_mut(key) else { return Ok(()) };
        place.since = now;
        self.write_meta(key, &cached.meta)?;
        if matches!(cached.body, CachedBytes::Memory(_)) {
            self.hot.insert(*key, cached.clone());
        }
        Ok(())
    }

    fn write_meta(&self, key: &Key, meta: &Meta) -> std::io::Result<()> {
        let (path, new) = (self.meta_path(key), self.folder.join(hex::encode(key) + ".new"));
        std::fs::write(&new, serde_json::to_vec(meta)?)?;
        std::fs::rename(new, path)
    }

    /// Throws one out.
    pub(super) fn forget(&self, key: &Key) {
        let mut index = self.loaded();
        self.evict(&mut index, key);
    }

    /// Throws everything out; answers how many there were.
    pub(super) fn clear(&self) -> u64 {
        let mut index = self.loaded();
        index.generation += 1;
        let keys: Vec<Key> = index.bodies.keys().copied().collect();
        keys.iter().for_each(|key| self.evict(&mut index, key));
        self.hot.invalidate_all();
        keys.len() as u64
    }

    /// The disk is full: half of it goes.
    pub(super) fn evict_half(&self) {
        let mut index = self.loaded();
        let half = index.size / 2;
        self.make_room(&mut index, half);
    }

    fn make_room(&self, index: &mut Index, limit: u64) {
        while index.size > limit || index.bodies.len() >= MAX_BODIES {
            let Some((_, key)) = index.order.first_key_value() else { return };
            let key = *key;
            self.evict(index, &key);
        }
    }

    fn evict(&self, index: &mut Index, key: &Key) {
        self.hot.invalidate(key);
        index.drop(key);
        remove(&self.meta_path(key));
        remove(&self.path(key));
    }
}

fn key_of(name: &str) -> Option<Key> {
    let mut key = Key::default();
    hex::decode_to_slice(name, &mut key).ok().map(|()| key)
}

fn remove(path: &Path) {
    if let Err(error) = std::fs::remove_file(path)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(%error, "cached file not removed");
    }
}

/// A body on its way; what is not put in its place goes when this is dropped.
pub(super) struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        remove(&self.0);
    }
}
