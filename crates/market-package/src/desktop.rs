//! What the desktop itself has: no package takes the name of one of its apps or the id of one of its widgets.

use std::sync::LazyLock;

use serde::Deserialize;

/// The apps and widgets of the desktop, as the web names them.
#[derive(Debug, Default, Deserialize)]
pub struct Desktop {
    apps: Vec<String>,
    widgets: Vec<String>,
}

static DESKTOP: LazyLock<Desktop> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../api/desktop-names.json")).unwrap_or_default()
});

impl Desktop {
    /// Those of this portal.
    pub fn get() -> &'static Self {
        &DESKTOP
    }

    /// Whether one of its apps has this name, which is also its route.
    pub fn has_app(&self, name: &str) -> bool {
        self.apps.iter().any(|known| known == name)
    }

    /// Whether one of its widgets has this id.
    pub fn has_widget(&self, id: &str) -> bool {
        self.widgets.iter().any(|known| known == id)
    }
}
