//! What the rules read in a Rust file: names, string literals and functions, from its tokens.
//!
//! Tokens, not a syntax tree: they see inside macros too, and comments are no tokens.

use std::str::FromStr;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

/// The parts of a Rust file that rules look at.
#[derive(Default)]
pub struct RustFile {
    /// Every name and the line it stands on.
    pub names: Vec<(usize, String)>,
    /// Every macro call's name and line.
    pub macros: Vec<(usize, String)>,
    /// Every string literal, without quotes, and its first line.
    pub strings: Vec<(usize, String)>,
    /// Every function with a body.
    pub functions: Vec<Function>,
}

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where `fn` stands.
    pub first_line: usize,
    /// Where its body ends.
    pub last_line: usize,
}

impl RustFile {
    /// Reads a file's text; one that is no Rust at all has no parts (the compiler tells).
    pub fn parse(text: &str) -> Self {
        let mut file = Self::default();
        if let Ok(tokens) = TokenStream::from_str(text) {
            file.read(tokens);
        }
        file
    }

    fn read(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (index, tree) in trees.iter().enumerate() {
            let rest = &trees[index + 1..];
            match tree {
                TokenTree::Group(group) if !is_doc_comment(group) => self.read(group.stream()),
                TokenTree::Ident(ident) => self.read_name(ident, rest),
                TokenTree::Literal(literal) => {
                    if let Some(text) = string_value(&literal.to_string()) {
                        self.strings.push((literal.span().start().line, text));
                    }
                }
                TokenTree::Group(_) | TokenTree::Punct(_) => {}
            }
        }
    }

    fn read_name(&mut self, ident: &Ident, rest: &[TokenTree]) {
        let line = ident.span().start().line;
        let name = ident.to_string();
        if name == "fn" {
            self.functions.extend(function(line, rest));
        }
        let called = matches!(rest.first(), Some(TokenTree::Punct(mark)) if mark.as_char() == '!');
        if called {
            self.macros.push((line, name.clone()));
        }
        self.names.push((line, name));
    }
}

/// The function whose `fn` stands before `rest`, if it has a name and a body.
fn function(first_line: usize, rest: &[TokenTree]) -> Option<Function> {
    let TokenTree::Ident(name) = rest.first()? else {
        return None;
    };
    for tree in rest {
        match tree {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                let last_line = body.span_close().end().line;
                return Some(Function { name: name.to_string(), first_line, last_line });
            }
            TokenTree::Punct(end) if end.as_char() == ';' => return None,
            _ => {}
        }
    }
    None
}

/// Whether this is the `[doc = "…"]` that a doc comment becomes.
fn is_doc_comment(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket && matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
}

/// The text between the quotes of a string literal, on one line; `None` for other literals.
fn string_value(literal: &str) -> Option<String> {
    let start = literal.find('"')?;
    let end = literal.rfind('"').filter(|end| *end > start)?;
    let prefix = &literal[..start];
    let is_string = prefix.chars().all(|c| "rbc#".contains(c));
    is_string.then(|| literal[start + 1..end].replace("\\n", " ").replace("\\\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_strings_but_macro_arguments_are() {
        let file = RustFile::parse(
            "//! \"a\"\n/// \"b\"\nstatements! { FIND = \"c\"; }\nconst D: &str = r#\"d\"#;\n'e';",
        );
        assert_eq!(file.strings, [(3, "c".to_owned()), (4, "d".to_owned())]);
        assert!(file.macros.contains(&(3, "statements".to_owned())));
    }

    #[test]
    fn functions_are_measured_from_their_signature_to_their_end() {
        let file = RustFile::parse(
            "trait T { fn no_body(); }\nfn one(\n  x: u8,\n) where u8: Copy {\n  let _: fn() = || {};\n}\n",
        );
        assert_eq!(file.functions, [Function { name: "one".into(), first_line: 2, last_line: 6 }]);
    }
}
