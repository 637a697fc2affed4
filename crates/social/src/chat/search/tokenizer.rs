//! What search finds a text by: pairs of neighbouring characters for scripts without blanks, whole
//! words for the others; pure.
//!
//! 上海 inside a sentence is found because the sentence is indexed as 我家 家在 在上 上海 … and not as
//! one word. The last character of a run is indexed alone too, so that a single character is found as
//! the beginning of a pair.

use std::collections::BTreeSet;

use identity::user::normalise;

/// Longest word, in characters; what follows is cut.
const MAX_WORD: usize = 32;
/// Longest text searched for, in characters.
const MAX_QUERY: usize = 50;

/// Longest excerpt of a text that was found, in characters.
const EXCERPT: usize = 60;
/// What an excerpt shows before the place that was found, in characters.
const BEFORE: usize = 12;

/// A run of characters that belong together.
#[derive(Debug, PartialEq, Eq)]
enum Run {
    /// Of a script without blanks.
    Dense(Vec<char>),
    /// A word, in lower case.
    Word(String),
}

/// Scripts that are written without blanks between words.
fn is_dense(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3040}'..='\u{30ff}'
        | '\u{3105}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{e000}'..='\u{f8ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The spelling that is compared: full-width letters are letters, case does not count.
fn folded(text: &str) -> String {
    normalise(text).to_lowercase()
}

fn runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    for c in folded(text).chars() {
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

fn cut(word: &str) -> String {
    word.chars().take(MAX_WORD).collect()
}

/// What a text is indexed by; letters and digits alone.
pub(in crate::chat) fn tokens(text: &str) -> BTreeSet<String> {
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

/// What is searched for.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::chat) struct Wanted {
    /// The terms as the engines read them, all of which must occur.
    pub(in crate::chat) terms: Vec<String>,
    /// The runs that must stand in the text as they are.
    literal: Vec<String>,
}

impl Wanted {
    /// `None` when nothing in it can be found, and for more than [`MAX_QUERY`] characters.
    pub(in crate::chat) fn parse(query: &str) -> Option<Self> {
        if query.chars().count() > MAX_QUERY {
            return None;
        }
        let (mut terms, mut literal) = (BTreeSet::new(), Vec::new());
        for run in runs(query) {
            match run {
                Run::Word(word) => {
                    terms.insert(format!("\"{}\"*", cut(&word)));
                    literal.push(word);
                }
                Run::Dense(run) => {
                    if let [lone] = run[..] {
                        terms.insert(format!("\"{lone}\"*"));
                    }
                    terms.extend(run.windows(2).map(|pair| format!("\"{}{}\"", pair[0], pair[1])));
                    literal.push(run.into_iter().collect());
                }
            }
        }
        (!terms.is_empty()).then(|| Self { terms: terms.into_iter().collect(), literal })
    }

    /// Whether a text that has all terms has them as they were written: 上海人 is no 上海 beside 海人.
    pub(in crate::chat) fn is_in(&self, text: &str) -> bool {
        let text = folded(text);
        self.literal.iter().all(|run| text.contains(run.as_str()))
    }

    /// The part of a text around what was found in it, on one line, at most [`EXCERPT`] characters beside
    /// the marks of what is left out.
    pub(in crate::chat) fn excerpt(&self, text: &str) -> String {
        let line: Vec<char> = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
        // Folding can lengthen a character, so each byte of the folded line remembers its character.
        let (mut folded_line, mut origins) = (String::new(), Vec::new());
        for (i, c) in line.iter().enumerate() {
            folded_line.push_str(&folded(&c.to_string()));
            origins.resize(folded_line.len(), i);
        }
        let at = self.literal.iter().filter_map(|run| folded_line.find(run.as_str())).min();
        let at = at.and_then(|byte| origins.get(byte).copied()).unwrap_or_default();
        let start = at.saturating_sub(BEFORE).min(line.len().saturating_sub(EXCERPT));
        let end = line.len().min(start + EXCERPT);
        let (head, tail) = (if start > 0 { "…" } else { "" }, if end < line.len() { "…" } else { "" });
        format!("{head}{}{tail}", line[start..end].iter().collect::<String>())
    }
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
    fn a_query_asks_for_pairs_or_beginnings() {
        assert_eq!(Wanted::parse("上海人").unwrap().terms, ["\"上海\"", "\"海人\""]);
        assert_eq!(Wanted::parse("上 rus").unwrap().terms, ["\"rus\"*", "\"上\"*"]);
        assert_eq!(Wanted::parse("\" OR * '"), Wanted::parse("or"));
        assert_eq!(Wanted::parse("？！"), None);
        assert!(!Wanted::parse("上海人").unwrap().is_in("上海，海人"));
    }

    #[test]
    fn an_excerpt_shows_the_place_that_was_found() {
        let excerpt = |query: &str, text: &str| Wanted::parse(query).unwrap().excerpt(text);
        assert_eq!(excerpt("牛顿", "明天\n 讲牛顿定律"), "明天 讲牛顿定律");
        let long = format!("{}ＮＥＷＴＯＮ定律{}", "前".repeat(100), "后".repeat(100));
        let shown = excerpt("newton", &long);
        assert_eq!(shown, format!("…{}ＮＥＷＴＯＮ定律{}…", "前".repeat(12), "后".repeat(40)));
        assert_eq!(excerpt("前", &long), format!("{}…", "前".repeat(60)));
        assert!(excerpt("后", &format!("{long}。")).starts_with("…前"));
    }

    proptest! {
        #[test]
        fn whatever_stands_in_a_text_is_found_in_it(before in "[一-龥，a-z ]{0,20}", word in "[一-龥]{2,8}", after in "[一-龥，a-z ]{0,20}") {
            let text = format!("{before}{word}{after}");
            let indexed = tokens(&text);
            let wanted = Wanted::parse(&word).unwrap();
            for term in &wanted.terms {
                prop_assert!(indexed.contains(term.trim_matches('"')), "{term} of {text}");
            }
            prop_assert!(wanted.is_in(&text));
        }

        #[test]
        fn tokens_hold_no_character_that_an_engine_would_read(text in any::<String>()) {
            for token in tokens(&text) {
                prop_assert!(!token.is_empty() && token.chars().count() <= MAX_WORD);
                prop_assert!(token.chars().all(|c| c.is_alphanumeric() || is_dense(c)), "{token:?}");
            }
            let _ = Wanted::parse(&text).map(|wanted| (wanted.is_in(&text), wanted.excerpt(&text)));
        }
    }
}
