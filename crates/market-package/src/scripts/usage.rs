//! Finds what a script of a page may not do, and how it registers its app.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};

use crate::finding::{FileFindings, Rule};
use crate::texts::scripts as texts;

/// The global that apps register with.
const GLOBAL: &str = "ServiceMarket";
/// Names of the window.
const WINDOWS: &[&str] = &["window", "self", "globalThis", "top", "parent", "frames"];
/// Constructors of connections beside the realtime channel.
const CONNECTIONS: &[&str] = &["WebSocket", "EventSource"];
/// Functions that run a text later.
const TIMERS: &[&str] = &["setTimeout", "setInterval"];

/// Walks a script of a page.
pub(super) struct Usage<'a, 'f, 's> {
    /// The app's name; empty while its manifest cannot be read, and then nothing is compared with it.
    app: &'f str,
    findings: &'f mut FileFindings<'s>,
    /// Variables that hold one text.
    literals: HashMap<&'a str, Option<&'a str>>,
    /// Variables that hold a script element.
    script_elements: HashSet<&'a str>,
    mentions_global: bool,
    defines: bool,
}

impl<'a, 'f, 's> Usage<'a, 'f, 's> {
    pub(super) fn new(app: &'f str, program: &Program<'a>, findings: &'f mut FileFindings<'s>) -> Self {
        let mut variables = Variables::default();
        variables.visit_program(program);
        Self {
            app,
            findings,
            literals: variables.literals,
            script_elements: variables.script_elements,
            mentions_global: false,
            defines: false,
        }
    }

    /// Whether the script registers an app.
    pub(super) fn defines(&self) -> bool {
        self.mentions_global && self.defines
    }

    fn add(&mut self, at: u32, rule: &Rule) {
        self.findings.add(at, rule.error(""));
    }

    fn add_what(&mut self, at: u32, rule: &Rule, what: &str) {
        self.findings.add(at, rule.error("").with("what", what));
    }

