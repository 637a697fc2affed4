//! Findings: what is wrong with a package, where, and what to write instead, in both languages.

use std::collections::HashMap;
use std::fmt::{self, Display};

use serde::Serialize;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The package is refused.
    Error,
    /// The package is taken; its author should know.
    Warning,
}

/// A language of texts for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// Chinese.
    Zh,
    /// English.
    En,
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bilingual {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Bilingual {
    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }

    /// Puts a value where `{key}` stands.
    pub(crate) fn with(mut self, key: &str, value: impl Display) -> Self {
        let (mark, value) = (format!("{{{key}}}"), shown(&value.to_string()));
        self.zh = self.zh.replace(&mark, &value);
        self.en = self.en.replace(&mark, &value);
        self
    }
}

/// Values come from packages of strangers: control characters would forge lines of a report, and a long
/// value would bury the rest.
fn shown(value: &str) -> String {
    const LONGEST: usize = 120;
    let mut text: String = value
        .chars()
        .take(LONGEST)
        .map(|c| if c.is_control() || is_invisible(c) { '\u{fffd}' } else { c })
        .collect();
    if value.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}

/// Characters that change how others are shown, or show nothing.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// One thing that is wrong with a package.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Whether it refuses the package.
    pub level: Level,
    /// Stable name of the rule, kebab-case.
    pub code: &'static str,
    /// Where: `file`, `file:line:column`, or a path in the manifest such as `layout.mode`.
    pub place: String,
    /// What is wrong and what to write instead.
    pub text: Bilingual,
}

impl Finding {
    /// Puts a value into the text where `{key}` stands.
    pub(crate) fn with(mut self, key: &str, value: impl Display) -> Self {
        self.text = self.text.with(key, value);
        self
    }

    /// One line for people.
    pub fn line(&self, lang: Lang) -> String {
        let level = match (self.level, lang) {
            (Level::Error, Lang::Zh) => "错误",
            (Level::Error, Lang::En) => "error",
            (Level::Warning, Lang::Zh) => "警告",
            (Level::Warning, Lang::En) => "warning",
        };
        let place = if self.place.is_empty() { String::new() } else { format!("{}: ", shown(&self.place)) };
        format!("{place}{level}[{}]: {}", self.code, self.text.get(lang))
    }
}

/// A rule: its stable name and the text of its findings.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) code: &'static str,
    pub(crate) zh: &'static str,
    pub(crate) en: &'static str,
}

impl Rule {
    /// A finding that refuses the package.
    pub(crate) fn error(&self, place: impl Into<String>) -> Finding {
        self.at(Level::Error, place)
    }

    /// A finding that only tells.
    pub(crate) fn warning(&self, place: impl Into<String>) -> Finding {
        self.at(Level::Warning, place)
    }

    /// A finding of a level that the caller decides.
    pub(crate) fn at(&self, level: Level, place: impl Into<String>) -> Finding {
        let text = Bilingual { zh: self.zh.to_owned(), en: self.en.to_owned() };
        Finding { level, code: self.code, place: place.into(), text }
    }
}

/// Declares rules: `rules! { /// When. NAME = "code", "中文", "English"; }`
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $zh:literal, $en:literal;)*) => {
        $($(#[$doc])* pub(crate) static $name: $crate::finding::Rule =
            $crate::finding::Rule { code: $code, zh: $zh, en: $en };)*
        #[cfg(test)]
        pub(crate) const ALL: &[&$crate::finding::Rule] = &[$(&$name),*];
    };
}
pub(crate) use rules;

/// Everything found in a package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// In the order of the checks; errors and warnings mixed.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether the package is refused.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// What refuses the package.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.level == Level::Error)
    }

    /// What its author should know.
    pub fn warnings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.level == Level::Warning)
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Adds all findings of another report.
    pub fn append(&mut self, other: Report) {
        self.findings.extend(other.findings);
    }

    /// All findings for people, a line each, errors first.
    pub fn text(&self, lang: Lang) -> String {
        let lines = self.errors().chain(self.warnings()).map(|finding| finding.line(lang) + "\n");
        lines.collect()
    }
}

