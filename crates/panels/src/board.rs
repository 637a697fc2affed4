//! The board of a class: what each feature has to say to a whole class, for a screen that nobody is signed in on.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;
use identity::admin;
use kernel::app::iso;
use kernel::board::BoardPart;
use kernel::scope::Scope;
use kernel::texts::Language;
use kernel::{App, Result, feature};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::model::PanelSettings;
use super::shown::ShownKind;
use super::store::PanelRow;

/// The parts that belong to the screens of a class itself.
static OWN_PARTS: [BoardPart; 2] = [
    BoardPart {
        name: "exam",
        app: None,
        read: |app, class, _| Box::pin(async move { Ok(exam(&app, class)) }),
    },
    BoardPart {
        name: "lock",
        app: None,
        read: |app, class, _| Box::pin(async move { Ok(lock(&app, class)) }),
    },
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
        // What belongs to no app, such as an urgent broadcast and the lock, no setting hides.
        let is_hidden = || panel.settings.hidden.iter().any(|hidden| hidden == part.name);
        part.app.is_none_or(|name| app.apps.is_enabled(name, class) && !is_hidden())
    };
    let all = OWN_PARTS.iter().chain(feature::provided::<BoardPart>(&app.features)).filter(is_shown);
    let language = panel.settings.language.into();
    let reading =
        all.map(|part| async { (part.name, (part.read)(app.clone(), class.clone(), language).await) });
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

/// The ids of the broadcasts and the announcements that the board of a class has now: nothing else can be shown on it.
///
/// # Errors
/// When one of the parts cannot be read.
pub(crate) async fn ids_of_items(app: &App, class: &str) -> Result<BTreeSet<(ShownKind, String)>> {
    let mut ids = BTreeSet::new();
    for part in feature::provided::<BoardPart>(&app.features) {
        let Some(kind) = ShownKind::of_part(part.name) else { continue };
        let read = (part.read)(app.clone(), class.to_owned(), Language::Chinese).await?;
        let items = read[part.name].as_array().into_iter().flatten();
        ids.extend(
            items.map(|item| {
                (kind, item["id"].as_str().map_or_else(|| item["id"].to_string(), str::to_owned))
            }),
        );
    }
    Ok(ids)
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
