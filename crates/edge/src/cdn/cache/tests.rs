//! What two do with the cache at once, step by step.

use std::io::Write;

use super::super::kind;
use super::*;

const URL: &str = "https://cdn.test/a.css";
const KEY: Key = [7; 32];

/// A cache with one body in it, which is not in memory yet.
fn cache(folder: &Path, body: &[u8]) -> DiskCache {
    let cache = DiskCache::new(folder.to_owned(), 1 << 20);
    assert!(cache.find(&KEY, URL).is_none(), "as before every fetch");
    put(&cache, body);
    cache
}

fn put(cache: &DiskCache, body: &[u8]) {
    let (unfinished, mut file) = cache.begin("new").unwrap();
    file.write_all(body).unwrap();
    let meta = Meta {
        url: URL.into(),
        kind: kind::of("text/css", "css", body).unwrap(),
        etag: None,
        modified: None,
        length: body.len() as u64,
        sha256: hex::encode(Sha256::digest(body)),
        checked_at: 0,
        lifetime: 60,
    };
    cache.put(KEY, &meta, &unfinished, cache.generation()).unwrap();
}

#[test]
fn what_is_read_while_everything_is_thrown_out_does_not_stay_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache(folder.path(), b"a{}");
    let since = cache.loaded().since(&KEY).unwrap();
    let cached = cache.read(&KEY, URL).unwrap();
    cache.clear();
    cache.keep_hot(&KEY, &cached, since);
    assert!(cache.find(&KEY, URL).is_none());

    put(&cache, b"a{}");
    assert!(cache.find(&KEY, URL).is_some() && cache.in_memory(&KEY).is_some());
    cache.clear();
    assert!(cache.in_memory(&KEY).is_none());
}

#[test]
fn what_is_read_while_a_newer_one_comes_does_not_stand_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache(folder.path(), b"a{}");
    let since = cache.loaded().since(&KEY).unwrap();
    let cached = cache.read(&KEY, URL).unwrap();
    put(&cache, b"b{}");
    cache.keep_hot(&KEY, &cached, since);
    assert!(matches!(cache.find(&KEY, URL).unwrap().body, CachedBytes::Memory(body) if *body == *b"b{}"));
}
