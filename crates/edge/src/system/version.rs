//! Which build this is; settled when it is compiled, but for the release notes' own date.

/// The version of the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Desktops and apps older than this do not understand the answers any more; a system admin may settle
/// another one.
pub(super) const MIN_CLIENT_VERSION: &str = "0.1.0";

/// The newest section stands first.
const NOTES: &str = include_str!("../../../../CHANGELOG.md");

/// What changed in the newest version, without its heading.
pub(super) fn changelog() -> &'static str {
    let newest = NOTES.split("\n## ").nth(1).unwrap_or_default();
    newest.split_once('\n').map_or("", |(_, changes)| changes.trim())
}

/// When the build was made: `cargo xtask release` says so. Any other binary names the day of the
/// newest release notes.
pub(super) fn build_time() -> String {
    option_env!("BUILD_TIME").map_or_else(|| format!("{}T00:00:00.000Z", newest_day()), str::to_owned)
}

/// The day in the newest section's heading: `0.1.0 (2026-11-21)`.
fn newest_day() -> &'static str {
    let heading = NOTES.split("\n## ").nth(1).and_then(|section| section.lines().next()).unwrap_or_default();
    heading.split(['(', ')']).nth(1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_section_has_a_day_and_says_what_changed() {
        assert!(format!("{}T00:00:00Z", newest_day()).parse::<jiff::Timestamp>().is_ok());
        assert!(changelog().starts_with("- "), "{}", changelog());
        assert!(!changelog().contains("## "));
    }
}
