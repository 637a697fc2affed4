//! When something was written, as a word of the index: everything of a span of time is asked for by the beginnings of
//! these words. So a common word fills a page from what is newest, and PostgreSQL does not collect all that have it.

/// Stands before the time, where no word of a text has it.
const PREFIX: &str = "_t";
/// What a number has below its second, in bits.
const SECOND: u32 = 20;
/// Digits of the largest number's second.
const DIGITS: usize = 11;
/// Bits of a digit.
const DIGIT: u32 = 4;
/// Beginnings that one span is asked for by at most; more are joined to longer times.
const MAX_BEGINNINGS: i64 = 16;

/// The word of a document with this number.
pub(crate) fn token(number: i64) -> String {
    format!("{PREFIX}{:0DIGITS$x}", number >> SECOND)
}

/// Asks for all documents from one number to another, and for some before and after them.
pub(crate) fn span(first: i64, last: i64) -> String {
    let (mut first, mut last, mut digits) = (first >> SECOND, last >> SECOND, DIGITS);
    while last - first >= MAX_BEGINNINGS {
        (first, last, digits) = (first >> DIGIT, last >> DIGIT, digits - 1);
    }
    let beginnings = (first..=last).map(|beginning| format!("\"{PREFIX}{beginning:0digits$x}\"*"));
    beginnings.collect::<Vec<_>>().join(" OR ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_span_is_asked_for_by_few_beginnings() {
        let second = |second: i64| second << SECOND;
        assert_eq!(token(second(0x1a2b) + 7), "_t00000001a2b");
        assert_eq!(span(second(0x1a2b), second(0x1a2c)), r#""_t00000001a2b"* OR "_t00000001a2c"*"#);
        assert_eq!(
            span(second(0x1a2b), second(0x1a4c)),
            r#""_t00000001a2"* OR "_t00000001a3"* OR "_t00000001a4"*"#
        );
        assert_eq!(span(0, i64::MAX).matches(" OR ").count(), 7);
    }

    proptest! {
        #[test]
        fn whatever_is_in_a_span_is_asked_for(first in 0..i64::MAX, length in 0..1_i64 << 50, part in 0.0..=1.0) {
            let last = first.saturating_add(length);
            #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "any number between")]
            let token = token((first + ((last - first) as f64 * part) as i64).min(last));
            let asked = span(first, last);
            let begins = |beginning: &str| token.starts_with(beginning.trim_matches(['"', '*']));
            prop_assert!(asked.split(" OR ").any(begins), "{token} of {asked}");
        }
    }
}
