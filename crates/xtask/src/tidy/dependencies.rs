//! Rules `licence`, `banned` and `source`: a dependency is what `deny.toml` allows.
//!
//! Sources and bans are read from Cargo.lock, which names the crates of every platform. Licences stand in the
//! manifests of the crates, so they are checked for the crates of this machine's platform, which are here.
//! cargo-deny does more, but is no part of a checkout: this rule holds on every machine. It reads `licenses.allow`,
//! `licenses.exceptions`, `bans.deny` and `sources.allow-*`; all other keys are for cargo-deny alone.

use anyhow::{Context, Result, anyhow};
use serde_json::Value as Json;
use spdx::{Expression, ParseMode};
use toml::{Table, Value};

use super::Violation;
use super::tree::Tree;
use crate::process;
use crate::repo::Repo;

const POLICY: &str = "deny.toml";
const LOCK: &str = "Cargo.lock";

/// Finds dependencies that `deny.toml` does not allow.
///
/// # Errors
/// When `deny.toml` or Cargo.lock cannot be read, or cargo cannot tell the licences.
pub fn check(repo: &Repo, tree: &Tree) -> Result<Vec<Violation>> {
    let policy = Policy::parse(tree.text(POLICY).context("deny.toml is missing")?)?;
    let mut found = check_lock(&policy, tree.text(LOCK).context("Cargo.lock is missing")?)?;
    found.extend(check_licences(&policy, &metadata(repo)?));
    Ok(found)
}

/// What `deny.toml` says, as far as this rule goes.
struct Policy {
    licences: Vec<String>,
    /// A crate and the licences that it alone may have.
    exceptions: Vec<(String, Vec<String>)>,
    /// A crate and why it is banned.
    bans: Vec<(String, String)>,
    registries: Vec<String>,
    repositories: Vec<String>,
}

impl Policy {
    fn parse(text: &str) -> Result<Self> {
        let policy: Table = text.parse().context("deny.toml is not TOML")?;
        let list = |section: &str, key: &str| -> Result<&[Value]> {
            let found = policy.get(section).and_then(|section| section.get(key)).and_then(Value::as_array);
            found.map(Vec::as_slice).with_context(|| format!("deny.toml: [{section}] {key} is no list"))
        };
        let texts = |values: &[Value]| -> Vec<String> { values.iter().map(text_of).collect() };
        let exception = |entry: &Value| -> Result<_> {
            let allow =
                entry.get("allow").and_then(Value::as_array).context("an exception without `allow`")?;
            Ok((crate_of(entry)?, texts(allow)))
        };
        let ban = |entry: &Value| -> Result<_> {
            Ok((crate_of(entry)?, entry.get("reason").map(text_of).unwrap_or_default()))
        };
        Ok(Self {
            licences: texts(list("licenses", "allow")?),
            exceptions: list("licenses", "exceptions")?.iter().map(exception).collect::<Result<_>>()?,
            bans: list("bans", "deny")?.iter().map(ban).collect::<Result<_>>()?,
            registries: texts(list("sources", "allow-registry")?),
            repositories: texts(list("sources", "allow-git")?),
        })
    }

    /// Whether a crate may have this licence, an SPDX expression.
    fn allows_licence(&self, name: &str, licence: &str) -> Result<bool> {
        let expression =
            Expression::parse_mode(licence, ParseMode::LAX).map_err(|error| anyhow!("{}", error.reason))?;
        let exceptions = self.exceptions.iter().filter(|(exempt, _)| exempt == name);
        let allowed: Vec<&String> = self.licences.iter().chain(exceptions.flat_map(|(_, own)| own)).collect();
        Ok(expression.evaluate(|wanted| allowed.iter().any(|licence| **licence == wanted.to_string())))
    }

