//! Values of declarations, as text without comments and escapes.

/// Words of `transition` that are no property.
const TIMING: &[&str] = &[
    "ease",
    "linear",
    "ease-in",
    "ease-out",
    "ease-in-out",
    "step-start",
    "step-end",
    "none",
    "inherit",
    "initial",
    "unset",
    "revert",
    "normal",
    "allow-discrete",
];
const LAYOUT: &[&str] = &[
    "width",
    "height",
    "min-width",
    "min-height",
    "max-width",
    "max-height",
    "top",
    "left",
    "right",
    "bottom",
    "inset",
];
/// Functions that old engines lack.
const FUNCTIONS: &[&str] = &["light-dark(", "color-mix(", "oklch(", "oklab(", "lch(", "lab("];
const UNITS: &[&str] = &["dvh", "dvw", "svh", "svw", "lvh", "lvw"];

/// A value without comments, and with its escapes read, so that `u\72l(` is `url(`.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.find("*/").map_or("", |end| &comment[end + 2..]);
            out.push(' ');
        } else if let Some(escape) = rest.strip_prefix('\\') {
            rest = unescape(escape, &mut out);
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out.trim().to_owned()
}

/// Reads what follows a backslash; what is left is given back.
fn unescape<'t>(text: &'t str, out: &mut String) -> &'t str {
    let digits = text.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    if digits == 0 {
        let next = text.chars().next();
        out.extend(next.filter(|c| *c != '\n'));
        return &text[next.map_or(0, char::len_utf8)..];
    }
    let code = u32::from_str_radix(&text[..digits], 16).unwrap_or_default();
    out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
    let rest = &text[digits..];
    rest.strip_prefix([' ', '\n', '\t']).unwrap_or(rest)
}

/// Whether an address leads to another host.
pub(super) fn is_foreign(address: &str) -> bool {
    let address = address.trim().to_ascii_lowercase().replace('\\', "/");
    ["http:", "https:", "ftp:", "//"].iter().any(|scheme| address.starts_with(scheme))
}

/// Every address in `url(…)`, and after `@import`.
pub(super) fn addresses(value: &str) -> Vec<String> {
    let lower = value.to_ascii_lowercase();
    let after = |rest: &str| {
        let rest = rest.trim_start().trim_start_matches(['"', '\'']);
        let rest = beginning(rest).split([')', '"', '\'', ';']).next().unwrap_or_default();
        rest.trim().to_owned()
    };
    let urls = lower.match_indices("url(").filter_map(|(at, _)| value.get(at + 4..)).map(after);
    let imports = lower.match_indices("@import").filter_map(|(at, _)| value.get(at + 7..)).map(after);
    urls.chain(imports.filter(|import| !import.to_ascii_lowercase().starts_with("url("))).collect()
}

/// As much of a text as tells where an address leads. Without an end, a value of a million `url(` would be
/// read to its end for each of them.
fn beginning(text: &str) -> &str {
    let end = (0..=text.len().min(64)).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or_default()]
}

/// Addresses of other hosts: in `url(…)`, and in the texts of functions that load pictures.
pub(super) fn foreign_urls(value: &str) -> Vec<String> {
    let lower = value.to_ascii_lowercase();
    let loads = ["image-set(", "src(", "image("].iter().any(|function| lower.contains(function));
    let mut found: Vec<String> = addresses(value).into_iter().filter(|address| is_foreign(address)).collect();
    if loads {
        found.extend(
            foreign_texts(value).map(str::to_owned).filter(|text| !found.contains(text)).collect::<Vec<_>>(),
        );
    }
    found
}

/// Quoted texts and addresses that lead to other hosts.
pub(super) fn foreign_texts(value: &str) -> impl Iterator<Item = &str> {
    value.split(['"', '\'', '(', ')']).filter(|text| is_foreign(text))
}

/// What of a value old engines do not read.
pub(super) fn newer(value: &str) -> Option<&'static str> {
    let value = value.to_ascii_lowercase();
    let word = |at: usize| {
        let before = value[..at].chars().next_back();
        !before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    if let Some(function) =
        FUNCTIONS.iter().find(|function| value.match_indices(**function).any(|(at, _)| word(at)))
    {
        return Some(function.trim_end_matches('('));
    }
    UNITS.iter().copied().find(|unit| {
        value.match_indices(unit).any(|(at, _)| {
            let number = value[..at].ends_with(|c: char| c.is_ascii_digit() || c == '.');
            let ends = !value[at + unit.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
            number && ends
        })
    })
}

/// Whether a length is nothing.
pub(super) fn is_zero(value: &str) -> bool {
    value.split_whitespace().all(|part| {
        let number = part.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
        number.parse::<f64>() == Ok(0.0) || part == "normal"
    })
}

/// `scale(0)`, `scale(0, 0)`, `scale3d(0, …)`; `scaleX(0)` and `scaleY(0)` are allowed.
pub(super) fn has_scale_zero(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    ["scale(", "scale3d("].iter().any(|function| {
        value.match_indices(function).any(|(at, _)| {
            let arguments = beginning(&value[at + function.len()..]).split(')').next().unwrap_or_default();
            arguments.split(',').take(2).all(|number| is_zero(number.trim()) && !number.trim().is_empty())
        })
    })
}

/// Properties that a `transition` names; `all` where it names none.
pub(super) fn transitioned(value: &str, shorthand: bool) -> Vec<String> {
    let value = value.to_ascii_lowercase();
    let mut found = Vec::new();
    for part in top_level_commas(&value) {
        let words: Vec<&str> = top_level_words(part).filter(|word| !word.starts_with('!')).collect();
        let is_time = |word: &str| {
            word.starts_with(|c: char| {
                c.is_ascii_digit()
                    || c == '.'
                    || c == '-' && word.len() > 1 && word.as_bytes()[1].is_ascii_digit()
            })
        };
        let property =
            words.iter().find(|word| !is_time(word) && !TIMING.contains(word) && !word.contains('('));
        match property {
            Some(property) => found.push((*property).to_owned()),
            // A variable may hold the property.
            None if words.iter().any(|word| word.starts_with("var("))
                && !words.iter().any(|word| is_time(word)) => {}
            None if shorthand && words.iter().any(|word| is_time(word)) => found.push("all".to_owned()),
            None => {}
        }
    }
    found
}

/// Whether a change of the property lays out the page again.
pub(super) fn is_layout(property: &str) -> bool {
    LAYOUT.contains(&property) || property.starts_with("margin") || property.starts_with("padding")
}

fn top_level_commas(value: &str) -> Vec<&str> {
    split_outside(value, |c| c == ',')
}

fn top_level_words(value: &str) -> impl Iterator<Item = &str> {
    split_outside(value, char::is_whitespace).into_iter().filter(|word| !word.is_empty())
}

/// Splits where no parenthesis is open.
fn split_outside(value: &str, separates: impl Fn(char) -> bool) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_i32, 0, Vec::new());
    for (at, c) in value.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            c if depth <= 0 && separates(c) => {
                parts.push(&value[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&value[start..]);
    parts
}
