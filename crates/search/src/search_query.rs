//! What somebody searches for: the words that the index is asked for, and where they stand in what was found; pure.

use std::ops::Range;

use serde::Serialize;
use utoipa::ToSchema;

use crate::pinyin;
use crate::spelling::{self, Run, cut, folded_char};

/// Longest excerpt of a text that was found, in characters.
const EXCERPT: usize = 60;
/// What an excerpt shows before the place that was found, in characters.
const BEFORE: usize = 12;

/// The words of a search, all of which must occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchQuery {
    runs: Vec<Run>,
}

/// A part of a text that was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Mark {
    /// Where the part begins, in UTF-16 code units, as JavaScript counts.
    pub start: usize,
    /// Where the part ends, in UTF-16 code units; exclusive.
    pub end: usize,
}

impl SearchQuery {
    /// `None` when nothing in it can be found.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        let runs = spelling::runs(raw);
        (!runs.is_empty()).then_some(Self { runs })
    }

    /// The words as both engines read them.
    pub(crate) fn expression(&self) -> String {
        let mut terms: Vec<String> = self.runs.iter().flat_map(terms).collect();
        terms.sort();
        terms.dedup();
        terms.join(" AND ")
    }

    /// Whether a content that has all terms has them as they were written: 上海人 is no 上海 beside 海人. The title
    /// counts by its sound as well.
    pub(crate) fn is_in(&self, title: &str, text: &str) -> bool {
        let both = spelling::folded(&format!("{title}\n{text}"));
        self.runs.iter().all(|run| both.contains(&written(run)) || is_spelt(title, run))
    }

    /// The same of a content without a title.
    #[must_use]
    pub fn is_in_text(&self, text: &str) -> bool {
        self.is_in("", text)
    }

    /// Where the words stand in a text as it is shown. Where a text is a title, words count that its characters sound
    /// like.
    pub(crate) fn marks(&self, shown: &str, is_title: bool) -> Vec<Mark> {
        let line: Vec<char> = shown.chars().collect();
        let folded = FoldedLine::new(&line);
        let mut places: Vec<Range<usize>> = Vec::new();
        for run in &self.runs {
            let written = written(run);
            let found = folded.all(&written);
            if found.is_empty() && is_title {
                places.extend(pinyin::find(&line, &written));
            }
            places.extend(found);
        }
        to_marks(&line, places)
    }

    /// The part of a text around what was found in it, on one line, at most [`EXCERPT`] characters beside the signs of
    /// what is left out.
    pub(crate) fn excerpt(&self, text: &str) -> String {
        let line: Vec<char> = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().collect();
        let folded = FoldedLine::new(&line);
        let first = self.runs.iter().filter_map(|run| folded.first(&written(run))).min().unwrap_or_default();
        let start = first.saturating_sub(BEFORE).min(line.len().saturating_sub(EXCERPT));
        let end = line.len().min(start + EXCERPT);
        let (head, tail) = (if start > 0 { "…" } else { "" }, if end < line.len() { "…" } else { "" });
        format!("{head}{}{tail}", line[start..end].iter().collect::<String>())
    }
}

/// How the index is asked for a run.
fn terms(run: &Run) -> Vec<String> {
    match run {
        Run::Word(word) => {
            let word = cut(word);
            let written = format!("\"{word}\"*");
            vec![
                pinyin::term(&word)
                    .map_or_else(|| written.clone(), |spelt| format!("({written} OR {spelt})")),
            ]
        }
        Run::Dense(run) => match run[..] {
            [lone] => vec![format!("\"{lone}\"*")],
            _ => run.windows(2).map(|pair| format!("\"{}{}\"", pair[0], pair[1])).collect(),
        },
    }
}

fn written(run: &Run) -> String {
    match run {
        Run::Word(word) => word.clone(),
        Run::Dense(run) => run.iter().collect(),
    }
}

fn is_spelt(title: &str, run: &Run) -> bool {
    let Run::Word(word) = run else { return false };
    title.lines().any(|line| pinyin::find(&line.chars().collect::<Vec<_>>(), word).is_some())
}

/// A text as it is compared, in which each byte remembers its character: folding can lengthen a character.
struct FoldedLine {
    text: String,
    origins: Vec<usize>,
}

impl FoldedLine {
    fn new(line: &[char]) -> Self {
        let (mut text, mut origins) = (String::new(), Vec::new());
        for (place, c) in line.iter().enumerate() {
            text.extend(folded_char(*c));
            origins.resize(text.len(), place);
        }
        Self { text, origins }
    }

    /// The character at which a run first stands.
    fn first(&self, run: &str) -> Option<usize> {
        self.text.find(run).and_then(|byte| self.origins.get(byte).copied())
    }

