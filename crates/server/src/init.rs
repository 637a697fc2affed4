//! `classportal init`: the `.env` of a new portal, with a secret made once.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result, bail};
use kernel::config::Config;
use kernel::random::Random;

use crate::env_file;

const HEADER: &str = "\
# 班级门户的配置，由 classportal init 写入；改完后重新启动即生效。请保管好这个文件并随数据一起备份：
# 换了 JWT_SECRET，所有人都要重新登录。
# The portal's variables, written by classportal init; a restart reads them again. Keep this file, and
# back it up with the data: with another JWT_SECRET everybody has to sign in again.
# A line that begins with a # shows the default. The environment wins over the file.
";

/// Writes `.env` into `folder` unless there is one, and answers what to do next.
///
/// # Errors
/// When the file cannot be written, or is there and has no secret.
pub(crate) fn init(folder: &Path) -> Result<String> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(".env");
    let secret = Random::system().hex::<32>();
    let text = env_file::text(HEADER, &[("JWT_SECRET", &secret), ("SETUP_CODE_REQUIRED", "1")]);
    let said = match write_new(&path, &text) {
        Ok(()) => format!(
            "已写入 {0}（含新密钥，只有您能读）\nwrote {0}, with a new JWT_SECRET, for your eyes only",
            path.display()
        ),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => existing(folder)?,
        Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
    };
    Ok(format!("{said}\n\n接下来 · next:\n{}", next(folder)))
}

/// Never over what is there, not even through a link.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        // Half a file would be taken for a whole one by the next start.
        std::fs::remove_file(path)?;
    }
    written
}

fn existing(folder: &Path) -> Result<String> {
    let path = folder.join(".env");
    let given = Config::given(folder, [])?;
    if given.get("JWT_SECRET").is_none_or(|secret| secret.trim().is_empty()) {
        bail!(
            "{} is there already and was not changed, but sets no JWT_SECRET; set it to the output of \
             `openssl rand -hex 32`, or move the file away and start this again",
            path.display()
        );
    }
    Ok(format!("{0} 已存在，没有改动\n{0} is there already and was not changed", path.display()))
}

/// Two commands to copy, for the program as it was called.
fn next(folder: &Path) -> String {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let called = std::env::args().next().unwrap_or_default();
    let own = std::env::current_exe().ok().filter(|_| called.contains('/'));
    let program = own.map_or_else(|| "classportal".into(), |path| quoted(&path));
    format!("  cd {}\n  {program} serve", quoted(&folder))
}

/// As a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn the_file_has_a_secret_asks_for_the_setup_code_and_only_its_owner_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("class 1");

        let said = init(&new).unwrap();

        let given = Config::given(&new, []).unwrap();
        assert_eq!(given["JWT_SECRET"].len(), 64);
        assert_eq!((given["PORT"].as_str(), given["SETUP_CODE_REQUIRED"].as_str()), ("9001", "1"));
        assert!(crate::config(&given).unwrap().warnings.is_empty());
        assert_eq!(new.join(".env").metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(said.contains("class 1'\n") && said.ends_with(" serve"), "{said}");
        assert!(!said.contains(&given["JWT_SECRET"]), "{said}");
    }

    #[test]
    fn a_file_that_is_there_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        init(folder.path()).unwrap();
        let before = std::fs::read(folder.path().join(".env")).unwrap();

        let said = init(folder.path()).unwrap();

        assert!(said.contains("was not changed"), "{said}");
        assert_eq!(std::fs::read(folder.path().join(".env")).unwrap(), before);
    }

    #[test]
    fn a_file_without_a_secret_stays_as_it_is_and_the_way_out_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(".env"), "JWT_SECRET=\nPORT=80\n").unwrap();

        let refusal = init(folder.path()).unwrap_err().to_string();

        assert!(refusal.contains("openssl rand -hex 32"), "{refusal}");
        let kept = std::fs::read_to_string(folder.path().join(".env")).unwrap();
        assert_eq!(kept, "JWT_SECRET=\nPORT=80\n");
    }
}
