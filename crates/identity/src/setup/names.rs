//! Names on the class list: which are names, and which row somebody means who spells one in another way.

use std::collections::HashMap;

use crate::user::{is_invisible, normalise};

/// NFKC without blanks at the ends, 1–20 characters, all visible; `None` for anything else.
pub(super) fn clean_name(raw: &str) -> Option<String> {
    let name = normalise(raw);
    let fits = (1..=20).contains(&name.chars().count()) && !name.chars().any(is_invisible);
    fits.then_some(name)
}

/// By which a name is found in whatever spelling somebody types it. Phones and school systems know several signs
/// for the one between the parts of a name like 阿依古丽·买买提, write names of two characters with a blank, and the
/// mark of namesakes, as in 李梓涵(大), is typed without its brackets. The migration `0032_name_keys.sql` makes the
/// same of the rows that it finds.
pub(crate) fn name_key(name: &str) -> String {
    without_spelling(name).replace(['(', ')'], "")
}

/// Without blanks and what nobody sees, and with one sign between the parts of the name.
fn without_spelling(name: &str) -> String {
    let is_separator = |c: char| matches!(c, '.' | '•' | '‧' | '∙' | '⋅' | '・' | '･');
    let shown = name.chars().filter(|c| !c.is_whitespace() && !is_invisible(*c));
    shown.map(|c| if is_separator(c) { '·' } else { c }).collect()
}

/// Whether `listed` is `name` with a mark behind it that tells namesakes apart: `李梓涵(大)`, `张伟2`, `张伟A`. The
/// beginning of a name is none, so that nobody spells the list out letter by letter.
pub(super) fn is_namesake(listed: &str, name: &str) -> bool {
    let (listed, name) = (without_spelling(listed), without_spelling(name));
    let Some(mark) = listed.strip_prefix(&name) else { return false };
    let is_letter = mark.len() == 1 && mark.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_number = !mark.is_empty() && mark.bytes().all(|digit| digit.is_ascii_digit());
    let begins_word = name.ends_with(|c: char| c.is_ascii_alphanumeric());
    !name.is_empty() && (mark.starts_with('(') || (!begins_word && (is_letter || is_number)))
}

/// People by their names, in any spelling.
pub(super) struct NameIndex<T>(HashMap<String, Vec<(String, T)>>);

impl<T> NameIndex<T> {
    pub(super) fn new(people: impl IntoIterator<Item = (String, T)>) -> Self {
        let mut by_key: HashMap<String, Vec<(String, T)>> = HashMap::new();
        for (name, person) in people {
            by_key.entry(name_key(&name)).or_default().push((name, person));
        }
        Self(by_key)
    }

    /// The one who is spelt like this, else the only one with the same key; with the spelling that is known.
    pub(super) fn find(&self, name: &str) -> Option<&(String, T)> {
        let same = self.0.get(&name_key(name))?;
        let spelt = same.iter().find(|(known, _)| known == name);
        spelt.or_else(|| same.first().filter(|_| same.len() == 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_signs_between_the_parts_do_not_tell_names_apart() {
        let index = NameIndex::new([("阿里•买买提".to_owned(), 1), ("张 三".to_owned(), 2)]);
        for (typed, found) in [
            ("阿里.买买提", Some(1)),
            ("阿里 · 买买提", Some(1)),
            ("\u{200f}阿里\u{200b}·买买提", Some(1)),
            ("张三", Some(2)),
            ("张(三)", Some(2)),
            ("阿里买买提", None),
        ] {
            assert_eq!(index.find(typed).map(|(_, person)| *person), found, "{typed}");
        }
    }

    #[test]
    fn of_names_that_differ_in_their_spelling_alone_the_one_that_is_spelt_so_is_meant() {
        for names in [["A.B", "A·B"], ["A·B", "A.B"]] {
            let index = NameIndex::new(names.map(|name| (name.to_owned(), name)));
            assert_eq!(index.find("A·B").unwrap().1, "A·B");
            assert_eq!(index.find("A•B"), None, "which of them?");
        }
    }

    #[test]
    fn a_mark_tells_namesakes_apart_and_the_beginning_of_a_name_is_nobody() {
        for (listed, name) in
            [("李梓涵(大)", "李梓涵"), ("张伟2", "张伟"), ("张伟A", "张伟"), ("TomSmith(1)", "TomSmith")]
        {
            assert!(is_namesake(listed, name), "{listed} {name}");
        }
        for (listed, name) in [
            ("TomSmith", "T"),
            ("TomSmith", "TomSmit"),
            ("王小明", "王"),
            ("张伟", "张伟"),
            ("(大)", ""),
            ("张Tom", "张"),
        ] {
            assert!(!is_namesake(listed, name), "{listed} {name}");
        }
    }
}
