//! Searching across features: what is asked, and what a feature answers. A feature finds only what the
//! caller may see, in its own query ([`crate::Feature::search`]).

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::texts::{Language, Message};

/// Longest question, in characters.
pub const MAX_TEXT: usize = 80;
/// What one feature may answer.
pub const MAX_HITS: usize = 8;

/// A question.
#[derive(Clone)]
pub struct SearchQuery {
    app: App,
    language: Language,
    text: String,
    words: Vec<String>,
    /// Today in the portal's zone.
    pub today: Date,
    /// When it was asked, in milliseconds.
    pub now: i64,
    zone: Arc<TimeZone>,
}

impl SearchQuery {
    /// Reads one; `None` for a blank one and for one that is too long or has control characters.
    #[must_use]
    pub fn parse(app: &App, raw: &str, language: Language) -> Option<Self> {
        let text = raw.trim();
        let sound =
            !text.is_empty() && text.chars().count() <= MAX_TEXT && !text.chars().any(char::is_control);
        let words = text.split_whitespace().map(str::to_lowercase).collect();
        sound.then(|| Self {
            app: app.clone(),
            language,
            text: text.to_owned(),
            words,
            today: app.today(),
            now: app.clock.now_ms(),
            zone: app.timezone(),
        })
    }

    /// The portal that is asked.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// A text in the language of whoever asks.
    #[must_use]
    pub fn say(&self, message: impl Into<Message>) -> String {
        message.into().localized(self.language)
    }

    /// As it was asked, without blank ends.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The day of a moment in the portal's zone; the moment is in milliseconds.
    #[must_use]
    pub fn day_of(&self, ms: i64) -> Date {
        let at = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
        at.to_zoned((*self.zone).clone()).date()
    }

    /// A day as people write it: `11月26日` or `26 Nov`, with the year where it is another one.
    #[must_use]
    pub fn say_day(&self, day: Date) -> String {
        let format = match (self.language, day.year() == self.today.year()) {
            (Language::Chinese, true) => "%-m月%-d日",
            (Language::Chinese, false) => "%Y年%-m月%-d日",
            (Language::English, true) => "%-d %b",
            (Language::English, false) => "%-d %b %Y",
        };
        day.strftime(format).to_string()
    }

    /// Whether every word of it occurs, in whatever case.
    #[must_use]
    pub fn fits(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.words.iter().all(|word| text.contains(word))
    }
}

/// A result of the search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Hit {
    /// The id of the result, by which its app opens it.
    pub id: String,
    /// The title of the result, as it is shown.
    pub title: String,
    /// A text that tells the result from others with the same title, such as a date; may be empty.
    pub detail: String,
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::tests::TestKernel;

    #[tokio::test]
    async fn a_day_is_said_in_the_language_of_the_question_with_the_year_where_it_is_another_one() {
        let kernel = TestKernel::new().await;
        let query = |language| SearchQuery::parse(&kernel.app, "x", language).unwrap();
        let (chinese, english) = (query(Language::Chinese), query(Language::English));
        let year = chinese.today.year();
        let (now, later) = (date(year, 3, 5), date(year + 1, 11, 20));
        assert_eq!(chinese.say_day(now), "3月5日");
        assert_eq!(english.say_day(now), "5 Mar");
        assert_eq!(chinese.say_day(later), format!("{}年11月20日", year + 1));
        assert_eq!(english.say_day(later), format!("20 Nov {}", year + 1));
    }
}
