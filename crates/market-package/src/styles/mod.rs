//! Styles: what old engines drop, what would reach beyond the app, what comes from other hosts.

mod nesting;
mod selectors;
#[cfg(test)]
mod tests;
mod values;

use oxc_css_parser::ast::{
    AtRule, AtRulePrelude, Declaration, ImportPreludeHref, InterpolableIdent, InterpolableStr,
};
use oxc_css_parser::ast::{SimpleBlock, Statement, Stylesheet, UrlValue};
use oxc_css_parser::{Allocator, Parser, Syntax};

use crate::finding::{FileFindings, Level, Report, Rule};
use crate::texts::styles as texts;

/// Conditions of the contract; the others only come with what the engines of 2020 lack besides.
const CONTRACT_PROPERTIES: &[&str] = &["aspect-ratio", "container", "container-type", "container-name"];
/// Properties that old engines drop, and what to write.
const PROPERTIES: &[(&str, &str, &str)] = &[
    ("aspect-ratio", "请用 padding-top 百分比", "use padding-top in percent"),
    ("container", "请用媒体查询或脚本判断宽度", "use a media query or measure in the script"),
    ("container-type", "请用媒体查询或脚本判断宽度", "use a media query or measure in the script"),
    ("container-name", "请用媒体查询或脚本判断宽度", "use a media query or measure in the script"),
    ("translate", "请用 transform", "use transform"),
    ("rotate", "请用 transform", "use transform"),
    ("scale", "请用 transform", "use transform"),
    ("inset", "请用 top、right、bottom、left", "use top, right, bottom, left"),
    ("inset-inline", "请用 left 和 right", "use left and right"),
    ("inset-block", "请用 top 和 bottom", "use top and bottom"),
];
const AT_RULES: &[&str] = &["layer", "property", "scope", "starting-style"];

/// Checks a style.
pub(crate) fn check(path: &str, source: &str, app: &str, author: bool, report: &mut Report) {
    let mut findings = FileFindings::new(path, source);
    match nesting::check(source) {
        Ok(true) => {}
        // Browsers close what is open at the end, so an installed app works; its author should know.
        Ok(false) => {
            let level = if author { Level::Error } else { Level::Warning };
            let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
            findings.add(end, texts::STYLE_SYNTAX.at(level, "").with("why", "a bracket is not closed"));
        }
        Err(offset) => {
            findings.add(offset, texts::STYLE_NESTING.error(""));
            return findings.finish(report);
        }
    }
    let allocator = Allocator::default();
    let mut parser = Parser::new(&allocator, source, Syntax::Css);
    match parser.parse::<Stylesheet<'_>>() {
        Ok(sheet) => {
            Sheet { source, app, author, findings: &mut findings }.statements(&sheet.statements, Place::Top)
        }
        Err(error) => {
            findings.add(error.span.start, texts::STYLE_SYNTAX.error("").with("why", error.kind));
        }
    }
    findings.finish(report);
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Top,
    /// In a rule: rules here are nested.
    Rule,
    /// The first step of an animation.
    FirstFrame,
    /// Another step, or a block without selectors.
    Other,
}

struct Sheet<'f, 's> {
    source: &'s str,
    app: &'f str,
    author: bool,
    findings: &'f mut FileFindings<'s>,
}

