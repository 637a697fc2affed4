//! The rules of one class, ready to be compared with a text.

use std::collections::HashMap;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;

use super::folding::{Folded, Spelling};
use super::model::{Effect, Matching, pattern};
use crate::store::rules::RuleRow;

/// What stands in place of masked characters. An asterisk would be a sign of Markdown.
const MASK: char = '＊';
/// Most parts of a text that one pattern masks by themselves; what follows the last of them is masked as a whole. A
/// pattern that fits in many places takes a time that grows with the square of the text.
const MAX_MASKS: usize = 1000;

/// A rule that fits a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) effect: Effect,
    /// The bytes of the text that it fits.
    pub(crate) place: Range<usize>,
}

struct Term {
    effect: Effect,
    matching: Matching,
    /// Finds the words in which it does not count.
    exceptions: Option<AhoCorasick>,
}

/// All rules of a class and of the portal.
pub(crate) struct RuleSet {
    terms: Vec<Term>,
    /// The terms, by their place in the list above.
    searcher: Option<AhoCorasick>,
    patterns: Vec<(Effect, Regex)>,
}

fn folded(term: &str) -> String {
    Folded::new(term, Spelling::Words).text
}

/// Finds each of these words wherever it stands, also across another.
fn searcher(words: &[String]) -> Option<AhoCorasick> {
    let builder = || AhoCorasick::builder().match_kind(MatchKind::Standard).build(words).ok();
    if words.is_empty() { None } else { builder() }
}

impl RuleSet {
    /// Compiles those that hold. One that cannot be compiled was checked by another version and is left out.
    pub(crate) fn new<'a>(rules: impl IntoIterator<Item = &'a RuleRow>) -> Self {
        let (mut terms, mut spelt, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
        for rule in rules.into_iter().filter(|rule| rule.enabled) {
            let Ok(effect) = rule.effect.parse::<Effect>() else { continue };
            match rule.matching.parse::<Matching>() {
                Ok(Matching::Pattern) => {
                    if let Ok(regex) = pattern(&rule.term) {
                        patterns.push((effect, regex));
                    }
                }
                Ok(matching) => {
                    let exceptions: Vec<String> =
                        rule.exception_list().iter().map(|word| folded(word)).collect();
                    let exceptions = searcher(&exceptions);
                    terms.push(Term { effect, matching, exceptions });
                    spelt.push(folded(&rule.term));
                }
                Err(_) => {}
            }
        }
        Self { terms, searcher: searcher(&spelt), patterns }
    }

    /// The places of a text that rules fit, in no order; of a pattern that masks nothing only the first.
    pub(crate) fn find(&self, text: &str) -> Vec<Found> {
        let mut found = Vec::new();
        if let Some(searcher) = &self.searcher {
            let folded = Folded::new(text, Spelling::Words);
            let mut excepted = HashMap::new();
            for part in searcher.find_overlapping_iter(&folded.text) {
                let number = part.pattern().as_usize();
                let (term, range) = (&self.terms[number], part.start()..part.end());
                if term.matching == Matching::Word && !folded.is_whole(&range) {
                    continue;
                }
                let excepted = excepted
                    .entry(number)
                    .or_insert_with(|| Excepted::new(&folded.text, term.exceptions.as_ref()));
                if !excepted.covers(&range) {
                    add(&mut found, Found { effect: term.effect, place: folded.place(&range) });
                }
            }
        }
        if !self.patterns.is_empty() {
            let folded = Folded::new(text, Spelling::Everything);
            for (effect, regex) in &self.patterns {
                let parts = fitting(regex, *effect, &folded.text);
                let places = parts.into_iter().map(|part| folded.place(&part));
                found.extend(places.map(|place| Found { effect: *effect, place }));
            }
        }
        found
    }
}

/// Adds a place, unless it lies in the one before it: terms that lie in each other would fit as often as the text is long,
/// each.
fn add(found: &mut Vec<Found>, next: Found) {
    match found.last_mut() {
        Some(last) if last.effect == next.effect && next.place.start <= last.place.end => {
            last.place.start = last.place.start.min(next.place.start);
            last.place.end = last.place.end.max(next.place.end);
        }
        _ => found.push(next),
    }
}

/// The parts of a text that a pattern fits, as far as its effect needs them.
fn fitting(regex: &Regex, effect: Effect, text: &str) -> Vec<Range<usize>> {
    // A pattern like `\b` fits between characters, where there is nothing to mask or refuse.
    let mut all =
        regex.find_iter(text).take(MAX_MASKS).map(|part| part.range()).filter(|part| !part.is_empty());
    if effect != Effect::Mask {
        return all.next().into_iter().collect();
    }
    let mut parts: Vec<Range<usize>> = all.collect();
    if let (MAX_MASKS, Some(last)) = (parts.len(), parts.last_mut()) {
        last.end = text.len();
    }
    parts
}

/// Where a text has words in which a term does not count.
struct Excepted {
    /// Where each begins, ascending, and the farthest end of those that begin up to there.
    parts: Vec<(usize, usize)>,
}

impl Excepted {
    fn new(text: &str, exceptions: Option<&AhoCorasick>) -> Self {
        let found = exceptions.into_iter().flat_map(|exceptions| exceptions.find_overlapping_iter(text));
        let mut parts: Vec<(usize, usize)> = found.map(|part| (part.start(), part.end())).collect();
        parts.sort_unstable();
        let mut farthest = 0;
        for (_, end) in &mut parts {
            farthest = farthest.max(*end);
            *end = farthest;
        }
        Self { parts }
    }

