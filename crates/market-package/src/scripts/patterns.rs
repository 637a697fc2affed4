//! Finds what regular expressions of old engines do not read.

use oxc_ast::ast::{Argument, Expression, RegExpFlags, RegExpLiteral};
use oxc_regular_expression::ast::{
    CapturingGroup, IgnoreGroup, LookAroundAssertion, LookAroundAssertionKind, Pattern,
};
use oxc_regular_expression::visit::Visit;
use oxc_regular_expression::{ConstructorParser, Options};
use oxc_span::GetSpan;

use super::nesting::is_shallow_pattern;
use crate::finding::FileFindings;
use crate::texts::scripts as texts;

const NEW_FLAGS: &[(RegExpFlags, char)] = &[
    (RegExpFlags::S, 's'),
    (RegExpFlags::Y, 'y'),
    (RegExpFlags::U, 'u'),
    (RegExpFlags::D, 'd'),
    (RegExpFlags::V, 'v'),
];

/// Checks `/…/flags`.
pub(super) fn check_literal(literal: &RegExpLiteral<'_>, findings: &mut FileFindings<'_>) {
    for (flag, letter) in NEW_FLAGS {
        if literal.regex.flags.contains(*flag) {
            findings.add(literal.span.start, texts::REGEXP_FLAG.error("").with("flag", letter));
        }
    }
    if let Some(pattern) = &literal.regex.pattern.pattern {
        check(pattern, literal.span.start, findings);
    }
}

/// Checks `new RegExp('…', 'flags')`, as far as both are texts.
pub(super) fn check_constructor(
    callee: &Expression<'_>,
    arguments: &[Argument<'_>],
    findings: &mut FileFindings<'_>,
) {
    if !callee.is_specific_id("RegExp") {
        return;
    }
    let Some(Argument::StringLiteral(pattern)) = arguments.first() else { return };
    let flags = match arguments.get(1) {
        Some(Argument::StringLiteral(flags)) => Some(flags),
        Some(_) => return,
        None => None,
    };
    for letter in flags.iter().flat_map(|flags| flags.value.chars()).filter(|c| "syudv".contains(*c)) {
        let at = flags.map_or(0, |flags| flags.span.start);
        findings.add(at, texts::REGEXP_FLAG.error("").with("flag", letter));
    }
    let raw = pattern.raw.as_ref().map(|raw| raw.as_str()).unwrap_or_default();
    // What is parsed is the text behind the escapes of the string: `\\x28` is a parenthesis.
    if !is_shallow_pattern(pattern.value.as_bytes()) {
        return findings.add(pattern.span.start, texts::SCRIPT_NESTING.error(""));
    }
    let allocator = oxc_allocator::Allocator::default();
    let flags = flags.and_then(|flags| flags.raw.as_ref()).map(|raw| raw.as_str());
    // A pattern that does not parse throws when it is reached, which may be what the script tests for.
    if let Ok(parsed) = ConstructorParser::new(&allocator, raw, flags, Options::default()).parse() {
        check(&parsed, pattern.span().start, findings);
    }
}

fn check(pattern: &Pattern<'_>, at: u32, findings: &mut FileFindings<'_>) {
    Groups { at, findings }.visit_pattern(pattern);
}

struct Groups<'f, 's> {
    at: u32,
    findings: &'f mut FileFindings<'s>,
}

impl<'a> Visit<'a> for Groups<'_, '_> {
    fn enter_node(&mut self, kind: oxc_regular_expression::visit::RegExpAstKind<'a>) {
        use oxc_regular_expression::visit::RegExpAstKind as Kind;
        let rule = match kind {
            Kind::CapturingGroup(CapturingGroup { name: Some(_), .. }) => &texts::REGEXP_NAMED_GROUP,
            Kind::IgnoreGroup(IgnoreGroup { modifiers: Some(_), .. }) => &texts::REGEXP_MODIFIERS,
            Kind::LookAroundAssertion(LookAroundAssertion {
                kind: LookAroundAssertionKind::Lookbehind | LookAroundAssertionKind::NegativeLookbehind,
                ..
            }) => &texts::REGEXP_LOOKBEHIND,
            _ => return,
        };
        self.findings.add(self.at, rule.error(""));
    }
}
