//! What manifests may say, what they are by default, and what refuses them.

use bytes::Bytes;
use serde_json::{Value, json};

use super::*;
use crate::check::{Expected, Strictness};
use crate::finding::{Level, Report};
use crate::package::Package;

fn package(manifest: &Value) -> Package {
    let mut package = Package::default();
    let mut add =
        |path: &str, text: &str| package.insert(path, Bytes::copy_from_slice(text.as_bytes())).unwrap();
    add("manifest.json", &manifest.to_string());
    for path in [
        "frontend/entry.js",
        "frontend/card.js",
        "frontend/style.css",
        "backend/routes.js",
        "icon.svg",
        "a.txt",
    ] {
        add(path, "");
    }
    package
}

fn read_as(manifest: &Value, expected: &Expected<'_>, strictness: Strictness) -> (Option<Manifest>, Report) {
    let mut report = Report::default();
    let package = package(manifest);
    let manifest = read(&Context { package: &package, expected, strictness }, &mut report);
    (manifest, report)
}

/// Codes and places for an author.
fn found(manifest: &Value) -> Vec<(Level, &'static str, String)> {
    let reserved = ["/api/auth".to_owned(), "/api/chat/rooms".to_owned()];
    let expected = Expected { reserved_mounts: &reserved, ..Expected::default() };
    let (_, report) = read_as(manifest, &expected, Strictness::Author);
    report.findings.into_iter().map(|finding| (finding.level, finding.code, finding.place)).collect()
}

fn app(change: impl FnOnce(&mut Value)) -> Value {
    let mut manifest = json!({
        "name": "dice", "label": "骰子", "version": "1.2.0", "sdk": "1", "icon": "./icon.svg",
        "frontend": { "route": "/dice", "entry": "./frontend/entry.js", "style": "./frontend/style.css" },
        "backend": { "mountPath": "/api/dice", "entry": "./backend/routes.js" }
    });
    change(&mut manifest);
    manifest
}

fn plugin(change: impl FnOnce(&mut Value)) -> Value {
    let mut manifest = json!({
        "name": "bridge", "type": "plugin", "label": "桥", "version": "1.2.1", "category": "hidden",
        "backend": { "mountPath": "/api/bridge", "entry": "./backend/routes.js" },
        "integration": { "contract": "page-bridge", "frontendBridge": "a", "clientEntry": "b",
            "protocolVersion": "1.1", "channels": ["handshake", "ping"] }
    });
    change(&mut manifest);
    manifest
}

#[test]
fn defaults_are_those_of_the_contract() {
    let minimal = json!({ "name": "dice", "label": "d", "frontend": { "route": "/dice", "entry": "frontend/entry.js" } });
    let (manifest, report) = read_as(&minimal, &Expected::default(), Strictness::Install);
    assert_eq!(report, Report::default());
    let manifest = serde_json::to_value(manifest.unwrap()).unwrap();
    let expected = json!({
        "type": "app", "name": "dice", "label": "d", "version": "0.0.0", "sdk": "1", "description": "", "author": "",
        "icon": null, "color": null, "category": "desktop", "order": 99, "defaultEnabled": true, "canDisable": true,
        "capabilities": [], "config": [], "visibleRoles": [], "layout": { "mode": "fullscreen" },
        "frontend": { "route": "/dice", "routeName": null, "entry": "frontend/entry.js", "style": null, "widgets": [] },
        "backend": null
    });
    assert_eq!(manifest, expected);
    let back: Manifest = serde_json::from_value(manifest.clone()).unwrap();
    assert_eq!(serde_json::to_value(back).unwrap(), manifest);
}

