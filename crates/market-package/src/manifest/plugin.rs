//! Reads what only plugins have: how they talk to embedded pages.

use super::fields::Fields;
use super::read::{Context, SMALL};
use super::{About, Integration, PluginManifest, backend};
use crate::finding::Level;
use crate::texts::manifest as texts;

const CHANNELS: &[&str] = &[
    "handshake",
    "identity-injection",
    "request-mute",
    "video-control",
    "playback-status",
    "share-request",
    "back-button",
    "page-info",
    "ping",
];

/// Channels of one plugin.
const MOST_CHANNELS: usize = 64;

pub(super) fn read(fields: &Fields<'_>, about: About, context: &Context<'_>) -> Option<PluginManifest> {
    if fields.get("frontend").is_some() {
        fields.say(texts::PLUGIN_FRONTEND.warning("frontend"));
    }
    if fields.get("backend").is_none() {
        fields.missing("backend");
    }
    let backend = fields.object("backend").and_then(|backend| backend::read(&backend, context));
    let integration = match fields.object("integration") {
        Some(integration) if !integration.is_empty() => read_integration(&integration, context),
        _ => {
            // The contract asks for it; real plugins that serve no embedded page have none.
            fields.say(texts::NO_INTEGRATION.warning("integration"));
            None
        }
    };
    Some(PluginManifest { about, backend: backend?, integration })
}

fn read_integration(fields: &Fields<'_>, context: &Context<'_>) -> Option<Integration> {
    let contract = fields.required("contract", SMALL);
    let frontend_bridge = fields.required("frontendBridge", SMALL);
    let client_entry = fields.path("clientEntry", true).and_then(|_| fields.text("clientEntry", SMALL));
    let protocol_version = fields.required("protocolVersion", SMALL);
    if protocol_version.as_ref().is_some_and(|version| !is_protocol(version)) {
        fields.say(texts::PROTOCOL_VERSION.error(fields.place("protocolVersion")));
    }
    // A list that is left out would let every channel pass.
    let channels = fields.texts("channels", MOST_CHANNELS, Level::Error);
    if channels.is_none() && fields.get("channels").is_none() {
        fields.missing("channels");
    }
    for value in channels.iter().flatten().filter(|value| !CHANNELS.contains(&value.as_str())) {
        fields.say(texts::UNKNOWN_CHANNEL.warning(fields.place("channels")).with("value", value));
    }
    if context.is_author() {
        fields.warn_unknown();
    }
    Some(Integration {
        contract: contract?,
        frontend_bridge: frontend_bridge?,
        client_entry: client_entry?,
        protocol_version: protocol_version?,
        channels: channels?,
    })
}

/// `1.<minor>`: only the same major is compatible.
fn is_protocol(version: &str) -> bool {
    version
        .strip_prefix("1.")
        .is_some_and(|minor| (1..=4).contains(&minor.len()) && minor.bytes().all(|b| b.is_ascii_digit()))
}
