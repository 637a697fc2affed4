//! How deeply a script is nested, found before it is parsed.
//!
//! The parser and whoever walks its tree call themselves for each level, so a file of a million brackets, or
//! a sum of a million terms, would end the whole process. This scanner only tells tokens apart and counts an
//! upper bound of that depth; it is never allowed to count less than the parser would use. Where it cannot
//! tell whether a slash divides or begins a pattern, it counts both, or refuses.

mod slash;
mod words;

pub(super) use slash::is_shallow_pattern;

use crate::finding::Rule;
use crate::texts::scripts as texts;

/// Open brackets at one place.
const DEEPEST: usize = 400;
/// Operators, prefixes and calls that wait for each other at one place.
const LONGEST: usize = 8_000;

/// Why a script is not parsed, and where.
pub(super) struct TooDeep {
    pub(super) rule: &'static Rule,
    pub(super) offset: usize,
    /// For `script-syntax`: what is wrong.
    pub(super) why: &'static str,
}

/// What a slash means after a token.
#[derive(Clone, Copy, PartialEq)]
enum Slash {
    Divides,
    Pattern,
    Either,
}

/// An open bracket.
struct Level {
    close: u8,
    /// A template string goes on after this bracket.
    in_template: bool,
    /// What a slash means after the bracket is closed.
    after: Slash,
    chain: usize,
    elses: usize,
}

struct Scanner<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    levels: Vec<Level>,
    /// Sum of all chains.
    chain: usize,
    /// What a slash means now.
    slash: Slash,
    /// What it meant before the last token, for `++`.
    before: Slash,
    newline: bool,
    after_dot: bool,
    after_brace: bool,
    /// The last word, for the parenthesis after it.
    paren: Slash,
}

