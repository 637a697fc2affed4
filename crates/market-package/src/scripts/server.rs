//! Scripts of a back end: CommonJS of ES2023, which the host's engine reads.

use oxc_allocator::Allocator;
use oxc_ast::ast::{Argument, CallExpression, Decorator, ImportExpression, VariableDeclaration};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::SourceType;

use crate::finding::{FileFindings, Report};
use crate::path::check_path;
use crate::texts::scripts as texts;

/// Checks a script of a back end; the texts of its `require` calls are given back.
pub(crate) fn check_server(path: &str, source: &str, report: &mut Report) -> Vec<String> {
    let mut findings = FileFindings::new(path, source);
    let mut required = Vec::new();
    let allocator = Allocator::default();
    let mut syntax = FileFindings::new(path, source);
    match super::parse(&allocator, source, SourceType::cjs(), &mut syntax) {
        Some(parsed) if parsed.module_record.has_module_syntax => {
            findings.add(0, texts::SERVER_MODULE.error(""))
        }
        Some(parsed) => {
            Server { findings: &mut findings, required: &mut required }.visit_program(&parsed.program);
        }
        None if is_module(source) => findings.add(0, texts::SERVER_MODULE.error("")),
        None => syntax.finish(report),
    }
    findings.finish(report);
    required
}

/// Whether a script that is no CommonJS is a module.
fn is_module(source: &str) -> bool {
    if super::nesting::check(source).is_err() {
        return false;
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    !parsed.diagnostics.has_errors() && parsed.module_record.has_module_syntax
}

struct Server<'f, 's> {
    findings: &'f mut FileFindings<'s>,
    required: &'f mut Vec<String>,
}

impl Server<'_, '_> {
    fn newer(&mut self, at: u32, what: &str) {
        self.findings.add(at, texts::SERVER_SYNTAX.error("").with("what", what));
    }
}

impl<'a> Visit<'a> for Server<'_, '_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if it.callee.is_specific_id("require")
            && let Some(Argument::StringLiteral(name)) = it.arguments.first()
        {
            self.required.push(name.value.to_string());
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind.is_using() {
            self.newer(it.span.start, it.kind.as_str());
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.newer(it.span.start, "@decorator");
        walk::walk_decorator(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.newer(it.span.start, "import()");
        walk::walk_import_expression(self, it);
    }
}

/// The files of the package that `require` may mean by a relative name, seen from a script.
pub(crate) fn required_files(from: &str, required: &str) -> Vec<String> {
    if !required.starts_with("./") && !required.starts_with("../") {
        return Vec::new();
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in required.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_none() => return Vec::new(),
            ".." => {}
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    let index = if path.is_empty() { "index.js".to_owned() } else { format!("{path}/index.js") };
    let found = [path.clone(), format!("{path}.js"), format!("{path}.json"), index];
    found.into_iter().filter(|path| check_path(path).is_ok()).collect()
}
