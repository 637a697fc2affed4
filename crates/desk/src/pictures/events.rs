//! What the pictures feature tells the event log.

use kernel::events::FeatureEvent;
use serde::{Deserialize, Serialize};

/// What happens to pictures. The subject is the user ID of the member whose picture it is; of a class photo its
/// class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum PictureEvent {
    /// A member has another avatar.
    AvatarSet {
        /// The hash of the file.
        hash: String,
        /// The media type of the file.
        mime: String,
    },
    /// A member has no avatar any more.
    AvatarRemoved,
    /// A member has other wallpapers of their own.
    WallpapersChanged,
    /// A class has another photo, or none any more.
    ClassPhotoChanged,
}

impl FeatureEvent for PictureEvent {
    const FEATURE: &'static str = "pictures";
}
