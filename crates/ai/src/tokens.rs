//! How many tokens a text has, roughly: providers count with vocabularies of their own.

/// Characters of Chinese, Japanese and Korean come at three for two tokens, all others at four for one.
pub(crate) fn estimate(text: &str) -> i64 {
    let (mut wide, mut narrow) = (0_i64, 0_i64);
    for c in text.chars() {
        if is_wide(c) { wide += 1 } else { narrow += 1 }
    }
    // wide / 1.5 + narrow / 4, rounded up.
    (wide * 8 + narrow * 3 + 11) / 12
}

/// The longest beginning of a text that has at most so many tokens.
pub(crate) fn beginning(text: &str, tokens: i64) -> &str {
    let (mut left, mut end) = (tokens.max(0).saturating_mul(12), 0);
    for (at, c) in text.char_indices() {
        left -= if is_wide(c) { 8 } else { 3 };
        if left < 0 {
            break;
        }
        end = at + c.len_utf8();
    }
    &text[..end]
}

fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x1100..=0x11ff | 0x2e80..=0xa4cf | 0xac00..=0xd7af | 0xf900..=0xfaff | 0xff00..=0xffef | 0x20000..=0x3ffff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn chinese_counts_more_than_ascii() {
        assert_eq!(estimate("你好你好你好"), 4);
        assert_eq!(estimate("abcdefgh"), 2);
        assert_eq!(estimate(""), 0);
    }

    proptest! {
        #[test]
        fn a_longer_text_never_has_fewer_tokens(text in ".{0,80}", more in ".{0,20}") {
            let longer = format!("{text}{more}");
            prop_assert!(estimate(&longer) >= estimate(&text));
        }

        #[test]
        fn a_beginning_has_as_many_tokens_as_it_may_and_the_next_character_is_too_much(
            text in "[a你]{0,80}", tokens in -2_i64..40
        ) {
            let fitting = beginning(&text, tokens);
            prop_assert!(text.starts_with(fitting) && estimate(fitting) <= tokens.max(0));
            let next = text[fitting.len()..].chars().next();
            let is_too_long = next.is_none_or(|next| estimate(&format!("{fitting}{next}")) > tokens.max(0));
            prop_assert!(is_too_long);
        }
    }
}