/// Checks that a script can be parsed without running out of stack.
pub(super) fn check(text: &str) -> Result<(), TooDeep> {
    let top = Level { close: 0, in_template: false, after: Slash::Pattern, chain: 0, elses: 0 };
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        text,
        at: 0,
        levels: vec![top],
        chain: 0,
        slash: Slash::Pattern,
        before: Slash::Pattern,
        newline: true,
        after_dot: false,
        after_brace: false,
        paren: Slash::Divides,
    };
    if text.starts_with("#!") {
        scanner.skip_line();
    }
    while scanner.at < scanner.bytes.len() {
        scanner.step()?;
    }
    Ok(())
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn fault<T>(&self, rule: &'static Rule, why: &'static str) -> Result<T, TooDeep> {
        Err(TooDeep { rule, offset: self.at, why })
    }

    fn step(&mut self) -> Result<(), TooDeep> {
        match self.peek(0) {
            b'\n' | b'\r' => {
                self.newline = true;
                self.at += 1;
            }
            b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
            b'/' if self.peek(1) == b'/' => self.skip_line(),
            b'/' if self.peek(1) == b'*' => return self.block_comment(),
            b'/' => return self.slash(),
            b'\'' | b'"' => return self.string(),
            b'`' => {
                self.link(1)?;
                self.at += 1;
                return self.template();
            }
            b'(' | b'[' | b'{' => return self.open(),
            b')' | b']' | b'}' => return self.close(),
            b if b.is_ascii_alphanumeric() || b"_$\\#@".contains(&b) => return self.word(),
            b if b < 0x80 => return self.operator(b),
            _ => return self.non_ascii(),
        }
        Ok(())
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(rest.len());
    }

    fn block_comment(&mut self) -> Result<(), TooDeep> {
        let Some(length) = self.text[self.at + 2..].find("*/") else {
            return self.fault(&texts::SCRIPT_SYNTAX, "/*");
        };
        let comment = &self.text[self.at..self.at + 2 + length];
        self.newline |= comment.contains(['\n', '\r', '\u{2028}', '\u{2029}']);
        self.at += length + 4;
        Ok(())
    }

    fn non_ascii(&mut self) -> Result<(), TooDeep> {
        let Some(c) = self.text[self.at..].chars().next() else { return Ok(()) };
        if c.is_whitespace() || c == '\u{feff}' {
            self.newline |= matches!(c, '\u{2028}' | '\u{2029}');
            self.at += c.len_utf8();
            return Ok(());
        }
        self.word()
    }

    fn string(&mut self) -> Result<(), TooDeep> {
        let (quote, start) = (self.peek(0), self.at);
        self.begin_operand();
        self.at += 1;
        loop {
            match self.peek(0) {
                b if b == quote => break,
                b'\\' if self.peek(1) == b'\r' && self.peek(2) == b'\n' => self.at += 3,
                b'\\' => self.at += 2,
                b'\n' | b'\r' => self.at = self.bytes.len(),
                _ => self.at += 1,
            }
            if self.at >= self.bytes.len() {
                self.at = start;
                return self.fault(&texts::SCRIPT_SYNTAX, "unterminated string");
            }
        }
        self.at += 1;
        self.end(Slash::Divides);
        Ok(())
    }

    /// The rest of a template string, up to its end or to an expression in it.
    fn template(&mut self) -> Result<(), TooDeep> {
        loop {
            match self.peek(0) {
                _ if self.at >= self.bytes.len() => {
                    return self.fault(&texts::SCRIPT_SYNTAX, "unterminated template");
                }
                b'`' => break,
                b'\\' => self.at += 2,
                b'$' if self.peek(1) == b'{' => {
                    self.at += 2;
                    return self.push(b'}', true, Slash::Divides);
                }
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.end(Slash::Divides);
        Ok(())
    }

    fn open(&mut self) -> Result<(), TooDeep> {
        let (close, after) = match self.peek(0) {
            b'(' => (b')', self.paren),
            b'[' => (b']', Slash::Divides),
            _ => (b'}', Slash::Either),
        };
        self.link(1)?;
        self.at += 1;
        self.push(close, false, after)
    }

    fn push(&mut self, close: u8, in_template: bool, after: Slash) -> Result<(), TooDeep> {
        if self.levels.len() > DEEPEST {
            return self.fault(&texts::SCRIPT_NESTING, "");
        }
        self.levels.push(Level { close, in_template, after, chain: 0, elses: 0 });
        self.end(Slash::Pattern);
        Ok(())
    }

    fn close(&mut self) -> Result<(), TooDeep> {
        let close = self.peek(0);
        if self.levels.len() < 2 || self.levels.last().is_none_or(|level| level.close != close) {
            return self.fault(&texts::SCRIPT_SYNTAX, "unexpected closing bracket");
        }
        let Some(level) = self.levels.pop() else { return Ok(()) };
        self.chain -= level.chain;
        self.at += 1;
        if level.in_template {
            return self.template();
        }
        self.end(level.after);
        self.after_brace = close == b'}';
        Ok(())
    }

    /// Counts what makes the parser wait for something.
    fn link(&mut self, weight: usize) -> Result<(), TooDeep> {
        self.chain += weight;
        if let Some(level) = self.levels.last_mut() {
            level.chain += weight;
        }
        if self.chain > LONGEST { self.fault(&texts::SCRIPT_NESTING, "") } else { Ok(()) }
    }

    /// What came before is complete, but for the branches of an `if` that an `else` continues.
    fn reset(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            self.chain = self.chain - level.chain + level.elses;
            level.chain = level.elses;
        }
    }

    /// A token that cannot continue an expression begins a statement after a brace.
    fn begin_operand(&mut self) {
        if self.after_brace {
            self.reset();
        }
    }

    fn end(&mut self, slash: Slash) {
        self.before = self.slash;
        self.slash = slash;
        self.newline = false;
        self.after_dot = false;
        self.after_brace = false;
        // `a = (b)` and the parenthesis of a call: a slash after it divides.
        self.paren = Slash::Divides;
    }

    fn operator(&mut self, byte: u8) -> Result<(), TooDeep> {
        let rest = &self.bytes[self.at..];
        if rest.starts_with(b"<!--") || (rest.starts_with(b"-->") && self.newline) {
            return self.fault(&texts::SCRIPT_HTML_COMMENT, "");
        }
        if rest.starts_with(b"++") || rest.starts_with(b"--") {
            self.link(1)?;
            self.at += 2;
            // After a value on the same line it belongs to it; else to what follows.
            let slash = if self.newline { Slash::Pattern } else { self.slash };
            self.end(slash);
            return Ok(());
        }
        if rest.starts_with(b"...") {
            self.link(1)?;
            self.at += 3;
            self.end(Slash::Pattern);
            return Ok(());
        }
        self.at += 1;
        match byte {
            b';' | b',' => self.reset(),
            _ => self.link(1)?,
        }
        self.end(Slash::Pattern);
        self.after_dot = byte == b'.';
        Ok(())
    }
}
