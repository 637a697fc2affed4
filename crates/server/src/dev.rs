//! What only `serve --dev` does: a secret of its own for someone who tries the portal out.

use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use anyhow::{Context, Result, bail};
use kernel::random::Random;

/// The file in the data folder.
const FILE: &str = "jwt.secret";

/// The kept secret; made at the first start, so that sessions outlive a restart.
pub(crate) fn kept_secret(data_dir: &Path) -> Result<String> {
    let path = data_dir.join(FILE);
    match std::fs::read_to_string(&path) {
        Ok(secret) if secret.trim().len() >= 32 => Ok(secret.trim().to_owned()),
        Ok(_) => bail!("{}: holds no secret; delete it, and a new one is made", path.display()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            make(data_dir, &path).with_context(|| format!("cannot write {}", path.display()))
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Written beside and renamed, so that no half a secret is ever read.
fn make(data_dir: &Path, path: &Path) -> Result<String> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(data_dir)?;
    let secret = Random::system().hex::<32>();
    let partial = path.with_extension("partial");
    let mut file =
        std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&partial)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(partial, path)?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn the_secret_is_made_once_and_only_its_owner_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");

        let first = kept_secret(&data).unwrap();

        assert_eq!(first.len(), 64);
        assert_eq!(kept_secret(&data).unwrap(), first);
        let mode = data.join(FILE).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_broken_file_is_named_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "").unwrap();

        let refusal = kept_secret(folder.path()).unwrap_err().to_string();

        assert!(refusal.contains("jwt.secret") && refusal.contains("delete it"), "{refusal}");
    }
}
