//! The sets inside the binary: six gradient wallpapers, twenty-two weather icons, seven level icons.

use kernel::texts::Text;

use super::texts;

/// A file inside the binary.
#[derive(Debug)]
pub(super) struct File {
    /// Its folder under `/resources/builtin/`.
    pub(super) set: &'static str,
    /// Without the ending `.svg`.
    pub(super) id: &'static str,
    pub(super) svg: &'static str,
}

macro_rules! files {
    ($set:literal: $($id:literal),* $(,)?) => {
        &[$(File { set: $set, id: $id, svg: include_str!(concat!("builtin/", $set, "/", $id, ".svg")) }),*]
    };
}

const WALLPAPERS: &[File] = files!("wallpapers": "default", "ocean", "sky", "night", "dawn", "arctic");

/// One for each kind of weather that `GET /api/weather` may name, and for wind; a file of the same name in RESOURCES_DIR stands in its place.
pub(super) const WEATHER_ICONS: &[File] = files!(
    "weather-icons": "sunny", "cloudy", "overcast", "rain", "heavy-rain", "thunder", "snow", "fog", "wind", "haze",
    "sleet", "night-clear", "partly-cloudy", "partly-cloudy-night", "shower", "light-rain", "light-snow", "heavy-snow",
    "dust", "hot", "cold", "unknown",
);

const LEVELS: &[File] = files!("levels": "lv0", "lv1", "lv2", "lv3", "lv4", "lv5", "lv6");

impl File {
    /// Where it is served.
    pub(super) fn url(&self) -> String {
        format!("/resources/builtin/{}/{}.svg", self.set, self.id)
    }
}

/// A wallpaper inside the binary.
pub(super) struct Wallpaper {
    pub(super) file: &'static File,
    pub(super) name: &'static Text,
    /// The same colours for a `background`: shown at once, without another request.
    pub(super) css: &'static str,
}

/// The wallpapers, the default first.
pub(super) fn wallpapers() -> impl Iterator<Item = Wallpaper> {
    let wallpaper = |file: &'static File| {
        let (name, css) = match file.id {
            "ocean" => (&texts::OCEAN, OCEAN),
            "sky" => (&texts::SKY, SKY),
            "night" => (&texts::NIGHT, NIGHT),
            "dawn" => (&texts::DAWN, DAWN),
            "arctic" => (&texts::ARCTIC, ARCTIC),
            _ => (&texts::DEFAULT, DEFAULT),
        };
        Wallpaper { file, name, css }
    };
    WALLPAPERS.iter().map(wallpaper)
}

/// The file at `/resources/builtin/<set>/<name>`.
pub(super) fn find(set: &str, name: &str) -> Option<&'static File> {
    let id = name.strip_suffix(".svg")?;
    let all = [WALLPAPERS, WEATHER_ICONS, LEVELS];
    all.into_iter().flatten().find(|file| file.set == set && file.id == id)
}

const DEFAULT: &str = "radial-gradient(56% 90% at 0% 0%, #b4cbff, rgba(180, 203, 255, 0)), \
                       radial-gradient(51% 82% at 100% 8%, #ffd2bf, rgba(255, 210, 191, 0)), \
                       radial-gradient(56% 90% at 68% 100%, #b5e6d7, rgba(181, 230, 215, 0)), \
                       linear-gradient(160deg, #e6ecf7, #dfe7f2)";
const OCEAN: &str = "radial-gradient(48% 76% at 78% 12%, rgba(216, 246, 255, 0.75), rgba(216, 246, 255, 0)), \
                     radial-gradient(50% 80% at 12% 100%, rgba(15, 163, 177, 0.55), rgba(15, 163, 177, 0)), \
                     linear-gradient(160deg, #8fd3f4, #3b8fd6 50%, #123f7f)";
const SKY: &str = "radial-gradient(39% 62% at 21% 22%, rgba(255, 255, 255, 0.65), rgba(255, 255, 255, 0)), \
                   radial-gradient(48% 76% at 86% 76%, rgba(255, 255, 255, 0.7), rgba(255, 255, 255, 0)), \
                   radial-gradient(44% 70% at 56% 105%, rgba(255, 241, 214, 0.75), rgba(255, 241, 214, 0)), \
                   linear-gradient(160deg, #5ea7f2, #a9d4fb 60%, #eaf5ff)";
const NIGHT: &str = "radial-gradient(35% 56% at 80% 18%, rgba(91, 124, 255, 0.4), rgba(91, 124, 255, 0)), \
                     radial-gradient(48% 76% at 16% 92%, rgba(122, 63, 174, 0.45), rgba(122, 63, 174, 0)), \
                     linear-gradient(160deg, #070b1f, #182252 55%, #3a2d63)";
const DAWN: &str = "radial-gradient(51% 82% at 50% 100%, rgba(255, 240, 184, 0.8), rgba(255, 240, 184, 0)), \
                    radial-gradient(44% 70% at 94% 15%, rgba(127, 107, 196, 0.55), rgba(127, 107, 196, 0)), \
                    linear-gradient(160deg, #3f4c8c, #c9789a 45%, #ffb27a 75%, #ffe3ae)";
const ARCTIC: &str = "radial-gradient(39% 62% at 26% 18%, rgba(79, 240, 176, 0.45), rgba(79, 240, 176, 0)), \
                      radial-gradient(42% 68% at 70% 12%, rgba(87, 200, 255, 0.4), rgba(87, 200, 255, 0)), \
                      radial-gradient(35% 56% at 56% 33%, rgba(142, 255, 214, 0.3), rgba(142, 255, 214, 0)), \
                      linear-gradient(160deg, #0b2b45, #1f6f86 50%, #c7eef0)";