#[test]
fn a_whole_app_is_read() {
    let manifest = app(|m| {
        m["layout"] = json!({ "mode": "window", "resizable": true, "minWidth": 320.5, "navbar": "custom" });
        m["visibleRoles"] = json!(["officer"]);
        m["capabilities"] = json!(["data.http", "ui.modal"]);
        m["backend"]["hosts"] = json!(["Api.Example.com", "*.example.org"]);
        m["backend"]["rateLimit"] = json!({ "max": 600, "windowMs": 60000, "message": "慢点" });
        m["config"] = json!([{ "key": "API_KEY", "label": "k", "type": "secret", "required": true },
            { "key": "SIDES", "label": "s", "type": "number", "default": 6 }]);
        m["frontend"]["widgets"] = json!([{ "id": "dice-card", "name": "c", "component": "./frontend/card.js",
            "configSchema": { "fields": [{ "key": "k", "label": "l", "type": "select", "options": [{ "value": 1, "label": "1" }] }] } }]);
    });
    let (manifest, report) = read_as(&manifest, &Expected::default(), Strictness::Author);
    assert_eq!(report, Report::default());
    let Some(Manifest::App(app)) = manifest else { panic!("no app") };
    let backend = app.backend.unwrap();
    assert_eq!(backend.hosts, ["api.example.com", "*.example.org"]);
    assert_eq!(
        backend.rate_limit.unwrap(),
        RateLimit { max: 600, window_ms: 60_000, message: Some("慢点".to_owned()) }
    );
    assert_eq!((app.layout.mode, app.layout.resizable), (LayoutMode::Window, Some(true)));
    assert_eq!(app.about.config[1].default, Some(json!(6)));
    let widget = &app.frontend.unwrap().widgets[0];
    assert_eq!(
        (widget.default_size, widget.max_size),
        (WidgetSize { w: 2, h: 2 }, WidgetSize { w: 4, h: 4 })
    );
    assert_eq!(widget.config_schema.as_ref().unwrap().fields.len(), 1);
}

#[test]
fn plugins_need_no_integration_but_a_whole_one() {
    assert!(found(&plugin(|_| ())).is_empty());
    let warned = |manifest: Value| {
        assert_eq!(found(&manifest), [(Level::Warning, "no-integration", "integration".to_owned())])
    };
    warned(plugin(|m| drop(m.as_object_mut().unwrap().remove("integration"))));
    warned(plugin(|m| m["integration"] = json!({})));
    let codes = |manifest: Value| {
        found(&manifest).into_iter().map(|(_, code, place)| (code, place)).collect::<Vec<_>>()
    };
    assert_eq!(codes(plugin(|m| m["integration"] = json!({ "contract": "a" }))).len(), 4);
    let version = plugin(|m| m["integration"]["protocolVersion"] = json!("2.0"));
    assert_eq!(codes(version), [("protocol-version", "integration.protocolVersion".to_owned())]);
    let channels = plugin(|m| m["integration"]["channels"] = json!("ping"));
    assert_eq!(codes(channels), [("field-type", "integration.channels".to_owned())]);
    let category = plugin(|m| m["category"] = json!("music"));
    assert_eq!(codes(category), [("unknown-category", "category".to_owned())]);
    assert_eq!(codes(plugin(|m| m["version"] = Value::Null)), [("field-missing", "version".to_owned())]);
    assert_eq!(codes(plugin(|m| m["backend"] = Value::Null)), [("field-missing", "backend".to_owned())]);
}

