//! Names of asset files, and what may be one; pure.

use sha2::{Digest, Sha256};

/// Longest name that file systems take, in bytes.
const MAX_NAME: usize = 255;
/// Longest stem that an upload gets, in characters: with an ending and a number it still fits.
const MAX_STEM: usize = 60;

/// A folder of assets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// Pictures and videos.
    Wallpapers,
    /// One picture per kind of weather.
    WeatherIcons,
}

/// What a wallpaper is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Media {
    Image,
    Video,
}

/// A type of file: its endings, the first of which uploads get, and its content type.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Format {
    pub(super) endings: &'static [&'static str],
    pub(super) content_type: &'static str,
    pub(super) media: Media,
}

const PNG: Format = Format { endings: &["png"], content_type: "image/png", media: Media::Image };
const SVG: Format = Format { endings: &["svg"], content_type: "image/svg+xml", media: Media::Image };

const WALLPAPERS: &[Format] = &[
    PNG,
    Format { endings: &["jpg", "jpeg"], content_type: "image/jpeg", media: Media::Image },
    Format { endings: &["webp"], content_type: "image/webp", media: Media::Image },
    Format { endings: &["gif"], content_type: "image/gif", media: Media::Image },
    Format { endings: &["mp4"], content_type: "video/mp4", media: Media::Video },
    Format { endings: &["webm"], content_type: "video/webm", media: Media::Video },
];
const WEATHER_ICONS: &[Format] = &[PNG, SVG];

impl Set {
    /// Its folder, on the disk and in addresses.
    pub(super) fn folder(self) -> &'static str {
        match self {
            Self::Wallpapers => "wallpapers",
            Self::WeatherIcons => "weather-icons",
        }
    }

    fn formats(self) -> &'static [Format] {
        match self {
            Self::Wallpapers => WALLPAPERS,
            Self::WeatherIcons => WEATHER_ICONS,
        }
    }
}

/// The format of a wallpaper that says to be of this content type.
pub(super) fn uploaded(content_type: &str) -> Option<&'static Format> {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    WALLPAPERS.iter().find(|format| format.content_type.eq_ignore_ascii_case(essence))
}

/// The name of a file that may be an asset: one visible part of a path, with a known ending.
/// Holding one is the proof that it leads into no other folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileName(String);

impl FileName {
    pub(super) fn parse(set: Set, raw: &str) -> Option<Self> {
        let name = Self(raw.to_owned());
        let one_part =
            !raw.starts_with('.') && !raw.contains(['/', '\\']) && !raw.chars().any(char::is_control);
        (one_part && raw.len() <= MAX_NAME && name.format(set).is_some()).then_some(name)
    }

    /// The name of an upload; the n-th of the same stem has a number.
    pub(super) fn upload(wanted: Option<&str>, format: &Format, n: usize) -> Self {
        let stem = stem_of(wanted.unwrap_or_default());
        let number = if n > 1 { format!("-{n}") } else { String::new() };
        Self(format!("{stem}{number}.{}", format.endings[0]))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands before the ending.
    pub(super) fn stem(&self) -> &str {
        self.0.rsplit_once('.').map_or(self.as_str(), |(stem, _)| stem)
    }

    pub(super) fn format(&self, set: Set) -> Option<&'static Format> {
        let (stem, ending) = self.0.rsplit_once('.')?;
        let has = |format: &&Format| format.endings.iter().any(|known| known.eq_ignore_ascii_case(ending));
        set.formats().iter().find(has).filter(|_| !stem.is_empty())
    }

    /// What names it in addresses of the API and in the operation log, where no words of people
    /// may stand.
    pub(super) fn id(&self) -> String {
        hex::encode(&Sha256::digest(&self.0)[..8])
    }

    /// Where it is served.
    pub(super) fn url(&self, set: Set) -> String {
        let mut url = format!("/resources/{}/", set.folder());
        for byte in self.0.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                    url.push(char::from(byte))
                }
                byte => url.push_str(&format!("%{byte:02X}")),
            }
        }
        url
    }
}

/// Letters and digits of any script, with single hyphens between.
fn stem_of(wanted: &str) -> String {
    let last = wanted.rsplit(['/', '\\']).next().unwrap_or_default();
    let known = FileName(last.to_owned());
    let stem = if known.format(Set::Wallpapers).is_some() { known.stem() } else { last };
    let words = stem.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let joined: String = words.collect::<Vec<_>>().join("-").chars().take(MAX_STEM).collect();
    let trimmed = joined.trim_end_matches('-');
    if trimmed.is_empty() { "wallpaper".to_owned() } else { trimmed.to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_a_plain_visible_name_with_a_known_ending_is_one() {
        for good in ["sea.png", "夏天 1.JPG", "a.b.webm", "x.jpeg"] {
            assert!(FileName::parse(Set::Wallpapers, good).is_some(), "{good}");
        }
        let long = format!("{}.png", "a".repeat(252));
        for bad in [
            "",
            "png",
            ".png",
            ".hidden.png",
            "a/b.png",
            "..\\b.png",
            "a\nb.png",
            "a.svg",
            "a.html",
            "a.png.",
            "a",
            &long,
        ] {
            assert!(FileName::parse(Set::Wallpapers, bad).is_none(), "{bad}");
        }
        assert!(FileName::parse(Set::WeatherIcons, "rain.svg").is_some());
        assert!(FileName::parse(Set::WeatherIcons, "rain.mp4").is_none());
    }

    #[test]
    fn an_upload_gets_a_name_of_its_own_words() {
        let jpeg = uploaded("IMAGE/JPEG; charset=x").unwrap();
        for (wanted, name) in [
            (Some("../../etc/passwd"), "passwd.jpg"),
            (Some("C:\\pictures\\夏天 (1).PNG"), "夏天-1.jpg"),
            (Some("a.b.c"), "a-b-c.jpg"),
            (Some("<script>\u{202e}"), "script.jpg"),
            (Some("..."), "wallpaper.jpg"),
            (None, "wallpaper.jpg"),
        ] {
            assert_eq!(FileName::upload(wanted, jpeg, 1).as_str(), name);
        }
        assert_eq!(FileName::upload(Some("sea"), jpeg, 3).as_str(), "sea-3.jpg");
        assert_eq!(
            FileName::upload(Some("夏 天"), jpeg, 1).url(Set::Wallpapers),
            "/resources/wallpapers/%E5%A4%8F-%E5%A4%A9.jpg"
        );
        assert!(uploaded("image/svg+xml").is_none() && uploaded("").is_none());
    }

    proptest! {
        #[test]
        fn whatever_is_wished_the_upload_is_a_file_that_is_served(wanted in ".{0,120}", n in 1_usize..200) {
            for format in WALLPAPERS {
                let name = FileName::upload(Some(&wanted), format, n);
                prop_assert_eq!(FileName::parse(Set::Wallpapers, name.as_str()), Some(name));
            }
        }
    }
}
