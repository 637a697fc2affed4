//! Secrets at rest: what the database holds of keys and passwords of other services is sealed
//! (`interface 10.3`).
//!
//! Sealed text is `v1:` and the Base64 of nonce, ciphertext and tag (AES-256-GCM). It is bound to
//! its place, so that a row cannot be copied over another one. The key comes from DATA_KEY, or
//! else from the file `data.key` in the data folder, whose text may be moved into DATA_KEY as it
//! is. It is read when first needed.
//!
//! Absent on purpose: changing the key while running.

use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};

use crate::config::{Config, DATA_KEY, Secret};
use crate::error::ApiError;
use crate::random::Random;

/// How the only form so far begins.
const FORM: &str = "v1:";
/// Sets this use of the key's text apart from any other.
const PURPOSE: &[u8] = b"classportal secrets v1";
/// Shortest text a key is made of, in bytes.
const MIN_KEY: usize = 32;

/// Why something could not be sealed or opened. None of them shows a secret.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    /// Sealed text is there, and its key is not: making a new key would lose it for good.
    #[error("the key file {0} is missing; restore it, or set DATA_KEY to its content")]
    KeyMissing(String),
    /// The key is too short, or its file cannot be read or written.
    #[error("{0}")]
    KeyUnusable(String),
    /// Sealed with another key, for another place, or changed since.
    #[error("a sealed text does not open: wrong key, wrong place, or damaged")]
    Unreadable,
}

impl From<SecretError> for ApiError {
    fn from(error: SecretError) -> Self {
        Self::internal(error)
    }
}

/// Where a sealed text is stored. It opens nowhere else.
#[derive(Clone, Copy, Debug)]
pub struct SecretLocation<'a> {
    /// The table.
    pub table: &'static str,
    /// The row's key.
    pub row: &'a str,
    /// The column.
    pub column: &'static str,
}

impl SecretLocation<'_> {
    fn bound(&self) -> Aad<Vec<u8>> {
        Aad::from(format!("{}|{}|{}", self.table, self.row, self.column).into_bytes())
    }
}

/// Seals and opens.
pub struct Secrets {
    source: Source,
    key: OnceLock<LessSafeKey>,
}

enum Source {
    /// DATA_KEY.
    Given(Secret<String>),
    /// `data.key`.
    File(PathBuf),
}

impl Secrets {
    /// Reads nothing yet.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let given = DATA_KEY.of(config).clone();
        let source = given.map_or_else(|| Source::File(config.data_dir.join("data.key")), Source::Given);
        Self { source, key: OnceLock::new() }
    }

    /// Seals `text` for its place. The first call may create the key file.
    ///
    /// # Errors
    /// [`SecretError::KeyUnusable`].
    pub fn seal(
        &self,
        random: &Random,
        place: SecretLocation<'_>,
        text: &str,
    ) -> Result<String, SecretError> {
        let key = self.key(Some(random))?;
        let nonce: [u8; NONCE_LEN] = random.bytes();
        let mut sealed = text.as_bytes().to_vec();
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), place.bound(), &mut sealed)
            .map_err(|_| SecretError::Unreadable)?;
        sealed.splice(..0, nonce);
        Ok(format!("{FORM}{}", STANDARD.encode(sealed)))
    }

    /// Opens what [`Secrets::seal`] made for the same place.
    ///
    /// # Errors
    /// Any [`SecretError`]; a missing key file is never replaced here.
    pub fn open(&self, place: SecretLocation<'_>, sealed: &str) -> Result<Secret<String>, SecretError> {
        let key = self.key(None)?;
        let encoded = sealed.strip_prefix(FORM).ok_or(SecretError::Unreadable)?;
        let mut bytes = STANDARD.decode(encoded).map_err(|_| SecretError::Unreadable)?;
        let (nonce, ciphertext) = bytes.split_at_mut_checked(NONCE_LEN).ok_or(SecretError::Unreadable)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SecretError::Unreadable)?;
        let text =
            key.open_in_place(nonce, place.bound(), ciphertext).map_err(|_| SecretError::Unreadable)?;
        let text = std::str::from_utf8(text).map_err(|_| SecretError::Unreadable)?;
        Ok(Secret::new(text.to_owned()))
    }

    /// The key, created when `create` brings the randomness for it.
    fn key(&self, create: Option<&Random>) -> Result<&LessSafeKey, SecretError> {
        if let Some(key) = self.key.get() {
            return Ok(key);
        }
        let key = match &self.source {
            Source::Given(text) => derive(text.expose(), "DATA_KEY")?,
            Source::File(path) => derive(&key_text(path, create)?, &path.display().to_string())?,
        };
        // Two threads may both get here; they have read the same text.
        Ok(self.key.get_or_init(|| key))
    }
}

fn derive(text: &str, from: &str) -> Result<LessSafeKey, SecretError> {
    let text = text.trim();
    if text.len() < MIN_KEY {
        let fix = "needs at least 32 characters, for example the output of `openssl rand -hex 32`";
        return Err(SecretError::KeyUnusable(format!("{from} {fix}")));
    }
    let keys = Salt::new(HKDF_SHA256, b"").extract(text.as_bytes());
    let key = keys.expand(&[PURPOSE], &AES_256_GCM).map_err(|_| SecretError::KeyUnusable(from.to_owned()))?;
    Ok(LessSafeKey::new(UnboundKey::from(key)))
}

