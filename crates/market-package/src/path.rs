//! Paths inside of a package: relative, safe on every file system, and never two names for one file.

use std::collections::HashMap;

use caseless::Caseless;
use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::finding::{Finding, is_invisible};
use crate::texts::files;

/// Extensions of files that a package may have.
pub const EXTENSIONS: &[&str] = &[
    "json", "js", "mjs", "css", "svg", "png", "jpg", "jpeg", "gif", "webp", "ico", "woff", "woff2", "ttf",
    "otf", "txt", "md", "html",
];

/// Bytes of a whole path.
const LONGEST_PATH: usize = 240;
/// Bytes of one segment.
const LONGEST_SEGMENT: usize = 120;
/// Folders above a file.
const DEEPEST: usize = 16;

/// Names that open a device on Windows, with any extension.
const DEVICES: &[&str] = &[
    "con", "prn", "aux", "nul", "conin$", "conout$", "com0", "com1", "com2", "com3", "com4", "com5", "com6",
    "com7", "com8", "com9", "com¹", "com²", "com³", "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6",
    "lpt7", "lpt8", "lpt9", "lpt¹", "lpt²", "lpt³",
];

/// Why a path is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathFault {
    /// Nothing in it, or nothing between two slashes.
    Empty,
    /// It begins with a slash or a drive.
    Absolute,
    /// It leads upwards, or has a `.` segment.
    Traversal,
    /// A backslash, colon or another character that means something to a shell, an address or Windows.
    Character,
    /// Control characters and characters that are not seen.
    Invisible,
    /// Longer than file systems take, or deeper.
    TooLong,
    /// A name that opens a device, or one that Windows changes.
    Reserved,
    /// A segment that begins with a dot.
    Hidden,
    /// Not in the composed form of Unicode, so that scripts could not name it.
    NotComposed,
}

impl PathFault {
    /// Why, in Chinese and English.
    pub fn why(self) -> (&'static str, &'static str) {
        match self {
            Self::Empty => ("有空的路径段", "it has an empty part"),
            Self::Absolute => ("必须是相对路径", "it must be relative"),
            Self::Traversal => ("不能含“.”或“..”段", "it must not have “.” or “..” parts"),
            Self::Character => {
                ("不能含 \\ : * ? \" < > | # % 等字符", "it must not have any of \\ : * ? \" < > | # %")
            }
            Self::Invisible => {
                ("不能含控制字符或不可见字符", "it must not have control or invisible characters")
            }
            Self::TooLong => ("太长或层数太多", "it is too long or too deep"),
            Self::Reserved => (
                "是系统保留名，或以空格、点结尾",
                "it is a reserved name, or a part begins or ends with a space or ends with a dot",
            ),
            Self::Hidden => ("不能以点开头", "no part may begin with a dot"),
            Self::NotComposed => ("文件名不是 NFC 形式的 Unicode", "its Unicode is not in the form NFC"),
        }
    }

    pub(crate) fn finding(self, path: &str) -> Finding {
        let (zh, en) = self.why();
        files::BAD_PATH.error(path).with("path", path).with("why_zh", zh).with("why_en", en)
    }
}

/// Checks a path with `/` between its segments.
///
/// # Errors
/// The first reason why the path is refused.
pub fn check_path(path: &str) -> Result<(), PathFault> {
    if path.is_empty() {
        return Err(PathFault::Empty);
    }
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    if path.starts_with(['/', '\\']) || drive {
        return Err(PathFault::Absolute);
    }
    if path.chars().any(|c| c.is_control() || is_invisible(c)) {
        return Err(PathFault::Invisible);
    }
    // A backslash is a separator on Windows: what stands between them is judged too.
    if path.split(['/', '\\']).any(|segment| matches!(segment, "." | "..")) {
        return Err(PathFault::Traversal);
    }
    if path.chars().any(|c| "\\:*?\"<>|#%".contains(c)) {
        return Err(PathFault::Character);
    }
    if path.len() > LONGEST_PATH || path.split('/').count() > DEEPEST {
        return Err(PathFault::TooLong);
    }
    path.split('/').try_for_each(check_segment)?;
    if is_nfc(path) { Ok(()) } else { Err(PathFault::NotComposed) }
}

fn check_segment(segment: &str) -> Result<(), PathFault> {
    if segment.is_empty() {
        return Err(PathFault::Empty);
    }
    if segment.len() > LONGEST_SEGMENT {
        return Err(PathFault::TooLong);
    }
    let stem = segment.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let trimmed = segment.trim() != segment || segment.ends_with('.');
    if trimmed || DEVICES.contains(&stem.as_str()) {
        return Err(PathFault::Reserved);
    }
    if segment.starts_with('.') { Err(PathFault::Hidden) } else { Ok(()) }
}

/// The lower-case extension of a path; empty without one.
pub fn extension(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}

/// Whether files with this path's extension are taken.
pub fn has_known_extension(path: &str) -> bool {
    EXTENSIONS.contains(&extension(path).as_str())
}

