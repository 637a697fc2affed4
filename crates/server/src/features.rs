//! The only list of features: a feature that is not here does not exist.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use kernel::config::{self, Config, ConfigError};
use kernel::{Feature, feature, planned};

/// The crates of features by name, in the order in which their features start: accounts come first.
pub(crate) static FEATURE_CRATES: [(&str, &[Feature]); 16] = [
    ("identity", identity::FEATURES),
    ("search", search::FEATURES),
    ("realtime", realtime::FEATURES),
    ("panels", panels::FEATURES),
    ("integrations", integrations::FEATURES),
    ("ai", ai::FEATURES),
    ("market", market::FEATURES),
    ("moderation", moderation::FEATURES),
    ("social", social::FEATURES),
    ("community", community::FEATURES),
    ("timetable", timetable::FEATURES),
    ("calendar", calendar::FEATURES),
    ("classroom", classroom::FEATURES),
    ("desk", desk::FEATURES),
    ("weather", weather::FEATURES),
    ("edge", edge::FEATURES),
];

/// All features.
pub static FEATURES: LazyLock<Vec<Feature>> =
    LazyLock::new(|| FEATURE_CRATES.iter().flat_map(|(_, features)| *features).copied().collect());

/// Builds the configuration of this portal from names and values, with warnings about names that
/// nothing reads.
///
/// # Errors
/// The first variable that does not fit, or does not go with another.
pub fn config(given: &BTreeMap<String, String>) -> Result<Config, ConfigError> {
    let mut config = feature::config(given, &FEATURES)?;
    let known: Vec<&str> = feature::variables(&FEATURES).iter().map(|variable| variable.name()).collect();
    let is_unread = |name: &&String| {
        let is_planned =
            planned::all(|planned| planned.variables).any(|beginning| name.starts_with(beginning));
        is_planned && !known.contains(&name.as_str())
    };
    for name in given.keys().filter(is_unread) {
        // A name that looks mistyped has its warning already.
        if !config.warnings.iter().any(|warning| warning.split(' ').next() == Some(name)) {
            config.warnings.push(config::unknown(name));
        }
    }
    Ok(config)
}
