//! What catalogs may say and what is left out, and who may have signed them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use super::*;

fn app(change: impl FnOnce(&mut Value)) -> Value {
    let mut entry = json!({
        "name": "dice", "label": "骰子", "version": "1.2.0", "description": "d", "author": "a", "icon": "./icon.svg",
        "files": ["apps/dice/manifest.json", "apps/dice/entry.js"]
    });
    change(&mut entry);
    entry
}

fn parse(apps: Value) -> (Catalog, Vec<&'static str>) {
    let text = json!({ "version": 3, "updated_at": "2026-11-01", "apps": apps }).to_string();
    let (catalog, report) = Catalog::parse(text.as_bytes()).unwrap();
    (catalog, report.findings.iter().map(|finding| finding.code).collect())
}

#[test]
fn a_catalog_is_read_with_its_icons_and_inner_paths() {
    let (catalog, warnings) = parse(json!([app(|_| ())]));
    assert!(warnings.is_empty());
    let entry = catalog.find(Kind::App, "dice").unwrap();
    assert_eq!((catalog.version, catalog.updated_at.as_str()), (3, "2026-11-01"));
    assert_eq!(entry.icon.as_deref(), Some("apps/dice/icon.svg"));
    assert_eq!(entry.files[1].inner, "entry.js");
    assert!(!entry.is_pinned() && catalog.find(Kind::Plugin, "dice").is_none());
}

#[test]
fn plugins_lie_in_their_own_folder() {
    let plugin = json!({ "name": "bridge", "label": "b", "files": ["plugins/bridge/manifest.json"] });
    let text = json!({ "apps": [], "plugins": [plugin, app(|_| ())] }).to_string();
    let (catalog, report) = Catalog::parse(text.as_bytes()).unwrap();
    assert_eq!(catalog.plugins.len(), 1);
    assert_eq!(catalog.plugins[0].version, "0.0.0");
    assert_eq!(report.findings.len(), 1);
}

#[test]
fn what_is_no_catalog_is_refused() {
    for (text, place, words) in [
        ("", "index.json:1:0", "index.json 不是有效的 JSON，第 1 行第 0 列：EOF while parsing a value"),
        ("\u{0}", "index.json:1:1", "index.json 不是有效的 JSON，第 1 行第 1 列：expected value"),
        (
            "{\"apps\":\n[",
            "index.json:2:1",
            "index.json 不是有效的 JSON，第 2 行第 1 列：EOF while parsing a list",
        ),
        ("[]", "index.json", "index.json 应为一个对象，里面有列表 apps 或 plugins"),
        ("{}", "index.json", "index.json 里没有可用的列表：缺少 apps，缺少 plugins"),
        ("{\"apps\":{}}", "index.json", "index.json 里没有可用的列表：apps 不是列表，缺少 plugins"),
        (
            "{\"apps\":null,\"plugins\":5}",
            "index.json",
            "index.json 里没有可用的列表：缺少 apps，plugins 不是列表",
        ),
    ] {
        let finding = Catalog::parse(text.as_bytes()).unwrap_err();
        assert_eq!((finding.place.as_str(), finding.text.zh.as_str()), (place, words), "{text}");
    }
    assert_eq!(Catalog::parse(&vec![b' '; CATALOG_BYTES + 1]).unwrap_err().code, "catalog-size");
    assert!(Catalog::parse("\u{feff}{\"apps\":[]}".as_bytes()).is_ok());
}