impl From<Finding> for Report {
    fn from(finding: Finding) -> Self {
        Self { findings: vec![finding] }
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

/// How many findings of one rule a file gets; a modern bundle would have thousands.
const SHOWN_PER_RULE: usize = 5;

/// Findings of one text file, with their lines and columns.
pub(crate) struct FileFindings<'a> {
    path: &'a str,
    source: &'a str,
    findings: Vec<Finding>,
    counts: HashMap<&'static str, usize>,
}

impl<'a> FileFindings<'a> {
    pub(crate) fn new(path: &'a str, source: &'a str) -> Self {
        Self { path, source, findings: Vec::new(), counts: HashMap::new() }
    }

    /// Adds a finding at a byte of the file, which becomes its place.
    pub(crate) fn add(&mut self, offset: u32, mut finding: Finding) {
        let count = self.counts.entry(finding.code).or_default();
        *count += 1;
        if *count <= SHOWN_PER_RULE {
            let (line, column) = position(self.source, offset as usize);
            finding.place = format!("{}:{line}:{column}", self.path);
            self.findings.push(finding);
        }
    }

    /// The findings; the last shown of a rule says how many more there are.
    pub(crate) fn finish(mut self, report: &mut Report) {
        for (code, count) in self.counts {
            let Some(more) = count.checked_sub(SHOWN_PER_RULE).filter(|more| *more > 0) else { continue };
            if let Some(last) = self.findings.iter_mut().rfind(|finding| finding.code == code) {
                last.text.zh += &format!("（此文件中另有 {more} 处）");
                last.text.en += &format!(" ({more} more in this file)");
            }
        }
        report.findings.append(&mut self.findings);
    }
}

/// Line and column of a byte, both from 1; columns count characters.
fn position(source: &str, offset: usize) -> (usize, usize) {
    let bytes = source.as_bytes();
    let before = &bytes[..offset.min(bytes.len())];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    // Bytes that begin a character: an offset inside of one must not panic.
    let column = before[line_start..].iter().filter(|byte| **byte & 0xc0 != 0x80).count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    static RULE: Rule = Rule { code: "a-rule", zh: "不要 {what}", en: "no {what}" };

    #[test]
    fn places_have_lines_and_columns_of_characters() {
        let mut file = FileFindings::new("a.js", "一\n二 三\n");
        file.add(8, RULE.error("").with("what", "三"));
        let mut report = Report::default();
        file.finish(&mut report);
        assert_eq!(report.findings[0].place, "a.js:2:3");
        assert_eq!(report.text(Lang::En), "a.js:2:3: error[a-rule]: no 三\n");
    }

    #[test]
    fn the_last_shown_finding_says_how_many_more_there_are() {
        let mut file = FileFindings::new("a.js", "x");
        (0..7).for_each(|_| file.add(0, RULE.warning("").with("what", "x")));
        let mut report = Report::default();
        file.finish(&mut report);
        assert_eq!(report.findings.len(), 5);
        assert!(report.findings[4].text.en.ends_with("(2 more in this file)"));
    }

    #[test]
    fn values_of_packages_cannot_forge_lines_of_a_report() {
        let finding = RULE.error("a\nb").with("what", "x\nerror[forged]: \u{202e}y");
        assert_eq!(finding.line(Lang::En).lines().count(), 1);
        assert!(!finding.line(Lang::En).contains('\u{202e}'));
        assert!(RULE.error("").with("what", "x".repeat(500)).text.en.len() < 200);
    }

    #[test]
    fn offsets_outside_of_a_file_or_inside_of_a_character_have_a_place() {
        assert_eq!(position("一", 1), (1, 2));
        assert_eq!(position("ab", 99), (1, 3));
    }
}
