//! Thoughts that a model writes into its text, between `<think>` and `</think>`, as a channel of their own. The marks
//! may be split anywhere; only those at the beginning of an answer count, because a text may speak of them.

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// As many blanks may come before the mark, in bytes.
const MAX_HELD: usize = 1024;

/// Where a text is.
#[derive(Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing but blanks and a part of the opening mark has come.
    #[default]
    Beginning,
    /// After the opening mark, before the first thought.
    Opened,
    Thinking,
    /// After the closing mark, before the first text.
    Between,
    Text,
}

/// Splits a text into what is thought and what is said.
#[derive(Debug, Default)]
pub(super) struct ThinkSplitter {
    state: State,
    /// What may be a part of a mark.
    held: String,
}

/// The next part of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerDelta<'a> {
    Reasoning(&'a str),
    Content(&'a str),
}

impl ThinkSplitter {
    /// The next part of the text.
    pub(super) fn push(&mut self, text: &str, mut emit: impl FnMut(AnswerDelta<'_>)) {
        if self.state == State::Text && self.held.is_empty() {
            return emit_text(text, &mut emit);
        }
        self.held.push_str(text);
        loop {
            match self.state {
                State::Beginning => {
                    let begun = self.held.trim_start();
                    if let Some(rest) = begun.strip_prefix(OPEN) {
                        self.held = rest.to_owned();
                        self.state = State::Opened;
                    } else if OPEN.starts_with(begun) && self.held.len() <= MAX_HELD {
                        return;
                    } else {
                        self.state = State::Text;
                    }
                }
                State::Opened => {
                    let rest = self.held.trim_start_matches(['\r', '\n']);
                    if rest.is_empty() {
                        return self.held.clear();
                    }
                    self.held = rest.to_owned();
                    self.state = State::Thinking;
                }
                State::Thinking => {
                    if let Some((thought, rest)) = self.held.split_once(CLOSE) {
                        emit_thought(thought, &mut emit);
                        self.held = rest.to_owned();
                        self.state = State::Between;
                    } else {
                        let keep = longest_beginning(&self.held);
                        let thought: String = self.held.drain(..self.held.len() - keep).collect();
                        return emit_thought(&thought, &mut emit);
                    }
                }
                State::Between => {
                    let rest = self.held.trim_start();
                    if rest.is_empty() {
                        return self.held.clear();
                    }
                    self.held = rest.to_owned();
                    self.state = State::Text;
                }
                State::Text => {
                    let text = std::mem::take(&mut self.held);
                    return emit_text(&text, &mut emit);
                }
            }
        }
    }

    /// The end of the text: what was held back is no mark.
    pub(super) fn finish(&mut self, mut emit: impl FnMut(AnswerDelta<'_>)) {
        let held = std::mem::take(&mut self.held);
        match self.state {
            State::Thinking => emit_thought(&held, &mut emit),
            State::Beginning | State::Opened | State::Between | State::Text => emit_text(&held, &mut emit),
        }
    }
}

fn emit_text(text: &str, emit: &mut impl FnMut(AnswerDelta<'_>)) {
    if !text.is_empty() {
        emit(AnswerDelta::Content(text));
    }
}

fn emit_thought(thought: &str, emit: &mut impl FnMut(AnswerDelta<'_>)) {
    if !thought.is_empty() {
        emit(AnswerDelta::Reasoning(thought));
    }
}

/// How many bytes at the end of a text may begin the closing mark.
fn longest_beginning(text: &str) -> usize {
    (1..CLOSE.len()).rev().find(|length| text.ends_with(&CLOSE[..*length])).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Thoughts and text of an answer that comes in these parts.
    fn split<'a>(parts: impl IntoIterator<Item = &'a str>) -> (String, String) {
        let (mut splitter, mut thoughts, mut text) = (ThinkSplitter::default(), String::new(), String::new());
        let mut emit = |delta: AnswerDelta<'_>| match delta {
            AnswerDelta::Reasoning(delta) => thoughts.push_str(delta),
            AnswerDelta::Content(delta) => text.push_str(delta),
        };
        parts.into_iter().for_each(|part| splitter.push(part, &mut emit));
        splitter.finish(&mut emit);
        (thoughts, text)
    }

    #[test]
    fn thoughts_at_the_beginning_are_a_channel_of_their_own() {
        for (whole, thoughts, text) in [
            ("<think>hm</think>yes", "hm", "yes"),
            ("\n<think>\nhm\n</think>\n\nyes", "hm\n", "yes"),
            ("no thoughts", "", "no thoughts"),
            ("a <think>word</think> inside", "", "a <think>word</think> inside"),
            ("<thin", "", "<thin"),
            ("<think>never closed</thi", "never closed</thi", ""),
            ("<think></think>yes", "", "yes"),
            ("", "", ""),
        ] {
            assert_eq!(split([whole]), (thoughts.to_owned(), text.to_owned()), "{whole:?}");
        }
    }

    proptest! {
        #[test]
        fn it_makes_no_difference_where_an_answer_is_split(
            thought in "[<>/a-z想\n ]{0,20}", text in "[<>/a-z答\n ]{0,20}", cuts in proptest::collection::vec(0_usize..60, 0..8),
        ) {
            let whole = format!("<think>{thought}</think>{text}");
            let mut ends: Vec<usize> = cuts.into_iter().filter(|cut| whole.is_char_boundary(*cut)).collect();
            ends.push(whole.len());
            ends.sort_unstable();
            let mut parts = Vec::new();
            let mut from = 0;
            for end in ends {
                parts.push(&whole[from..end]);
                from = end;
            }
            prop_assert_eq!(split(parts), split([whole.as_str()]));
        }
    }
}