#[test]
fn hostile_entries_are_left_out_with_a_warning() {
    let files = |files: Value| app(|entry| entry["files"] = files);
    let with_manifest = |file: Value| files(json!(["apps/dice/manifest.json", file]));
    let many = |count: usize| (0..count).map(|n| json!(format!("apps/dice/{n}.txt"))).collect::<Value>();
    let cases = [
        ("no object", json!(7)),
        ("no name", app(|entry| entry["name"] = Value::Null)),
        ("name with path", app(|entry| entry["name"] = json!("../dice"))),
        ("no label", app(|entry| entry["label"] = json!(" "))),
        ("no files", app(|entry| entry["files"] = json!({}))),
        ("no manifest", files(json!(["apps/dice/entry.js"]))),
        ("other app's folder", with_manifest(json!("apps/other/entry.js"))),
        ("plugin's folder", with_manifest(json!("plugins/dice/entry.js"))),
        ("traversal", with_manifest(json!("apps/dice/../other/entry.js"))),
        ("absolute", with_manifest(json!("/apps/dice/entry.js"))),
        ("address", with_manifest(json!("https://example.com/entry.js"))),
        ("backslash", with_manifest(json!("apps/dice/..\\..\\entry.js"))),
        ("case twin", with_manifest(json!("apps/dice/Manifest.json"))),
        ("same twice", with_manifest(json!("apps/dice/manifest.json"))),
        ("program", with_manifest(json!("apps/dice/run.sh"))),
        ("number as file", with_manifest(json!(1))),
        ("hash too short", with_manifest(json!({"path": "apps/dice/a.js", "sha256": "ab"}))),
        ("hash no text", with_manifest(json!({"path": "apps/dice/a.js", "sha256": 1}))),
        ("size negative", with_manifest(json!({"path": "apps/dice/a.js", "size": -1}))),
        ("size too large", with_manifest(json!({"path": "apps/dice/a.js", "size": 16 << 20}))),
        ("size overflow", with_manifest(json!({"path": "apps/dice/a.js", "size": u64::MAX}))),
        ("301 files", files(many(301))),
    ];
    for (case, entry) in cases {
        let (catalog, warnings) = parse(json!([entry]));
        assert!(catalog.apps.is_empty(), "{case}");
        assert_eq!(warnings, ["catalog-entry-skipped"], "{case}");
    }
}

#[test]
fn a_good_entry_stays_beside_bad_ones() {
    let (catalog, warnings) = parse(json!([null, app(|_| ()), app(|_| ())]));
    assert_eq!(catalog.apps.len(), 1);
    assert_eq!(warnings.len(), 2);
}

#[test]
fn a_list_that_is_none_leaves_the_other_one_as_it_is() {
    let plugin = json!({ "name": "bridge", "label": "b", "files": ["plugins/bridge/manifest.json"] });
    for (catalog, found, place) in [
        (json!({ "apps": [app(|_| ())], "plugins": 5 }), ["dice"], "plugins"),
        (json!({ "apps": "none", "plugins": [plugin] }), ["bridge"], "apps"),
    ] {
        let (catalog, report) = Catalog::parse(catalog.to_string().as_bytes()).unwrap();
        let names: Vec<_> = catalog.apps.iter().chain(&catalog.plugins).map(|entry| &entry.name).collect();
        assert_eq!(names, found);
        let [finding] = &report.findings[..] else { panic!("{report}") };
        assert_eq!((finding.code, finding.place.as_str()), ("catalog-list-form", place));
    }
}

#[test]
fn what_was_left_out_has_its_reason() {
    let text = json!({ "apps": [app(|entry| entry["files"] = json!([])), app(|entry| entry["name"] = json!("die"))],
                       "plugins": 5 });
    let (catalog, _) = Catalog::parse(text.to_string().as_bytes()).unwrap();
    let code = |kind, name| catalog.why_left_out(kind, name).map(|finding| finding.code);
    assert_eq!(code(Kind::App, "dice"), Some("catalog-entry-skipped"));
    assert_eq!((code(Kind::App, "dic"), code(Kind::Plugin, "dice")), (None, None));
    let unread = |kind| catalog.why_unread(kind).map(|finding| finding.code);
    assert_eq!((unread(Kind::App), unread(Kind::Plugin)), (None, Some("catalog-list-form")));
}