    /// The characters of all places at which a run stands.
    fn all(&self, run: &str) -> Vec<Range<usize>> {
        let place = |(byte, found): (usize, &str)| {
            let last = (byte + found.len()).checked_sub(1)?;
            Some(*self.origins.get(byte)?..self.origins.get(last)? + 1)
        };
        self.text.match_indices(run).filter_map(place).collect()
    }
}

/// Places among characters as those of a browser's text, joined where they touch.
fn to_marks(line: &[char], mut places: Vec<Range<usize>>) -> Vec<Mark> {
    places.sort_by_key(|place| (place.start, place.end));
    let mut joined: Vec<Range<usize>> = Vec::new();
    for place in places {
        match joined.last_mut().filter(|last| place.start <= last.end) {
            Some(last) => last.end = last.end.max(place.end),
            None => joined.push(place),
        }
    }
    let units = |end: usize| line.iter().take(end).map(|c| c.len_utf16()).sum();
    joined.into_iter().map(|place| Mark { start: units(place.start), end: units(place.end) }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wanted(raw: &str) -> SearchQuery {
        SearchQuery::parse(raw).unwrap()
    }

    #[test]
    fn a_search_asks_for_pairs_for_beginnings_and_for_sounds() {
        assert_eq!(wanted("上海人").expression(), r#""上海" AND "海人""#);
        assert_eq!(wanted("上 rus").expression(), r#""上"* AND ("rus"* OR "_prus"*)"#);
        assert_eq!(wanted("2026").expression(), r#""2026"*"#);
        assert_eq!(SearchQuery::parse("\" OR * '"), SearchQuery::parse("or"));
        assert_eq!(SearchQuery::parse("？！"), None);
    }

    #[test]
    fn words_are_found_as_they_were_written_and_titles_by_their_sound() {
        assert!(!wanted("上海人").is_in("", "上海，海人"));
        assert!(wanted("臺灣").is_in("", "台湾") && wanted("台湾").is_in("臺灣", ""));
        assert!(wanted("lzx").is_in("林知夏", "") && !wanted("lzx").is_in("", "林知夏"));
        assert!(wanted("林 zhi").is_in("林知夏", ""));
    }

    #[test]
    fn an_excerpt_shows_the_place_that_was_found() {
        let excerpt = |query: &str, text: &str| wanted(query).excerpt(text);
        assert_eq!(excerpt("牛顿", "明天\n 讲牛顿定律"), "明天 讲牛顿定律");
        let long = format!("{}ＮＥＷＴＯＮ定律{}", "前".repeat(100), "后".repeat(100));
        let shown = excerpt("newton", &long);
        assert_eq!(shown, format!("…{}ＮＥＷＴＯＮ定律{}…", "前".repeat(12), "后".repeat(40)));
        assert_eq!(excerpt("前", &long), format!("{}…", "前".repeat(60)));
        assert!(excerpt("后", &format!("{long}。")).starts_with("…前"));
    }

    #[test]
    fn marks_count_as_a_browser_does_and_join_where_they_touch() {
        let marks = |query: &str, shown: &str, is_title| {
            let marks = wanted(query).marks(shown, is_title);
            marks.iter().map(|mark| (mark.start, mark.end)).collect::<Vec<_>>()
        };
        assert_eq!(marks("牛顿", "😀牛顿和牛顿", false), [(2, 4), (5, 7)]);
        assert_eq!(marks("牛顿 顿和", "牛顿和", false), [(0, 3)]);
        assert_eq!(marks("zx", "林知夏", true), [(1, 3)]);
        assert_eq!(marks("zx", "林知夏", false), []);
    }

    proptest! {
        #[test]
        fn whatever_stands_in_a_text_is_found_in_it(
            before in "[一-龥，a-z ]{0,20}", word in "[一-龥]{2,8}", after in "[一-龥，a-z ]{0,20}"
        ) {
            let text = format!("{before}{word}{after}");
            let indexed = spelling::tokens(&text);
            let wanted = wanted(&word);
            for term in wanted.runs.iter().flat_map(terms) {
                prop_assert!(indexed.contains(term.trim_matches('"')), "{term} of {text}");
            }
            prop_assert!(wanted.is_in("", &text));
            prop_assert!(!wanted.marks(&text, false).is_empty());
        }

        #[test]
        fn no_text_does_harm(text in any::<String>(), shown in any::<String>()) {
            if let Some(wanted) = SearchQuery::parse(&text) {
                let units = shown.encode_utf16().count();
                for mark in wanted.marks(&shown, true) {
                    prop_assert!(mark.start < mark.end && mark.end <= units);
                }
                let _ = (wanted.is_in(&shown, &text), wanted.excerpt(&shown));
            }
        }
    }
}
