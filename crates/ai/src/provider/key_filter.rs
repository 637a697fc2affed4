//! Takes a key out of what a provider says, piece by piece. A provider that repeats the key in an answer would show it to
//! members, and it would be stored with the conversation.

use kernel::config::Secret;

/// What stands in the place of the key.
const MASK: &str = "****";
/// A shorter key is not looked for: it would be found in ordinary words.
const MIN_KEY: usize = 8;

/// A text without the key.
pub(crate) fn without_key(text: &str, key: Option<&Secret<String>>) -> String {
    match key.filter(|key| key.expose().len() >= MIN_KEY) {
        Some(key) => text.replace(key.expose(), MASK),
        None => text.to_owned(),
    }
}

/// Holds back what may be the beginning of the key until the next piece says whether it is.
pub(super) struct KeyFilter {
    /// Empty for a provider without a key.
    key: String,
    held: String,
}

impl KeyFilter {
    pub(super) fn new(key: Option<&Secret<String>>) -> Self {
        let key = key.map(|key| key.expose().clone()).filter(|key| key.len() >= MIN_KEY);
        Self { key: key.unwrap_or_default(), held: String::new() }
    }

    /// The next piece of the text.
    pub(super) fn push(&mut self, text: &str, mut emit: impl FnMut(&str)) {
        if self.key.is_empty() {
            return emit(text);
        }
        if self.held.is_empty() && !self.may_begin_in(text) {
            return emit(text);
        }
        self.held.push_str(text);
        if self.held.contains(&self.key) {
            self.held = self.held.replace(&self.key, MASK);
        }
        let kept = self.longest_beginning();
        let shown: String = self.held.drain(..self.held.len() - kept).collect();
        emit_text(&shown, emit);
    }

    /// The end of the text: what was held back is no key.
    pub(super) fn finish(&mut self, emit: impl FnMut(&str)) {
        emit_text(&std::mem::take(&mut self.held), emit);
    }

    /// Whether the key, or a beginning of it at the end, may stand in a text.
    fn may_begin_in(&self, text: &str) -> bool {
        self.key.as_bytes().first().is_some_and(|first| text.as_bytes().contains(first))
    }

    /// How long the end of what is held is that the key begins with, in bytes.
    fn longest_beginning(&self) -> usize {
        let longest = self.held.len().min(self.key.len() - 1);
        let is_beginning = |length: &usize| {
            let end = self.held.as_bytes().get(self.held.len() - length..);
            end == self.key.as_bytes().get(..*length)
        };
        (1..=longest).rev().find(is_beginning).unwrap_or_default()
    }
}

fn emit_text(text: &str, mut emit: impl FnMut(&str)) {
    if !text.is_empty() {
        emit(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filtered(pieces: &[&str], key: &str) -> String {
        let key = Secret::new(key.to_owned());
        let (mut filter, mut shown) = (KeyFilter::new(Some(&key)), String::new());
        pieces.iter().for_each(|piece| filter.push(piece, |text| shown.push_str(text)));
        filter.finish(|text| shown.push_str(text));
        shown
    }

    #[test]
    fn a_key_is_taken_out_wherever_it_is_split() {
        assert_eq!(
            filtered(&["your key is sk-12", "345678", " — keep it"], "sk-12345678"),
            "your key is **** — keep it"
        );
        assert_eq!(filtered(&["sk-1", "sk-12345678"], "sk-12345678"), "sk-1****");
        assert_eq!(filtered(&["a short one"], "a"), "a short one");
    }

    proptest! {
        #[test]
        fn a_text_without_the_key_stays_and_no_text_shows_it(
            before in "[abk-]{0,12}", after in "[abk-]{0,12}", cuts in proptest::collection::vec(0_usize..40, 0..6),
            has_key in any::<bool>(),
        ) {
            let key = "kab-kab-kkab";
            let text = if has_key { format!("{before}{key}{after}") } else { format!("{before}{after}") };
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).chain([0, text.len()]).collect();
            cuts.sort_unstable();
            let pieces: Vec<&str> = cuts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
            let shown = filtered(&pieces, key);
            prop_assert!(!shown.contains(key));
            prop_assert!(text.contains(key) || shown == text);
        }
    }
}