#[test]
fn of_a_list_that_is_too_long_the_beginning_counts_and_the_rest_has_one_warning() {
    let named = |number: usize| {
        let name = format!("app-{number}");
        json!({ "name": name, "label": "x", "files": [format!("apps/{name}/manifest.json")] })
    };
    let (catalog, warnings) = parse((0..MOST_ENTRIES + 2).map(named).collect());
    assert_eq!(
        (catalog.apps.len(), warnings.as_slice()),
        (MOST_ENTRIES, ["catalog-too-many-entries"].as_slice())
    );
    assert_eq!(catalog.why_unread(Kind::App).unwrap().code, "catalog-too-many-entries");
    let (_, warnings) = parse(json!(vec![0; 3 * MOST_ENTRIES]));
    assert_eq!(warnings.len(), MOST_ENTRIES + 1);
}

#[test]
fn an_entry_without_a_name_is_told_by_its_position() {
    let text = json!({ "apps": [app(|_| ()), null, app(|entry| entry["name"] = json!(" "))] }).to_string();
    let (_, report) = Catalog::parse(text.as_bytes()).unwrap();
    let places: Vec<_> = report.findings.iter().map(|finding| finding.place.as_str()).collect();
    assert_eq!(places, ["apps[1]", "apps[2]"]);
    assert!(report.findings[0].text.zh.contains("apps[1]"), "{report}");
}

#[test]
fn icons_from_elsewhere_are_ignored() {
    for icon in ["https://example.com/i.svg", "../x/icon.svg", "icon.js", "//x/i.png"] {
        let (catalog, warnings) = parse(json!([app(|entry| entry["icon"] = json!(icon))]));
        assert_eq!(catalog.apps[0].icon, None, "{icon}");
        assert_eq!(warnings, ["catalog-entry-icon"], "{icon}");
    }
}

#[test]
fn pinned_files_must_match_and_lies_about_sizes_are_found() {
    let hash = hex::encode(Sha256::digest(b"good")).to_uppercase();
    let pinned = json!([
        {"path": "apps/dice/manifest.json", "sha256": hash, "size": 4}, {"path": "apps/dice/a.txt", "size": 2}
    ]);
    let (catalog, _) = parse(json!([app(|entry| entry["files"] = pinned)]));
    let entry = &catalog.apps[0];
    assert!(entry.files[0].verify(b"good").is_ok() && !entry.is_pinned());
    assert_eq!(entry.files[0].verify(b"evil").unwrap_err().code, "hash-differs");
    assert_eq!(entry.files[0].verify(b"longer").unwrap_err().code, "size-differs");
    let mut package = Package::default();
    package.insert("manifest.json", Bytes::from_static(b"evil")).unwrap();
    package.insert("a.txt", Bytes::from_static(b"ab")).unwrap();
    assert_eq!(entry.check(&package).findings.len(), 1);
}

#[test]
fn a_signature_holds_for_exactly_the_bytes_and_keys() {
    let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap();
    let other = Ed25519KeyPair::from_seed_unchecked(&[8; 32]).unwrap();
    let key = |pair: &Ed25519KeyPair| PublicKey::parse(&STANDARD.encode(pair.public_key())).unwrap();
    let index = b"{\"apps\":[]}";
    let signature = pair.sign(index);
    let base64 = STANDARD.encode(signature.as_ref()) + "\n";
    let unpadded = base64.trim().trim_end_matches('=').to_owned();
    for text in [base64, unpadded, hex::encode(signature.as_ref())] {
        assert!(verify_signature(index, text.as_bytes(), &[key(&other), key(&pair)]).is_ok(), "{text}");
        assert_eq!(
            verify_signature(b"{\"apps\":[] }", text.as_bytes(), &[key(&pair)]).unwrap_err().code,
            "signature-invalid"
        );
        assert!(verify_signature(index, text.as_bytes(), &[key(&other)]).is_err());
        assert!(verify_signature(index, text.as_bytes(), &[]).is_err());
    }
    for text in ["", "AAAA", "zz", "\u{0}"] {
        assert_eq!(
            verify_signature(index, text.as_bytes(), &[key(&pair)]).unwrap_err().code,
            "signature-form"
        );
    }
    assert!(PublicKey::parse("AAAA").is_err() && PublicKey::parse("").is_err());
}
