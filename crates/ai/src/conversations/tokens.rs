//! How many tokens a text has, roughly: providers count with vocabularies of their own.

/// Characters of Chinese, Japanese and Korean come at two for three tokens, all others at four for one.
pub(crate) fn estimate(text: &str) -> i64 {
    let (mut wide, mut narrow) = (0_i64, 0_i64);
    for c in text.chars() {
        if is_wide(c) { wide += 1 } else { narrow += 1 }
    }
    // wide / 1.5 + narrow / 4, rounded up.
    (wide * 8 + narrow * 3 + 11) / 12
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
    }
}
