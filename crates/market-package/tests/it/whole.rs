//! Whole packages: which scripts are the page's and which the host's, and that no content harms the checker.

use bytes::Bytes;
use market_package::{Checked, Expected, Kind, Package, Strictness, check_package};
use proptest::prelude::*;
use serde_json::{Value, json};

fn manifest(change: impl FnOnce(&mut Value)) -> String {
    let mut manifest = json!({
        "name": "dice", "label": "骰子", "version": "1.0.0",
        "frontend": { "route": "/dice", "entry": "./frontend/entry.js" },
        "backend": { "mountPath": "/api/dice", "entry": "./backend/routes.js" }
    });
    change(&mut manifest);
    manifest.to_string()
}

const ENTRY: &str = "ServiceMarket.define({ name: 'dice', mount: function () {} });";
const ROUTES: &str = "const router = require('express').Router(); module.exports = router;";

fn package(manifest: &str, files: &[(&str, &str)]) -> Package {
    let ours = [("manifest.json", manifest), ("frontend/entry.js", ENTRY), ("backend/routes.js", ROUTES)];
    let all = ours.iter().chain(files);
    Package {
        files: all
            .map(|(path, text)| ((*path).to_owned(), Bytes::copy_from_slice(text.as_bytes())))
            .collect(),
    }
}

fn check(package: &Package) -> Checked {
    check_package(package, &Expected::default(), Strictness::Install)
}

fn places(package: &Package) -> Vec<String> {
    let findings = check(package).report.findings;
    findings.into_iter().map(|finding| format!("{} {}", finding.place, finding.code)).collect()
}

#[test]
fn a_good_package_has_a_manifest_and_no_findings() {
    let expected = Expected { kind: Some(Kind::App), name: Some("dice"), ..Expected::default() };
    let checked = check_package(&package(&manifest(|_| ()), &[]), &expected, Strictness::Install);
    assert!(checked.report.findings.is_empty(), "{}", checked.report);
    assert_eq!(checked.manifest.unwrap().backend().unwrap().mount_path, "/api/dice");
}

#[test]
fn scripts_are_judged_by_who_runs_them() {
    let newer = "const a = () => 1; module.exports = a;";
    let files = [
        ("backend/lib/a.js", newer),
        ("shared/b.js", newer),
        ("shared/c.js", newer),
        ("frontend/d.js", newer),
        ("worker.mjs", newer),
        ("backend/routes.js", "require('../shared/b'); module.exports = require('./lib/a');"),
    ];
    let found = places(&package(&manifest(|_| ()), &files));
    let es5 = |path: &str| [format!("{path}:1:1 es5-let-const"), format!("{path}:1:11 es5-arrow")];
    assert_eq!(found, [es5("frontend/d.js"), es5("shared/c.js"), es5("worker.mjs")].concat());
}

#[test]
fn what_page_and_host_share_must_suit_both() {
    let manifest = manifest(|m| m["backend"]["entry"] = json!("./frontend/entry.js"));
    assert!(places(&package(&manifest, &[("backend/routes.js", "")])).is_empty());
    let files = [("frontend/entry.js", "var a = () => 1;"), ("backend/routes.js", "")];
    let found = places(&package(&manifest, &files));
    assert_eq!(found, ["frontend/entry.js:1:9 es5-arrow", "frontend/entry.js no-define"]);
}

#[test]
fn circles_of_require_end() {
    let files =
        [("backend/routes.js", "require('./a')"), ("backend/a.js", "require('./routes'); require('./a')")];
    assert!(places(&package(&manifest(|_| ()), &files)).is_empty());
}

#[test]
fn contents_are_judged_by_their_extension() {
    let files = [
        ("data/bad.json", "{\"a\": }"),
        ("data/ok.json", "\u{feff}[1]"),
        ("page.html", "<script>anything</script>"),
        ("p.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"),
        ("q.PNG", "no picture"),
        ("s.css", ".a:is(b) { top: 0 }"),
    ];
    let found = places(&package(&manifest(|_| ()), &files));
    assert_eq!(
        found,
        [
            "data/bad.json:1:7 json-syntax",
            "p.svg:1:41 svg-element",
            "q.PNG content-differs",
            "s.css:1:3 css-selector",
        ]
    );
    let mut package = package(&manifest(|_| ()), &[]);
    package.files.insert("a.txt".to_owned(), Bytes::from_static(b"\xff\xfe"));
    assert_eq!(places(&package), ["a.txt text-encoding"]);
}

#[test]
fn a_package_from_elsewhere_is_judged_for_its_paths_too() {
    let files = [("../x.js", ""), ("A.txt", ""), ("a.txt", ""), ("run.sh", "")];
    let found = places(&package(&manifest(|_| ()), &files));
    assert_eq!(found, ["../x.js bad-path", "a.txt path-twin", "run.sh file-extension"]);
    let checked = check(&package(&manifest(|_| ()), &files));
    assert!(checked.manifest.is_none());
    assert_eq!(places(&Package::default()), [" empty-package", "manifest.json no-manifest"]);
}

