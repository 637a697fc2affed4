//! The browser tests: all of them, or those of what changed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::packages;
use super::step::Scope;
use crate::process;
use crate::repo::Repo;

/// The way of a new member through everything; always part of a quick run.
const JOURNEY: &str = "journey";

/// Runs `npm run e2e` with the built server.
pub fn test(repo: &Repo, scope: Scope) -> Result<()> {
    let chromium =
        packages::chromium().context("Chromium is missing; install it or set CHROMIUM to its path")?;
    let mut tests = repo.npm(&["run", "e2e", "--"]);
    if scope == Scope::Quick {
        let specs = specs(&repo.web().join("e2e"))?;
        let selected = specs_of(&changed(repo)?, &specs);
        tests.args(selected.iter().map(|spec| format!("e2e/{}.spec.mjs", spec.name)));
    }
    tests.env("PORTAL_BIN", repo.debug_binary()?).env("CHROMIUM", chromium);
    process::run(&mut tests)
}

/// A file of browser tests.
struct Spec {
    /// Without `.spec.mjs`.
    name: String,
    text: String,
}

impl Spec {
    /// Whether the file is named after an app of the desktop, or opens it or its section of the console.
    fn is_of(&self, app: &str) -> bool {
        let named = self.name.strip_prefix(app).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        named
            || [format!("/app/{app}"), format!("/app/admin/{app}"), format!("data-app={app}")]
                .iter()
                .any(|way| names(&self.text, way))
    }

    /// Whether the file imports this one of `web/e2e/lib`. What one of those imports is not followed.
    fn imports(&self, file: &str) -> bool {
        self.text.contains(&format!("'./lib/{file}'"))
    }
}

/// Whether a text has this word, and not only as the beginning of a longer one.
fn names(text: &str, word: &str) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).any(|(at, _)| !text[at + word.len()..].starts_with(goes_on))
}

/// Reads the folder of the browser tests.
fn specs(folder: &Path) -> Result<Vec<Spec>> {
    let mut specs = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(name) = file.strip_suffix(".spec.mjs") {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            specs.push(Spec { name: name.to_owned(), text });
        }
    }
    specs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(specs)
}

/// The files that differ from the last commit; those of the last commit where none does. A renamed file
/// counts under both names.
fn changed(repo: &Repo) -> Result<Vec<String>> {
    let git = |args: &[&str]| {
        process::output(std::process::Command::new("git").args(args).current_dir(repo.root()))
    };
    let own = git(&["diff", "--name-only", "--no-renames", "HEAD"])?
        + &git(&["ls-files", "--others", "--exclude-standard"])?;
    let all = if own.is_empty() {
        git(&["show", "--format=", "--name-only", "--no-renames", "HEAD"])?
    } else {
        own
    };
    Ok(all.lines().map(str::to_owned).collect())
}

/// The app whose folder, or whose feature on the server, a file is in. Both have the same name but for accounts,
/// which members change in the settings; a feature without an app finds no tests.
fn app_of(path: &str) -> Option<&str> {
    let mut parts = path.split('/');
    match (parts.next()?, parts.next()?, parts.next()?) {
        ("web", "src", "apps") => parts.next(),
        ("crates", _, "src") => {
            parts.next().map(|feature| if feature == "user" { "settings" } else { feature })
        }
        _ => None,
    }
}

/// The tests that are changed themselves or import what changed, those that are named after a changed app or open
/// it, and the journey.
fn specs_of<'a>(changed: &[String], specs: &'a [Spec]) -> Vec<&'a Spec> {
    let concerns = |spec: &Spec| {
        changed.iter().any(|path| {
            app_of(path).is_some_and(|app| spec.is_of(app))
                || path.strip_prefix("web/e2e/lib/").is_some_and(|file| spec.imports(file))
                || *path == format!("web/e2e/{}.spec.mjs", spec.name)
        })
    };
    specs.iter().filter(|spec| spec.name == JOURNEY || concerns(spec)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(changed: &[&str]) -> Vec<String> {
        let specs = [
            ("admin", ""),
            ("admin-members", ""),
            ("chat", ""),
            ("journey", ""),
            ("lock", "import { lock } from './lib/lock.mjs'; page.locator('[data-app=settings]')"),
            ("windows", "goto('/#/app/countdown'); goto('/#/app/chatter')"),
        ];
        let specs = specs.map(|(name, text)| Spec { name: name.to_owned(), text: text.to_owned() });
        let changed: Vec<_> = changed.iter().map(|path| (*path).to_owned()).collect();
        specs_of(&changed, &specs).into_iter().map(|spec| spec.name.clone()).collect()
    }

    #[test]
    fn a_quick_run_has_the_journey_and_the_tests_of_changed_apps() {
        assert_eq!(selected(&["README.md", "web/src/core/time.ts"]), ["journey"]);
        assert_eq!(selected(&["web/src/apps/admin/Members.vue"]), ["admin", "admin-members", "journey"]);
        assert_eq!(selected(&["web/e2e/windows.spec.mjs"]), ["journey", "windows"]);
        assert_eq!(selected(&["web/e2e/lib/lock.mjs"]), ["journey", "lock"]);
    }

    #[test]
    fn a_quick_run_has_the_tests_that_open_a_changed_app() {
        assert_eq!(selected(&["web/src/apps/settings/App.vue"]), ["journey", "lock"]);
        assert_eq!(selected(&["web/src/apps/countdown/App.vue"]), ["journey", "windows"]);
    }

    #[test]
    fn a_quick_run_has_the_tests_of_an_app_whose_feature_on_the_server_changed() {
        assert_eq!(selected(&["crates/social/src/chat/rooms.rs"]), ["chat", "journey"]);
        assert_eq!(selected(&["crates/identity/src/user/mod.rs"]), ["journey", "lock"]);
    }
}
