//! Who may find something, as words of the index: a document has those of its audience, and a search asks for those that
//! its reader is among. Neither looks like a word of a text.

use kernel::events::{Audience, Memberships};
use kernel::user::UserId;

/// Stands before whoever sees a document.
const SEES: &str = "_a";
/// Stands before whoever is left out.
const LEFT_OUT: &str = "_x";
/// Stands before who finds it in any case.
const MEMBER: &str = "_o";

fn spelt(prefix: &str, key: &str) -> String {
    let key = key.bytes().filter(u8::is_ascii_alphanumeric).map(char::from);
    prefix.chars().chain(key).collect()
}

/// The words of a document that this audience sees.
pub(crate) fn tokens(audience: &Audience) -> Vec<String> {
    match audience {
        Audience::Any(several) => several.iter().flat_map(tokens).collect(),
        // Each of them finds all pairs by one word, their own.
        Audience::Pair(one, other) => [one, other].map(|user| tokens(&Audience::User(*user))).concat(),
        Audience::Except(whoever, but) => {
            let left_out = but.iter().flat_map(tokens).map(|token| token.replacen(SEES, LEFT_OUT, 1));
            tokens(whoever).into_iter().chain(left_out).collect()
        }
        one => vec![spelt(SEES, &one.to_key())],
    }
}

/// The word of a document that a member finds although it may be for others alone.
pub(crate) fn member_token(user: UserId) -> String {
    spelt(MEMBER, user.as_str())
}

/// What a search of a member asks for.
pub(crate) fn expression(memberships: &Memberships, user: UserId) -> String {
    let any = |prefix| {
        let words = memberships.keys().map(|key| format!("\"{}\"", spelt(prefix, key)));
        words.collect::<Vec<_>>().join(" OR ")
    };
    format!("((({}) NOT ({})) OR \"{}\")", any(SEES), any(LEFT_OUT), member_token(user))
}

#[cfg(test)]
mod tests {
    use kernel::testing::facts;

    use super::*;

    #[test]
    fn an_audience_is_spelt_by_whoever_sees_it_and_whoever_does_not() {
        for (key, spelt) in [
            ("all", &["_aall"][..]),
            ("class:01", &["_aclass01"]),
            ("pair:240111:240112", &["_auser240111", "_auser240112"]),
            ("class:01|role:admin", &["_aclass01", "_aroleadmin"]),
            ("all!class:02|user:240111", &["_aall", "_xclass02", "_xuser240111"]),
        ] {
            assert_eq!(tokens(&Audience::parse(key).unwrap()), spelt, "{key}");
        }
    }

    #[test]
    fn a_search_asks_for_what_its_reader_is_among() {
        let facts = facts("240111");
        let asked = expression(&Memberships::new(&facts, []), facts.user_id);
        assert_eq!(
            asked,
            r#"((("_aall" OR "_aclass01" OR "_auser240111") NOT ("_xall" OR "_xclass01" OR "_xuser240111")) OR "_o240111")"#
        );
    }
}
