//! The name a file is downloaded by: what its owner calls it, as far as that fits its bytes.

use super::Kind;

/// Longest name, in characters.
const MAX: usize = 100;

/// Endings of texts and sources. What a desktop itself would run or show as a page (`bat`, `js`, `html`)
/// is missing and gets `.txt` behind it.
const TEXTS: [&str; 36] = [
    "c", "cc", "conf", "cpp", "cs", "css", "csv", "go", "h", "hpp", "ics", "ini", "ipynb", "java", "json",
    "kt", "lrc", "log", "lua", "m", "md", "php", "pas", "py", "rs", "rst", "sql", "srt", "swift", "tex",
    "toml", "ts", "tsv", "txt", "vtt", "yaml",
];

/// A name without paths, control characters and marks that turn the writing direction, whose ending
/// fits the type: `run.bat` with text in it becomes `run.bat.txt`. Empty when nothing is left.
#[must_use]
pub fn file_name(raw: &str, mime: &str) -> String {
    let last = raw.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = last.chars().filter(|c| !is_hidden(*c)).collect();
    // Windows drops dots and blanks from the end, and would then see another ending.
    let name = shown.trim_matches(|c: char| c == '.' || c.is_whitespace());
    if name.is_empty() {
        return String::new();
    }
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && fits(&ending.to_lowercase(), mime) => (stem, ending),
        _ => (name, Kind::extension(mime)),
    };
    let room = MAX.saturating_sub(ending.chars().count() + 1);
    let stem: String = stem.chars().take(room).collect();
    format!("{stem}.{ending}")
}

/// Controls, and what hides or reorders others: `gpj.exe` shown as `exe.jpg`.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '"' | '<' | '>' | '|' | ':' | '*' | '?')
}

fn fits(ending: &str, mime: &str) -> bool {
    match mime {
        "text/plain" => TEXTS.contains(&ending),
        "image/jpeg" => matches!(ending, "jpg" | "jpeg"),
        "video/mp4" => matches!(ending, "mp4" | "m4v"),
        "audio/ogg" => matches!(ending, "ogg" | "oga" | "opus"),
        // Formats that are zip archives inside.
        "application/zip" => {
            matches!(ending, "zip" | "epub" | "odt" | "ods" | "odp" | "ggb" | "xmind" | "sb3")
        }
        mime => ending == Kind::extension(mime),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_ending_fits_the_bytes_or_gets_one_that_does() {
        for (raw, mime, name) in [
            ("作业.docx", "application/zip", "作业.docx.zip"),
            ("photo.JPEG", "image/jpeg", "photo.JPEG"),
            ("photo.html", "image/png", "photo.html.png"),
            ("run.bat", "text/plain", "run.bat.txt"),
            ("run.bat. ", "text/plain", "run.bat.txt"),
            ("solution.py", "text/plain", "solution.py"),
            ("page.svg", "text/plain", "page.svg.txt"),
            ("README", "text/plain", "README.txt"),
            ("../../etc/passwd", "text/plain", "passwd.txt"),
            ("C:\\Users\\a\\b.pdf", "application/pdf", "b.pdf"),
            ("a\u{202e}gpj.exe", "text/plain", "agpj.exe.txt"),
            ("a\"\r\nSet-Cookie: x=y.png", "image/png", "aSet-Cookie x=y.png"),
            (".htaccess", "text/plain", "htaccess.txt"),
            (". A", "text/plain", "A.txt"),
            (". .", "text/plain", ""),
            ("...", "text/plain", ""),
            ("", "image/png", ""),
        ] {
            assert_eq!(file_name(raw, mime), name, "{raw}");
        }
        assert_eq!(file_name(&"长".repeat(300), "image/png").chars().count(), MAX);
    }

    proptest! {
        #[test]
        fn a_name_is_no_path_and_stays_as_it_is_when_read_again(raw in ".{0,150}") {
            let name = file_name(&raw, "text/plain");
            prop_assert!(!name.contains(['/', '\\', '\0', '\n']) && name.chars().count() <= MAX);
            prop_assert_eq!(file_name(&name, "text/plain"), name);
        }
    }
}
