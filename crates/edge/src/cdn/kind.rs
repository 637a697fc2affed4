//! What a body is: by its first bytes, and for text by what the upstream calls it. Pure.
//!
//! There is no kind for pages, XML and SVG: served from this portal's origin they could act in the
//! name of whoever opens them.

use serde::{Deserialize, Serialize};

/// This much of a body decides.
pub(super) const ENOUGH: usize = 512;

/// A kind that is handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Png,
    Jpeg,
    Gif,
    Webp,
    Avif,
    Ico,
    Woff,
    Woff2,
    Ttf,
    Otf,
    Css,
    Script,
    Json,
    Plain,
}

impl Kind {
    /// The `Content-Type`. A script that nobody listed is a text to be read: no page runs it.
    pub(super) fn content_type(self, runs: bool) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
            Self::Avif => "image/avif",
            Self::Ico => "image/x-icon",
            Self::Woff => "font/woff",
            Self::Woff2 => "font/woff2",
            Self::Ttf => "font/ttf",
            Self::Otf => "font/otf",
            Self::Css => "text/css; charset=utf-8",
            Self::Script if runs => "text/javascript; charset=utf-8",
            Self::Json => "application/json",
            Self::Script | Self::Plain => "text/plain; charset=utf-8",
        }
    }
}

/// Whether more of the body could change the verdict.
pub(super) fn decides(start: &[u8]) -> bool {
    start.len() >= ENOUGH || (start.len() >= 16 && start.iter().any(|byte| !byte.is_ascii_whitespace()))
}

/// The kind, or `None` when this is nothing that is handed on. `declared` is the upstream's
/// `Content-Type`, `ending` that of the path.
pub(super) fn of(declared: &str, ending: &str, start: &[u8]) -> Option<Kind> {
    let declared = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if ["html", "xml", "svg", "multipart"].iter().any(|active| declared.contains(active)) {
        return None;
    }
    binary(start).or_else(|| if is_text(start) { text(&declared, ending) } else { None })
}

fn binary(start: &[u8]) -> Option<Kind> {
    let at = |place: usize, bytes: &[u8]| start.get(place..).is_some_and(|rest| rest.starts_with(bytes));
    Some(match start {
        _ if at(0, b"\x89PNG\r\n\x1a\n") => Kind::Png,
        _ if at(0, b"\xff\xd8\xff") => Kind::Jpeg,
        _ if at(0, b"GIF87a") || at(0, b"GIF89a") => Kind::Gif,
        _ if at(0, b"RIFF") && at(8, b"WEBP") => Kind::Webp,
        _ if at(4, b"ftypavif") || at(4, b"ftypavis") => Kind::Avif,
        _ if at(0, b"\0\0\x01\0") => Kind::Ico,
        _ if at(0, b"wOFF") => Kind::Woff,
        _ if at(0, b"wOF2") => Kind::Woff2,
        _ if at(0, b"OTTO") => Kind::Otf,
        _ if at(0, b"\0\x01\0\0") => Kind::Ttf,
        _ => return None,
    })
}

/// UTF-8 without control characters, as far as it is here, that does not begin like markup.
fn is_text(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let valid = match std::str::from_utf8(start) {
        Ok(_) => true,
        // The last character may not be whole yet.
        Err(error) => error.error_len().is_none(),
    };
    let printable = start.iter().all(|byte| *byte >= b' ' || byte.is_ascii_whitespace());
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
    valid && printable && first != Some(&b'<')
}

fn text(declared: &str, ending: &str) -> Option<Kind> {
    match declared {
        "text/css" => Some(Kind::Css),
        "application/json" | "application/manifest+json" => Some(Kind::Json),
        _ if declared.ends_with("javascript") || declared.ends_with("ecmascript") => Some(Kind::Script),
        "text/plain" | "application/octet-stream" | "binary/octet-stream" | "" => match ending {
            "css" => Some(Kind::Css),
            "js" | "mjs" | "cjs" => Some(Kind::Script),
            "json" | "map" => Some(Kind::Json),
            _ if declared == "text/plain" => Some(Kind::Plain),
            _ => None,
        },
        "text/markdown" => Some(Kind::Plain),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_decide_and_the_upstreams_word_only_among_texts() {
        for (declared, ending, start, wanted) in [
            ("image/png", "", b"\x89PNG\r\n\x1a\n....".as_slice(), Some(Kind::Png)),
            ("text/plain", "js", b"\x89PNG\r\n\x1a\n....", Some(Kind::Png)),
            ("font/woff2", "", b"wOF2\0\x01\0\0", Some(Kind::Woff2)),
            ("text/css; charset=UTF-8", "", "字{}".as_bytes(), Some(Kind::Css)),
            ("application/javascript", "", b"\xef\xbb\xbf!function(){}", Some(Kind::Script)),
            ("application/octet-stream", "mjs", b"export{}", Some(Kind::Script)),
            ("text/plain", "md", b"# words", Some(Kind::Plain)),
            ("", "map", b"{\"version\":3}", Some(Kind::Json)),
            ("text/html", "png", b"\x89PNG\r\n\x1a\n....", None),
            ("image/svg+xml", "", b"<svg>", None),
            ("image/png", "png", b"<svg onload=1>", None),
            ("text/css", "css", b" \n<!doctype html>", None),
            ("text/plain", "", b"\xef\xbb\xbf<html>", None),
            ("application/xml", "", b"a{}", None),
            ("application/octet-stream", "", b"words", None),
            ("application/wasm", "wasm", b"\0asm\x01\0\0\0", None),
            ("text/css", "css", b"\x7fELF\x02\x01\x01\0", None),
            ("text/css", "css", b"\xff\xfea\0{\0", None),
        ] {
            assert_eq!(of(declared, ending, start), wanted, "{declared} .{ending} {start:?}");
        }
    }
}
