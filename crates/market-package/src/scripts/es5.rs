//! Finds syntax that old engines do not read.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator};
use oxc_syntax::scope::ScopeFlags;

use super::patterns;
use crate::finding::{FileFindings, Rule};
use crate::texts::scripts as texts;

/// Walks a script of a page.
pub(super) struct Syntax<'f, 's> {
    source: &'s str,
    findings: &'f mut FileFindings<'s>,
}

impl<'f, 's> Syntax<'f, 's> {
    pub(super) fn new(source: &'s str, findings: &'f mut FileFindings<'s>) -> Self {
        Self { source, findings }
    }

    fn old(&mut self, span: Span, rule: &Rule) {
        self.findings.add(span.start, rule.error(""));
    }

    fn old_with(&mut self, span: Span, rule: &Rule, key: &str, value: &str) {
        self.findings.add(span.start, rule.error("").with(key, value));
    }

    /// A comma between the last argument and the closing bracket. The tree does not have it.
    fn trailing_comma(&mut self, last: Option<Span>, end: u32) {
        let Some(last) = last else { return };
        let mut rest = self.source.get(last.end as usize..end as usize).unwrap_or_default();
        let mut at = last.end;
        // Only comments, blanks, the comma and the bracket can stand there.
        loop {
            let skipped = match rest {
                _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                _ if rest.starts_with(',') => {
                    return self.old(Span::new(at, at + 1), &texts::TRAILING_COMMA);
                }
                _ if rest.starts_with(char::is_whitespace) => rest.len() - rest.trim_start().len(),
                _ => return,
            };
            rest = &rest[skipped..];
            at += super::offset(skipped);
        }
    }
}

impl<'a> Visit<'a> for Syntax<'_, '_> {
    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.old(it.span, &texts::ARROW);
        if it.r#async {
            self.old(it.span, &texts::ASYNC);
        }
        walk::walk_arrow_function_expression(self, it);
    }

    fn visit_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        self.old(it.span, &texts::TEMPLATE);
        walk::walk_template_literal(self, it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if !it.kind.is_var() {
            self.old_with(it.span, &texts::LET_CONST, "what", it.kind.as_str());
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_chain_expression(&mut self, it: &ChainExpression<'a>) {
        self.old(it.span, &texts::OPTIONAL_CHAIN);
        walk::walk_chain_expression(self, it);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        if it.operator == LogicalOperator::Coalesce {
            self.old(it.span, &texts::NULLISH);
        }
        walk::walk_logical_expression(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if it.operator.is_logical() {
            self.old_with(it.span, &texts::LOGICAL_ASSIGNMENT, "what", it.operator.as_str());
        } else if it.operator == AssignmentOperator::Exponential {
            self.old(it.span, &texts::EXPONENT);
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        if it.operator == BinaryOperator::Exponential {
            self.old(it.span, &texts::EXPONENT);
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.old(it.span, &texts::CLASS);
        walk::walk_class(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if it.r#async {
            self.old(it.span, &texts::ASYNC);
        }
        if it.generator {
            self.old(it.span, &texts::GENERATOR);
        }
        walk::walk_function(self, it, flags);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.old(it.span, &texts::ASYNC);
        walk::walk_await_expression(self, it);
    }

    fn visit_formal_parameters(&mut self, it: &FormalParameters<'a>) {
        if it.rest.is_none() && !self.source[it.span.start as usize..].starts_with(|c: char| c != '(') {
            self.trailing_comma(it.items.last().map(GetSpan::span), it.span.end);
        }
        walk::walk_formal_parameters(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.initializer.is_some() {
            self.old(it.span, &texts::DEFAULT_PARAMETER);
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_object_pattern(&mut self, it: &ObjectPattern<'a>) {
        self.old(it.span, &texts::DESTRUCTURING);
        walk::walk_object_pattern(self, it);
    }

    fn visit_array_pattern(&mut self, it: &ArrayPattern<'a>) {
        self.old(it.span, &texts::DESTRUCTURING);
        walk::walk_array_pattern(self, it);
    }

    fn visit_assignment_target_pattern(&mut self, it: &AssignmentTargetPattern<'a>) {
        self.old(it.span(), &texts::DESTRUCTURING);
        walk::walk_assignment_target_pattern(self, it);
    }

    fn visit_binding_rest_element(&mut self, it: &BindingRestElement<'a>) {
        self.old(it.span, &texts::SPREAD);
        walk::walk_binding_rest_element(self, it);
    }

    fn visit_spread_element(&mut self, it: &SpreadElement<'a>) {
        self.old(it.span, &texts::SPREAD);
        walk::walk_spread_element(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.old(it.span, &texts::FOR_OF);
        walk::walk_for_of_statement(self, it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.shorthand {
            let name = it.key.static_name().unwrap_or_default();
            self.old_with(it.span, &texts::SHORTHAND, "name", &name);
        } else if it.computed {
            self.old(it.span, &texts::COMPUTED_KEY);
        } else if it.method {
            self.old(it.span, &texts::METHOD);
        }
        walk::walk_object_property(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.trailing_comma(it.arguments.last().map(GetSpan::span), it.span.end);
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.trailing_comma(it.arguments.last().map(GetSpan::span), it.span.end);
        walk::walk_new_expression(self, it);
        patterns::check_constructor(&it.callee, &it.arguments, self.findings);
    }

    fn visit_big_int_literal(&mut self, it: &BigIntLiteral<'a>) {
        self.old(it.span, &texts::BIGINT);
    }

    fn visit_numeric_literal(&mut self, it: &NumericLiteral<'a>) {
        let raw = it.raw.as_ref().map(|raw| raw.as_str()).unwrap_or_default().to_ascii_lowercase();
        if raw.contains('_') || raw.starts_with("0b") || raw.starts_with("0o") {
            self.old(it.span, &texts::NUMBER);
        }
    }

    fn visit_string_literal(&mut self, it: &StringLiteral<'a>) {
        let raw = it.raw.as_ref().map(|raw| raw.as_str()).unwrap_or_default();
        // An even number of backslashes before `u{` is no escape.
        let escape = |at: usize| raw[..at].bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 0;
        if raw.match_indices("\\u{").any(|(at, _)| escape(at)) {
            self.old(it.span, &texts::CODE_POINT);
        }
    }

    fn visit_reg_exp_literal(&mut self, it: &RegExpLiteral<'a>) {
        patterns::check_literal(it, self.findings);
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        if it.param.is_none() {
            self.old(it.span, &texts::CATCH_BINDING);
        }
        walk::walk_catch_clause(self, it);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        self.old(it.span, &texts::GENERATOR);
        walk::walk_yield_expression(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.old(it.span, &texts::MODULE);
        walk::walk_import_expression(self, it);
    }

    fn visit_module_declaration(&mut self, it: &ModuleDeclaration<'a>) {
        self.old(it.span(), &texts::MODULE);
        walk::walk_module_declaration(self, it);
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.old_with(it.span, &texts::META, "what", "import.meta");
    }

    fn visit_new_target(&mut self, it: &NewTarget) {
        self.old_with(it.span, &texts::META, "what", "new.target");
    }

    fn visit_super(&mut self, it: &Super) {
        self.old_with(it.span, &texts::META, "what", "super");
    }

    fn visit_hashbang(&mut self, it: &Hashbang<'a>) {
        self.old(it.span, &texts::HASHBANG);
    }
}
