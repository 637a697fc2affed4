//! The texts of all findings, by what they are about.

pub(crate) mod catalog;
pub(crate) mod commands;
pub(crate) mod files;
pub(crate) mod images;
pub(crate) mod manifest;
pub(crate) mod scripts;
pub(crate) mod styles;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_are_unique_kebab_case_and_both_languages_have_the_same_values() {
        let all =
            [catalog::ALL, commands::ALL, files::ALL, images::ALL, manifest::ALL, scripts::ALL, styles::ALL]
                .concat();
        let mut codes = HashSet::new();
        for rule in all {
            assert!(codes.insert(rule.code), "{} stands twice", rule.code);
            assert!(rule.code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
            let marks = |text: &str| {
                let marks = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
                let words = marks.map(|(mark, _)| mark.to_owned());
                words.filter(|mark| mark.chars().all(|c| c.is_ascii_lowercase())).collect::<HashSet<_>>()
            };
            assert_eq!(marks(rule.zh), marks(rule.en), "{}", rule.code);
        }
    }
}