#[test]
fn a_broken_manifest_does_not_hide_faults_of_the_files() {
    let manifest = manifest(|m| m["name"] = json!("Dice!"));
    let found = places(&package(
        &manifest,
        &[("frontend/entry.js", "var a = () => 1"), ("backend/routes.js", "let a")],
    ));
    assert_eq!(found, ["name name-form", "frontend/entry.js:1:9 es5-arrow", "frontend/entry.js no-define"]);
}

/// What stands in a row, and how many links of it the scanner counts.
const CHAINS: &[(&str, usize)] = &[
    ("!", 1),
    ("-", 1),
    ("typeof ", 1),
    ("new ", 1),
    ("void ", 1),
    ("delete ", 1),
    ("await ", 1),
    ("a=", 1),
    ("a?b:", 2),
    ("a=>", 2),
    ("async a=>", 3),
    ("a+", 1),
    ("a.b.", 2),
    ("a**", 2),
    ("a||", 2),
    ("do ", 1),
    ("b:", 1),
    ("if(a)", 2),
    ("while(a)", 2),
    ("for(;;)", 2),
    ("if(a)b;else ", 3),
];

/// As deep as the scanner lets pass: a stack that is too small would end this process.
#[test]
fn scripts_at_the_limit_of_nesting_are_parsed_without_running_out_of_stack() {
    let brackets = [
        ("(", ")"),
        ("[", "]"),
        ("f(", ")"),
        ("function(){return ", "}"),
        ("a=>{", "}"),
        ("{a:", "}"),
        ("`${", "}`"),
    ];
    for (open, close) in brackets {
        let source = format!("x = {}1{};", open.repeat(395), close.repeat(395));
        for path in ["frontend/a.js", "backend/a.js"] {
            let found = places(&package(&manifest(|_| ()), &[(path, &source)]));
            assert!(!found.iter().any(|code| code.ends_with("script-nesting")), "{open} {found:?}");
        }
    }
    let blocks = ["if(a){", "for(;;){", "try{", "switch(a){case 1:"];
    for open in blocks {
        let source = format!("{}{}", open.repeat(395), "}".repeat(395));
        check(&package(&manifest(|_| ()), &[("frontend/a.js", &source), ("backend/a.js", &source)]));
    }
    for (part, links) in CHAINS {
        for source in
            [format!("x = {}1", part.repeat(7_900 / links)), format!("{}x", part.repeat(7_900 / links))]
        {
            let found =
                places(&package(&manifest(|_| ()), &[("frontend/a.js", &source), ("backend/a.js", &source)]));
            assert!(!found.iter().any(|code| code.ends_with("script-nesting")), "{part} {found:?}");
        }
    }
    let calls = format!("a{}", "()".repeat(7_900));
    let members = format!("a{}", ".b".repeat(7_900));
    let sums = format!("x = 1{}", "+1".repeat(7_900));
    for source in [calls, members, sums] {
        let found = places(&package(&manifest(|_| ()), &[("frontend/a.js", &source)]));
        assert!(found.is_empty(), "{found:?}");
    }
    let style = format!(".a {{ b: {}1{} }}", "calc(1 + (".repeat(95), "))".repeat(95));
    assert!(places(&package(&manifest(|_| ()), &[("a.css", &style)])).is_empty());
}

/// Tokens of scripts and styles, whole and broken.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "a", "1", "1.", ".5", "08.", "0x1", "(", ")", "[", "]", "{", "}", "(", "[", "{", "'", "\"", "`", "${",
    "/", "*", "/*", "*/", "//", "\n", "\\", "\\u0061", "=>", "?.", "?", ":", "...", "<!--", "-->", "++",
    "--", "+", "-", "!", "=", ".", ";", ",", "return ", "typeof ", "in ", "of ", "if", "else ", "for",
    "while", "do ", "await ", "yield ", "async ", "new ", "class ", "extends ", "function ", "function*",
    "case ", "let ", "var ", "get ", "static ", "import", "export ", "\u{2028}", "\u{a0}", "\u{feff}", "é",
    "g", "#", "@", "url(", "xurl(", "@media ", ":not(", "calc(", "&", "0b", "<svg>", "😀", "else", "/a/g",
];

/// Texts of up to some tokens that are almost scripts and styles.
fn almost(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 1..most).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_content_panics(text in almost(40), bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let mut package = package(&manifest(|_| ()), &[
            ("a.js", &text), ("backend/b.js", &text), ("c.css", &text), ("d.svg", &text), ("e.json", &text),
            ("f.css", &format!(".a {{ b: {text} }}")),
        ]);
        for path in ["g.png", "h.webp", "i.ico", "j.woff2", "k.js", "l.jpg", "m.gif"] {
            package.files.insert(path.to_owned(), Bytes::from(bytes.clone()));
        }
        check_package(&package, &Expected::default(), Strictness::Author);
    }
}

proptest! {
    /// A fragment that hides brackets from the scanner would overflow the parser's stack when it stands in a row,
    /// and end this process.
    #[test]
    fn no_fragment_in_a_row_ends_the_process(fragment in almost(9)) {
        let source = fragment.repeat(60_000 / fragment.len().max(1));
        let source = [("frontend/a.js", &*source), ("backend/a.js", &*source), ("c.css", &*source)];
        check(&package(&manifest(|_| ()), &source));
    }
}