/// What replaces a field of a good app, and what is said of it at the same place.
const REFUSED: &[(&str, &str, &str)] = &[
    ("name", "null", "field-missing"),
    ("name", "7", "field-type"),
    ("name", "'../x'", "name-form"),
    ("name", "'Dice'", "name-form"),
    ("name", "'dice.app'", "name-form"),
    ("label", "' '", "field-empty"),
    ("label", "'a\\u0000b'", "field-text"),
    ("label", "'a\\u202eb'", "field-text"),
    ("sdk", "'2'", "sdk-too-new"),
    ("sdk", "99", "sdk-too-new"),
    ("sdk", "'99999999999999999999999'", "sdk-too-new"),
    ("type", "'theme'", "unknown-kind"),
    ("type", "1", "unknown-kind"),
    ("icon", "'../icon.svg'", "manifest-path"),
    ("icon", "'a.txt'", "file-kind"),
    ("icon", "{}", "field-type"),
    ("visibleRoles", "'admin'", "field-type"),
    ("visibleRoles", "[1]", "field-type"),
    ("frontend", "'x'", "field-type"),
    ("frontend", "[]", "field-type"),
    ("frontend.route", "'dice'", "route-form"),
    ("frontend.route", "'/a/../b'", "route-form"),
    ("frontend.route", "'//evil.example'", "route-form"),
    ("frontend.route", "'/a?b'", "route-form"),
    ("frontend.route", "'/clock'", "route-reserved"),
    ("frontend.route", "'/clock/x'", "route-reserved"),
    ("name", "'clock'", "name-reserved"),
    ("frontend.entry", "'/etc/passwd'", "manifest-path"),
    ("frontend.entry", "'https://x.example/a.js'", "manifest-path"),
    ("frontend.entry", "'frontend/none.js'", "file-missing"),
    ("frontend.entry", "'frontend/Entry.js'", "file-missing"),
    ("frontend.entry", "'frontend/style.css'", "file-kind"),
    ("frontend.style", "'a.txt'", "file-kind"),
    ("frontend.widgets", "{}", "field-type"),
    ("backend", "true", "field-type"),
    ("backend.mountPath", "'/dice'", "mount-form"),
    ("backend.mountPath", "'/api/'", "mount-form"),
    ("backend.mountPath", "'/api'", "mount-form"),
    ("backend.mountPath", "'/api//dice'", "mount-form"),
    ("backend.mountPath", "'/api/dice/'", "mount-form"),
    ("backend.mountPath", "'/api/../auth'", "mount-form"),
    ("backend.mountPath", "'/api/%61uth'", "mount-form"),
    ("backend.mountPath", "'/api/:id'", "mount-form"),
    ("backend.mountPath", "'/api/Dice'", "mount-form"),
    ("backend.mountPath", "'/api/auth'", "mount-reserved"),
    ("backend.mountPath", "'/api/auth/login'", "mount-reserved"),
    ("backend.mountPath", "'/api/chat'", "mount-reserved"),
    ("backend.entry", "null", "field-missing"),
    ("backend.entry", "'..\\\\..\\\\x.js'", "manifest-path"),
    ("backend.hosts", "'example.com'", "field-type"),
    ("backend.hosts", "['*']", "host-form"),
    ("backend.hosts", "['*.com']", "host-form"),
    ("backend.hosts", "['a.*.example.com']", "host-form"),
    ("backend.hosts", "['https://example.com']", "host-form"),
    ("backend.hosts", "['example.com:80']", "host-form"),
    ("backend.hosts", "['a@example.com']", "host-form"),
    ("backend.hosts", "['']", "host-form"),
    ("backend.rateLimit", "60", "field-type"),
    ("backend.rateLimit.max", "0", "rate-limit-range"),
    ("backend.rateLimit.max", "1.5", "rate-limit-range"),
    ("backend.rateLimit.windowMs", "-1", "rate-limit-range"),
    ("config", "{}", "field-type"),
    ("config[0]", "7", "field-type"),
    ("config[0].key", "'api-key'", "config-key"),
    ("config[0].key", "'1A'", "config-key"),
    ("config[0].type", "'list'", "config-type"),
    ("config[0].label", "null", "field-missing"),
    ("config[0].required", "'yes'", "field-type"),
    ("config[0].default", "'1'", "config-default"),
    ("config[1].key", "'SIDES'", "config-twice"),
    ("frontend.widgets[0].id", "null", "field-missing"),
    ("frontend.widgets[0].id", "'dice/a'", "widget-id"),
    ("frontend.widgets[0].id", "'clock-now'", "widget-reserved"),
    ("frontend.widgets[0].component", "'x.js'", "file-missing"),
    ("frontend.widgets[0].permission", "['a']", "field-type"),
    ("frontend.widgets[0].configSchema", "[]", "field-type"),
];

