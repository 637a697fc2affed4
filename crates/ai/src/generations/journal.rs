//! Everything that an answer has shown, in order, readable from any offset; pure.
//!
//! An offset is counted in the bytes of the texts, and one for each event between them. It says nothing to a client,
//! which sends back what it was given.

use serde_json::{Value, json};

use super::stream_event::AiStreamEvent;
use crate::conversations::fields::MAX_SOURCES;
use crate::source::AiSource;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    /// A part of the answer.
    Content,
    /// A part of the answer that takes the place of all before it.
    Replace,
    /// A part of the thoughts.
    Reasoning,
}

#[derive(Clone, Debug)]
enum Entry {
    Text { kind: TextKind, from: usize },
    Event(AiStreamEvent),
}

/// What an answer has shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    text: String,
    entries: Vec<(u64, Entry)>,
    end: u64,
}

impl Journal {
    /// One of which the beginning up to an offset is elsewhere.
    pub(super) fn starting_at(offset: u64) -> Self {
        Self { end: offset, ..Self::default() }
    }

    /// The offset behind everything.
    pub(super) fn end_offset(&self) -> u64 {
        self.end
    }

    pub(super) fn push_text(&mut self, kind: TextKind, text: &str) {
        if text.is_empty() {
            return;
        }
        let goes_on = match self.entries.last() {
            Some((_, Entry::Text { kind: last, .. })) => {
                *last == kind || (*last == TextKind::Replace && kind == TextKind::Content)
            }
            _ => false,
        };
        // A text that replaces begins anew, whatever stood before.
        if !goes_on || kind == TextKind::Replace {
            self.entries.push((self.end, Entry::Text { kind, from: self.text.len() }));
        }
        self.text.push_str(text);
        self.end += text.len() as u64;
    }

    pub(super) fn push_event(&mut self, event: AiStreamEvent) {
        self.entries.push((self.end, Entry::Event(event)));
        self.end += 1;
    }

    /// The answer as it stands.
    pub(super) fn content(&self) -> String {
        let mut content = String::new();
        for (index, (_, entry)) in self.entries.iter().enumerate() {
            match entry {
                Entry::Text { kind: TextKind::Content, .. } => content.push_str(self.text_of(index)),
                Entry::Text { kind: TextKind::Replace, .. } => {
                    content.clear();
                    content.push_str(self.text_of(index));
                }
                _ => {}
            }
        }
        content
    }

    /// The thoughts.
    pub(super) fn reasoning(&self) -> String {
        let is_thought =
            |index: &usize| matches!(self.entries[*index].1, Entry::Text { kind: TextKind::Reasoning, .. });
        (0..self.entries.len()).filter(is_thought).map(|index| self.text_of(index)).collect()
    }

    /// Whether anything can be read in it.
    pub(super) fn has_text(&self) -> bool {
        !self.text.is_empty()
    }

    /// How long all texts are, in bytes.
    pub(super) fn text_len(&self) -> usize {
        self.text.len()
    }

    /// All texts behind what was this long.
    pub(super) fn text_from(&self, from: usize) -> &str {
        self.text.get(from..).unwrap_or_default()
    }

    fn end_of(&self, index: usize) -> u64 {
        self.entries.get(index + 1).map_or(self.end, |(start, _)| *start)
    }

    fn text_of(&self, index: usize) -> &str {
        let (start, Entry::Text { from, .. }) = &self.entries[index] else { return "" };
        let length = usize::try_from(self.end_of(index) - start).unwrap_or_default();
        &self.text[*from..from + length]
    }

    /// Where the model that answers has read the web, each page once.
    pub(super) fn sources(&self) -> Vec<AiSource> {
        let mut sources: Vec<AiSource> = Vec::new();
        for (_, entry) in &self.entries {
            let found = match entry {
                Entry::Event(AiStreamEvent::Search { sources: Some(found), .. }) => found,
                Entry::Event(AiStreamEvent::Fallback { .. }) => {
                    sources.clear();
                    continue;
                }
                _ => continue,
            };
            for source in found {
                if sources.len() < MAX_SOURCES && !sources.contains(source) {
                    sources.push(source.clone());
                }
            }
        }
        sources
    }

    /// Whether another model answers than the one that was chosen.
    pub(super) fn is_fallback(&self) -> bool {
        self.entries.iter().any(|(_, entry)| matches!(entry, Entry::Event(AiStreamEvent::Fallback { .. })))
    }

    /// What is shown behind an offset, each part with the offset behind it.
    pub(super) fn after(&self, offset: u64) -> Vec<(AiStreamEvent, u64)> {
        let first = self.entries.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let mut shown = Vec::new();
        for index in first..self.entries.len() {
            let (start, entry) = &self.entries[index];
            let end = self.end_of(index);
            if end <= offset {
                continue;
            }
            let kind = match entry {
                Entry::Event(event) => {
                    shown.push((event.clone(), end));
                    continue;
                }
                Entry::Text { kind, .. } => *kind,
            };
            let text = self.text_of(index);
            let mut skip =
                usize::try_from(offset.saturating_sub(*start)).unwrap_or(usize::MAX).min(text.len());
            while !text.is_char_boundary(skip) {
                skip += 1;
            }
            let rest = text[skip..].to_owned();
            let part = match kind {
                TextKind::Reasoning => AiStreamEvent::Reasoning { reasoning: rest },
                TextKind::Replace if skip == 0 => AiStreamEvent::replace(rest),
                TextKind::Content | TextKind::Replace => AiStreamEvent::Content { content: rest },
            };
            shown.push((part, end));
        }
        shown
    }