    /// Whether a part stands inside one of these words.
    fn covers(&self, part: &Range<usize>) -> bool {
        let begun = self.parts.partition_point(|(start, _)| *start <= part.start);
        begun.checked_sub(1).is_some_and(|last| self.parts[last].1 >= part.end)
    }
}

/// A text in which these places are masked, character by character.
pub(crate) fn masked(text: &str, mut places: Vec<Range<usize>>) -> String {
    places.sort_unstable_by_key(|place| place.start);
    let (mut rest, mut hidden_until) = (places.into_iter().peekable(), 0);
    let hide = |(at, c): (usize, char)| {
        while let Some(place) = rest.next_if(|place| place.start <= at) {
            hidden_until = hidden_until.max(place.end);
        }
        if at < hidden_until && !c.is_whitespace() { MASK } else { c }
    };
    text.char_indices().map(hide).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(term: &str, matching: &str, effect: &str, exceptions: &str) -> RuleRow {
        RuleRow {
            id: term.into(),
            class: String::new(),
            term: term.into(),
            matching: matching.into(),
            effect: effect.into(),
            exceptions: exceptions.into(),
            enabled: true,
            created_by: String::new(),
            created_at: 0,
            updated_at: 0,
        }
    }

    fn found(rules: &[RuleRow], text: &str) -> Vec<String> {
        let mut found: Vec<String> =
            RuleSet::new(rules).find(text).into_iter().map(|found| text[found.place].to_owned()).collect();
        found.sort();
        found
    }

    #[test]
    fn a_term_is_found_in_whatever_spelling() {
        let rules = [rule("笨蛋", "substring", "mask", "[]"), rule("stop", "substring", "mask", "[]")];
        for text in
            ["笨蛋", "大笨蛋！", "笨 蛋", "笨*蛋", "笨\u{200b}蛋", "Ｓ.Ｔ.Ｏ.Ｐ", "s t o p", "nonSTOP"]
        {
            assert_eq!(found(&rules, text).len(), 1, "{text}");
        }
        assert_eq!(found(&rules, "他很笨，蛋也碎了"), ["笨，蛋"], "signs do not separate Chinese words");
        assert!(found(&rules, "他很笨。蛋也碎了").is_empty(), "but sentences are apart");
        assert!(found(&rules, "st op 蛋笨").is_empty());
    }

    #[test]
    fn a_whole_word_and_exceptions_leave_other_words_alone() {
        let rules =
            [rule("ico", "word", "mask", "[]"), rule("傻", "substring", "mask", r#"["装傻","傻瓜相机"]"#)];
        assert_eq!(found(&rules, "icon ico"), ["ico"]);
        assert!(found(&rules, "别裝 傻，用傻瓜相机").is_empty());
        assert_eq!(found(&rules, "你真傻"), ["傻"]);
    }

    #[test]
    fn patterns_fit_what_terms_cannot_say() {
        let rules = [rule(r"1[3-9]\d{9}", "pattern", "hold", "[]")];
        assert_eq!(found(&rules, "电话１３８00000000。"), ["１３８00000000"]);
        assert!(found(&rules, "电话 110").is_empty());
    }

    #[test]
    fn rules_that_do_not_hold_find_nothing_and_masks_keep_the_length() {
        let off = RuleRow { enabled: false, ..rule("笨蛋", "substring", "mask", "[]") };
        assert!(found(&[off], "笨蛋").is_empty());
        let (before, words) = ("你这 ".len(), "笨*蛋".len());
        let place = before..before + words;
        assert_eq!(masked("你这 笨*蛋 啊", vec![place.clone(), place]), "你这 ＊＊＊ 啊");
    }

    #[test]
    fn what_stands_in_a_longer_exception_is_left_alone() {
        let rules = [
            rule("子", "substring", "mask", r#"["孙子兵法","子"]"#),
            rule("兵", "substring", "mask", r#"["孙子兵法"]"#),
        ];
        assert!(found(&rules, "孙子兵法，子").is_empty());
        assert_eq!(found(&rules, "兵，孙子兵法，兵"), ["兵", "兵"]);
    }

    #[test]
    fn a_pattern_that_fits_between_characters_finds_nothing() {
        for pattern in [r"\b", r"\b$"] {
            assert!(found(&[rule(pattern, "pattern", "mask", "[]")], "好 ab").is_empty(), "{pattern}");
        }
    }

    #[test]
    fn a_pattern_that_fits_everywhere_masks_all_and_is_otherwise_found_once() {
        let text = "啊".repeat(3000);
        let hidden = |effect: &str| {
            let places = RuleSet::new(&[rule("啊", "pattern", effect, "[]")]).find(&text);
            (places.len(), masked(&text, places.into_iter().map(|found| found.place).collect()))
        };
        assert_eq!(hidden("mask"), (MAX_MASKS, "＊".repeat(3000)));
        assert_eq!(hidden("flag").0, 1);
    }

    #[test]
    fn exceptions_count_wherever_they_stand_also_across_each_other() {
        let exceptions = serde_json::to_string(&["啊".repeat(30)]).expect("a list");
        let rules: Vec<RuleRow> =
            (1..=20).map(|n| rule(&"啊".repeat(n), "substring", "mask", &exceptions)).collect();
        assert!(RuleSet::new(&rules).find(&"啊".repeat(20_000)).is_empty());
    }

    #[test]
    fn one_of_a_thousand_rules_is_found_each_time_it_fits() {
        let rules: Vec<RuleRow> =
            (0..1000).map(|n| rule(&format!("词{n}尾"), "substring", "flag", "[]")).collect();
        let text = "这是一个很长的帖子，词7尾。".repeat(1500);
        assert_eq!(RuleSet::new(&rules).find(&text).len(), 1500);
    }
}