/// A good app that has everything that a case replaces.
fn full() -> Value {
    app(|m| {
        m["backend"]["rateLimit"] = json!({ "max": 60, "windowMs": 60000 });
        m["config"] = json!([{ "key": "SIDES", "label": "s", "type": "number", "default": 6 },
            { "key": "TITLE", "label": "t", "type": "string" }]);
        m["frontend"]["widgets"] = json!([{ "id": "dice-a", "name": "a", "component": "frontend/card.js" }]);
    })
}

#[test]
fn hostile_and_wrong_manifests_are_refused_with_the_place() {
    assert!(found(&full()).is_empty());
    for (place, value, code) in REFUSED {
        let mut manifest = full();
        let pointer = format!("/{}", place.replace(['.', '['], "/").replace(']', ""));
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let value = serde_json::from_str(&value.replace('\'', "\"")).unwrap();
        match manifest.pointer_mut(parent).unwrap() {
            Value::Array(entries) => entries[key.parse::<usize>().unwrap()] = value,
            fields => fields[key] = value,
        }
        let errors: Vec<_> =
            found(&manifest).into_iter().filter(|(level, ..)| *level == Level::Error).collect();
        assert_eq!(errors, [(Level::Error, *code, (*place).to_owned())], "{place} {manifest}");
    }
    let long = app(|m| m["name"] = json!("a".repeat(65)));
    assert_eq!(found(&long)[0].1, "name-form");
    let long = app(|m| m["label"] = json!("x".repeat(81)));
    assert_eq!(found(&long)[0].1, "field-text");
}

#[test]
fn what_is_only_odd_is_warned_of_and_replaced() {
    let add = |key: &str, value: Value| app(|m| m[key] = value);
    let widget = |change: Value| {
        app(|m| {
            let mut widget = json!({ "id": "dice-a", "name": "a", "component": "frontend/card.js" });
            widget.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            m["frontend"]["widgets"] = json!([widget]);
        })
    };
    let rate = |max: u32, window: u32| {
        app(|m| m["backend"]["rateLimit"] = json!({ "max": max, "windowMs": window }))
    };
    for (max, window) in [(10, 1000), (600, 60_000), (600, 86_400_000)] {
        assert!(found(&rate(max, window)).is_empty(), "{max} in {window} ms");
    }
    let cases: Vec<(Value, &str)> = vec![
        (add("sdk", json!("one")), "sdk-form"),
        (add("version", json!("1.2")), "version-form"),
        (add("description", json!(1)), "field-type-ignored"),
        (add("order", json!("first")), "field-type-ignored"),
        (add("color", json!("red")), "color-form"),
        (add("category", json!("games")), "unknown-category"),
        (add("visibleRoles", json!(["teacher"])), "unknown-role"),
        (add("capabilities", json!(["fly"])), "unknown-capability"),
        (add("capabilities", json!("fly")), "field-type-ignored"),
        (add("layout", json!("window")), "field-type-ignored"),
        (add("layout", json!({ "mode": "huge" })), "layout-mode"),
        (add("layout", json!({ "resizable": true })), "layout-window-only"),
        (add("layout", json!({ "mode": "window", "minWidth": "1px" })), "field-type-ignored"),
        (add("layout", json!({ "mode": "window", "minHeight": -1 })), "field-type-ignored"),
        (add("permissions", json!([])), "unknown-field"),
        (rate(10_000, 1000), "rate-limit-minute"),
        (rate(11, 1000), "rate-limit-minute"),
        (rate(601, 86_400_000), "rate-limit-minute"),
        (add("icon", json!("none.svg")), "file-missing"),
        (add("icon", Value::Null), "no-icon"),
        (add("frontend", Value::Null), "no-frontend"),
        (
            add("config", json!([{ "key": "A", "label": "a", "type": "secret", "default": "x" }])),
            "config-secret-default",
        ),
        (widget(json!({ "defaultSize": { "w": 9, "h": 1 } })), "widget-size"),
        (widget(json!({ "minSize": { "w": 0, "h": 1 } })), "widget-size"),
        (widget(json!({ "id": "a" })), "widget-id-prefix"),
        (
            widget(json!({ "configSchema": { "fields": [{ "key": "a", "label": "b", "type": "select" }] } })),
            "widget-field",
        ),
    ];
    for (manifest, code) in cases {
        let found = found(&manifest);
        assert_eq!(found.len(), 1, "{manifest} {found:?}");
        assert_eq!((found[0].0, found[0].1), (Level::Warning, code), "{manifest}");
    }
}

