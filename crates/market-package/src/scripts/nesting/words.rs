//! Words and numbers: what they mean for a slash after them, and whether they make the parser call itself.

use super::{Scanner, Slash, TooDeep};
use crate::texts::scripts as texts;

/// Words after which a pattern may begin.
pub(super) const BEFORE_PATTERN: &[&[u8]] = &[
    b"return",
    b"typeof",
    b"case",
    b"in",
    b"instanceof",
    b"do",
    b"else",
    b"void",
    b"delete",
    b"new",
    b"throw",
    b"extends",
    b"default",
    b"export",
];
/// Words that are names in one place, and in another something that a pattern may follow.
pub(super) const CONTEXTUAL: &[&[u8]] = &[b"of", b"yield", b"await"];
/// Words that make the parser call itself.
const NESTING: &[&[u8]] = &[
    b"typeof",
    b"void",
    b"delete",
    b"new",
    b"await",
    b"yield",
    b"async",
    b"if",
    b"for",
    b"while",
    b"do",
    b"with",
    b"in",
    b"instanceof",
    b"of",
    b"class",
    b"extends",
    b"function",
    b"import",
    b"try",
    b"switch",
];
/// Words that continue what ended with a brace.
const CONTINUING: &[&[u8]] =
    &[b"in", b"instanceof", b"of", b"else", b"while", b"catch", b"finally", b"as", b"from"];

impl Scanner<'_> {
    pub(super) fn word(&mut self) -> Result<(), TooDeep> {
        let start = self.at;
        self.skip_word();
        if self.bytes[start].is_ascii_digit() && !self.after_dot {
            return self.number(start);
        }
        let word = &self.bytes[start..self.at];
        if self.after_dot {
            self.end(Slash::Divides);
            return Ok(());
        }
        if !CONTINUING.contains(&word) {
            self.begin_operand();
        }
        if word == b"else" {
            if let Some(level) = self.levels.last_mut() {
                level.elses += 1;
            }
            self.link(1)?;
        } else if NESTING.contains(&word) {
            self.link(1)?;
        }
        let escaped = word.contains(&b'\\');
        // `of` is only more than a name in the parentheses of a loop.
        let loops =
            self.levels.last().is_some_and(|level| level.close == b')' && level.after != Slash::Divides);
        let either = escaped || (CONTEXTUAL.contains(&word) && (word != b"of" || loops));
        let slash = match word {
            _ if either => Slash::Either,
            _ if BEFORE_PATTERN.contains(&word) => Slash::Pattern,
            _ => Slash::Divides,
        };
        self.end(slash);
        self.paren = match word {
            b"if" | b"while" | b"for" | b"with" => Slash::Pattern,
            _ if either => Slash::Either,
            _ => Slash::Divides,
        };
        Ok(())
    }

    pub(super) fn skip_word(&mut self) {
        loop {
            match self.peek(0) {
                b if b.is_ascii_alphanumeric() || b"_$\\#@".contains(&b) => self.at += 1,
                b if b < 0x80 => break,
                _ => match self.text[self.at..].chars().next() {
                    Some(c) if !c.is_whitespace() && c != '\u{feff}' => self.at += c.len_utf8(),
                    _ => break,
                },
            }
        }
    }

    /// A number: its dot is no access to a member, its sign no operator, so that `1./2` divides.
    fn number(&mut self, start: usize) -> Result<(), TooDeep> {
        let digits = &self.bytes[start..self.at];
        let prefixed = digits[0] == b'0' && digits.len() > 1;
        if prefixed && digits[1].is_ascii_digit() && self.peek(0) == b'.' {
            // An octal number ends before the dot and another one after it.
            return self.fault(&texts::SCRIPT_SYNTAX, "a number that begins with 0");
        }
        let decimal = !prefixed || !digits[1].is_ascii_alphabetic() || matches!(digits[1], b'e' | b'E');
        if decimal && self.peek(0) == b'.' {
            self.at += 1;
            self.skip_word();
        }
        if decimal && matches!(self.bytes[self.at - 1], b'e' | b'E') && matches!(self.peek(0), b'+' | b'-') {
            self.at += 1;
            self.skip_word();
        }
        self.begin_operand();
        self.end(Slash::Divides);
        Ok(())
    }
}
