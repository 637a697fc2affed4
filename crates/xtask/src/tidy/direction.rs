//! Rule `direction`: kernel ← search ← identity ← realtime ← {panels, integrations, ai, moderation} ← {timetable ← calendar ← {classroom, community, desk}, social, weather, edge} ← server.

use super::Violation;
use super::tree::Tree;

/// Crates that know nothing of ours, so that all but the kernel may use them.
const LEAVES: &[&str] = &[
    "web-assets",
    "ai-stub",
    "weather-stub",
    "market-package",
    "plugin-host",
    "school-clock",
    "timetable-formats",
];

/// What a leaf may use of the other leaves.
const BETWEEN_LEAVES: &[(&str, &[&str])] = &[("timetable-formats", &["school-clock"])];

/// Each crate and what it may use of ours, beside the leaves.
const LAYERS: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("search", &["kernel"]),
    ("identity", &["kernel", "search"]),
    ("realtime", &["kernel", "search", "identity"]),
    ("panels", &["kernel", "search", "identity", "realtime"]),
    ("integrations", &["kernel", "search", "identity", "realtime"]),
    ("ai", &["kernel", "search", "identity", "realtime"]),
    ("market", &["kernel", "search", "identity", "realtime"]),
    ("moderation", &["kernel", "search", "identity"]),
    ("social", &["kernel", "search", "identity", "realtime", "integrations", "moderation", "panels"]),
    ("community", &["kernel", "search", "identity", "realtime", "integrations", "moderation", "calendar"]),
    ("timetable", &["kernel", "identity"]),
    ("calendar", &["kernel", "search", "identity", "realtime", "integrations", "timetable"]),
    ("classroom", &["kernel", "search", "identity", "timetable", "calendar"]),
    ("desk", &["kernel", "search", "identity", "realtime", "integrations", "calendar"]),
    ("weather", &["kernel", "search", "identity", "realtime"]),
    ("edge", &["kernel", "search", "identity", "realtime", "integrations"]),
    (
        "server",
        &[
            "kernel",
            "search",
            "identity",
            "realtime",
            "panels",
            "integrations",
            "ai",
            "market",
            "moderation",
            "social",
            "community",
            "timetable",
            "calendar",
            "classroom",
            "desk",
            "weather",
            "edge",
        ],
    ),
    (
        "bench",
        &[
            "kernel",
            "search",
            "identity",
            "realtime",
            "panels",
            "integrations",
            "ai",
            "market",
            "moderation",
            "social",
            "community",
            "timetable",
            "calendar",
            "classroom",
            "desk",
            "weather",
            "edge",
            "server",
        ],
    ),
    ("demo", &["kernel", "identity", "server"]),
    ("xtask", &[]),
];

/// Crates that use none of ours, not even a leaf.
const ALONE: &[&str] = &["kernel", "xtask"];

/// Finds dependencies against the direction, tests included.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.files() {
        let name = file.path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/Cargo.toml"));
        let Some(name) = name else { continue };
        let Some(may_use) = may_use(name) else {
            let message = format!("crate `{name}` has no place yet; give it one in LAYERS (xtask)");
            found.push(Violation::new(&file.path, 0, "direction", message));
            continue;
        };
        for (line, used) in dependencies(&file.text) {
            if used != name && is_ours(&used) && !may_use.contains(&used.as_str()) {
                let message =
                    format!("`{name}` may not use `{used}`; tell it by an event, ask through `HttpApp`");
                found.push(Violation::new(&file.path, line, "direction", message));
            }
        }
    }
    found
}

fn is_ours(name: &str) -> bool {
    LEAVES.contains(&name) || LAYERS.iter().any(|(layer, _)| *layer == name)
}

/// What a crate may use of ours; `None` for a crate without a place.
fn may_use(name: &str) -> Option<Vec<&'static str>> {
    if LEAVES.contains(&name) {
        let between = BETWEEN_LEAVES.iter().find(|(leaf, _)| *leaf == name);
        return Some(between.map(|(_, leaves)| leaves.to_vec()).unwrap_or_default());
    }
    let (_, below) = LAYERS.iter().find(|(layer, _)| *layer == name)?;
    let leaves = if ALONE.contains(&name) { &[] } else { LEAVES };
    Some([below, leaves].concat())
}

/// The names under every `[…dependencies]` of a manifest, with their lines.
fn dependencies(manifest: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside = false;
    for (index, line) in manifest.lines().enumerate() {
        let line = line.trim();
        if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            inside = section.ends_with("dependencies");
            // `[dependencies.kernel]`
            if let Some((_, name)) = section.split_once("dependencies.") {
                found.push((index + 1, name.to_owned()));
            }
        } else if inside && !line.starts_with('#') && line.contains('=') {
            found.push((index + 1, dependency_name(line)));
        }
    }
    found
}

/// `kernel.workspace = true`, `kernel = {…}` and `k = { package = "kernel" }` are all `kernel`.
fn dependency_name(line: &str) -> String {
    if let Some((_, rest)) = line.split_once("package = \"") {
        return rest.split('"').next().unwrap_or_default().to_owned();
    }
    line.split(['=', '.']).next().unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, manifest: &str) -> Vec<usize> {
        let path = format!("crates/{name}/Cargo.toml");
        let tree = Tree::of(&[(&path, manifest)]);
        check(&tree).into_iter().map(|violation| violation.line).collect()
    }

    #[test]
    fn the_arrow_downwards_is_fine() {
        let manifest = "[dependencies]\nkernel.workspace = true\nidentity = { path = \"x\" }\n\
                        [dev-dependencies]\nidentity = { workspace = true, features = [\"testing\"] }\n";
        assert!(found("desk", manifest).is_empty());
        assert!(found("edge", "[dependencies]\nweb-assets.workspace = true\n").is_empty());
    }

    #[test]
    fn wings_never_see_each_other() {
        assert_eq!(found("desk", "[dependencies]\nserde = \"1\"\nsocial.workspace = true\n"), [3]);
        assert_eq!(found("desk", "[dependencies.social]\nworkspace = true\n"), [1]);
        assert_eq!(found("desk", "[dev-dependencies]\nx = { package = \"social\" }\n"), [2]);
        assert_eq!(found("desk", "[target.'cfg(unix)'.dependencies]\nsocial = \"1\"\n"), [2]);
    }

    #[test]
    fn the_kernel_and_the_leaves_use_none_of_ours() {
        assert_eq!(found("kernel", "[dependencies]\nidentity.workspace = true\n"), [2]);
        assert_eq!(found("kernel", "[dependencies]\nweb-assets.workspace = true\n"), [2]);
        assert_eq!(found("web-assets", "[dependencies]\nkernel.workspace = true\n"), [2]);
        assert_eq!(found("school-clock", "[dependencies]\ntimetable-formats.workspace = true\n"), [2]);
        assert!(found("timetable-formats", "[dependencies]\nschool-clock.workspace = true\n").is_empty());
        assert_eq!(found("identity", "[dependencies]\nserver.workspace = true\n"), [2]);
    }

    #[test]
    fn a_new_crate_needs_a_place() {
        assert_eq!(found("helpers", ""), [0]);
    }
}
