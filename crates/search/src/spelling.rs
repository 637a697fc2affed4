//! How texts are compared, and by which words the index finds them: pairs of neighbouring characters for scripts without
//! blanks, whole words for the others; pure.
//!
//! 上海 inside a sentence is found because the sentence is indexed as 我家 家在 在上 上海 … and not as one word. The last
//! character of a run is indexed alone too, so that a single character is found as the beginning of a pair.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// Longest word, in characters; what follows is cut.
pub(crate) const MAX_WORD: usize = 32;

/// Where Chinese characters stand that may have a simplified form.
const HAN: [RangeInclusive<u32>; 3] = [0x3400..=0x4dbf, 0x4e00..=0x9fff, 0xf900..=0xfaff];

/// The simplified form of each traditional character that has one.
static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let all = HAN.into_iter().flatten().filter_map(char::from_u32);
    let changed = |traditional: char| {
        let simplified = fast2s::convert(&traditional.to_string()).chars().next()?;
        (simplified != traditional).then_some((traditional, simplified))
    };
    all.filter_map(changed).collect()
});

/// Makes the table of simplified forms, which takes some milliseconds that no write should wait for.
pub(crate) fn prepare() {
    LazyLock::force(&SIMPLIFIED);
}

/// A character as it is compared: without width, case and traditional form. That of a compatibility form may be several.
pub fn folded_char(c: char) -> impl Iterator<Item = char> {
    c.nfkc().flat_map(char::to_lowercase).map(|c| SIMPLIFIED.get(&c).copied().unwrap_or(c))
}

/// A text as it is compared.
#[must_use]
pub fn folded(text: &str) -> String {
    text.nfc().flat_map(folded_char).collect()
}

/// Whether it is a Chinese character.
#[must_use]
pub fn is_han(c: char) -> bool {
    HAN.iter().any(|range| range.contains(&u32::from(c))) || u32::from(c) >= 0x2_0000
}

/// A run of characters that belong together, folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// Of a script without blanks.
    Dense(Vec<char>),
    /// A word.
    Word(String),
}

/// Scripts that are written without blanks between words.
fn is_dense(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3040}'..='\u{30ff}'
        | '\u{3105}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{e000}'..='\u{f8ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The runs of a text, in its order.
pub(crate) fn runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    for c in text.nfc().flat_map(folded_char) {
        match (runs.last_mut(), is_dense(c)) {
            (Some(Run::Dense(run)), true) => run.push(c),
            (_, true) => runs.push(Run::Dense(vec![c])),
            (Some(Run::Word(word)), false) if c.is_alphanumeric() => word.push(c),
            (_, false) if c.is_alphanumeric() => runs.push(Run::Word(c.into())),
            // Ends whatever run there was; one that stays empty is dropped below.
            (_, false) => runs.push(Run::Word(String::new())),
        }
    }
    runs.retain(|run| *run != Run::Word(String::new()));
    runs
}

/// The beginning of a word, as the index has it.
pub(crate) fn cut(word: &str) -> String {
    word.chars().take(MAX_WORD).collect()
}

/// What a text is indexed by; letters and digits alone.
pub(crate) fn tokens(text: &str) -> BTreeSet<String> {
    let mut tokens = BTreeSet::new();
    for run in runs(text) {
        match run {
            Run::Word(word) => drop(tokens.insert(cut(&word))),
            Run::Dense(run) => {
                tokens.extend(run.windows(2).map(|pair| pair.iter().collect::<String>()));
                tokens.extend(run.last().map(char::to_string));
            }
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn indexed(text: &str) -> Vec<String> {
        tokens(text).into_iter().collect()
    }

    #[test]
    fn neighbours_are_pairs_and_words_stay_whole() {
        assert_eq!(indexed("我家在上海。"), ["上海", "在上", "家在", "我家", "海"]);
        assert_eq!(indexed("Ｈello, WORLD 2026"), ["2026", "hello", "world"]);
        assert_eq!(indexed("用Rust写"), ["rust", "写", "用"]);
        assert!(indexed(" 、！…—\"'* ").is_empty());
    }

    #[test]
    fn width_case_and_traditional_forms_do_not_count() {
        assert_eq!(indexed("臺灣ＡＢ"), indexed("台湾ab"));
        assert_eq!(folded("ＳＴＯＰ臺"), "stop台");
        assert_eq!(indexed("cafe\u{301}.pdf"), indexed("café.pdf"));
    }

    proptest! {
        #[test]
        fn tokens_hold_no_character_that_an_engine_would_read(text in any::<String>()) {
            for token in tokens(&text) {
                prop_assert!(!token.is_empty() && token.chars().count() <= MAX_WORD);
                prop_assert!(token.chars().all(|c| c.is_alphanumeric() || is_dense(c)), "{token:?}");
            }
        }
    }
}
