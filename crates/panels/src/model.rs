//! How a board looks, and what a panel reports; pure.

use kernel::http::double_option;
use kernel::texts::Language;
use kernel::{ApiError, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::texts;

/// Longest name of a panel, in characters.
const MAX_NAME: usize = 20;
/// Panels of a class.
pub(crate) const MAX_OF_CLASS: i64 = 20;
/// Screens that wait to be confirmed, of the whole portal.
pub(crate) const MAX_WAITING: i64 = 500;
/// How long a code holds, in milliseconds.
pub(crate) const CODE_HOLDS_MS: i64 = 10 * 60_000;
/// Names of parts that a board hides, at most.
const MAX_HIDDEN: usize = 40;
/// Longest name of a part, id of what was shown, and revision, in bytes.
const MAX_ID: usize = 64;
/// Announcements and broadcasts that one report names, of each at most.
const MAX_SHOWN: usize = 40;
/// Longest side of a screen, in CSS pixels.
const MAX_SIDE: u32 = 20_000;
/// The sizes of text that can be chosen.
const TEXT_SCALES: [f64; 3] = [1.0, 1.15, 1.3];

/// The language of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PanelLanguage {
    /// Chinese.
    #[default]
    Zh,
    /// English.
    En,
}

impl From<PanelLanguage> for Language {
    fn from(language: PanelLanguage) -> Self {
        match language {
            PanelLanguage::Zh => Self::Chinese,
            PanelLanguage::En => Self::English,
        }
    }
}

/// The colours of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PanelTheme {
    /// Dark letters on a light ground.
    Light,
    /// Light letters on a dark ground.
    Dark,
    /// Dark in the evening, else light.
    #[default]
    Auto,
}

/// When a board is dark but for a dim clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PanelNight {
    /// The time at which the night begins, `HH:MM`.
    from: String,
    /// The time at which the night ends, `HH:MM`; before `from` it is that of the next day.
    until: String,
}

/// How a board looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PanelSettings {
    /// The language of the board.
    pub(crate) language: PanelLanguage,
    /// The colours of the board.
    theme: PanelTheme,
    /// The size of the text: 1, 1.15 or 1.3.
    text_scale: f64,
    /// Whether the clock shows seconds.
    seconds: bool,
    /// The names of the parts that the board does not show.
    pub(crate) hidden: Vec<String>,
    /// The night of the board; null for none.
    #[schema(required)]
    night: Option<PanelNight>,
}

impl Default for PanelSettings {
    fn default() -> Self {
        let night = PanelNight { from: "22:30".into(), until: "06:00".into() };
        Self {
            language: PanelLanguage::default(),
            theme: PanelTheme::default(),
            text_scale: 1.0,
            seconds: true,
            hidden: Vec::new(),
            night: Some(night),
        }
    }
}

/// What a board is to look like; absent fields stay.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(crate) struct PanelSettingsChange {
    /// The language of the board.
    language: Option<PanelLanguage>,
    /// The colours of the board.
    theme: Option<PanelTheme>,
    /// The size of the text: 1, 1.15 or 1.3.
    text_scale: Option<f64>,
    /// Whether the clock shows seconds.
    seconds: Option<bool>,
    /// The names of the parts that the board does not show.
    hidden: Option<Vec<String>>,
    /// The night of the board; null for none.
    #[serde(default, deserialize_with = "double_option")]
    night: Option<Option<PanelNight>>,
}

impl PanelSettingsChange {
    /// The names of the fields that it changes.
    pub(crate) fn fields(&self) -> Vec<&'static str> {
        let given = [
            ("language", self.language.is_some()),
            ("theme", self.theme.is_some()),
            ("text_scale", self.text_scale.is_some()),
            ("seconds", self.seconds.is_some()),
            ("hidden", self.hidden.is_some()),
            ("night", self.night.is_some()),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect()
    }
}

impl PanelSettings {
    /// The same with these changes.
    ///
    /// # Errors
    /// 400 for a size that cannot be chosen, a time that is none, and too many names.
    pub(crate) fn changed(mut self, change: PanelSettingsChange) -> Result<Self> {
        if let Some(scale) = change.text_scale {
            let known = TEXT_SCALES.into_iter().find(|known| (known - scale).abs() < 0.001);
            self.text_scale = known.ok_or_else(|| ApiError::invalid("settings.text_scale"))?;
        }
        if let Some(hidden) = change.hidden {
            self.hidden = checked_names(hidden)?;
        }
        if let Some(night) = change.night {
            self.night = night.map(PanelNight::checked).transpose()?;
        }
        self.language = change.language.unwrap_or(self.language);
        self.theme = change.theme.unwrap_or(self.theme);
        self.seconds = change.seconds.unwrap_or(self.seconds);
        Ok(self)
    }
}

impl PanelNight {
    fn checked(self) -> Result<Self> {
        let is_time = |raw: &str| {
            raw.len() == 5 && raw.as_bytes()[2] == b':' && raw.parse::<jiff::civil::Time>().is_ok()
        };
        let holds = is_time(&self.from) && is_time(&self.until) && self.from != self.until;
        if holds { Ok(self) } else { Err(ApiError::invalid("settings.night")) }
    }
}

