//! A YAML document as a tree whose parts know their lines.
//!
//! The fields are read from the tree and not by derived types, so that all problems of a file are found at once,
//! each with its line, and so that a room `1.10` stays what was written.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Error, Location, NonFiniteFloatPolicy, Spanned};

use crate::{FileProblem, FileRule, Place};

/// The longest text that is kept, in bytes. Nothing of a timetable is longer, and an alias may repeat a text.
const MAX_TEXT: usize = 2000;

/// The line and column of a part, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    line: u64,
    column: u64,
}

impl At {
    fn of(location: Location) -> Self {
        Self { line: location.line().max(1), column: location.column().max(1) }
    }

    pub(super) fn problem(self, rule: FileRule, name: &str) -> FileProblem {
        let place = Place::Line { line: self.line, column: self.column };
        FileProblem { place, rule, name: crate::problem::shown(name), fatal: true }
    }
}

/// A part of the document.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) at: At,
    pub(super) value: Value,
}

/// What a part is.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// `null`, `~` or nothing at all.
    Nothing,
    /// A scalar as it was written, without quotes; numbers too.
    Text(String),
    List(Vec<Node>),
    /// Keys with their places; each key once.
    Map(Vec<(String, At, Node)>),
}

/// Reads the one document of a text.
pub(super) fn parse(text: &str) -> Result<Node, FileProblem> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: 200_000,
            max_aliases: 2_000,
            max_anchors: 2_000,
            max_depth: 16,
            flow_nesting_limit: 16,
            max_nodes: 100_000,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 20_000,
            max_replay_stack_depth: 8,
        },
        non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
        with_snippet: false,
    };
    let raw: Spanned<Raw> =
        serde_saphyr::from_str_with_options(text, options).map_err(|error| problem(&error))?;
    Ok(node(raw, text))
}

fn problem(error: &Error) -> FileProblem {
    let error = error.without_snippet();
    let location = error.location();
    let (rule, name) = match error {
        Error::AliasError { error, .. } => return problem(error),
        Error::Budget { .. }
        | Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::RecursiveReferencesRequireWeakTypes { .. } => (FileRule::TooComplex, ""),
        Error::DuplicateMappingKey { key, .. } => {
            (FileRule::DuplicateKey, key.as_deref().unwrap_or_default())
        }
        Error::MultipleDocuments { .. } => (FileRule::SeveralDocuments, ""),
        _ => (FileRule::Syntax, ""),
    };
    match location {
        Some(location) if location != Location::UNKNOWN => At::of(location).problem(rule, name),
        _ => FileProblem { name: crate::problem::shown(name), ..FileProblem::of_file(rule) },
    }
}

fn node(raw: Spanned<Raw>, text: &str) -> Node {
    let value = match raw.value {
        Raw::Nothing => Value::Nothing,
        Raw::Text(text) => Value::Text(text),
        Raw::Plain(known) => Value::Text(written(raw.defined, text).unwrap_or(known)),
        Raw::List(items) => Value::List(items.into_iter().map(|item| node(item, text)).collect()),
        Raw::Map(entries) => Value::Map(
            entries
                .into_iter()
                .map(|(key, value)| (key.value, At::of(key.referenced), node(value, text)))
                .collect(),
        ),
    };
    Node { at: At::of(raw.referenced), value }
}

/// The characters of a plain number or truth value as the file has them: `007` and `1.10` are names of rooms too.
fn written(location: Location, text: &str) -> Option<String> {
    let span = location.span();
    let start = usize::try_from(span.byte_offset()?).ok()?;
    let length = usize::try_from(span.byte_len()?).ok()?;
    let part = text.get(start..start.checked_add(length)?)?.trim();
    (!part.is_empty() && part.len() <= MAX_TEXT).then(|| part.to_owned())
}

/// What the parser gives, before texts and numbers become one.
enum Raw {
    Nothing,
    /// A number or truth value, in the words of the parser.
    Plain(String),
    Text(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl RawVisitor {
    fn plain<T: fmt::Display, E>(value: T) -> Result<Raw, E> {
        Ok(Raw::Plain(value.to_string()))
    }
}

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Nothing)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        Raw::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Self::plain(value)
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Self::plain(value)
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Self::plain(value)
    }

    fn visit_i128<E>(self, value: i128) -> Result<Raw, E> {
        Self::plain(value)
    }

    fn visit_u128<E>(self, value: u128) -> Result<Raw, E> {
        Self::plain(value)
    }

    fn visit_f64<E>(self, value: f64) -> Result<Raw, E> {
        Self::plain(value)
    }

    fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
        let end = value.floor_char_boundary(MAX_TEXT);
        Ok(Raw::Text(value[..end].to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Raw::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Vec<(String, u64, String)> {
        let Value::Map(entries) = parse(text).unwrap().value else { panic!("a map") };
        let shown = |value: Value| match value {
            Value::Text(text) => text,
            other => format!("{other:?}"),
        };
        entries.into_iter().map(|(key, _, node)| (key, node.at.line, shown(node.value))).collect()
    }

    #[test]
    fn numbers_and_times_stay_as_they_were_written() {
        let text =
            "a: 1.10\nb: 007\nc: \"101\"\nd: 08:00:00\ne: Yes\nf: true\ng: ~\nh: .inf\n1: x # note\ni: 1_0\n";
        let found = entries(text);
        let values: Vec<_> = found.iter().map(|(_, _, value)| value.as_str()).collect();
        assert_eq!(values, ["1.10", "007", "101", "08:00:00", "Yes", "true", "Nothing", ".inf", "x", "1_0"]);
        assert_eq!(found[8], ("1".into(), 9, "x".into()));
    }

    #[test]
    fn what_an_alias_repeats_stands_where_it_is_used() {
        let found = entries("语文: &a 3.50\n数学: 1\n英语: *a\n");
        assert_eq!(found[2], ("英语".into(), 3, "3.50".into()));
    }

    #[test]
    fn problems_of_the_text_name_their_lines() {
        let cases = [
            ("a: 1\nb: [1, 2\nc: 3\n", FileRule::Syntax),
            ("a: 1\nb: 2\na: 3\n", FileRule::DuplicateKey),
            ("a: &a [*a]\n", FileRule::TooComplex),
            ("a: 1\n---\nb: 2\n", FileRule::SeveralDocuments),
            ("a: *nobody\n", FileRule::Syntax),
        ];
        for (text, rule) in cases {
            let problem = parse(text).unwrap_err();
            assert_eq!(problem.rule, rule, "{text}");
            assert!(matches!(problem.place, Place::Line { line, .. } if line <= 4), "{text}: {problem:?}");
        }
    }

    #[test]
    fn a_document_that_grows_by_aliases_is_refused() {
        let mut text = String::from("l0: &l0 [a, a, a, a, a, a, a, a, a, a]\n");
        for level in 1..10 {
            let before = format!("*l{}, ", level - 1).repeat(10);
            text.push_str(&format!("l{level}: &l{level} [{before}]\n"));
        }
        assert_eq!(parse(&text).unwrap_err().rule, FileRule::TooComplex);
        let deep = format!("{}{}", "[".repeat(40), "]".repeat(40));
        let refused = parse(&deep).unwrap_err().rule;
        assert!(matches!(refused, FileRule::TooComplex | FileRule::Syntax), "{refused:?}");
    }
}
