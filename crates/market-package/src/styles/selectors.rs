//! Selectors: what old engines do not read, and what meets more than the app.

use oxc_css_parser::ast::{
    ComplexSelector, ComplexSelectorChild, CompoundSelector, InterpolableIdent, PseudoClassSelector,
    PseudoClassSelectorArgKind, SelectorList, SimpleSelector,
};

use super::Sheet;
use crate::texts::styles as texts;

/// Pseudo-classes of the contract and beyond it.
const CONTRACT: &[&str] = &["is", "where"];
const BEYOND: &[&str] = &["has", "focus-visible"];

impl<'s> Sheet<'_, 's> {
    pub(super) fn selectors(&mut self, list: &SelectorList<'s>) {
        for selector in &list.selectors {
            let scoped = self.complex(selector);
            if !scoped {
                let text = selector.span.slice(self.source).trim();
                let finding = texts::UNSCOPED.warning("").with("selector", text).with("name", self.app);
                self.findings.add(selector.span.start, finding);
            }
        }
    }

    /// Checks a selector; whether it says a class, an id or an attribute.
    fn complex(&mut self, selector: &ComplexSelector<'s>) -> bool {
        let mut scoped = false;
        for child in &selector.children {
            if let ComplexSelectorChild::CompoundSelector(compound) = child {
                scoped |= self.compound(compound);
            }
        }
        scoped
    }

    fn compound(&mut self, compound: &CompoundSelector<'s>) -> bool {
        let mut scoped = false;
        for simple in &compound.children {
            match simple {
                SimpleSelector::Class(_) | SimpleSelector::Id(_) | SimpleSelector::Attribute(_) => {
                    scoped = true
                }
                SimpleSelector::PseudoClass(pseudo) => self.pseudo(pseudo),
                SimpleSelector::Nesting(nesting) => {
                    // A nested selector has the scope of the rule around it.
                    scoped = true;
                    self.add(nesting.span.start, self.old(false), &texts::SELECTOR, "&");
                }
                _ => {}
            }
        }
        scoped
    }

    fn pseudo(&mut self, pseudo: &PseudoClassSelector<'s>) {
        let name = match &pseudo.name {
            InterpolableIdent::Literal(name) => name.name.to_ascii_lowercase(),
            _ => return,
        };
        let in_contract = CONTRACT.contains(&name.as_str());
        if in_contract || BEYOND.contains(&name.as_str()) {
            self.add(pseudo.span.start, self.old(in_contract), &texts::SELECTOR, &format!(":{name}"));
        }
        let Some(argument) = &pseudo.arg else { return };
        match &argument.kind {
            PseudoClassSelectorArgKind::SelectorList(list) => {
                for selector in &list.selectors {
                    self.complex(selector);
                }
            }
            PseudoClassSelectorArgKind::RelativeSelectorList(list) => {
                for selector in &list.selectors {
                    self.complex(&selector.complex_selector);
                }
            }
            PseudoClassSelectorArgKind::CompoundSelectorList(list) => {
                for selector in &list.selectors {
                    self.compound(selector);
                }
            }
            _ => {}
        }
    }
}
