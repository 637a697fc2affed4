//! Titles and names by the sound of their characters: 林知夏 is found by `linzhixia`, by its end `zhixia`, and by the
//! initials `lzx`; pure. Characters with several readings are found by each of them.

use std::collections::BTreeSet;
use std::ops::Range;

use ::pinyin::{ToPinyin as _, ToPinyinMulti as _};

/// Stands before these words in the index, where no word of a text has it.
const PREFIX: &str = "_p";
/// Characters that one word spells.
const LONGEST: usize = 8;
/// Spellings kept of one beginning: a title in which every character has several readings must not fill the index.
const MAX_SPELLINGS: usize = 8;

/// The readings of a character in letters, the usual one first.
fn readings(c: char) -> Vec<&'static str> {
    let usual = c.to_pinyin().map(|reading| reading.plain());
    let others = c.to_pinyin_multi().into_iter().flatten().map(|reading| reading.plain());
    let mut readings: Vec<&str> = Vec::new();
    for reading in usual.into_iter().chain(others) {
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
    readings
}

fn initials(readings: &[&'static str]) -> Vec<&'static str> {
    let mut initials: Vec<&str> = Vec::new();
    for initial in readings.iter().filter_map(|reading| reading.get(..1)) {
        if !initials.contains(&initial) {
            initials.push(initial);
        }
    }
    initials
}

/// What a title is indexed by beside its characters.
pub(crate) fn tokens(title: &str) -> BTreeSet<String> {
    let readings: Vec<_> = title.chars().map(readings).collect();
    let initials: Vec<_> = readings.iter().map(|readings| initials(readings)).collect();
    let mut tokens = BTreeSet::new();
    for start in 0..readings.len() {
        for spellings in [&readings, &initials] {
            tokens.extend(spelt(&spellings[start..]).into_iter().map(|word| format!("{PREFIX}{word}")));
        }
    }
    tokens
}

/// The spellings of the characters from here on, up to one that has none.
fn spelt(characters: &[Vec<&str>]) -> Vec<String> {
    let mut words = vec![String::new()];
    for readings in characters.iter().take(LONGEST).take_while(|readings| !readings.is_empty()) {
        let longer = |word: &String| readings.iter().map(move |reading| format!("{word}{reading}")).collect();
        words = words.iter().flat_map::<Vec<String>, _>(longer).take(MAX_SPELLINGS).collect();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// How the index is asked for a word by its sound; `None` for what is no such word. It is asked for the beginning alone,
/// because a spelling in it ends after [`LONGEST`] characters, which are as many letters at least.
pub(crate) fn term(word: &str) -> Option<String> {
    let begin = word.get(..LONGEST).unwrap_or(word);
    word.bytes().all(|letter| letter.is_ascii_lowercase()).then(|| format!("\"{PREFIX}{begin}\"*"))
}

/// The characters of a title that a word spells.
pub(crate) fn find(title: &[char], word: &str) -> Option<Range<usize>> {
    if word.is_empty() || term(word).is_none() {
        return None;
    }
    let full: Vec<_> = title.iter().copied().map(readings).collect();
    let short: Vec<_> = full.iter().map(|readings| initials(readings)).collect();
    (0..title.len()).find_map(|start| {
        let ends = [&full, &short].map(|spellings| end(&spellings[start..], word));
        ends.into_iter().flatten().next().map(|length| start..start + length)
    })
}

/// How many characters spell a word, which may end within the last one.
fn end(characters: &[Vec<&str>], word: &str) -> Option<usize> {
    let readings = characters.first()?;
    let one = |reading: &&str| {
        if reading.starts_with(word) {
            return Some(1);
        }
        let rest = word.strip_prefix(reading)?;
        end(&characters[1..], rest).map(|length| length + 1)
    };
    readings.iter().find_map(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_its_sound_its_end_and_its_initials() {
        let tokens = tokens("林知夏");
        for word in ["_plinzhixia", "_pzhixia", "_plzx", "_pzx"] {
            assert!(tokens.contains(word), "{word} in {tokens:?}");
        }
        assert!(super::tokens("Rust 2026").is_empty());
    }

    #[test]
    fn every_reading_counts_and_a_long_title_stays_small() {
        assert!(tokens("曾乐").contains("_pzengyue") && tokens("曾乐").contains("_pcengle"));
        assert!(tokens(&"长乐行".repeat(20)).len() < 60 * 2 * (MAX_SPELLINGS + 1));
    }

    #[test]
    fn a_long_title_is_asked_for_by_the_beginning_that_the_index_has() {
        let title = "关于组织学生参加比赛";
        let tokens = tokens(title);
        for word in ["guanyuzuzhixueshengcanjiabisai", "gyzzxscjbs"] {
            let asked = term(word).unwrap();
            let begin = asked.trim_matches(['"', '*']);
            assert!(tokens.iter().any(|token| token.starts_with(begin)), "{begin}");
            assert_eq!(find(&title.chars().collect::<Vec<_>>(), word), Some(0..10));
        }
    }

    #[test]
    fn the_characters_that_a_word_spells_are_marked() {
        let title: Vec<char> = "同学林知夏".chars().collect();
        assert_eq!(find(&title, "linzh"), Some(2..4));
        assert_eq!(find(&title, "zx"), Some(3..5));
        assert_eq!(find(&title, "tongxue"), Some(0..2));
        assert_eq!(find(&title, "xyz"), None);
        assert_eq!(find(&title, "林"), None);
    }
}
