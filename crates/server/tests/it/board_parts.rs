//! The parts of a board and the views that the web has for them.

use std::collections::BTreeSet;
use std::path::Path;

use kernel::board::BoardPart;
use kernel::feature;
use server::FEATURES;

#[test]
fn every_part_of_an_app_has_a_view_in_the_web_and_every_view_has_its_part() {
    let apps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/apps");
    let mut views = BTreeSet::new();
    for app in std::fs::read_dir(apps).unwrap() {
        let app = app.unwrap();
        let Ok(view) = std::fs::read_to_string(app.path().join("board.ts")) else { continue };
        let name = app.file_name().into_string().unwrap();
        assert!(view.contains(&format!("name: '{name}',")), "the view of {name} has another name");
        views.insert(name);
    }
    let mut parts = BTreeSet::new();
    for part in feature::provided::<BoardPart>(&FEATURES) {
        // A part without an app is shown by the page itself, like an urgent broadcast.
        let Some(app) = part.app else { continue };
        assert_eq!(app, part.name, "a board hides a part by the name of its app");
        assert!(parts.insert(app.to_owned()), "{app} is provided twice");
    }
    assert_eq!(parts, views);
}