fn key_text(path: &Path, create: Option<&Random>) -> Result<String, SecretError> {
    let unusable = |error: std::io::Error| SecretError::KeyUnusable(format!("{}: {error}", path.display()));
    match (std::fs::read_to_string(path), create) {
        (Ok(text), _) => Ok(text),
        (Err(error), _) if error.kind() != std::io::ErrorKind::NotFound => Err(unusable(error)),
        (Err(_), None) => Err(SecretError::KeyMissing(path.display().to_string())),
        (Err(_), Some(random)) => {
            create_key(path, random).map_err(unusable)?;
            std::fs::read_to_string(path).map_err(unusable)
        }
    }
}

/// Writes a new key beside its place and links it there: it appears whole, on disk, and never
/// over one that another process made first.
fn create_key(path: &Path, random: &Random) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let partial = path.with_extension(format!("key.{}", random.hex::<8>()));
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&partial)?;
    let linked = writeln!(file, "{}", random.hex::<32>())
        .and_then(|()| file.sync_all())
        .and_then(|()| std::fs::hard_link(&partial, path));
    std::fs::remove_file(&partial)?;
    match linked {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => std::fs::File::open(folder)?.sync_all(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::config::VARIABLES;

    const KEY: SecretLocation<'_> = SecretLocation { table: "ai_models", row: "7", column: "api_key" };

    fn secrets(folder: &Path, data_key: &str) -> Secrets {
        let given = [
            ("JWT_SECRET", "a secret that only tests use, 32 bytes".to_owned()),
            ("DB_PATH", folder.join("data/classportal.db").to_string_lossy().into_owned()),
            ("DATA_KEY", data_key.to_owned()),
        ];
        let given: BTreeMap<_, _> = given.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Secrets::new(&Config::new(&given, VARIABLES.iter().copied()).unwrap())
    }

    fn opened(secrets: &Secrets, place: SecretLocation<'_>, sealed: &str) -> Result<String, SecretError> {
        secrets.open(place, sealed).map(|text| text.expose().clone())
    }

    #[test]
    fn what_was_sealed_opens_at_its_place_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (secrets, random) = (secrets(folder.path(), &"k".repeat(32)), Random::seeded(1));
        for text in ["sk-123", "", "密钥"] {
            let sealed = secrets.seal(&random, KEY, text).unwrap();
            assert!(sealed.starts_with("v1:") && (text.is_empty() || !sealed.contains(text)));
            assert_eq!(opened(&secrets, KEY, &sealed).unwrap(), text);
            for other in [
                SecretLocation { table: "webhooks", ..KEY },
                SecretLocation { row: "8", ..KEY },
                SecretLocation { row: "", ..KEY },
                SecretLocation { column: "url", ..KEY },
            ] {
                assert_eq!(opened(&secrets, other, &sealed), Err(SecretError::Unreadable));
            }
        }
        let twice = [(); 2].map(|()| secrets.seal(&random, KEY, "sk-123").unwrap());
        assert_ne!(twice[0], twice[1]);
    }

    #[test]
    fn changed_text_never_opens_and_never_panics() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = secrets(folder.path(), &"k".repeat(32));
        let sealed = secrets.seal(&Random::seeded(1), KEY, "sk-123").unwrap();
        for at in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(opened(&secrets, KEY, &changed), Err(SecretError::Unreadable), "{at}");
            assert_eq!(opened(&secrets, KEY, &sealed[..at]), Err(SecretError::Unreadable), "{at}");
        }
        for text in ["", "v1:", "v2:AAAA", "v1:密", "v1:AAAA", "sk-123"] {
            assert_eq!(opened(&secrets, KEY, text), Err(SecretError::Unreadable), "{text}");
        }
    }

    #[test]
    fn the_key_file_is_made_once_private_and_may_move_into_the_variable() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/data.key");
        let first = secrets(folder.path(), "");
        assert!(!file.exists(), "nothing is written before it is needed");
        let sealed = first.seal(&Random::system(), KEY, "sk-123").unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);

        let text = std::fs::read_to_string(&file).unwrap();
        let again = secrets(folder.path(), "");
        again.seal(&Random::system(), KEY, "other").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        assert_eq!(opened(&again, KEY, &sealed).unwrap(), "sk-123");
        assert_eq!(opened(&secrets(folder.path(), &text), KEY, &sealed).unwrap(), "sk-123");
        let wrong = secrets(folder.path(), &"k".repeat(32));
        assert_eq!(opened(&wrong, KEY, &sealed), Err(SecretError::Unreadable));
    }

    #[test]
    fn a_lost_key_file_is_told_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/data.key");
        let sealed = secrets(folder.path(), "").seal(&Random::system(), KEY, "sk-123").unwrap();
        std::fs::remove_file(&file).unwrap();
        let lost = opened(&secrets(folder.path(), ""), KEY, &sealed);
        assert_eq!(lost, Err(SecretError::KeyMissing(file.display().to_string())));
        assert!(!file.exists());
    }

    #[test]
    fn a_short_key_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let short = secrets(folder.path(), "too short").seal(&Random::seeded(1), KEY, "sk-123");
        assert!(matches!(short, Err(SecretError::KeyUnusable(why)) if why.starts_with("DATA_KEY ")));
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(folder.path().join("data/data.key"), "").unwrap();
        let empty = secrets(folder.path(), "").seal(&Random::seeded(1), KEY, "sk-123");
        assert!(matches!(empty, Err(SecretError::KeyUnusable(_))));
    }
}
