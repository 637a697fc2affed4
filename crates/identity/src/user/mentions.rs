//! Who is meant by `@name` in a text; pure.

use kernel::user::UserId;

/// Longest name, in characters.
const MAX_NAME: usize = 20;
/// People one text can call.
const MAX_MENTIONS: usize = 50;

/// The members whose names follow an `@`, each once, in order. The longest name that fits wins; a
/// name that ends within a word is none, and neither is the `@` of an address.
#[must_use]
pub fn mentioned(content: &str, find: impl Fn(&str) -> Option<UserId>) -> Vec<UserId> {
    let mut found = Vec::new();
    let mut before = None;
    for (at, c) in content.char_indices() {
        let begins = c == '@' && !before.is_some_and(|c: char| c.is_ascii_alphanumeric());
        before = Some(c);
        if !begins {
            continue;
        }
        if let Some(user) = named(&content[at + 1..], &find)
            && !found.contains(&user)
        {
            found.push(user);
        }
        if found.len() == MAX_MENTIONS {
            break;
        }
    }
    found
}

/// The longest name that begins here.
fn named(rest: &str, find: &impl Fn(&str) -> Option<UserId>) -> Option<UserId> {
    let ends: Vec<usize> = rest.char_indices().take(MAX_NAME).map(|(at, c)| at + c.len_utf8()).collect();
    ends.into_iter().rev().find_map(|end| {
        let (name, after) = rest.split_at(end);
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let within = joins(name.chars().next_back()) && joins(after.chars().next());
        if within { None } else { find(name) }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PEOPLE: [(&str, &str); 4] =
        [("小明", "240101"), ("小明明", "240102"), ("bob", "240103"), ("a b", "240104")];

    fn ids(content: &str) -> Vec<String> {
        let find = |name: &str| {
            PEOPLE.iter().find(|(known, _)| *known == name).and_then(|(_, id)| UserId::parse(id))
        };
        mentioned(content, find).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_longest_name_that_fits_is_meant() {
        assert_eq!(ids("@小明你好"), ["240101"]);
        assert_eq!(ids("@小明明你好，@小明"), ["240102", "240101"]);
        assert_eq!(ids("@a b @bob, @bob!"), ["240104", "240103"]);
        assert_eq!(ids("@bobby x@bob.org @ bob"), Vec::<String>::new());
        assert_eq!(ids("@@bob"), ["240103"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_nobody_is_named_twice(content in any::<String>()) {
            let found = mentioned(&content, |name| UserId::parse(&format!("2401{:02}", name.len() % 100)));
            let unique: std::collections::BTreeSet<_> = found.iter().collect();
            prop_assert_eq!(unique.len(), found.len());
            prop_assert!(found.len() <= MAX_MENTIONS);
            prop_assert!(content.contains('@') || found.is_empty());
        }

        #[test]
        fn a_name_between_blanks_is_always_found(before in "[^@]{0,20}", index in 0_usize..4) {
            let (name, id) = PEOPLE[index];
            prop_assert_eq!(ids(&format!("{before} @{name} .")), [id]);
        }
    }
}
