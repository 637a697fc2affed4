//! A request to the search, with what features need to answer it.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::App;
use kernel::dates;
use kernel::texts::{Language, Message};

use crate::search_query::SearchQuery;

/// Longest query, in characters.
pub(crate) const MAX_TEXT: usize = 80;

/// What is asked: the words, who asks in which language, and when.
#[derive(Clone)]
pub struct SearchRequest {
    app: App,
    language: Language,
    wanted: SearchQuery,
    /// Today in the portal's zone.
    pub today: Date,
    /// When it was asked, in milliseconds.
    pub now: i64,
    zone: Arc<TimeZone>,
}

impl SearchRequest {
    /// A request for these words.
    #[must_use]
    pub fn new(app: &App, wanted: SearchQuery, language: Language) -> Self {
        let (today, now, zone) = (app.today(), app.clock.now_ms(), app.timezone());
        Self { app: app.clone(), language, wanted, today, now, zone }
    }

    /// Whether a text can be asked for: 1–80 characters without control characters.
    pub(crate) fn is_sound(raw: &str) -> bool {
        let text = raw.trim();
        !text.is_empty() && text.chars().count() <= MAX_TEXT && !text.chars().any(char::is_control)
    }

    /// The portal that is asked.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// The words.
    #[must_use]
    pub fn query(&self) -> &SearchQuery {
        &self.wanted
    }

    /// Whether a content with this title and this text has the words.
    #[must_use]
    pub fn finds(&self, title: &str, text: &str) -> bool {
        self.wanted.is_in(title, text)
    }

    /// A text in the language of whoever asks.
    #[must_use]
    pub fn say(&self, message: impl Into<Message>) -> String {
        message.into().localized(self.language)
    }

    /// The language of whoever asks.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The day of a moment in the portal's zone; the moment is in milliseconds.
    #[must_use]
    pub fn day_of(&self, ms: i64) -> Date {
        dates::day_of(ms, &self.zone)
    }

    /// A day as people write it: `11月26日` or `26 Nov`, with the year where it is another one.
    #[must_use]
    pub fn say_day(&self, day: Date) -> String {
        self.language.format_day(day, self.today)
    }
}