    /// Whether a crate may come from there, as Cargo.lock spells it.
    fn allows_source(&self, source: &str) -> bool {
        match source.split_once('+') {
            Some(("registry" | "sparse", address)) => self.registries.iter().any(|own| own == address),
            Some(("git", address)) => {
                let repository = address.split(['?', '#']).next().unwrap_or_default();
                self.repositories.iter().any(|own| own == repository)
            }
            _ => false,
        }
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The crate that an entry of a list is about.
fn crate_of(entry: &Value) -> Result<String> {
    let name = entry.get("crate").and_then(Value::as_str).context("deny.toml: an entry without `crate`")?;
    anyhow::ensure!(
        !name.contains(['@', ':']),
        "deny.toml: `{name}`: name the crate without a version; this rule knows no versions"
    );
    Ok(name.to_owned())
}

/// What the locked crates are called and where they come from.
fn check_lock(policy: &Policy, text: &str) -> Result<Vec<Violation>> {
    let lock: Table = text.parse().context("Cargo.lock is not TOML")?;
    let packages = lock.get("package").and_then(Value::as_array).context("Cargo.lock lists no package")?;
    let mut found = Vec::new();
    for package in packages {
        let name = package.get("name").and_then(Value::as_str).unwrap_or_default();
        if let Some((_, reason)) = policy.bans.iter().find(|(banned, _)| banned == name) {
            let message = format!("`{name}` is banned: {reason}; `cargo tree -i {name}` tells who wants it");
            found.push(Violation::new(LOCK, 0, format!("banned:{name}"), message));
        }
        // Without a source it is a crate of this workspace.
        let source = package.get("source").and_then(Value::as_str);
        if let Some(source) = source.filter(|source| !policy.allows_source(source)) {
            let message = format!("`{name}` comes from {source}, which {POLICY} does not allow");
            found.push(Violation::new(LOCK, 0, format!("source:{name}"), message));
        }
    }
    Ok(found)
}

/// Under which licences the crates of `cargo metadata` are.
fn check_licences(policy: &Policy, metadata: &Json) -> Vec<Violation> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut found = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let problem = match package["license"]
            .as_str()
            .map(|licence| (licence, policy.allows_licence(name, licence)))
        {
            Some((_, Ok(true))) => continue,
            Some((licence, Ok(false))) => format!("is under {licence}, which {POLICY} does not allow"),
            Some((licence, Err(error))) => {
                format!("names a licence that is no SPDX expression: {licence} ({error})")
            }
            None => "names no licence".to_owned(),
        };
        found.push(Violation::new(LOCK, 0, format!("licence:{name}"), format!("`{name}` {problem}")));
    }
    found
}

/// `cargo metadata` for this machine's platform. It needs a network only for crates that were never fetched.
fn metadata(repo: &Repo) -> Result<Json> {
    let about = process::output(&mut repo.cargo(&["--version", "--verbose"]))?;
    let platform =
        about.lines().find_map(|line| line.strip_prefix("host: ")).context("cargo names no host")?;
    let mut command = repo.cargo(&["metadata", "--locked", "--format-version", "1"]);
    let text = process::output(command.args(["--filter-platform", platform]))?;
    serde_json::from_str(&text).context("cargo metadata is not JSON")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TEXT: &str = r#"
        [licenses]
        allow = ["MIT", "Apache-2.0", "Unicode-3.0"]
        exceptions = [{ crate = "kept", allow = ["MPL-2.0"] }]
        [bans]
        deny = [{ crate = "openssl-sys", reason = "TLS is rustls" }]
        [sources]
        allow-registry = ["https://github.com/rust-lang/crates.io-index"]
        allow-git = ["https://example.org/fork"]
    "#;
    const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

    fn licences(name: &str, licence: impl Into<Json>) -> Vec<String> {
        let metadata = json!({ "packages": [{ "name": name, "license": licence.into() }] });
        let found = check_licences(&Policy::parse(TEXT).unwrap(), &metadata);
        found.into_iter().map(|violation| violation.message).collect()
    }

    fn locked(name: &str, source: &str) -> Vec<String> {
        let lock = format!("[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\n{source}\n");
        let found = check_lock(&Policy::parse(TEXT).unwrap(), &lock).unwrap();
        found.into_iter().map(|violation| violation.kind).collect()
    }

    #[test]
    fn a_licence_is_allowed_when_one_of_its_choices_is() {
        for licence in
            ["MIT", "MIT OR GPL-3.0-only", "MIT/Apache-2.0", "(MIT OR GPL-2.0-only) AND Unicode-3.0"]
        {
            assert!(licences("any", licence).is_empty(), "{licence}");
        }
    }

    #[test]
    fn a_foreign_licence_is_refused_unless_the_crate_is_an_exception() {
        for licence in ["GPL-3.0-only", "MIT AND AGPL-3.0-only", "MPL-2.0", "no licence at all"] {
            assert_eq!(licences("any", licence).len(), 1, "{licence}");
        }
        assert_eq!(licences("any", Json::Null), ["`any` names no licence"]);
        assert!(licences("kept", "MPL-2.0").is_empty());
    }

    #[test]
    fn a_banned_crate_is_refused_with_the_reason() {
        assert_eq!(locked("openssl-sys", &format!("source = \"{CRATES_IO}\"")), ["banned:openssl-sys"]);
        assert!(locked("openssl-probe", &format!("source = \"{CRATES_IO}\"")).is_empty());
    }

    #[test]
    fn a_crate_comes_from_the_registry_or_this_workspace() {
        assert!(locked("ours", "").is_empty());
        assert!(locked("fine", "source = \"git+https://example.org/fork?rev=1#1\"").is_empty());
        for source in
            ["registry+https://example.org/index", "git+https://example.org/other#1", "path+file:///tmp"]
        {
            assert_eq!(locked("any", &format!("source = \"{source}\"")), ["source:any"], "{source}");
        }
    }

    #[test]
    fn the_policy_is_read_or_the_rule_fails() {
        assert!(Policy::parse("[licenses]\nallow = []").is_err());
        assert!(Policy::parse(&TEXT.replace("openssl-sys", "openssl-sys@1")).is_err());
    }
}
