//! Running other programs: shown before they start, named when they fail.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Where Debian puts servers; not in an ordinary user's `PATH`.
const SERVER_FOLDERS: &[&str] = &["/usr/sbin", "/usr/local/sbin"];

/// Shows the command, runs it on this terminal, and fails unless it succeeds.
pub fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", shown(command));
    let status = command.status().with_context(|| cannot_start(command))?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs a command without showing it and returns what it printed; fails with its stderr.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| cannot_start(command))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed ({}):\n{}", shown(command), output.status, said.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a command starts and succeeds; what it prints is thrown away.
pub fn succeeds(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
}

/// The first of these programs found in `PATH`, or where servers are kept.
pub fn which(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let servers = SERVER_FOLDERS.iter().map(PathBuf::from);
    let folders: Vec<PathBuf> = std::env::split_paths(&path).chain(servers).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

/// The command as one would type it, without its environment.
pub fn shown(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c == '\'') {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        word.into_owned()
    }
}

fn cannot_start(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    format!("`{program}` does not start; is it installed and in PATH?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("/usr/bin/npm");
        command.args(["run", "two words"]);
        assert_eq!(shown(&command), "npm run 'two words'");
    }

    #[test]
    fn a_failing_command_is_named() {
        let error = output(Command::new("sh").args(["-c", "echo no >&2; exit 3"])).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("sh -c") && text.contains("no"), "{text}");
    }

    #[test]
    fn a_missing_program_is_not_found() {
        assert!(which(&["surely-no-such-program"]).is_none());
        assert!(which(&["surely-no-such-program", "sh"]).is_some());
    }
}
