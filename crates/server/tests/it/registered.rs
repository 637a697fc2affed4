//! What features register under a name is looked up by that name: nothing may have another's.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Feature, feature, planned};
use server::FEATURES;

/// The names that occur more than once.
fn repeated<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    names.into_iter().filter(|name| !seen.insert(*name)).collect()
}

#[test]
fn everything_is_registered_once() {
    let of_features = |names: fn(&'static Feature) -> Vec<&'static str>| FEATURES.iter().flat_map(names);
    for (what, repeated) in [
        ("features", repeated(FEATURES.iter().map(|feature| feature.name))),
        ("apps", repeated(of_features(|feature| feature.apps.iter().map(|app| app.name).collect()))),
        (
            "consumers",
            repeated(of_features(|feature| feature.consumers.iter().map(|own| own.name).collect())),
        ),
        ("variables", repeated(feature::variables(&FEATURES).iter().map(|variable| variable.name()))),
        ("limits", repeated(feature::limits(&FEATURES).map(|limit| limit.name))),
        ("permissions", repeated(feature::permissions(&FEATURES).map(|permission| permission.id))),
        ("actions", repeated(feature::actions(&FEATURES).map(|action| action.id))),
    ] {
        assert_eq!(repeated, Vec::<&str>::new(), "two {what} have one name");
    }
}

#[test]
fn what_is_built_is_not_planned_any_more() {
    let paths: Vec<String> =
        FEATURES.iter().flat_map(|feature| (feature.router)().paths().to_vec()).collect();
    let frames: Vec<_> = feature::frames(&FEATURES).map(|own| own.name.to_owned()).collect();
    // Not by its variables: one of them may be known before the feature comes, as the bot's account is.
    let mut stays: Vec<&str> = Vec::new();
    for planned in planned::PLANNED {
        for (names, built) in [(planned.paths, &paths), (planned.frames, &frames)] {
            stays
                .extend(names.iter().filter(|name| built.iter().any(|own| own.starts_with(**name))).copied());
        }
    }
    assert_eq!(stays, Vec::<&str>::new(), "kernel/src/planned.rs names what is built");
}

#[test]
fn a_word_of_the_operation_log_has_one_meaning_whichever_feature_names_it() {
    let mut meanings = BTreeMap::new();
    for word in feature::log_words(&FEATURES) {
        let first = meanings.entry(word.id).or_insert((word.zh, word.en));
        assert_eq!((word.zh, word.en), *first, "two features say something else for {}", word.id);
    }
}
