//! The board of a class: what each feature has to say to a whole class, for a screen that nobody is signed in on.

use std::collections::BTreeMap;

use futures_util::future::{BoxFuture, join_all};
use identity::admin;
use kernel::app::iso;
use kernel::scope::Scope;
use kernel::{App, Result, feature};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::model::PanelSettings;
use super::store::PanelRow;

/// What a part has to say; null for nothing.
pub type PartReading = BoxFuture<'static, Result<Value>>;

/// What a feature has to say to a whole class. Whoever stands in the classroom reads it, so it holds only what every
/// member of the class may see, and it must answer soon: a feature that asks another server answers with what it has.
#[derive(Clone, Copy)]
pub struct BoardPart {
    /// The name of the part: that of the feature.
    pub name: &'static str,
    /// The app whose switch turns the part off with it; `None` for a part without an app.
    pub app: Option<&'static str>,
    /// Reads the part for a class, by its two digits.
    pub read: fn(App, String) -> PartReading,
}

/// The parts that belong to the screens of a class itself.
static OWN_PARTS: [BoardPart; 2] = [
    BoardPart { name: "exam", app: None, read: |app, class| Box::pin(async move { Ok(exam(&app, class)) }) },
    BoardPart { name: "lock", app: None, read: |app, class| Box::pin(async move { Ok(lock(&app, class)) }) },
];

/// The exam that is on or comes next.
fn exam(app: &App, class: String) -> Value {
    let next = admin::exam::next_times(app, &Scope::Class(class));
    next.map_or(Value::Null, |(from, until)| json!({ "from": iso(from), "until": iso(until) }))
}

fn lock(app: &App, class: String) -> Value {
    json!({ "locked": admin::screens_locked(app, &Scope::Class(class)) })
}

/// The parts of a board by their names.
pub(crate) type Parts = BTreeMap<&'static str, Value>;

/// The panel that a board is for.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct BoardPanel {
    /// The id of the panel, a UUID.
    id: String,
    /// The name of the panel.
    name: String,
    /// How the board looks.
    settings: PanelSettings,
}

/// A board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Board {
    /// The panel that the board is for.
    panel: BoardPanel,
    /// The class, two digits.
    class: String,
    /// Sixteen digits that change with anything that the board shows.
    pub(crate) revision: String,
    /// The time zone of the portal, by its IANA name.
    zone: String,
    /// The parts of the board by the names of their features. A part is null when it has nothing to say, and absent when
    /// the board hides it or its app is disabled.
    #[schema(value_type = BTreeMap<String, Value>)]
    parts: Parts,
}

/// Reads the board of a panel. A part that cannot be read stays as it was in `before`, and is tried again with the next
/// reading.
pub(crate) async fn read(app: &App, panel: &PanelRow, before: &Parts) -> Board {
    let class = &panel.class;
    let is_shown = |part: &&BoardPart| {
        let is_hidden = panel.settings.hidden.iter().any(|hidden| hidden == part.name);
        !is_hidden && part.app.is_none_or(|name| app.apps.is_enabled(name, class))
    };
    let all = OWN_PARTS.iter().chain(feature::provided::<BoardPart>(&app.features)).filter(is_shown);
    let reading = all.map(|part| async { (part.name, (part.read)(app.clone(), class.clone()).await) });
    let mut parts = Parts::new();
    for (name, read) in join_all(reading).await {
        let value = match read {
            Ok(value) => value,
            Err(error) => {
                tracing::warn!(part = name, %error, "part of a board not read, will retry");
                before.get(name).cloned().unwrap_or_default()
            }
        };
        parts.insert(name, value);
    }
    let shown_on =
        BoardPanel { id: panel.id.clone(), name: panel.name.clone(), settings: panel.settings.clone() };
    let zone = app.timezone().iana_name().unwrap_or("UTC").to_owned();
    let revision = revision(&json!([shown_on, class, zone, parts]));
    Board { panel: shown_on, class: class.clone(), revision, zone, parts }
}

impl Board {
    /// The parts, for the next reading.
    pub(crate) fn into_parts(self) -> Parts {
        self.parts
    }
}

fn revision(shown: &Value) -> String {
    hex::encode(&Sha256::digest(shown.to_string())[..8])
}