#[test]
fn the_installer_is_quiet_about_unknown_fields_and_drops_them() {
    let (manifest, report) = read_as(&app(|m| m["x"] = json!(1)), &Expected::default(), Strictness::Install);
    assert_eq!(report, Report::default());
    assert!(serde_json::to_value(manifest.unwrap()).unwrap().get("x").is_none());
}

#[test]
fn name_and_kind_must_be_those_that_were_asked_for() {
    let expected = Expected { name: Some("other"), kind: Some(Kind::Plugin), ..Expected::default() };
    let (_, report) = read_as(&app(|_| ()), &expected, Strictness::Install);
    let codes: Vec<_> = report.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["kind-differs", "name-differs"]);
}

#[test]
fn what_is_no_object_is_refused() {
    let read_text = |text: &[u8]| {
        let mut package = package(&json!({}));
        package.files.insert("manifest.json".to_owned(), Bytes::copy_from_slice(text));
        let mut report = Report::default();
        let context =
            Context { package: &package, expected: &Expected::default(), strictness: Strictness::Install };
        let manifest = read(&context, &mut report);
        (manifest.is_some(), report.findings.first().map(|finding| finding.code))
    };
    assert_eq!(read_text(b"[]"), (false, Some("manifest-object")));
    assert_eq!(read_text(b"{"), (false, Some("json-syntax")));
    assert_eq!(read_text(b""), (false, Some("json-syntax")));
    assert_eq!(read_text(&[b'['; 100_000]), (false, Some("json-syntax")));
    assert_eq!(read_text(&[b' '; 300_000]), (false, Some("manifest-size")));
    assert_eq!(read_text(b"\xff\xfe{\0}\0"), (false, Some("json-syntax")));
    let text = "\u{feff}".to_owned() + &app(|_| ()).to_string();
    assert_eq!(read_text(text.as_bytes()), (true, None));
}

#[test]
fn mounts_collide_on_whole_segments_only() {
    assert!(mounts_collide("/api/chat", "/api/chat/x") && mounts_collide("/api/chat/x", "/api/chat"));
    assert!(mounts_collide("/api/Chat/", "/api/chat"));
    assert!(!mounts_collide("/api/chat", "/api/chat2") && !mounts_collide("/api/chat/a", "/api/chat/b"));
}

#[test]
fn every_list_of_the_capabilities_has_all_of_them() {
    let known: std::collections::BTreeSet<&str> = read::CAPABILITIES.iter().copied().collect();
    let lists = [
        (
            "web",
            include_str!("../../../../web/src/apps/market/install/permissions.ts"),
            "CAPABILITIES = [",
            "]",
        ),
        ("interface", include_str!("../../../../docs/interface.md"), "Known capabilities:", "\n\n"),
        ("guide", include_str!("../../../../docs/market-apps.md"), "| `capabilities` | `[]` |", "\n"),
        ("guide, zh", include_str!("../../../../docs/market-apps.zh.md"), "| `capabilities` | `[]` |", "\n"),
    ];
    for (list, text, begin, end) in lists {
        let (_, rest) = text.split_once(begin).unwrap();
        let (part, _) = rest.split_once(end).unwrap();
        let words = part.split(['`', '\'']).skip(1).step_by(2);
        assert_eq!(words.collect::<std::collections::BTreeSet<_>>(), known, "{list}");
    }
}
