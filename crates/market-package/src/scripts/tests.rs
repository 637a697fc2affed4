//! What scripts of pages and back ends may say.

use super::*;

fn page(source: &str) -> Vec<&'static str> {
    let mut report = Report::default();
    check_page("entry.js", source, "dice", &mut report);
    report.findings.iter().map(|finding| finding.code).collect()
}

fn server(source: &str) -> Vec<&'static str> {
    let mut report = Report::default();
    check_server("routes.js", source, &mut report);
    report.findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn old_syntax_passes() {
    let source = "
        'use strict';
        // => `a` ?? class
        /* let x = async () => {} */
        var a = { get: 1, 'b': [1, 2, ], get c() { return 1; }, if: 2, };
        function f(x, y) { return x + '\\u0041' + \"=> `\" + y.class; }
        label: for (var i = 0, n = a.b.length; i < n; i++) { if (!a.b[i]) { continue label; } else { break label; } }
        for (var k in a) { delete a[k]; }
        try { f(1, 2); } catch (e) { throw e; } finally { f(); }
        switch (n) { case 1: case 2: f(); break; default: f(); }
        var r = /^[a-z/]+(?:b|c)(?=d)$/gim.test('x') ? 1. / 2 : 8.5;
        if (n) /re/.exec(r);
        do { n--; } while (n > 0)
        new Promise(function (ok) { ok(a['=>']); }).then(function () { return void 0; });
        var q = function named() {}, of = 4, await = 2, z = of / 2, s = '\\\\u{1}';
        ({}).toString.call([] , 1);
        x = a /b/ n;
    ";
    assert_eq!(page(source), Vec::<&str>::new());
}

#[test]
fn each_newer_syntax_is_found() {
    let cases: &[(&str, &[&str])] = &[
        ("x = () => 1", &["es5-arrow"]),
        ("x = async () => 1", &["es5-arrow", "es5-async"]),
        ("x = `a`", &["es5-template"]),
        ("x = f`a${b}c`", &["es5-template"]),
        ("let x", &["es5-let-const"]),
        ("const x = 1", &["es5-let-const"]),
        ("a?.b", &["es5-optional-chain"]),
        ("a?.()", &["es5-optional-chain"]),
        ("a ?? b", &["es5-nullish"]),
        ("a ??= b", &["es5-logical-assignment"]),
        ("a ||= b", &["es5-logical-assignment"]),
        ("class A { m() {} }", &["es5-class"]),
        ("async function f() { await x; }", &["es5-async", "es5-async"]),
        ("function* f() { yield 1; }", &["es5-generator", "es5-generator"]),
        ("var { a } = b", &["es5-destructuring"]),
        ("var [a] = b", &["es5-destructuring"]),
        ("[a, b] = c", &["es5-destructuring"]),
        ("function f({ a }) {}", &["es5-destructuring"]),
        ("f(...a)", &["es5-spread"]),
        ("x = [...a]", &["es5-spread"]),
        ("x = { ...a }", &["es5-spread"]),
        ("function f(...a) {}", &["es5-spread"]),
        ("function f(a = 1) {}", &["es5-default-parameter"]),
        ("for (var a of b) {}", &["es5-for-of"]),
        ("x = { a }", &["es5-shorthand"]),
        ("x = { a() {} }", &["es5-method"]),
        ("x = { [a]: 1 }", &["es5-computed-key"]),
        ("x = a ** 2", &["es5-exponent"]),
        ("x **= 2", &["es5-exponent"]),
        ("x = 1_000", &["es5-number"]),
        ("x = 0b11", &["es5-number"]),
        ("x = 0o17", &["es5-number"]),
        ("x = 1n", &["es5-bigint"]),
        ("f(a, )", &["es5-trailing-comma"]),
        ("f(a /* , */ , // )\n)", &["es5-trailing-comma"]),
        ("new F(a,)", &["es5-trailing-comma"]),
        ("function f(a,) {}", &["es5-trailing-comma"]),
        ("x = '\\u{1f600}'", &["es5-code-point"]),
        ("try {} catch {}", &["es5-catch-binding"]),
        ("import a from 'b'", &["es5-module"]),
        ("export default 1", &["es5-module"]),
        ("x = import('a')", &["es5-module"]),
        ("function f() { return new.target }", &["es5-meta"]),
        ("#!/usr/bin/env node\nvar a", &["es5-hashbang"]),
        ("x = /a/s", &["es5-regexp-flag"]),
        ("x = /a/uy", &["es5-regexp-flag", "es5-regexp-flag"]),
        ("x = /(?<y>a)/", &["es5-regexp-named-group"]),
        ("x = /(?<=a)b/", &["es5-regexp-lookbehind"]),
        ("x = /(?<!a)b/", &["es5-regexp-lookbehind"]),
        ("x = new RegExp('(?<!a)b', 's')", &["es5-regexp-flag", "es5-regexp-lookbehind"]),
        ("x = new RegExp(a, 's')", &[]),
    ];
    for (source, codes) in cases {
        assert_eq!(page(source), *codes, "{source}");
    }
}

#[test]
fn what_a_page_may_not_do_is_refused() {
    let cases: &[(&str, &[&str])] = &[
        ("new WebSocket('ws://x')", &["own-connection"]),
        ("new window.WebSocket(u)", &["own-connection"]),
        ("new window['WebSocket'](u)", &["own-connection"]),
        ("var k = 'WebSocket'; new self[k](u)", &["own-connection"]),
        ("(function (w) { new w.WebSocket(u) })(window)", &["own-connection"]),
        ("var W = WebSocket", &["own-connection"]),
        ("(function (W) {})(window.top.EventSource)", &["own-connection"]),
        ("new EventSource('/api/x')", &["own-connection"]),
        ("if (typeof WebSocket !== 'undefined') {}", &[]),
        ("context.websocket.send(1)", &[]),
        ("x = { WebSocket: 1 }.WebSocket", &[]),
        ("eval('1')", &["dynamic-code"]),
        ("window.eval(x)", &["dynamic-code"]),
        ("new Function('a', 'b')", &["dynamic-code"]),
        ("Function('return this')()", &["dynamic-code"]),
        ("setTimeout('f()', 1)", &["dynamic-code"]),
        ("setTimeout('f(' + x + ')', 1)", &["dynamic-code"]),
        ("setTimeout(f, 1)", &[]),
        ("document.write('x')", &["document-write"]),
        ("window.document.writeln('x')", &["document-write"]),
        ("stream.write('x')", &[]),
        ("var s = document.createElement('script'); s.src = 'https://x.example/a.js'", &["foreign-script"]),
        (
            "var s = document.createElement('SCRIPT'); s.setAttribute('src', '//x.example/a.js')",
            &["foreign-script"],
        ),
        ("document.createElement('script').src = 'http:' + x", &["foreign-script"]),
        ("new Worker('https://x.example/w.js')", &["foreign-script"]),
        ("importScripts('https://x.example/w.js')", &["foreign-script"]),
        ("var s = document.createElement('script'); s.src = base + 'a.js'", &[]),
        ("img.src = 'https://x.example/a.png'", &["foreign-resource"]),
        ("fetch('https://x.example/')", &["foreign-resource"]),
        ("xhr.open('GET', 'https://x.example/')", &["foreign-resource"]),
        ("fetch('/api/dice')", &[]),
    ];
    for (source, codes) in cases {
        assert_eq!(page(source), *codes, "{source}");
    }
}

#[test]
fn storage_outside_of_the_app_is_only_a_warning() {
    let cases: &[(&str, &[&str])] = &[
        ("localStorage.setItem('level', 1)", &["storage-key"]),
        ("window.localStorage.getItem('level')", &["storage-key"]),
        ("localStorage.level = 1", &["storage-key"]),
        ("var KEY = 'level'; localStorage.removeItem(KEY)", &["storage-key"]),
        ("localStorage.setItem('svc:app:other:x', 1)", &["storage-key"]),
        ("localStorage.clear()", &["storage-clear"]),
        ("localStorage.setItem('svc:app:dice:' + k, 1)", &[]),
        ("var KEY = 'svc:app:dice:'; localStorage.setItem(KEY + k, 1)", &[]),
        ("localStorage.setItem(key, 1)", &[]),
        ("sessionStorage.setItem('dice_session', 1)", &[]),
    ];
    for (source, codes) in cases {
        assert_eq!(page(source), *codes, "{source}");
    }
}

fn defines(source: &str) -> (bool, Vec<&'static str>) {
    let mut report = Report::default();
    let facts = check_page("entry.js", source, "dice", &mut report);
    (facts.defines, report.findings.iter().map(|finding| finding.code).collect())
}

#[test]
fn the_registration_is_found_with_its_name() {
    let good = "(function (w) { var M = w.ServiceMarket; var NAME = 'dice';
        M.define({ name: NAME, mount: function () {}, unmount: function () {} }); })(window)";
    assert_eq!(defines(good), (true, vec![]));
    assert_eq!(defines("ServiceMarket.define({ name: 'other', mount: f })"), (true, vec!["define-name"]));
    assert_eq!(defines("ServiceMarket.define({ name: getName(), mount: f })"), (true, vec![]));
    assert!(!defines("define({ name: 'dice', mount: f })").0);
    assert!(!defines("Other.define({ name: 'dice', mount: f })").0);
}

