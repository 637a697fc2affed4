//! What styles may say.

use super::*;

fn codes_for(source: &str, author: bool) -> Vec<(Level, &'static str)> {
    let mut report = Report::default();
    check("style.css", source, "dice", author, &mut report);
    report.findings.iter().map(|finding| (finding.level, finding.code)).collect()
}

fn codes(source: &str) -> Vec<&'static str> {
    codes_for(source, true).into_iter().map(|(_, code)| code).collect()
}

#[test]
fn ordinary_styles_pass() {
    let source = "
        @charset 'utf-8';
        .dice { display: grid; gap: 8px; grid-template-columns: 1fr minmax(10px, 2fr); color: #2563eb !important }
        .dice > .a::before, .dice .b:not(.c):nth-child(2n+1):hover { content: 'gap: 1px'; width: calc(100% - (2 * 4px)) }
        #dice [data-x='1'] { transition: opacity .15s var(--svc-ease, ease-in), transform 0.2s; --x: { a: b } }
        .dice .flex { display: flex; grid-gap: 0; gap: 0 }
        .dice .cols { column-count: 2; column-gap: 4px }
        @media (min-width: 600px) and (orientation: landscape) { .dice { transform: scaleX(0) scale(0.5) } }
        @supports (display: grid) { .dice { display: grid } }
        @keyframes dice-in { from { opacity: 0; transform: scale(.9) } 50.5% { opacity: 1 } to { opacity: 1 } }
        @font-face { font-family: Dice; src: url('./dice.woff2') format('woff2') }
        .dice i { background: url(data:image/svg+xml;utf8,%3Csvg%3E) no-repeat, url(img/a.png); *zoom: 1; filter: progid:X(a=1) }
        .dice-全 { margin: -1px auto 0; background: -webkit-linear-gradient(top, rgba(0,0,0,.5) 0%, #fff 100%) }
    ";
    assert_eq!(codes(source), Vec::<&str>::new());
}

#[test]
fn what_old_engines_drop_is_found() {
    let cases: &[(&str, &[&str])] = &[
        (".a { display: flex; gap: 4px }", &["css-flex-gap"]),
        (".a { display: inline-flex; row-gap: 4px }", &["css-flex-gap"]),
        (".a { display: -webkit-box; display: flex; column-gap: 1em }", &["css-flex-gap"]),
        (".a { DISPLAY: FLEX; GAP: 4PX }", &["css-flex-gap"]),
        (".a { gap: 4px }", &["css-gap"]),
        (".a { display: block; gap: 4px }", &[]),
        ("@media print { .a { display: flex; gap: 4px } }", &["css-flex-gap"]),
        (".a:is(.b, .c) { top: 0 }", &["css-selector"]),
        (".a:where(.b) { top: 0 }", &["css-selector"]),
        (".a:not(:is(.b)) { top: 0 }", &["css-selector"]),
        (".a:has(> .b) { top: 0 }", &["css-selector"]),
        (".a:focus-visible { top: 0 }", &["css-selector"]),
        (".a { &:hover { top: 0 } }", &["css-selector", "css-selector"]),
        (".a { .b { top: 0 } }", &["css-selector"]),
        (".a { aspect-ratio: 1 }", &["css-property"]),
        (".a { inset: 0; translate: 1px }", &["css-property", "css-property"]),
        (".a { container-type: inline-size }", &["css-property"]),
        ("@container (min-width: 1px) { .a { top: 0 } }", &["css-at-rule"]),
        ("@layer base { .a { top: 0 } }", &["css-at-rule"]),
        ("@layer a, b;", &["css-at-rule"]),
        (".a { height: 100dvh }", &["css-value"]),
        (".a { color: oklch(50% 0 0) }", &["css-value"]),
        (".a { color: color-mix(in srgb, red, blue) }", &["css-value"]),
        (".a { width: calc(100svw - 1px) }", &["css-value"]),
        (".a { background: url(lab.png); animation: my-lab(1) }", &[]),
    ];
    for (source, expected) in cases {
        assert_eq!(codes(source), *expected, "{source}");
    }
}

#[test]
fn the_installer_refuses_only_what_the_contract_lists() {
    let levels =
        |source: &str| codes_for(source, false).into_iter().map(|(level, _)| level).collect::<Vec<_>>();
    for source in [
        ".a { display: flex; gap: 1px }",
        ".a:is(.b) { top: 0 }",
        ".a:where(.b) { top: 0 }",
        ".a { aspect-ratio: 1 }",
        "@container (width > 1px) { .a { top: 0 } }",
        ".a { background: url(https://x.example/a.png) }",
        ".a { } }",
    ] {
        assert_eq!(levels(source), [Level::Error], "{source}");
    }
    for source in [".a:focus-visible { top: 0 }", ".a { inset: 0 }", ".a { height: 1dvh }", "@layer a;"] {
        assert_eq!(levels(source), [Level::Warning], "{source}");
    }
}

#[test]
fn motion_that_hurts_is_a_warning() {
    let cases: &[(&str, &[&str])] = &[
        (".a { transition: all .2s }", &["css-transition-all"]),
        (".a { transition: .2s ease }", &["css-transition-all"]),
        (".a { transition-property: all }", &["css-transition-all"]),
        (".a { transition: opacity 1s, max-height 1s ease-in 20ms }", &["css-transition-layout"]),
        (".a { transition: margin-left 1s cubic-bezier(0.1, 0.7, 1, 0.1) }", &["css-transition-layout"]),
        (".a { transition: none }", &[]),
        (".a { transition: var(--t) }", &[]),
        (".a { transition: border-left-color 1s }", &[]),
        (".a { transform: scale(0) }", &["css-scale-zero"]),
        ("@keyframes a { 0% { transform: translate(1px) scale( 0 , 0 ) } }", &["css-scale-zero"]),
        ("@keyframes a { to { transform: scale(0) } }", &[]),
        (".a { transform: scaleY(0) scale(0.5) scale(1, 0) }", &[]),
    ];
    for (source, expected) in cases {
        let found = codes_for(source, false);
        assert!(found.iter().all(|(level, _)| *level == Level::Warning), "{source}");
        assert_eq!(found.iter().map(|(_, code)| *code).collect::<Vec<_>>(), *expected, "{source}");
    }
}

#[test]
fn selectors_that_meet_the_whole_desktop_are_warnings() {
    for selector in ["*", "html", "body", ":root", "button", "ul > li", "input:hover", ".a, a", "::selection"]
    {
        assert_eq!(codes(&format!("{selector} {{ top: 0 }}")), ["css-unscoped"], "{selector}");
    }
    for selector in [".a *", "#a", "[data-a] button", "body.a", "button.b"] {
        assert!(codes(&format!("{selector} {{ top: 0 }}")).is_empty(), "{selector}");
    }
}

#[test]
fn nothing_comes_from_other_hosts() {
    let cases: &[(&str, &[&str])] = &[
        ("@import 'https://x.example/a.css';", &["css-foreign-import"]),
        ("@import url(//x.example/a.css) screen;", &["css-foreign-import"]),
        ("@IMPORT \"HTTP://x.example/a.css\";", &["css-foreign-import"]),
        ("@import 'a.css';", &[]),
        (".a { background: url(https://x.example/a.png) }", &["css-foreign-url"]),
        (".a { background: URL( '//x.example/a.png' ) }", &["css-foreign-url"]),
        (".a { background: u\\72l(https://x.example/a.png) }", &["css-foreign-url"]),
        (".a { background: url(\\68ttps://x.example/a.png) }", &["css-foreign-url"]),
        (".a { background: image-set('https://x.example/a.png' 1x) }", &["css-foreign-url"]),
        (".a { --b: url(https://x.example/a.png) }", &["css-foreign-url"]),
        ("@font-face { src: local(a), url('https://x.example/a.woff') }", &["css-foreign-url"]),
        ("@media screen { .a { cursor: url(https://x.example/a.cur), auto } }", &["css-foreign-url"]),
        (".a { content: 'https://x.example' }", &[]),
        (".a { background: url(/*x*/a.png) }", &[]),
    ];
    for (source, expected) in cases {
        assert_eq!(codes(source), *expected, "{source}");
    }
}

#[test]
fn styles_that_do_not_parse_or_nest_too_deeply_are_refused() {
    assert_eq!(codes(".a { color: red"), ["style-syntax"]);
    assert_eq!(codes(".a { } }"), ["style-syntax"]);
    assert_eq!(codes_for(".a { color: red", false), [(Level::Warning, "style-syntax")]);
    let deep = 100_000;
    for part in
        ["(", "[", "{", ".a{", ":not(", "@media screen{", ".a{b:c(", "url(x(", "@x{", ".a{b:[", "calc(1+("]
    {
        let source = part.repeat(deep);
        let found = codes(&source);
        assert!(found.contains(&"style-nesting") || found.contains(&"style-syntax"), "{part}");
        codes(&format!(".a {{ b: {source}"));
        codes(&format!(".a {{ --b: {source}"));
        codes(&format!("@x {source}"));
    }
    for part in ["(/*)*/", "(')'", "(\")\"", "(\\)", "(url())", "([)", "xurl([)", "url([", "u\\72l([)"] {
        codes(&format!(".a {{ b: {} }}", part.repeat(deep)));
    }
}

#[test]
fn long_but_flat_styles_pass() {
    for part in ["url(", "@import ", "scale(", "url( "] {
        let text = part.repeat(30_000);
        assert!(codes(&format!(".a {{ content: '{text}'; transform: '{text}' }}")).is_empty(), "{part}");
    }
    let rules = ".dice .a { color: red; width: calc(1px + 2px) }\n".repeat(20_000);
    assert!(codes(&rules).is_empty());
    assert!(codes(&format!(".a {{ width: calc(1px{}) }}", " + 1px".repeat(5_000))).is_empty());
}
