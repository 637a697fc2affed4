//! Reading the fields of a YAML tree, with a problem for everything that is not as it should be.

use school_clock::{ClockTime, Cycle, Weeks};

use super::node::{At, Node, Value};
use crate::FileRule;
use crate::problem::Problems;

/// Reads values and notes problems.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) problems: Problems,
}

/// The fields of a map.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) at: At,
    pub(super) entries: &'a [(String, At, Node)],
}

impl<'a> Fields<'a> {
    /// The first field of one of these names that is there and not empty, with its name.
    pub(super) fn get<'n>(&self, names: &[&'n str]) -> Option<(&'n str, &'a Node)> {
        names.iter().find_map(|name| {
            let entry = self.entries.iter().find(|(key, _, _)| key == name)?;
            (!matches!(entry.2.value, Value::Nothing)).then_some((*name, &entry.2))
        })
    }
}

impl Reading {
    pub(super) fn fatal(&mut self, at: At, rule: FileRule, name: &str) {
        self.problems.push(at.problem(rule, name));
    }

    pub(super) fn warn(&mut self, at: At, rule: FileRule, name: &str) {
        self.problems.push(at.problem(rule, name).harmless());
    }

    /// The fields of a node, of which these are known.
    pub(super) fn map<'a>(&mut self, node: &'a Node, name: &str, known: &[&str]) -> Option<Fields<'a>> {
        let Value::Map(entries) = &node.value else {
            self.fatal(node.at, FileRule::NotAMap, name);
            return None;
        };
        for (key, at, _) in entries.iter().filter(|(key, _, _)| !known.contains(&key.as_str())) {
            self.warn(*at, FileRule::Ignored, key);
        }
        Some(Fields { at: node.at, entries })
    }

    /// The items of a list; none when the field is not there.
    pub(super) fn list<'a>(&mut self, fields: Fields<'a>, name: &str) -> &'a [Node] {
        let Some((_, node)) = fields.get(&[name]) else { return &[] };
        let Value::List(items) = &node.value else {
            self.fatal(node.at, FileRule::NotAList, name);
            return &[];
        };
        items
    }

    /// The items of a list that must be there.
    pub(super) fn required_list<'a>(&mut self, fields: Fields<'a>, name: &str) -> &'a [Node] {
        if fields.get(&[name]).is_none() {
            self.fatal(fields.at, FileRule::Missing, name);
        }
        self.list(fields, name)
    }

    /// The text of a node without blanks around it; `None` when it is empty.
    pub(super) fn text(&mut self, node: &Node, name: &str) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned),
            Value::Nothing => None,
            _ => {
                self.fatal(node.at, FileRule::NotAText, name);
                None
            }
        }
    }

    /// The text of the first of some fields that is there.
    pub(super) fn optional(&mut self, fields: Fields<'_>, names: &[&str]) -> Option<String> {
        let (name, node) = fields.get(names)?;
        self.text(node, name)
    }

    /// The text of a field that must be there, and where it stands.
    pub(super) fn required(&mut self, fields: Fields<'_>, name: &str) -> Option<(String, At)> {
        let found = fields.get(&[name]).map(|(name, node)| (self.text(node, name), node));
        match found {
            Some((Some(text), node)) => Some((text, node.at)),
            // What is no text was told already.
            Some((None, node)) if !matches!(node.value, Value::Text(_)) => None,
            _ => {
                self.fatal(fields.at, FileRule::Missing, name);
                None
            }
        }
    }

    /// A text of at most `most` characters; the rest is cut, which is told.
    pub(super) fn cut(&mut self, fields: Fields<'_>, name: &str, most: usize) -> Option<String> {
        let (name, node) = fields.get(&[name])?;
        let text = self.text(node, name)?;
        if text.chars().count() <= most {
            return Some(text);
        }
        self.warn(node.at, FileRule::Cut, name);
        Some(text.chars().take(most).collect::<String>().trim_end().to_owned())
    }

    /// A whole number that fits.
    pub(super) fn number(&mut self, node: &Node, name: &str) -> Option<u16> {
        let number = match &node.value {
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        if number.is_none() {
            self.fatal(node.at, FileRule::NotANumber, name);
        }
        number
    }

    /// A time of day that must be there.
    pub(super) fn time(&mut self, fields: Fields<'_>, name: &str) -> Option<ClockTime> {
        let (text, at) = self.required(fields, name)?;
        let time = text.parse().ok();
        if time.is_none() {
            self.fatal(at, FileRule::Time, &text);
        }
        time
    }

    /// `all`, `odd` or `even`; all when the field is not there.
    pub(super) fn weeks(&mut self, fields: Fields<'_>) -> Weeks {
        let Some((name, node)) = fields.get(&["weeks"]) else { return Weeks::All };
        let text = self.text(node, name).unwrap_or_default();
        match text.to_ascii_lowercase().as_str() {
            "all" | "" => Weeks::All,
            "odd" => Weeks::Odd,
            "even" => Weeks::Even,
            _ => {
                self.fatal(node.at, FileRule::Weeks, &text);
                Weeks::All
            }
        }
    }

    /// The days of a field that has one or a list of them: numbers, or weekdays as `mon`. Which numbers are days is
    /// checked later.
    pub(super) fn days(&mut self, fields: Fields<'_>, name: &str, cycle: &Cycle) -> Vec<u16> {
        let Some((_, node)) = fields.get(&[name]) else {
            self.fatal(fields.at, FileRule::Missing, name);
            return Vec::new();
        };
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        items.iter().filter_map(|item| weekday(item, cycle).or_else(|| self.number(item, name))).collect()
    }
}

/// The number of a weekday that is written by its English name or the first three letters of it. In a cycle of days
/// no day has such a name.
fn weekday(node: &Node, cycle: &Cycle) -> Option<u16> {
    const NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let (Value::Text(text), Cycle::Weekly) = (&node.value, cycle) else { return None };
    let text = text.trim().to_ascii_lowercase();
    let is_meant = |(_, name): &(u16, &str)| *name == text || name[..3] == text;
    (1..).zip(NAMES).find(is_meant).map(|(number, _)| number)
}
