//! Kinds of pictures, and what may be one; pure.

use kernel::Result;
use kernel::files::StoredFile;
use serde::{Deserialize, Serialize};

use super::texts;

/// Largest avatar, in bytes.
pub(super) const MAX_AVATAR_BYTES: i64 = 30_000;
/// Longest side of an avatar, in pixels.
pub(super) const MAX_AVATAR_SIDE: i64 = 512;
/// Largest wallpaper and class photo, in MiB.
pub(super) const MAX_MIB: i64 = 5;
/// Most pixels of these, in units of 10,000: what a classroom panel can hold decoded.
pub(super) const MAX_PIXELS: i64 = 4000;
/// Most wallpapers of one member.
pub(super) const MAX_WALLPAPERS: usize = 6;

/// What a picture is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Avatar,
    Wallpaper,
    ClassPhoto,
}

impl Kind {
    /// Refuses a file that cannot be a picture of this kind.
    ///
    /// # Errors
    /// 400 for another type and for one that is too large.
    pub(super) fn check(self, file: &StoredFile) -> Result<()> {
        if !["image/jpeg", "image/png", "image/webp"].contains(&file.mime.as_str()) {
            return Err(texts::TYPE_REFUSED.err());
        }
        // A picture whose header does not tell its size is none.
        let (width, height) = file.width.zip(file.height).ok_or_else(|| texts::TYPE_REFUSED.err())?;
        match self {
            Self::Avatar if file.size > MAX_AVATAR_BYTES => {
                Err(texts::AVATAR_TOO_LARGE.with("max", MAX_AVATAR_BYTES / 1000))
            }
            Self::Avatar if width.max(height) > MAX_AVATAR_SIDE => {
                Err(texts::AVATAR_TOO_WIDE.with("max", MAX_AVATAR_SIDE))
            }
            Self::Wallpaper | Self::ClassPhoto if file.size > MAX_MIB << 20 => {
                Err(texts::TOO_LARGE.with("max", MAX_MIB))
            }
            Self::Wallpaper | Self::ClassPhoto if width.saturating_mul(height) > MAX_PIXELS * 10_000 => {
                Err(texts::TOO_MANY_PIXELS.with("max", MAX_PIXELS))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(mime: &str, size: i64, side: i64) -> StoredFile {
        StoredFile {
            hash: "ab".repeat(32),
            size,
            mime: mime.into(),
            width: Some(side),
            height: Some(side),
            created_at: 0,
            generation: String::new(),
        }
    }

    #[test]
    fn each_kind_has_its_bounds() {
        assert!(Kind::Avatar.check(&file("image/jpeg", 30_000, 512)).is_ok());
        assert!(Kind::Avatar.check(&file("image/jpeg", 30_001, 512)).is_err());
        assert!(Kind::Avatar.check(&file("image/webp", 10, 513)).is_err());
        assert!(Kind::Wallpaper.check(&file("image/png", 5 << 20, 6000)).is_ok());
        assert!(Kind::ClassPhoto.check(&file("image/png", (5 << 20) + 1, 100)).is_err());
        assert!(Kind::Wallpaper.check(&file("image/png", 10, 7000)).is_err());
        for kind in [Kind::Avatar, Kind::Wallpaper, Kind::ClassPhoto] {
            assert!(kind.check(&file("image/gif", 10, 10)).is_err(), "nothing moves");
            assert!(kind.check(&file("application/pdf", 10, 10)).is_err());
            let headless = StoredFile { width: None, ..file("image/png", 10, 10) };
            assert!(kind.check(&headless).is_err());
        }
    }
}
