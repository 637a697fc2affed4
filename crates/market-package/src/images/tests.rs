//! What pictures and fonts may be.

use super::*;
use crate::finding::Report;

fn svg(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 72 72\">{body}</svg>"
    )
}

fn codes(text: &str, is_icon: bool) -> Vec<&'static str> {
    let mut report = Report::default();
    check_svg("icon.svg", text, is_icon, &mut report);
    report.findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn ordinary_pictures_pass() {
    let body = "<!-- c --><title>t</title><defs><linearGradient id=\"g\"><stop offset=\"0\" style=\"stop-color:#fff\"/></linearGradient>
        <style>.a { fill: url(#g) } @media print { .a { fill: red } }</style></defs>
        <rect width=\"72\" height=\"72\" fill=\"url(#g)\"/><use xlink:href=\"#g\"/><a href=\"#x\"><path d=\"M0 0L1 1\"/></a>
        <image href=\"data:image/png;base64,AAAA\"/><animate attributeName=\"opacity\" from=\"0\" to=\"1\"/>";
    assert!(codes(&svg(body), true).is_empty());
    let doctype = format!(
        "<?xml version=\"1.0\"?><!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/x.dtd\">{}",
        svg("<g/>")
    );
    assert!(codes(&doctype, true).is_empty());
}

#[test]
fn hostile_pictures_are_refused() {
    let cases: &[(&str, &[&str])] = &[
        ("<script>alert(1)</script>", &["svg-element"]),
        ("<SCRIPT/>", &["svg-element"]),
        ("<x:script xmlns:x=\"http://www.w3.org/2000/svg\"/>", &["svg-element"]),
        ("<foreignObject/>", &["svg-element"]),
        ("<h:body xmlns:h=\"http://www.w3.org/1999/xhtml\"/>", &["svg-element"]),
        (
            "<h:img xmlns:h=\"http://www.w3.org/1999/xhtml\" src=\"a.png\" onerror=\"x()\"/>",
            &["svg-element", "svg-reference", "svg-event"],
        ),
        ("<g onclick=\"x()\"/>", &["svg-event"]),
        ("<g OnLoad=\"x()\"/>", &["svg-event"]),
        ("<a href=\"javascript:x()\"/>", &["svg-reference"]),
        ("<a xlink:href=\" JavaScript:x()\"/>", &["svg-reference"]),
        ("<a href=\"java&#10;script:x()\"/>", &["svg-reference"]),
        ("<use href=\"other.svg#a\"/>", &["svg-reference"]),
        ("<image href=\"https://x.example/a.png\"/>", &["svg-reference"]),
        ("<image href=\"data:image/svg+xml,&lt;svg/&gt;\"/>", &["svg-reference"]),
        ("<use href=\"data:text/html,x\"/>", &["svg-reference"]),
        ("<rect fill=\"url(https://x.example/a.svg#b)\"/>", &["svg-reference"]),
        ("<rect style=\"fill: u\\72l(//x.example/a)\"/>", &["svg-reference"]),
        ("<style>@import 'https://x.example/a.css';</style>", &["svg-reference"]),
        ("<style>.a { background: url(/api/x) }</style>", &["svg-reference"]),
        ("<a><set attributeName=\"href\" to=\"javascript:x()\"/></a>", &["svg-event"]),
        ("<g><animate attributeName=\"onclick\" values=\"x()\"/></g>", &["svg-event"]),
        ("<?xml-stylesheet href=\"a.css\"?>", &["svg-instruction"]),
        ("<g>", &["svg-syntax"]),
        ("<g>&nothing;</g>", &["svg-syntax"]),
    ];
    for (body, expected) in cases {
        assert_eq!(codes(&svg(body), false), *expected, "{body}");
    }
}

#[test]
fn documents_that_grow_are_refused() {
    let lol =
        "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>".to_owned() + &svg("&b;");
    assert_eq!(codes(&lol, false), ["svg-entity"]);
    assert_eq!(codes(&svg(&"<g/>".repeat(300_000)), false), ["svg-syntax"]);
    // Deep documents take memory, not stack.
    codes(&svg(&"<g>".repeat(100_000)), false);
    codes(&svg(&("<g>".repeat(90_000) + &"</g>".repeat(90_000))), false);
    codes("", false);
    codes("<html/>", false);
    // Each of these would take minutes if its parts were compared with each other.
    codes(&svg(&("<style>".repeat(80_000) + &"</style>".repeat(80_000))), false);
    codes(&svg(&"<g onclick=\"x\"/>".repeat(100_000)), false);
    let attributes: String = (0..200_000).map(|n| format!(" a{n}=\"\"")).collect();
    assert_eq!(codes(&svg(&format!("<g{attributes}/>")), false), ["svg-syntax"]);
    let namespaces: String = (0..50_000).map(|n| format!("<g xmlns:a{n}=\"b{n}\">")).collect();
    assert_eq!(codes(&svg(&namespaces), false), ["svg-syntax"]);
}

#[test]
fn icons_are_square_without_corners() {
    let icon = |attributes: &str, body: &str| {
        codes(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}>{body}</svg>"), true)
    };
    assert_eq!(icon("viewBox=\"0 0 72 48\"", ""), ["icon-square"]);
    assert_eq!(icon("", ""), ["icon-square"]);
    assert!(icon("width=\"72px\" height=\"72\"", "").is_empty());
    assert_eq!(
        icon("viewBox=\"0,0,72,72\"", "<rect width=\"72\" height=\"72\" rx=\"16\"/>"),
        ["icon-corners"]
    );
    assert_eq!(
        icon("viewBox=\"0 0 72 72\"", "<rect width=\"100%\" height=\"100%\" ry=\"1\"/>"),
        ["icon-corners"]
    );
    assert!(icon("viewBox=\"0 0 72 72\"", "<rect width=\"20\" height=\"20\" rx=\"4\"/>").is_empty());
    assert_eq!(codes("<svg viewBox=\"0 0 1 1\"/>", true), ["svg-namespace"]);
}

fn binary(path: &str, content: &[u8], is_icon: bool) -> Vec<&'static str> {
    let mut report = Report::default();
    check_binary(path, &crate::path::extension(path), content, is_icon, &mut report);
    report.findings.iter().map(|finding| finding.code).collect()
}

/// The head of a PNG of a size.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend(width.to_be_bytes());
    png.extend(height.to_be_bytes());
    png.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
    png
}

#[test]
fn files_are_what_their_names_say() {
    assert!(binary("a.png", &png(1, 2), false).is_empty());
    assert!(binary("a.gif", b"GIF89a\x01\0\x01\0\0\0\0", false).is_empty());
    assert!(binary("a.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01", false).is_empty());
    assert!(binary("a.webp", b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0", false).is_empty());
    assert!(binary("a.woff2", b"wOF2\0\x01\0\0", false).is_empty());
    for path in ["a.jpg", "a.gif", "a.webp", "a.ico", "a.woff", "a.woff2", "a.ttf", "a.otf"] {
        assert_eq!(binary(path, &png(1, 1), false), ["content-differs"], "{path}");
    }
    assert_eq!(binary("a.png", b"<svg onload=x()>", false), ["content-differs"]);
    assert_eq!(binary("a.png", b"", false), ["content-differs"]);
    assert_eq!(binary("a.png", b"MZ\x90\0", false), ["content-differs"]);
}

#[test]
fn raster_icons_are_square_and_sharp() {
    assert!(binary("i.png", &png(144, 144), true).is_empty());
    assert_eq!(binary("i.png", &png(144, 72), true), ["icon-square"]);
    assert_eq!(binary("i.png", &png(64, 64), true), ["icon-small"]);
}