    /// A text that is written here, or held by a variable that never changes.
    fn literal(&self, expression: &Expression<'a>) -> Option<&'a str> {
        match expression.without_parentheses() {
            Expression::StringLiteral(text) => Some(text.value.as_str()),
            Expression::Identifier(name) => self.literals.get(name.name.as_str()).copied().flatten(),
            _ => None,
        }
    }

    /// The text that an expression begins with, as far as it is known.
    fn beginning(&self, expression: &Expression<'a>) -> Option<&'a str> {
        let mut expression = expression.without_parentheses();
        while let Expression::BinaryExpression(sum) = expression {
            if sum.operator != BinaryOperator::Addition {
                return None;
            }
            expression = sum.left.without_parentheses();
        }
        self.literal(expression)
    }

    /// A global by name, plainly or as a member of the window.
    fn is_global(&self, expression: &Expression<'a>, name: &str) -> bool {
        let expression = expression.without_parentheses();
        expression.is_specific_id(name) || self.window_member(expression) == Some(name)
    }

    fn window_member(&self, expression: &Expression<'a>) -> Option<&'a str> {
        let member = expression.get_member_expr()?;
        is_window(member.object()).then(|| self.property(member)).flatten()
    }

    fn property(&self, member: &MemberExpression<'a>) -> Option<&'a str> {
        match member {
            MemberExpression::StaticMemberExpression(member) => Some(member.property.name.as_str()),
            MemberExpression::ComputedMemberExpression(member) => self.literal(&member.expression),
            MemberExpression::PrivateFieldExpression(_) => None,
        }
    }

    /// A name of the window, read plainly or as its member.
    fn global_used(&mut self, name: &str, at: u32) {
        if CONNECTIONS.contains(&name) {
            self.add_what(at, &texts::OWN_CONNECTION, name);
        } else if name == GLOBAL {
            self.mentions_global = true;
        }
    }

    fn check_call(&mut self, call: &CallExpression<'a>) {
        let callee = call.callee.without_parentheses();
        let at = call.span.start;
        let first = call.arguments.first().and_then(Argument::as_expression);
        if self.is_global(callee, "eval") {
            self.add_what(at, &texts::DYNAMIC_CODE, "eval");
        } else if self.is_global(callee, "Function") {
            self.add_what(at, &texts::DYNAMIC_CODE, "Function");
        } else if TIMERS.iter().any(|timer| self.is_global(callee, timer))
            && first.is_some_and(|first| self.beginning(first).is_some())
        {
            self.add_what(at, &texts::DYNAMIC_CODE, "setTimeout('…')");
        } else if self.is_global(callee, "fetch") || callee.is_specific_id("importScripts") {
            let script = callee.is_specific_id("importScripts");
            self.check_address(first, at, script);
        }
        let Some(member) = callee.get_member_expr() else { return };
        let Some(property) = self.property(member) else { return };
        match property {
            "write" | "writeln" if self.is_global(member.object(), "document") => {
                self.add_what(at, &texts::DOCUMENT_WRITE, property);
            }
            "getItem" | "setItem" | "removeItem" if self.is_global(member.object(), "localStorage") => {
                self.check_key(first.and_then(|first| self.beginning(first)), at);
            }
            "clear" if self.is_global(member.object(), "localStorage") => {
                self.findings.add(at, texts::STORAGE_CLEAR.warning(""));
            }
            "open" if call.arguments.len() > 1 => {
                self.check_address(call.arguments.get(1).and_then(Argument::as_expression), at, false);
            }
            "setAttribute" => self.check_attribute(call, member),
            "define" => self.check_define(first, at),
            _ => {}
        }
    }

    fn check_attribute(&mut self, call: &CallExpression<'a>, member: &MemberExpression<'a>) {
        let argument = |index: usize| call.arguments.get(index).and_then(Argument::as_expression);
        let name = argument(0).and_then(|name| self.literal(name)).unwrap_or_default();
        if name.eq_ignore_ascii_case("src") || name.eq_ignore_ascii_case("href") {
            let script = self.is_script_element(member.object());
            self.check_address(argument(1), call.span.start, script);
        }
    }

    /// What is registered: its name must be the manifest's.
    fn check_define(&mut self, first: Option<&Expression<'a>>, at: u32) {
        self.defines = true;
        let Some(Expression::ObjectExpression(object)) = first.map(Expression::without_parentheses) else {
            return;
        };
        let properties = || object.properties.iter().filter_map(ObjectPropertyKind::as_property);
        let named = |name: &str| properties().find(|property| property.key.is_specific_static_name(name));
        if named("mount").is_none() {
            return;
        }
        let Some(name) = named("name").and_then(|property| self.literal(&property.value)) else { return };
        if name != self.app && !self.app.is_empty() {
            let finding = texts::DEFINE_NAME.warning("").with("name", name).with("want", self.app);
            self.findings.add(at, finding);
        }
    }

    fn check_key(&mut self, key: Option<&str>, at: u32) {
        let prefix = format!("svc:app:{}:", self.app);
        if key.is_some_and(|key| !key.starts_with(&prefix)) && !self.app.is_empty() {
            self.findings.add(at, texts::STORAGE_KEY.warning("").with("prefix", prefix));
        }
    }

    fn is_script_element(&self, expression: &Expression<'a>) -> bool {
        let expression = expression.without_parentheses();
        is_script_creation(expression)
            || matches!(expression, Expression::Identifier(name)
                if self.script_elements.contains(name.name.as_str()))
    }

    /// An address that is loaded: a script of another host is refused, other things are blocked by the page.
    fn check_address(&mut self, address: Option<&Expression<'a>>, at: u32, script: bool) {
        let Some(address) = address.and_then(|address| self.beginning(address)) else { return };
        if !is_foreign(address) {
            return;
        }
        if script {
            self.add(at, &texts::FOREIGN_SCRIPT);
        } else {
            self.findings.add(at, texts::FOREIGN_RESOURCE.warning("").with("value", address));
        }
    }

    /// Assignments to members: storage keys and sources of elements.
    fn check_assignment(&mut self, it: &AssignmentExpression<'a>) {
        let Some(member) = it.left.as_member_expression() else { return };
        let Some(property) = self.property(member) else { return };
        let at = it.span.start;
        if self.is_global(member.object(), "localStorage") {
            self.check_key(Some(property), at);
        } else if property == "src" || property == "href" {
            let script = self.is_script_element(member.object());
            self.check_address(Some(&it.right), at, script);
        }
    }
}

impl<'a> Visit<'a> for Usage<'a, '_, '_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.check_call(it);
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        if self.is_global(&it.callee, "Function") {
            self.add_what(it.span.start, &texts::DYNAMIC_CODE, "new Function");
        } else if ["Worker", "SharedWorker"].iter().any(|name| self.is_global(&it.callee, name)) {
            self.check_address(it.arguments.first().and_then(Argument::as_expression), it.span.start, true);
        }
        // `new w.WebSocket()`, where `w` holds the window.
        if let Some(member) = it.callee.get_member_expr()
            && !is_window(member.object())
            && let Some(name) = self.property(member).filter(|name| CONNECTIONS.contains(name))
        {
            self.add_what(it.span.start, &texts::OWN_CONNECTION, name);
        }
        walk::walk_new_expression(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        self.check_assignment(it);
        walk::walk_assignment_expression(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        // `typeof WebSocket` only asks whether there is one.
        if it.operator == UnaryOperator::Typeof {
            return;
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.global_used(it.name.as_str(), it.span.start);
    }

    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        match self.property(it) {
            // A function may be given the window under another name.
            Some(GLOBAL) => self.mentions_global = true,
            Some(name) if is_window(it.object()) => self.global_used(name, it.object().span().start),
            _ => {}
        }
        walk::walk_member_expression(self, it);
    }
}

/// Names of variables, found before the walk: a function may use what stands below it.
#[derive(Default)]
struct Variables<'a> {
    literals: HashMap<&'a str, Option<&'a str>>,
    script_elements: HashSet<&'a str>,
}

impl<'a> Variables<'a> {
    fn set(&mut self, name: &'a str, value: Option<&Expression<'a>>) {
        let text = match value.map(Expression::without_parentheses) {
            Some(Expression::StringLiteral(text)) => Some(text.value.as_str()),
            Some(value) if is_script_creation(value) => {
                self.script_elements.insert(name);
                None
            }
            None => return,
            _ => None,
        };
        // A second value, or a variable of the same name elsewhere: nothing is known of it.
        self.literals.entry(name).and_modify(|known| *known = None).or_insert(text);
    }
}

impl<'a> Visit<'a> for Variables<'a> {
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let BindingPattern::BindingIdentifier(name) = &it.id {
            self.set(name.name.as_str(), it.init.as_ref());
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.left {
            self.set(name.name.as_str(), Some(&it.right));
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if let BindingPattern::BindingIdentifier(name) = &it.pattern {
            self.literals.insert(name.name.as_str(), None);
        }
        walk::walk_formal_parameter(self, it);
    }
}

/// `window`, and its own names one or two steps on (`window.top`, `top.window.self`): a longer chain is read
/// member by member, so each step must cost little.
fn is_window(expression: &Expression<'_>) -> bool {
    let mut expression = expression.without_parentheses();
    for _ in 0..3 {
        match expression {
            Expression::ThisExpression(_) => return true,
            Expression::Identifier(name) => return WINDOWS.contains(&name.name.as_str()),
            _ => {}
        }
        let Some(member) = expression.get_member_expr() else { return false };
        if !member.static_property_name().is_some_and(|name| WINDOWS.contains(&name)) {
            return false;
        }
        expression = member.object().without_parentheses();
    }
    false
}

/// `document.createElement('script')`
fn is_script_creation(expression: &Expression<'_>) -> bool {
    let Expression::CallExpression(call) = expression else { return false };
    let creates = call.callee.get_member_expr().and_then(MemberExpression::static_property_name);
    let argument = match creates {
        Some("createElement") => 0,
        Some("createElementNS") => 1,
        _ => return false,
    };
    matches!(call.arguments.get(argument),
        Some(Argument::StringLiteral(tag)) if tag.value.eq_ignore_ascii_case("script"))
}

/// Whether an address leads to another host.
fn is_foreign(address: &str) -> bool {
    let address = address.trim_start().to_ascii_lowercase().replace('\\', "/");
    ["http:", "https:", "ws:", "wss:", "ftp:", "//"].iter().any(|scheme| address.starts_with(scheme))
}