#[test]
fn faults_have_their_line_and_column() {
    let mut report = Report::default();
    check_page("a/entry.js", "var a = 1;\n  var f = (x) => x;\n", "dice", &mut report);
    assert_eq!(report.findings[0].place, "a/entry.js:2:11");
    let mut report = Report::default();
    check_page("entry.js", "var a = 1;\nvar b = ;\n", "dice", &mut report);
    assert_eq!(
        (report.findings[0].code, report.findings[0].place.as_str()),
        ("script-syntax", "entry.js:2:9")
    );
}

#[test]
fn scripts_of_the_back_end_are_newer_commonjs() {
    let source = "
        const { a, ...rest } = require('./lib/a'), router = require('express').Router();
        router.get('/:id', async (req, res) => { res.json({ a: rest?.b ?? 1n, c: `x${a}` }) });
        class A { #p = 1; static { } get p() { return this.#p } }
        x ||= /(?<n>a)(?<=b)/v; return; module.exports = router;";
    assert_eq!(server(source), Vec::<&str>::new());
    assert_eq!(server("var a = ;"), ["script-syntax"]);
    assert_eq!(server("import a from 'b'; export default a"), ["server-module"]);
    assert_eq!(server("{ using a = b }"), ["server-syntax"]);
    assert_eq!(server("const x = import('a')"), ["server-syntax"]);
    let mut report = Report::default();
    let required = check_server("r.js", "require('./a'); require('express'); require(x)", &mut report);
    assert_eq!(required, ["./a", "express"]);
}

#[test]
fn required_files_stay_in_the_package() {
    assert_eq!(required_files("backend/r.js", "./lib/a")[1], "backend/lib/a.js");
    assert_eq!(required_files("backend/r.js", "../shared")[1], "shared.js");
    assert_eq!(required_files("r.js", "./")[..], ["index.js"]);
    assert!(required_files("backend/r.js", "../../../server/src/x").is_empty());
    assert!(required_files("r.js", "fs").is_empty());
}

/// A script in the test's own thread, whose stack is small: it must be refused before it is parsed.
fn refused(source: &str) {
    let codes = page(source);
    let nesting = ["script-nesting", "script-slash", "script-syntax", "script-html-comment"];
    let shown: String = source.chars().take(60).collect();
    assert!(codes.iter().any(|code| nesting.contains(code)), "{shown}: {codes:?}");
}

/// What makes a parser call itself when it stands in a row.
#[rustfmt::skip]
const REPEATED: &[&str] = &[
    "(", "[", "{", "!", "-", "+ ", "typeof ", "new ", "void ", "a=", "a?b:", "a=>", "if(a)", "for(;;)",
    "while(1)", "do ", "a:", "a+", "a.b", "a()", "a[0]", "a`x`", "`${", "function f(){", "async x=>", "f(",
    "a**", "else ", "if(a){}else ", "a={}+", "x=function(){}.", "class A extends ", "yield ", "await ",
    "a||", "a??", "x=[", "with(a)", "a,!", "a;{", "'x'+", "1+", "/a/+", "a\n+", "({a:", "(function(){",
    "a/", "{}/", "x=>y=>", "try{", "switch(a){case 1:", "...", "import(", "@a ", "a in ", "#a in ",
    "a instanceof ",
];

#[test]
fn scripts_that_would_run_parsers_out_of_stack_are_refused() {
    let deep = 100_000;
    for part in REPEATED {
        refused(&part.repeat(deep));
        refused(&format!("x = {};", part.repeat(deep)));
    }
    for pattern in ["(", "[", "(?:", "([)]", "(\\)", "(?=(a)", "[[", "(?<a>"] {
        refused(&format!("x = /{}/", pattern.repeat(deep)));
        refused(&format!("x = /{}/v", pattern.repeat(deep)));
    }
    for pattern in ["(", "\\x28", "\\u0028", "([)]", "(\\\\)"] {
        refused(&format!("x = new RegExp('{}')", pattern.repeat(deep)));
        refused(&format!("x = new RegExp('{}', 'v')", pattern.repeat(deep)));
    }
    refused(&format!("if (a) {}", "; else if (a) ".repeat(deep)));
}

#[test]
fn brackets_cannot_hide_from_the_scanner() {
    let deep = 5_000;
    let hiding = [
        "[/*]*/",
        "[//]\n",
        "[']',",
        "[\"]\",",
        "[`]`,",
        "[/]/,",
        "[<!-- ]\n",
        "\n[\n--> ]\n",
        "[`${`]`}`,",
        "[{}/]/,",
        "[a++/]/.x,",
        "[1./2,/]/,",
        "[x.if(a)/]/2,/]/,",
        "[/[/]]/,",
        "['\\']',",
        "[/\\/]/,",
        "[return\u{a0}/]/,",
        "[\\u0069f(x)/]/,",
        "[await/]/,",
        "[yield /]/,",
        "[{}/a]/.b,",
        "[x=function(){}/']/'/",
        "[a\u{2028}/]/,",
        "[/a/in/]/,",
        "[08./]/,",
        "[//\u{2028}]//\n",
        "[{}/typeof/]/,",
        "[{}/a+/]/,",
    ];
    for part in hiding {
        refused(&part.repeat(deep));
    }
}

#[test]
fn long_but_flat_scripts_pass() {
    let passes = |source: String| assert_eq!(page(&source), Vec::<&str>::new());
    passes("var a = { b: [1, 2], c: function () { return /x/.test('a') ? 1 : 2; } };\n".repeat(20_000));
    passes(format!("var a = [{}];", "[1, 2, 3], ".repeat(100_000)));
    passes(format!("var a = {}'';", "'line\\n' +\n".repeat(3_000)));
    passes(format!("switch (a) {{ {} }}", "case 1: f(); break;\n".repeat(20_000)));
    passes("function f() {}\nif (a) { f() } else if (b) { f() } else { f() }\n".repeat(2_000));
    passes(format!("x = /{}/;", "(?:a|[b(])".repeat(2_000)));
    // Elements are remembered by name: a list of them would be searched for each use.
    let elements =
        (0..20_000).map(|n| format!("var s{n} = document.createElement('script'); s{n}.src = a;\n"));
    passes(elements.collect());
    passes(format!("a{};", ".window".repeat(7_000)).repeat(3));
    passes("if (a) { b() }\n/^x$/.test(c)\n".repeat(3));
    passes(format!("x = {}1{};", "(".repeat(300), ")".repeat(300)));
}

#[test]
fn ambiguous_parentheses_do_not_take_exponential_time() {
    let nested = |open: &str, close: &str| {
        page(&format!("x = {}1{};", open.repeat(200), close.repeat(200)));
        server(&format!("x = {}1{};", open.repeat(200), close.repeat(200)));
    };
    nested("(a, (b = ", "))");
    nested("(a = (", "))");
    nested("async (a, ", ")");
    nested("({a: [", "]})");
    nested("(a = ({b: ", "}))");
}
