//! A slash that is no comment: it divides, or begins a pattern, or could do either.

use super::words::{BEFORE_PATTERN, CONTEXTUAL};
use super::{Scanner, Slash, TooDeep};
use crate::texts::scripts as texts;

impl Scanner<'_> {
    pub(super) fn slash(&mut self) -> Result<(), TooDeep> {
        if self.slash == Slash::Divides {
            self.link(1)?;
            self.at += 1;
            self.end(Slash::Pattern);
            return Ok(());
        }
        let start = self.at;
        let either = self.slash == Slash::Either;
        let Some(length) = pattern_length(&self.text[start..]) else {
            let rule = if either { &texts::SCRIPT_SLASH } else { &texts::SCRIPT_SYNTAX };
            return self.fault(rule, "unterminated regular expression");
        };
        let body = &self.bytes[start + 1..start + length - 1];
        if !is_shallow_pattern(body) {
            return self.fault(&texts::SCRIPT_NESTING, "");
        }
        if !either {
            self.begin_operand();
        }
        self.at += length;
        self.skip_word();
        if either {
            // If it divides, what stands between the slashes is code: it must end as the pattern does, and
            // all of it counts. It does not go away with the next semicolon, so it counts as branches do.
            if !ends_alike(body, &self.text[self.at..]) {
                self.at = start;
                return self.fault(&texts::SCRIPT_SLASH, "");
            }
            self.link(body.len())?;
            if let Some(level) = self.levels.last_mut() {
                level.elses += body.len();
            }
        }
        self.end(Slash::Divides);
        Ok(())
    }
}

/// Whether the text between two slashes leaves a reader in the same state, be it a pattern or code: its
/// brackets close each other, nothing in it hides the second slash, that slash would divide too, and what
/// follows can only follow a value.
fn ends_alike(body: &[u8], rest: &str) -> bool {
    let last = body.rsplit(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
    let keyword = BEFORE_PATTERN.contains(&last) || CONTEXTUAL.contains(&last);
    let value = body.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_$)]".contains(byte));
    let hides = body.iter().any(|byte| b"'\"`/".contains(byte));
    let next = rest.trim_start().chars().next();
    value && !keyword && !hides && is_balanced(body) && next.is_none_or(|c| ".;,)]}?:".contains(c))
}

/// Whether brackets between two slashes close each other, so that it makes no difference to the rest
/// whether they are code or a pattern.
fn is_balanced(body: &[u8]) -> bool {
    let mut open = Vec::new();
    body.iter().all(|byte| match byte {
        b'(' | b'[' | b'{' => {
            open.push(*byte);
            true
        }
        b')' => open.pop() == Some(b'('),
        b']' => open.pop() == Some(b'['),
        b'}' => open.pop() == Some(b'{'),
        _ => true,
    }) && open.is_empty()
}

/// Bytes of a pattern with both slashes; `None` if its line ends first.
fn pattern_length(text: &str) -> Option<usize> {
    let (mut class, mut escaped) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Groups in groups of one pattern, and classes in classes.
const DEEPEST_PATTERN: usize = 150;

/// Whether a pattern is nested so little that it can be parsed. Only with the flag `v` are there classes in
/// classes, so it is read in both ways.
pub(in crate::scripts) fn is_shallow_pattern(body: &[u8]) -> bool {
    [false, true].into_iter().all(|nested| pattern_depth(body, nested) <= DEEPEST_PATTERN)
}

fn pattern_depth(body: &[u8], nested_classes: bool) -> usize {
    let (mut groups, mut classes, mut deepest, mut escaped) = (0_usize, 0_usize, 0, false);
    for byte in body {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'[' if nested_classes || classes == 0 => classes += 1,
            b']' => classes = classes.saturating_sub(1),
            b'(' if classes == 0 => groups += 1,
            b')' if classes == 0 => groups = groups.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(groups + classes);
    }
    deepest
}