impl<'s> Sheet<'_, 's> {
    /// Refuses what the contract lists. What else engines of 2020 lack only looks wrong in one app, so the
    /// installer tells it and takes the app.
    fn old(&self, in_contract: bool) -> Level {
        if in_contract || self.author { Level::Error } else { Level::Warning }
    }

    fn add(&mut self, at: u32, level: Level, rule: &Rule, what: &str) {
        self.findings.add(at, rule.at(level, "").with("what", what));
    }

    fn statements(&mut self, statements: &[Statement<'s>], place: Place) {
        for statement in statements {
            match statement {
                Statement::QualifiedRule(rule) => {
                    if place == Place::Rule {
                        self.add(rule.span.start, self.old(false), &texts::SELECTOR, "nesting");
                    }
                    self.selectors(&rule.selector);
                    self.block(&rule.block, Place::Rule);
                }
                Statement::AtRule(rule) => self.at_rule(rule, place),
                Statement::KeyframeBlock(frame) => {
                    let first = frame.selectors.iter().any(|selector| {
                        let text = selector.span().slice(self.source);
                        text.eq_ignore_ascii_case("from") || text.trim_end_matches('%').parse() == Ok(0.0_f32)
                    });
                    self.block(&frame.block, if first { Place::FirstFrame } else { Place::Other });
                }
                Statement::Declaration(declaration) => self.declaration(declaration, place),
                Statement::UnknownQualifiedRule(rule) => self.block(&rule.block, Place::Other),
                _ => {}
            }
        }
    }

    fn block(&mut self, block: &SimpleBlock<'s>, place: Place) {
        self.gap(block);
        self.statements(&block.statements, place);
    }

    fn at_rule(&mut self, rule: &AtRule<'s>, place: Place) {
        let name = rule.name.name.to_ascii_lowercase();
        if name == "container" {
            self.add(rule.span.start, Level::Error, &texts::AT_RULE, &name);
        } else if AT_RULES.contains(&name.as_str()) {
            self.add(rule.span.start, self.old(false), &texts::AT_RULE, &name);
        }
        if let Some(AtRulePrelude::Import(import)) = &rule.prelude {
            self.import(rule.span.start, &import.href);
        } else if name == "import" {
            let text = values::plain(rule.span.slice(self.source));
            if values::foreign_texts(&text).next().is_some() {
                self.findings.add(rule.span.start, texts::FOREIGN_IMPORT.error(""));
            }
        }
        if let Some(block) = &rule.block {
            // `@media` in a rule holds declarations of that rule.
            self.block(block, place);
        }
    }

    fn import(&mut self, at: u32, href: &ImportPreludeHref<'s>) {
        let text = match href {
            ImportPreludeHref::Str(InterpolableStr::Literal(text)) => Some(text.value),
            ImportPreludeHref::Url(url) => match &url.value {
                Some(UrlValue::Raw(text)) => Some(text.value),
                Some(UrlValue::Str(InterpolableStr::Literal(text))) => Some(text.value),
                _ => None,
            },
            _ => None,
        };
        if text.is_none_or(values::is_foreign) {
            self.findings.add(at, texts::FOREIGN_IMPORT.error(""));
        }
    }

    fn declaration(&mut self, declaration: &Declaration<'s>, place: Place) {
        let Some(name) = property(declaration) else { return };
        let at = declaration.span.start;
        let value = self.value(declaration);
        if let Some((what, zh, en)) = PROPERTIES.iter().find(|(known, ..)| *known == name) {
            let level = self.old(CONTRACT_PROPERTIES.contains(what));
            let finding = texts::PROPERTY.at(level, "").with("what", what);
            self.findings.add(at, finding.with("instead_zh", zh).with("instead_en", en));
        }
        if let Some(what) = values::newer(&value) {
            self.add(at, self.old(false), &texts::VALUE, what);
        }
        for address in values::foreign_urls(&value) {
            self.findings.add(at, texts::FOREIGN_URL.error("").with("value", address));
        }
        if matches!(name.as_str(), "transition" | "-webkit-transition" | "transition-property") {
            self.transition(at, &name, &value);
        }
        let scaled =
            matches!(name.as_str(), "transform" | "-webkit-transform") && values::has_scale_zero(&value);
        if scaled && matches!(place, Place::FirstFrame | Place::Rule) {
            self.findings.add(at, texts::SCALE_ZERO.warning(""));
        }
    }

    fn transition(&mut self, at: u32, name: &str, value: &str) {
        for property in values::transitioned(value, name != "transition-property") {
            if property == "all" {
                self.findings.add(at, texts::TRANSITION_ALL.warning(""));
            } else if values::is_layout(&property) {
                self.findings.add(at, texts::TRANSITION_LAYOUT.warning("").with("what", property));
            }
        }
    }

    /// The text of a value, without comments and escapes.
    fn value(&self, declaration: &Declaration<'s>) -> String {
        let (start, end) = (declaration.colon_span.end as usize, declaration.span.end as usize);
        values::plain(self.source.get(start..end).unwrap_or_default())
    }

    /// `gap` in a flex box, or in a box whose kind the rule does not say.
    fn gap(&mut self, block: &SimpleBlock<'s>) {
        let declarations: Vec<_> = block
            .statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Declaration(declaration) => Some((declaration, property(declaration)?)),
                _ => None,
            })
            .collect();
        let gap = declarations.iter().find(|(declaration, name)| {
            matches!(name.as_str(), "gap" | "row-gap" | "column-gap")
                && !values::is_zero(&self.value(declaration))
        });
        let Some((gap, _)) = gap else { return };
        let columns = |name: &str| matches!(name, "column-count" | "columns" | "column-width");
        if declarations.iter().any(|(_, name)| columns(name) || name.starts_with("grid-template")) {
            return;
        }
        let displays: Vec<String> = declarations
            .iter()
            .filter(|(_, name)| name == "display")
            .map(|(declaration, _)| self.value(declaration).to_ascii_lowercase())
            .collect();
        let finding = match displays.as_slice() {
            displays if displays.iter().any(|display| display.contains("flex")) => texts::FLEX_GAP.error(""),
            [] => texts::GAP_UNKNOWN.warning(""),
            _ => return,
        };
        self.findings.add(gap.span.start, finding);
    }
}

/// The property of a declaration in lower case; `None` for a custom one without a name.
fn property(declaration: &Declaration<'_>) -> Option<String> {
    match &declaration.name {
        InterpolableIdent::Literal(name) => Some(name.name.to_ascii_lowercase()),
        _ => None,
    }
}

/// Every address that a piece of CSS loads, own ones too: for SVG, where the parser of styles would need to
/// know which attributes are styles.
pub(crate) fn loads_from_outside(text: &str) -> Vec<String> {
    values::addresses(&values::plain(text))
}
