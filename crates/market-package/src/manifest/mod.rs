//! Manifests of apps and plugins: what `manifest.json` says, with the defaults of the contract.
//!
//! Reading one never stops at the first fault: an author sees all of them at once. Unknown fields are
//! dropped. The structs serialize to the JSON that the API shows and that the portal stores.

mod app;
mod backend;
mod fields;
mod plugin;
mod read;
mod settings;
#[cfg(test)]
mod tests;
mod widgets;

pub use backend::{MOST_CALLS_A_MINUTE, mounts_collide};
pub(crate) use read::{Context, read};

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use crate::package::Kind;

/// The SDK major of this portal.
pub const SDK: u32 = 1;

/// A manifest of either kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Manifest {
    /// Of an app.
    App(AppManifest),
    /// Of a plugin.
    Plugin(PluginManifest),
}

impl Manifest {
    /// Which kind it is.
    pub fn kind(&self) -> Kind {
        match self {
            Self::App(_) => Kind::App,
            Self::Plugin(_) => Kind::Plugin,
        }
    }

    /// The fields that both kinds have.
    pub fn about(&self) -> &About {
        match self {
            Self::App(app) => &app.about,
            Self::Plugin(plugin) => &plugin.about,
        }
    }

    /// The server part.
    pub fn backend(&self) -> Option<&Backend> {
        match self {
            Self::App(app) => app.backend.as_ref(),
            Self::Plugin(plugin) => Some(&plugin.backend),
        }
    }

    /// The app's manifest; `None` for a plugin.
    pub fn app(&self) -> Option<&AppManifest> {
        match self {
            Self::App(app) => Some(app),
            Self::Plugin(_) => None,
        }
    }

    /// The plugin's manifest; `None` for an app.
    pub fn plugin(&self) -> Option<&PluginManifest> {
        match self {
            Self::App(_) => None,
            Self::Plugin(plugin) => Some(plugin),
        }
    }
}

/// What both kinds of manifest have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// Kebab-case name; also the folder's.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// Semantic version; `0.0.0` if the manifest has none.
    pub version: String,
    /// The SDK major that it needs, digits; at most [`SDK`].
    pub sdk: String,
    /// What it is for.
    pub description: String,
    /// Who made it.
    pub author: String,
    /// Path of its picture in the package.
    pub icon: Option<String>,
    /// Hexadecimal colour.
    pub color: Option<String>,
    /// Where it is shown: `desktop`, `system`, `hidden`, or a word that this version does not know.
    pub category: String,
    /// Place among others, smaller first.
    pub order: Number,
    /// Whether it is on after it was installed.
    pub default_enabled: bool,
    /// Whether it can be switched off.
    pub can_disable: bool,
    /// What it says that it uses. Disclosure only; nothing enforces it.
    pub capabilities: Vec<String>,
    /// Settings that an officer enters.
    pub config: Vec<ConfigField>,
}

/// The manifest of an app.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AppManifest {
    /// Fields of both kinds.
    #[serde(flatten)]
    pub about: About,
    /// Who sees it: `admin`, `officer`, `student`; empty means all. Unknown words stay, so that a list of
    /// nothing else shows the app to nobody rather than to everybody.
    pub visible_roles: Vec<String>,
    /// How its window looks.
    pub layout: Layout,
    /// The page part.
    pub frontend: Option<Frontend>,
    /// The server part.
    pub backend: Option<Backend>,
}

/// The manifest of a plugin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PluginManifest {
    /// Fields of both kinds.
    #[serde(flatten)]
    pub about: About,
    /// The server part.
    pub backend: Backend,
    /// How it talks to embedded pages.
    pub integration: Option<Integration>,
}

/// How an app's window looks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Layout {
    /// What kind of window.
    pub mode: LayoutMode,
    /// Who draws the bar: `custom` hides the host's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navbar: Option<String>,
    /// Whether a window can be resized.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resizable: Option<bool>,
    /// Least width in px.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_width: Option<Number>,
    /// Least height in px.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_height: Option<Number>,
}

/// Kinds of windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LayoutMode {
    /// The whole screen.
    #[default]
    Fullscreen,
    /// A sheet from below.
    Sheet,
    /// A window.
    Window,
}

/// The page part of an app.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Frontend {
    /// Its address in the desktop, `/…`.
    pub route: String,
    /// The name of the route.
    pub route_name: Option<String>,
    /// Its script.
    pub entry: String,
    /// Its style.
    pub style: Option<String>,
    /// Its widgets.
    pub widgets: Vec<Widget>,
}

/// A card for the desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Widget {
    /// Globally unique.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its script.
    pub component: String,
    /// Cells at first.
    pub default_size: WidgetSize,
    /// Least cells.
    pub min_size: WidgetSize,
    /// Most cells.
    pub max_size: WidgetSize,
    /// What it shows.
    pub description: String,
    /// Who may see it: holders of this permission, or everybody.
    pub permission: Option<String>,
    /// The form of its settings.
    pub config_schema: Option<ConfigSchema>,
}

/// Cells of the desktop's grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WidgetSize {
    /// Columns.
    pub w: u8,
    /// Rows.
    pub h: u8,
}

/// The form of a widget's settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ConfigSchema {
    /// Its fields.
    pub fields: Vec<SchemaField>,
}

/// A field of a widget's form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SchemaField {
    /// The key that the widget reads.
    pub key: String,
    /// What people read.
    pub label: String,
    /// `select`, `number`, `bool` or `text`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The value without an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// Choices of a `select`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<SchemaOption>,
    /// Least number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Number>,
    /// Greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Number>,
    /// What an empty text field shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
}

/// A choice of a `select`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SchemaOption {
    /// The value.
    pub value: Value,
    /// What people read.
    pub label: String,
}

/// The server part of a package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Backend {
    /// The path that it answers, `/api/…`.
    pub mount_path: String,
    /// Its script.
    pub entry: String,
    /// Hosts that it may call: exact names or `*.suffix`. None, no network.
    pub hosts: Vec<String>,
    /// How often it may be called.
    pub rate_limit: Option<RateLimit>,
}

/// How often a back end may be called, by a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RateLimit {
    /// Calls.
    pub max: u32,
    /// In this time.
    pub window_ms: u64,
    /// What the member reads then.
    pub message: Option<String>,
}

/// A setting that an officer enters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConfigField {
    /// Its name, as of an environment variable.
    pub key: String,
    /// What people read.
    pub label: String,
    /// The type of its value.
    #[serde(rename = "type")]
    pub kind: ConfigType,
    /// Whether the package needs it.
    pub required: bool,
    /// The value without an entry.
    pub default: Option<Value>,
}

/// Types of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConfigType {
    /// A text.
    String,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// A text that never leaves the server.
    Secret,
}

impl ConfigType {
    /// Whether a value is of this type.
    pub fn fits(self, value: &Value) -> bool {
        match self {
            Self::String | Self::Secret => value.is_string(),
            Self::Number => value.is_number(),
            Self::Boolean => value.is_boolean(),
        }
    }

    /// The manifest's word.
    pub fn word(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Secret => "secret",
        }
    }
}

/// How a plugin talks to embedded pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Integration {
    /// The name of the contract.
    pub contract: String,
    /// The host's side.
    pub frontend_bridge: String,
    /// The page's side.
    pub client_entry: String,
    /// `major.minor` of the messages.
    pub protocol_version: String,
    /// Channels on which messages pass.
    pub channels: Vec<String>,
}