fn is_id(raw: &str) -> bool {
    raw.len() <= MAX_ID && raw.bytes().all(|byte| byte.is_ascii_graphic())
}

fn checked_names(mut names: Vec<String>) -> Result<Vec<String>> {
    names.sort();
    names.dedup();
    let holds = names.len() <= MAX_HIDDEN && names.iter().all(|name| !name.is_empty() && is_id(name));
    if holds { Ok(names) } else { Err(ApiError::invalid("settings.hidden")) }
}

/// The name of a panel.
///
/// # Errors
/// 400 for an empty or too long one.
pub(crate) fn checked_name(raw: &str) -> Result<String> {
    let name = raw.trim();
    if !(1..=MAX_NAME).contains(&name.chars().count()) || name.chars().any(char::is_control) {
        return Err(texts::NAME_INVALID.with("max", MAX_NAME));
    }
    Ok(name.to_owned())
}

/// The size of a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PanelScreen {
    /// The width in CSS pixels.
    pub(crate) width: u32,
    /// The height in CSS pixels.
    pub(crate) height: u32,
    /// How many pixels of the screen make a CSS pixel.
    pub(crate) pixel_ratio: f64,
}

impl PanelScreen {
    /// # Errors
    /// 400 for a size that no screen has.
    pub(crate) fn checked(self) -> Result<Self> {
        let holds = (1..=MAX_SIDE).contains(&self.width)
            && (1..=MAX_SIDE).contains(&self.height)
            && (0.1..=16.0).contains(&self.pixel_ratio);
        if holds { Ok(self) } else { Err(ApiError::invalid("width")) }
    }
}

/// What fills a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PanelView {
    /// The board.
    Board,
    /// The clock of an exam.
    Exam,
    /// The lock of the class's screens.
    Lock,
    /// An urgent broadcast.
    Broadcast,
    /// A dim clock.
    Night,
}

/// What can be read on a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ShownItems {
    /// The ids of broadcasts.
    pub(crate) broadcasts: Vec<String>,
    /// The ids of announcements.
    pub(crate) announcements: Vec<i64>,
}

/// What a panel reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PanelState {
    /// The revision of the board that the panel shows; empty before its first board.
    revision: String,
    /// What fills the panel.
    view: PanelView,
    /// The size of the screen.
    #[serde(flatten)]
    screen: PanelScreen,
    /// What can be read on the panel now.
    pub(crate) shown: ShownItems,
}

impl PanelState {
    /// # Errors
    /// 400 for a size that no screen has, and for ids that are none.
    pub(crate) fn checked(self) -> Result<Self> {
        self.screen.checked()?;
        let ShownItems { broadcasts, announcements } = &self.shown;
        if broadcasts.len() > MAX_SHOWN || announcements.len() > MAX_SHOWN {
            return Err(ApiError::invalid("shown"));
        }
        let holds = is_id(&self.revision) && broadcasts.iter().all(|id| is_id(id));
        if holds { Ok(self) } else { Err(ApiError::invalid("revision")) }
    }
}

/// The name of a browser with its main version, as `Chrome 80`, from its `User-Agent`; empty for one that is not known.
pub(crate) fn browser_of(agent: &str) -> String {
    // Edge and Opera say that they are Chrome too, and Chrome that it is Safari.
    let known = [
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Version/", "Safari"),
    ];
    let version = |mark: &str| {
        let digits: String =
            agent.split_once(mark)?.1.chars().take_while(char::is_ascii_digit).take(4).collect();
        (!digits.is_empty()).then_some(digits)
    };
    known.iter().find_map(|(mark, name)| Some(format!("{name} {}", version(mark)?))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_named_with_its_version() {
        let chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.87 Safari/537.36";
        assert_eq!(browser_of(chrome), "Chrome 80");
        assert_eq!(browser_of(&format!("{chrome} Edg/80.0.361.48")), "Edge 80");
        assert_eq!(browser_of("Mozilla/5.0 (X11; rv:68.0) Gecko/20100101 Firefox/68.0"), "Firefox 68");
        for unknown in ["", "curl/8.1", "Chrome/", "Chrome/<script>"] {
            assert_eq!(browser_of(unknown), "", "{unknown}");
        }
    }

    #[test]
    fn a_change_of_settings_leaves_the_rest_and_refuses_what_cannot_be() {
        let change = |json: &str| serde_json::from_str::<PanelSettingsChange>(json).unwrap();
        let settings = PanelSettings::default();
        let dark =
            settings.clone().changed(change(r#"{"theme":"dark","text_scale":1.3,"night":null}"#)).unwrap();
        assert_eq!((dark.theme, dark.text_scale, dark.night.clone()), (PanelTheme::Dark, 1.3, None));
        assert!(dark.seconds);
        for refused in [
            r#"{"text_scale":2}"#,
            r#"{"night":{"from":"25:00","until":"06:00"}}"#,
            r#"{"night":{"from":"T0600","until":"07:00"}}"#,
            r#"{"night":{"from":"06:00","until":"06:00"}}"#,
            r#"{"hidden":[""]}"#,
            r#"{"hidden":["a b"]}"#,
        ] {
            assert!(settings.clone().changed(change(refused)).is_err(), "{refused}");
        }
    }
}