    /// The part behind an offset, to be stored. The offset is one that this has answered before, or 0.
    pub(super) fn stored_after(&self, offset: u64) -> Option<String> {
        let parts: Vec<Value> = self
            .after(offset)
            .into_iter()
            .map(|(event, _)| match event {
                AiStreamEvent::Content { content } => json!(["content", content]),
                AiStreamEvent::Replace { content, .. } => json!(["replace", content]),
                AiStreamEvent::Reasoning { reasoning } => json!(["reasoning", reasoning]),
                event => json!(["event", event]),
            })
            .collect();
        (!parts.is_empty()).then(|| Value::Array(parts).to_string())
    }

    /// Adds a part that was stored.
    pub(super) fn push_stored(&mut self, stored: &str) {
        let parts: Vec<(String, Value)> = serde_json::from_str(stored).unwrap_or_default();
        for (kind, value) in parts {
            let text = value.as_str().unwrap_or_default();
            match kind.as_str() {
                "content" => self.push_text(TextKind::Content, text),
                "replace" => self.push_text(TextKind::Replace, text),
                "reasoning" => self.push_text(TextKind::Reasoning, text),
                _ => {
                    if let Ok(event) = serde_json::from_value(value) {
                        self.push_event(event);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What a client shows that has read these parts.
    #[derive(Debug, Default, PartialEq)]
    struct Client {
        content: String,
        reasoning: String,
        events: Vec<AiStreamEvent>,
        offset: u64,
    }

    impl Client {
        fn read(&mut self, journal: &Journal) {
            for (event, offset) in journal.after(self.offset) {
                match event {
                    AiStreamEvent::Content { content } => self.content.push_str(&content),
                    AiStreamEvent::Replace { content, .. } => self.content = content,
                    AiStreamEvent::Reasoning { reasoning } => self.reasoning.push_str(&reasoning),
                    event => self.events.push(event),
                }
                self.offset = offset;
            }
        }
    }

    #[derive(Clone, Debug)]
    enum Step {
        Text(TextKind, String),
        Event(u8),
        Read,
    }

    fn step() -> impl Strategy<Value = Step> {
        let kind = prop_oneof![
            4 => Just(TextKind::Content), 2 => Just(TextKind::Reasoning), 1 => Just(TextKind::Replace)
        ];
        prop_oneof![
            5 => (kind, "[a-z答😀]{1,6}").prop_map(|(kind, text)| Step::Text(kind, text)),
            1 => any::<u8>().prop_map(Step::Event),
            2 => Just(Step::Read),
        ]
    }

    proptest! {
        #[test]
        fn whoever_comes_back_at_any_time_reads_everything_once(steps in proptest::collection::vec(step(), 0..40)) {
            let (mut journal, mut rebuilt) = (Journal::default(), Journal::default());
            let (mut interrupted, mut whole) = (Client::default(), Client::default());
            for step in &steps {
                match step {
                    Step::Text(kind, text) => journal.push_text(*kind, text),
                    Step::Event(n) => {
                        journal.push_event(AiStreamEvent::Saved { saved: (*n).into() });
                    }
                    Step::Read => {
                        if let Some(stored) = journal.stored_after(rebuilt.end_offset()) {
                            rebuilt.push_stored(&stored);
                        }
                        interrupted.read(&journal);
                    }
                }
            }
            let halfway = rebuilt.clone();
            interrupted.read(&journal);
            whole.read(&journal);
            prop_assert_eq!(&interrupted, &whole);
            prop_assert_eq!(&whole.content, &journal.content());
            prop_assert_eq!(&whole.reasoning, &journal.reasoning());
            if let Some(stored) = journal.stored_after(rebuilt.end_offset()) {
                rebuilt.push_stored(&stored);
            }
            prop_assert_eq!(rebuilt.content(), journal.content());
            prop_assert_eq!(rebuilt.end_offset(), journal.end_offset());
            // A reader of another node begins with the piece that its offset is in.
            let mut rest = Journal::starting_at(halfway.end_offset());
            rest.push_stored(&journal.stored_after(halfway.end_offset()).unwrap_or_default());
            let mut late = Client { offset: halfway.end_offset(), ..Client::default() };
            let mut same = Client { offset: halfway.end_offset(), ..Client::default() };
            late.read(&rest);
            same.read(&journal);
            prop_assert_eq!(late, same);
        }

        #[test]
        fn no_offset_makes_it_panic(text in "[a答😀]{0,8}", offset in 0_u64..40) {
            let mut journal = Journal::default();
            journal.push_text(TextKind::Content, &text);
            journal.push_event(AiStreamEvent::DONE);
            let _ = journal.after(offset);
        }
    }
}