/// Whether a text is a package's name: `^[a-z][a-z0-9-]*$`, at most 64 characters.
pub fn is_name(text: &str) -> bool {
    text.len() <= 64
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// What file systems that ignore case and normalise characters take a path for.
fn folded(path: &str) -> String {
    path.nfkc().default_case_fold().nfkc().default_case_fold().collect()
}

/// Paths taken so far, to find those that some systems take for one.
#[derive(Default)]
pub(crate) struct TakenPaths {
    /// Folded path to the path and whether it is a file.
    taken: HashMap<String, (String, bool)>,
}

impl TakenPaths {
    /// Takes a file's path.
    ///
    /// # Errors
    /// A finding if it is another path's twin, or a file and a folder.
    pub(crate) fn take(&mut self, path: &str) -> Result<(), Finding> {
        let folders = path.match_indices('/').map(|(at, _)| (&path[..at], false));
        for (part, is_file) in folders.chain([(path, true)]) {
            let key = folded(part);
            let Some((other, was_file)) = self.taken.get(&key) else {
                self.taken.insert(key, (part.to_owned(), is_file));
                continue;
            };
            if *was_file != is_file {
                return Err(files::PATH_CONFLICT.error(path).with("path", part));
            }
            // The same folder again is no twin; the same file again is.
            if other != part || is_file {
                return Err(files::PATH_TWIN.error(path).with("path", part).with("other", other));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn good_paths_pass() {
        for path in ["manifest.json", "frontend/entry.js", "图/棋 子.png", "a-b_c@2x.png", "é.svg", "a..b.js"]
        {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
    }

    #[test]
    fn hostile_paths_are_refused() {
        use PathFault::{
            Absolute, Character, Empty, Hidden, Invisible, NotComposed, Reserved, TooLong, Traversal,
        };
        let long = "a".repeat(300);
        let deep = "a/".repeat(20) + "a";
        let cases: &[(&str, PathFault)] = &[
            ("", Empty),
            ("a//b.js", Empty),
            ("a/", Empty),
            ("/etc/passwd", Absolute),
            ("\\\\server\\share", Absolute),
            ("C:/x.js", Absolute),
            ("c:x.js", Absolute),
            ("../x.js", Traversal),
            ("a/../../x.js", Traversal),
            ("a\\..\\x.js", Traversal),
            ("./x.js", Traversal),
            ("a\\b.js", Character),
            ("a.js:stream", Character),
            ("%2e%2e/x.js", Character),
            ("a?b.js", Character),
            ("a\0.js", Invisible),
            ("a\n.js", Invisible),
            ("a\u{202e}sj.js", Invisible),
            ("a\u{200b}.js", Invisible),
            (&long, TooLong),
            (&deep, TooLong),
            ("con.js", Reserved),
            ("a/NUL", Reserved),
            ("aux .txt", Reserved),
            ("COM¹.js", Reserved),
            ("a./b.js", Reserved),
            ("a /b.js", Reserved),
            (".htaccess", Hidden),
            ("a/.git/config", Hidden),
            ("e\u{301}.js", NotComposed),
        ];
        for (path, fault) in cases {
            assert_eq!(check_path(path), Err(*fault), "{path:?}");
        }
    }

    fn clash(paths: &[&str]) -> Option<&'static str> {
        let mut taken = TakenPaths::default();
        paths.iter().find_map(|path| taken.take(path).err()).map(|finding| finding.code)
    }

    #[test]
    fn two_names_of_one_file_are_found() {
        assert_eq!(clash(&["a/b.js", "a/c.js"]), None);
        assert_eq!(clash(&["a.js", "A.js"]), Some("path-twin"));
        assert_eq!(clash(&["a/b.js", "a/b.js"]), Some("path-twin"));
        assert_eq!(clash(&["a/x.js", "A/y.js"]), Some("path-twin"));
        assert_eq!(clash(&["straße.js", "STRASSE.js"]), Some("path-twin"));
        assert_eq!(clash(&["ﬁ.js", "fi.js"]), Some("path-twin"));
        assert_eq!(clash(&["é.js", "e\u{301}.js"]), Some("path-twin"));
        assert_eq!(clash(&["Ａ.js", "a.js"]), Some("path-twin"));
        assert_eq!(clash(&["a", "a/b.js"]), Some("path-conflict"));
        assert_eq!(clash(&["a.js/b.js", "A.JS"]), Some("path-conflict"));
    }

    #[test]
    fn names_and_extensions_follow_their_form() {
        assert!(is_name("my-app2") && !is_name("2app") && !is_name("My") && !is_name("") && !is_name("a_b"));
        assert!(!is_name(&"a".repeat(65)) && !is_name("é"));
        assert!(has_known_extension("a/B.JS") && !has_known_extension("a.exe") && !has_known_extension("js"));
        assert!(!has_known_extension("a.js/readme"));
    }

    proptest! {
        #[test]
        fn an_accepted_path_never_leaves_its_folder(path in "[a-z./\\\\:%~ \u{0}\u{2024}]{0,24}") {
            if check_path(&path).is_ok() {
                let joined = std::path::Path::new("/base").join(&path);
                let plain = joined.components().skip(2).all(|part| matches!(part, std::path::Component::Normal(_)));
                prop_assert!(plain && joined.starts_with("/base"));
                prop_assert!(!path.contains('\\'));
            }
        }

        #[test]
        fn no_text_panics(path in any::<String>()) {
            let _ = check_path(&path);
            let _ = TakenPaths::default().take(&path);
            let _ = extension(&path);
        }
    }
}
