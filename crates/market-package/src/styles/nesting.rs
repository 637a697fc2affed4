//! How deeply a style is nested, found before it is parsed: the parser calls itself for each bracket.

/// Open brackets at one place.
const DEEPEST: usize = 200;

/// Counts an upper bound of the depth; the place where it is too deep is the error. Whether every bracket is
/// closed is given back.
pub(super) fn check(text: &str) -> Result<bool, u32> {
    let bytes = text.as_bytes();
    let mut open: Vec<u8> = Vec::new();
    // Brackets of addresses without quotes, which a parser may take for brackets.
    let mut hidden = 0;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += text.get(at + 2..).and_then(|rest| rest.find("*/")).map_or(bytes.len(), |end| end + 3);
            }
            quote @ (b'"' | b'\'') => at = string_end(bytes, at, quote),
            b'(' if is_url(bytes, at) => {
                let end = url_end(bytes, at);
                hidden += bytes[at..end.min(bytes.len())].iter().filter(|byte| b"([{".contains(byte)).count();
                at = end;
            }
            bracket @ (b'(' | b'[' | b'{') => open.push(bracket),
            // One that closes nothing is an error of the parser; it must not close another kind here.
            b')' if open.last() == Some(&b'(') => drop(open.pop()),
            b']' if open.last() == Some(&b'[') => drop(open.pop()),
            b'}' if open.last() == Some(&b'{') => drop(open.pop()),
            _ => {}
        }
        if open.len() + hidden / 4 > DEEPEST {
            return Err(u32::try_from(at).unwrap_or(u32::MAX));
        }
        at += 1;
    }
    Ok(open.is_empty())
}

/// The last byte of a string; a line that ends without a backslash ends it too.
fn string_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote && !b"\n\r\x0c".contains(&bytes[at]) {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// Whether the parenthesis belongs to `url(` with an address that has no quotes.
fn is_url(bytes: &[u8], paren: usize) -> bool {
    let Some(start) = paren.checked_sub(3) else { return false };
    let name = bytes[start..paren].eq_ignore_ascii_case(b"url");
    let part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_\\".contains(&byte) || byte >= 0x80;
    let alone = start == 0 || !part(bytes[start - 1]);
    let first = bytes[paren + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
    name && alone && !matches!(first, Some(b'"' | b'\'') | None)
}

fn url_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b')' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}
