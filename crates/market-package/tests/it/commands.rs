//! `lint`, `pack` and `new`.

use std::fs;
use std::path::Path;

use market_package::commands::{lint, new, pack};
use market_package::{Expected, Kind, Lang, Limits, Package, Report};

#[test]
fn a_new_app_lints_clean_and_packs() {
    let parent = tempfile::tempdir().unwrap();
    for (name, with_backend) in [("dice", false), ("counter-2", true)] {
        let created = new(parent.path(), name, with_backend).unwrap();
        assert_eq!(created.files.len(), if with_backend { 5 } else { 4 });
        let reserved = ["/api/market".to_owned()];
        let expected = Expected { reserved_mounts: &reserved, ..Expected::default() };
        let linted = lint(&created.folder, &expected);
        assert_eq!(linted.report, Report::default(), "{}", linted.report);
        let manifest = linted.manifest.as_ref().unwrap();
        assert_eq!((manifest.kind(), manifest.about().name.as_str()), (Kind::App, name));
        assert_eq!(manifest.backend().is_some(), with_backend);
        assert!(linted.summary().get(Lang::Zh).contains("没有问题"));

        let packed = pack(&created.folder, None, &expected).unwrap();
        assert_eq!(packed.file.file_name().unwrap().to_str().unwrap(), format!("{name}-0.1.0.zip"));
        assert_eq!(packed.file.parent().unwrap(), fs::canonicalize(parent.path()).unwrap());
        let zip = fs::read(&packed.file).unwrap();
        assert_eq!(zip.len() as u64, packed.bytes);
        let opened = Package::from_zip(&zip, &Limits::INSTALL).unwrap();
        assert_eq!(opened.package, packed.linted.package);
        assert_eq!(opened.package.digest(), packed.digest);
        assert!(packed.summary().get(Lang::En).contains(&packed.digest));
    }
}

#[test]
fn a_new_app_never_overwrites() {
    let parent = tempfile::tempdir().unwrap();
    new(parent.path(), "dice", true).unwrap();
    fs::write(parent.path().join("dice/manifest.json"), "mine").unwrap();
    assert!(new(parent.path(), "dice", true).unwrap_err().en.contains("already"));
    assert_eq!(fs::read_to_string(parent.path().join("dice/manifest.json")).unwrap(), "mine");
    for name in ["", "../x", "Dice", "a/b", "2dice"] {
        assert!(new(parent.path(), name, false).unwrap_err().en.contains("no name"), "{name}");
    }
}

#[test]
fn faults_are_told_in_both_languages_and_nothing_is_packed() {
    let parent = tempfile::tempdir().unwrap();
    let folder = new(parent.path(), "dice", false).unwrap().folder;
    fs::write(folder.join("frontend/entry.js"), "ServiceMarket.define({ name: 'dice', mount: () => 1 })")
        .unwrap();
    let linted = pack(&folder, None, &Expected::default()).unwrap_err();
    let zh = linted.report.text(Lang::Zh);
    assert_eq!(zh, "frontend/entry.js:1:45: 错误[es5-arrow]: 旧浏览器没有箭头函数，请写 function () {}\n");
    assert!(linted.report.text(Lang::En).contains("error[es5-arrow]: old engines have no arrow functions"));
    assert_eq!(linted.summary().en, "1 errors, 0 warnings");
    assert!(!parent.path().join("dice-0.1.0.zip").exists());
}

#[test]
fn authors_have_smaller_files_than_the_installer_takes() {
    let parent = tempfile::tempdir().unwrap();
    let folder = new(parent.path(), "dice", false).unwrap().folder;
    fs::write(folder.join("words.txt"), "x".repeat(500 * 1024 + 1)).unwrap();
    let linted = lint(&folder, &Expected::default());
    let found: Vec<_> =
        linted.report.findings.iter().map(|finding| (finding.code, &*finding.place)).collect();
    assert_eq!(found, [("file-too-large", "words.txt")]);
    assert!(Package::from_folder(&folder, &Limits::INSTALL).is_ok());
}

#[test]
fn the_folder_should_have_the_name_of_the_package() {
    let parent = tempfile::tempdir().unwrap();
    let folder = new(parent.path(), "dice", false).unwrap().folder;
    let moved = parent.path().join("dice-main");
    fs::rename(folder, &moved).unwrap();
    let linted = lint(&moved, &Expected::default());
    assert_eq!(linted.report.findings[0].code, "folder-name");
    assert!(linted.manifest.is_some());
}

#[test]
fn a_place_that_cannot_be_read_or_written_is_told() {
    let linted = lint(Path::new("no/such/folder"), &Expected::default());
    assert_eq!(linted.report.findings[0].code, "unreadable");
    let parent = tempfile::tempdir().unwrap();
    let folder = new(parent.path(), "dice", false).unwrap().folder;
    let linted = pack(&folder, Some(&parent.path().join("none/x.zip")), &Expected::default()).unwrap_err();
    assert_eq!(linted.report.findings[0].code, "unwritable");
}
