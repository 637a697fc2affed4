//! The web desktop inside the binary: `web/dist` with its precompressed siblings.
//!
//! It knows paths, encodings, content types and ETags; what a page may be cached for, and which
//! headers it carries, is the server's business. Debug builds read the folder when the first page
//! is asked for; release builds carry it, with every hash computed while compiling.
//! Without a built web desktop everything compiles and [`is_built`] says no.

mod encoding;
mod media;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

pub use encoding::{Accepted, Encoding};
pub use media::content_type;

/// Which web desktop this is: 16 hexadecimal digits that change with any of its files, `dev` without one.
#[must_use]
pub fn build_hash() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| {
        if !is_built() {
            return "dev".to_owned();
        }
        let mut tags: Vec<_> = ASSETS.iter().map(|(name, asset)| (name, &asset.plain.etag)).collect();
        tags.sort();
        let mut hasher = Sha256::new();
        for (name, tag) in tags {
            hasher.update(format!("{name}\n{tag}\n"));
        }
        hasher.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    });
    &HASH
}

/// The page every address of the desktop answers with.
pub const INDEX: &str = "index.html";

#[derive(RustEmbed)]
#[folder = "$WEB_DIST"]
#[allow_missing = true]
struct Dist;

/// One file in every encoding it was built in.
pub struct Asset {
    /// For the header of that name.
    pub content_type: &'static str,
    plain: Variant,
    gzip: Option<Variant>,
    brotli: Option<Variant>,
}

/// One encoding of a file.
pub struct Variant {
    /// For `Content-Encoding`; `None` for the plain file.
    pub encoding: Option<Encoding>,
    /// A strong validator of exactly these bytes, with its quotes.
    pub etag: String,
    body: Cow<'static, [u8]>,
}

impl Variant {
    /// The bytes.
    #[must_use]
    pub fn body(&'static self) -> &'static [u8] {
        &self.body
    }

    fn of(name: &str, encoding: Option<Encoding>) -> Option<Self> {
        let file =
            Dist::get(&encoding.map_or_else(|| name.to_owned(), |e| format!("{name}.{}", e.extension())))?;
        let hash = file.metadata.sha256_hash();
        let tag: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
        Some(Self { encoding, etag: format!("\"{tag}\""), body: file.data })
    }
}

impl Asset {
    /// The smallest encoding the client takes.
    #[must_use]
    pub fn choose(&'static self, accepted: Accepted) -> &'static Variant {
        let brotli = self.brotli.as_ref().filter(|_| accepted.brotli);
        brotli.or(self.gzip.as_ref().filter(|_| accepted.gzip)).unwrap_or(&self.plain)
    }
}

/// Every file by its path, compressed siblings folded into it, so that they have no address of
/// their own.
static ASSETS: LazyLock<HashMap<String, Asset>> = LazyLock::new(|| {
    let names = Dist::iter().filter(|name| Encoding::of_name(name).is_none());
    names.filter_map(|name| Some((name.to_string(), asset(&name)?))).collect()
});

fn asset(name: &str) -> Option<Asset> {
    Some(Asset {
        content_type: content_type(name),
        plain: Variant::of(name, None)?,
        gzip: Variant::of(name, Some(Encoding::Gzip)),
        brotli: Variant::of(name, Some(Encoding::Brotli)),
    })
}

/// The file at a path without its leading slash. A lookup in a table: no path leads elsewhere.
#[must_use]
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.get(path)
}

/// Whether there is a web desktop to show.
#[must_use]
pub fn is_built() -> bool {
    find(INDEX).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compressed_sibling_is_an_encoding_and_no_file_of_its_own() {
        for name in ASSETS.keys() {
            assert!(Encoding::of_name(name).is_none(), "{name}");
        }
        assert!(find("index.html.br").is_none());
    }

    #[test]
    fn the_hash_names_the_build_where_there_is_one() {
        let is_hexadecimal =
            build_hash().len() == 16 && build_hash().bytes().all(|byte| byte.is_ascii_hexdigit());
        assert_eq!(is_hexadecimal, is_built(), "{}", build_hash());
        assert!(is_built() || build_hash() == "dev");
    }

    #[test]
    fn no_path_leads_out_of_the_table() {
        for path in ["../Cargo.toml", "/index.html", "assets/../index.html", "", "assets"] {
            assert!(find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn every_encoding_has_a_validator_of_its_own() {
        let Some(index) = find(INDEX) else { return };
        let accepted = |header: &str| Accepted::parse(header);
        let plain = index.choose(accepted(""));
        let brotli = index.choose(accepted("gzip, br"));
        assert_eq!(plain.encoding, None);
        assert_eq!(brotli.encoding, Some(Encoding::Brotli));
        assert_ne!(plain.etag, brotli.etag);
    }
}
