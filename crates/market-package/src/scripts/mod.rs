//! Scripts: those of a page must be old-engine syntax and may not do certain things; those of a back end
//! must be CommonJS that the host's engine reads.

mod es5;
mod nesting;
mod patterns;
mod server;
#[cfg(test)]
mod tests;
mod usage;

pub(crate) use server::{check_server, required_files};

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit;
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_span::SourceType;

use crate::finding::{FileFindings, Report};
use crate::texts::scripts as texts;

/// What a script of the page says of its app.
#[derive(Default)]
pub(crate) struct PageFacts {
    /// Whether it calls `define` of the market's global.
    pub(crate) defines: bool,
}

/// Checks a script of a page.
pub(crate) fn check_page(path: &str, source: &str, app: &str, report: &mut Report) -> PageFacts {
    let mut findings = FileFindings::new(path, source);
    let mut facts = PageFacts::default();
    let allocator = Allocator::default();
    // A module is parsed as one: the finding then says what to write instead.
    if let Some(parsed) = parse(&allocator, source, SourceType::unambiguous(), &mut findings) {
        es5::Syntax::new(source, &mut findings).visit_program(&parsed.program);
        let mut usage = usage::Usage::new(app, &parsed.program, &mut findings);
        usage.visit_program(&parsed.program);
        facts.defines = usage.defines();
    }
    findings.finish(report);
    facts
}

/// Parses a script; `None` with a finding if it cannot be read.
fn parse<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    source_type: SourceType,
    findings: &mut FileFindings<'_>,
) -> Option<ParserReturn<'a>> {
    if let Err(fault) = nesting::check(source) {
        findings.add(offset(fault.offset), fault.rule.error("").with("why", fault.why));
        return None;
    }
    let options = ParseOptions {
        parse_regular_expression: true,
        allow_return_outside_function: source_type.is_commonjs(),
        ..ParseOptions::default()
    };
    let parsed = Parser::new(allocator, source, source_type).with_options(options).parse();
    if !parsed.diagnostics.has_errors() {
        return Some(parsed);
    }
    for error in parsed.diagnostics.errors() {
        let at = error.labels.first().map_or(0, |label| label.offset() as usize);
        findings.add(offset(at), texts::SCRIPT_SYNTAX.error("").with("why", &error.message));
    }
    None
}

/// Files of packages are far below 4 GB.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
