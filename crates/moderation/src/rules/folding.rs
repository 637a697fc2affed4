//! A text as rules compare it: without width, case, traditional forms and inserted signs, with the place of each of its
//! characters in the text as it was written.

use std::ops::Range;

use search::spelling::{folded_char, is_han};

/// What is left of a text to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// Letters, digits and Chinese characters, with one blank between words of letters. Signs, what is invisible, and
    /// blanks beside a Chinese character or between single letters are left out: they are put into words to hide them.
    Words,
    /// Everything.
    Everything,
}

/// A folded text.
#[derive(Clone, Debug, Default)]
pub(super) struct Folded {
    pub(super) text: String,
    /// For each byte of the text, which bytes as they were written its character is.
    places: Vec<Range<usize>>,
    /// The bytes of the text before which something was left out, ascending.
    gaps: Vec<usize>,
}

/// A run of letters and digits, or one Chinese character; what it is made of, with places.
struct Word {
    chars: Vec<(char, Range<usize>)>,
    /// What stands before it.
    before: Before,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Before {
    Nothing,
    Signs,
    Blank,
    /// The end of a sentence, which nothing goes across.
    Stop,
}

impl Word {
    fn is_single(&self) -> bool {
        self.chars.len() == 1
    }

    fn is_han(&self) -> bool {
        self.chars.iter().all(|(c, _)| is_han(*c))
    }
}

fn separator(c: char) -> Before {
    match c {
        '。' | '!' | '?' | '\n' => Before::Stop,
        c if c.is_whitespace() => Before::Blank,
        _ => Before::Signs,
    }
}

/// The words of a text. Signs without a blank do not end a word of letters: `s.t.o.p` is one.
fn words(written: &str) -> Vec<Word> {
    let (mut words, mut before) = (Vec::<Word>::new(), Before::Nothing);
    for (start, c) in written.char_indices() {
        let place = start..start + c.len_utf8();
        for c in folded_char(c) {
            if !c.is_alphanumeric() {
                before = before.max(separator(c));
                continue;
            }
            let goes_on = before == Before::Nothing && !is_han(c);
            match words.last_mut().filter(|word| goes_on && !word.is_han()) {
                Some(word) => word.chars.push((c, place.clone())),
                None => words.push(Word { chars: vec![(c, place.clone())], before }),
            }
            before = Before::Nothing;
        }
    }
    words
}

impl Folded {
    pub(super) fn new(written: &str, spelling: Spelling) -> Self {
        let mut folded = Self::default();
        match spelling {
            Spelling::Everything => {
                for (start, c) in written.char_indices() {
                    folded_char(c).for_each(|one| folded.push(one, start..start + c.len_utf8()));
                }
            }
            Spelling::Words => folded.push_words(&words(written)),
        }
        folded
    }

    fn push_words(&mut self, words: &[Word]) {
        for (place, word) in words.iter().enumerate() {
            let last = place.checked_sub(1).map(|place| &words[place]);
            let hides =
                |last: &Word| last.is_han() || word.is_han() || (last.is_single() && word.is_single());
            match last {
                Some(last)
                    if word.before == Before::Stop || (word.before == Before::Blank && !hides(last)) =>
                {
                    let end = last.chars.last().map_or(0, |(_, place)| place.end);
                    let start = word.chars.first().map_or(end, |(_, place)| place.start);
                    self.push(' ', end..start);
                }
                _ if word.before != Before::Nothing => self.gaps.push(self.text.len()),
                _ => {}
            }
            word.chars.iter().for_each(|(c, place)| self.push(*c, place.clone()));
        }
    }

    fn push(&mut self, c: char, place: Range<usize>) {
        self.text.push(c);
        self.places.resize(self.text.len(), place);
    }

    /// Where a part of the folded text stands in the text as it was written.
    pub(super) fn place(&self, part: &Range<usize>) -> Range<usize> {
        let start = self.places.get(part.start).map_or(0, |place| place.start);
        let end =
            part.end.checked_sub(1).and_then(|last| self.places.get(last)).map_or(start, |place| place.end);
        start..end
    }

    /// Whether a part is a whole word: no letter, digit or Chinese character stands right beside it.
    pub(super) fn is_whole(&self, part: &Range<usize>) -> bool {
        let ends = |at: usize, beside: Option<char>| {
            self.gaps.binary_search(&at).is_ok() || beside.is_none_or(|c| !c.is_alphanumeric())
        };
        ends(part.start, self.text[..part.start].chars().next_back())
            && ends(part.end, self.text[part.end..].chars().next())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn folded(text: &str) -> String {
        Folded::new(text, Spelling::Words).text
    }

    #[test]
    fn width_case_traditional_forms_and_what_was_put_between_do_not_count() {
        for (written, expected) in [
            ("ＳＴＯＰ", "stop"),
            ("s.t-o_p", "stop"),
            ("s t o p", "stop"),
            ("st\u{200b}op", "stop"),
            ("笨 蛋", "笨蛋"),
            ("笨*★蛋！", "笨蛋"),
            ("臺灣", "台湾"),
            ("has settled", "has settled"),
            ("I am", "i am"),
            ("很笨。蛋", "很笨 蛋"),
            ("a!b", "a b"),
            ("第 3 名", "第3名"),
            ("", ""),
            ("！？", ""),
        ] {
            assert_eq!(folded(written), expected, "{written}");
        }
        assert_eq!(Folded::new("Ａ.臺", Spelling::Everything).text, "a.台");
    }

    #[test]
    fn a_part_is_found_where_it_was_written() {
        let written = "他说：笨 *蛋！";
        let folded = Folded::new(written, Spelling::Words);
        let at = folded.text.find("笨蛋").unwrap();
        assert_eq!(&written[folded.place(&(at..at + 6))], "笨 *蛋");
        assert_eq!(&written[folded.place(&(0..6))], "他说");
    }

    #[test]
    fn a_whole_word_has_no_letter_beside_it() {
        let whole = |written: &str, word: &str| {
            let folded = Folded::new(written, Spelling::Words);
            let at = folded.text.find(word).unwrap();
            folded.is_whole(&(at..at + word.len()))
        };
        assert!(whole("an ass!", "ass") && whole("ass", "ass") && whole("(ass)", "ass"));
        assert!(!whole("classes", "ass") && !whole("assets", "ass"));
        assert!(whole("他，笨蛋，走了", "笨蛋") && !whole("大笨蛋", "笨蛋"));
    }

    proptest! {
        #[test]
        fn every_part_has_its_place_in_any_text(text in "[a-zＡ-Ｚ一-龥 .*\u{200b}臺Ǆ﷼ﬃ\n]{0,40}") {
            for spelling in [Spelling::Words, Spelling::Everything] {
                let folded = Folded::new(&text, spelling);
                for (start, c) in folded.text.char_indices() {
                    let place = folded.place(&(start..start + c.len_utf8()));
                    prop_assert!(text.is_char_boundary(place.start) && text.is_char_boundary(place.end));
                    prop_assert!(c == ' ' || !place.is_empty());
                }
            }
        }
    }
}
