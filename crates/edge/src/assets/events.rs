//! What the assets feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to wallpapers. The subject is the wallpaper's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum AssetEvent {
    /// One was uploaded.
    WallpaperAdded,
    /// One was deleted.
    WallpaperRemoved,
}

impl FeatureEvent for AssetEvent {
    const FEATURE: &'static str = "assets";
}
