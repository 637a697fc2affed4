//! Zip archives, good and hostile.

use std::collections::BTreeMap;

use bytes::Bytes;
use proptest::prelude::*;

use super::*;
use crate::path::check_path;

/// One entry of an archive that is written byte by byte, so that it can lie.
#[derive(Clone)]
struct Entry {
    name: Vec<u8>,
    local_name: Option<Vec<u8>>,
    content: Vec<u8>,
    /// What the headers say, if not the truth.
    size: Option<u32>,
    method: u16,
    flags: u16,
    mode: u32,
}

fn entry(name: &str, content: &str) -> Entry {
    Entry {
        name: name.as_bytes().to_vec(),
        local_name: None,
        content: content.as_bytes().to_vec(),
        size: None,
        method: 0,
        flags: 0x800,
        mode: 0,
    }
}

/// The fields that both headers of an entry have in common.
fn common(entry: &Entry, name: &[u8]) -> Vec<u8> {
    let crc = crc32(&entry.content);
    let size = entry.content.len() as u32;
    let mut out = Vec::new();
    out.extend(20_u16.to_le_bytes());
    out.extend(entry.flags.to_le_bytes());
    out.extend(entry.method.to_le_bytes());
    out.extend([0, 0, 0x21, 0]);
    out.extend(crc.to_le_bytes());
    out.extend(size.to_le_bytes());
    out.extend(entry.size.unwrap_or(size).to_le_bytes());
    out.extend((name.len() as u16).to_le_bytes());
    out.extend([0, 0]);
    out
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}

fn archive(entries: &[Entry]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = out.len() as u32;
        let local = entry.local_name.as_ref().unwrap_or(&entry.name);
        out.extend(b"PK\x03\x04");
        out.extend(common(entry, local));
        out.extend(local);
        out.extend(&entry.content);
        directory.extend(b"PK\x01\x02\x14\x03");
        directory.extend(common(entry, &entry.name));
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(&entry.name);
    }
    let (start, count) = (out.len() as u32, (entries.len() as u16).to_le_bytes());
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count);
    out.extend(count);
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

fn manifest() -> Entry {
    entry("manifest.json", "{}")
}

fn codes(entries: &[Entry]) -> Vec<&'static str> {
    match Package::from_zip(&archive(entries), &Limits::INSTALL) {
        Ok(opened) => panic!("accepted: {:?}", opened.package.files.keys()),
        Err(report) => report.findings.iter().map(|finding| finding.code).collect(),
    }
}

fn opened(entries: &[Entry]) -> Opened {
    Package::from_zip(&archive(entries), &Limits::INSTALL).unwrap_or_else(|report| panic!("{report}"))
}

#[test]
fn a_package_may_lie_at_the_top_in_a_folder_or_in_its_place() {
    let read = |root: &str| {
        let files = [entry(&format!("{root}manifest.json"), "{}"), entry(&format!("{root}a/b.js"), "x")];
        let opened = opened(&files);
        assert_eq!(opened.package.files.keys().collect::<Vec<_>>(), ["a/b.js", "manifest.json"], "{root}");
        opened.place
    };
    assert_eq!(read(""), None);
    assert_eq!(read("dice-1.2.0/"), None);
    assert_eq!(read("apps/dice/"), Some((Kind::App, "dice".to_owned())));
    assert_eq!(read("plugins/bridge/"), Some((Kind::Plugin, "bridge".to_owned())));
    assert_eq!(read("market-main/apps/dice/"), Some((Kind::App, "dice".to_owned())));
}

#[test]
fn a_manifest_below_the_topmost_is_a_file_like_any_other() {
    let opened = opened(&[manifest(), entry("data/manifest.json", "1")]);
    assert_eq!(opened.package.files.len(), 2);
}

#[test]
fn files_of_systems_are_left_out_with_a_warning() {
    let opened = opened(&[
        manifest(),
        entry("__MACOSX/._manifest.json", "x"),
        entry(".DS_Store", "x"),
        entry("img/Thumbs.db", "x"),
        entry("img/", ""),
    ]);
    assert_eq!(opened.package.files.len(), 1);
    assert_eq!(opened.report.warnings().count(), 3);
}

#[test]
fn hostile_archives_are_refused() {
    let with = |change: fn(&mut Entry)| {
        let mut changed = entry("a.js", "var a = 1;");
        change(&mut changed);
        codes(&[manifest(), changed])
    };
    let named = |name: &str| codes(&[manifest(), entry(name, "x")]);
    let cases: Vec<(&str, Vec<&'static str>, &str)> = vec![
        ("traversal", named("../a.js"), "bad-path"),
        ("traversal inside", named("a/../../b.js"), "bad-path"),
        ("backslash traversal", named("..\\..\\a.js"), "bad-path"),
        ("absolute", named("/etc/cron.d/a.js"), "bad-path"),
        ("drive", named("C:\\a.js"), "bad-path"),
        ("stream", named("a.js:b.js"), "bad-path"),
        ("device name", named("aux.js"), "bad-path"),
        ("control character", named("a\u{7}.js"), "bad-path"),
        ("right to left", named("a\u{202e}sj.txt"), "bad-path"),
        ("nul", named("a.js\0.png"), "bad-path"),
        ("program", named("run.exe"), "file-extension"),
        ("no extension", named("Makefile"), "file-extension"),
        ("hostile folder", named("../"), "bad-path"),
        ("symlink", with(|e| e.mode = 0o120_777), "special-file"),
        ("device", with(|e| e.mode = 0o060_660), "special-file"),
        ("fifo", with(|e| e.mode = 0o010_644), "special-file"),
        ("socket", with(|e| e.mode = 0o140_644), "special-file"),
        ("folder that is a file", with(|e| e.mode = 0o040_755), "special-file"),
        ("encrypted", with(|e| e.flags |= 1), "zip-encrypted"),
        ("bzip2", with(|e| e.method = 12), "zip-method"),
        ("lzma", with(|e| e.method = 14), "zip-method"),
        ("latin name", with(|e| e.name = b"caf\xe9.js".to_vec()), "name-encoding"),
        ("other local name", with(|e| e.local_name = Some(b"b.js".to_vec())), "zip-invalid"),
        ("name twice", codes(&[manifest(), entry("a.js", "1"), entry("a.js", "2")]), "zip-invalid"),
        ("damaged deflate", with(|e| e.method = 8), "unreadable"),
        ("no manifest", codes(&[entry("a.js", "1")]), "no-manifest"),
        ("manifest too deep", codes(&[entry("a/b/c/manifest.json", "1")]), "no-manifest"),
        (
            "two apps",
            codes(&[entry("apps/a/manifest.json", ""), entry("apps/b/manifest.json", "")]),
            "several-packages",
        ),
        ("beside the folder", codes(&[entry("d/manifest.json", ""), entry("a.js", "")]), "outside-package"),
        (
            "many manifests",
            codes(&(0..301).map(|n| entry(&format!("{n}/manifest.json"), "")).collect::<Vec<_>>()),
            "several-packages",
        ),
        ("nothing", codes(&[]), "no-manifest"),
    ];
    for (case, codes, expected) in cases {
        assert_eq!(codes, [expected], "{case}");
    }
}

#[test]
fn counts_and_sizes_are_limited_whatever_the_archive_says() {
    let many: Vec<Entry> = (0..300).map(|n| entry(&format!("{n}.txt"), "")).chain([manifest()]).collect();
    assert_eq!(codes(&many), ["too-many-files"]);
    let crowd: Vec<Entry> = (0..3_000).map(|n| entry(&format!("{n}/"), "")).collect();
    assert_eq!(codes(&crowd), ["too-many-files"]);
    assert_eq!(
        Package::from_zip(&vec![0; 81 << 20], &Limits::INSTALL).unwrap_err().findings[0].code,
        "package-too-large"
    );
}

/// A file of zeros, deflated: a thousandth of its size.
fn bomb(path: &str, bytes: usize, times: usize) -> Vec<u8> {
    let files = (0..times).map(|n| (format!("{n}{path}"), Bytes::from(vec![0; bytes])));
    let files = files.chain([(MANIFEST.to_owned(), Bytes::new())]).collect();
    zip_package(&Package { files }).unwrap()
}

#[test]
fn bombs_are_stopped_while_they_inflate() {
    let limits = Limits { files: 300, file_bytes: 1 << 20, total_bytes: 3 << 20 };
    let code = |zip: &[u8]| Package::from_zip(zip, &limits).unwrap_err().findings[0].code;
    let large = bomb(".txt", (1 << 20) + 1, 1);
    assert!(large.len() < 10_000);
    assert_eq!(code(&large), "file-too-large");
    assert_eq!(code(&bomb(".txt", 1 << 20, 4)), "package-too-large");
    assert!(Package::from_zip(&bomb(".txt", 1 << 20, 3), &limits).is_ok());
    // Sizes in the headers are lies of the archive; what is inflated counts.
    let size = ((1_u32 << 20) + 1).to_le_bytes();
    let mut lying = large;
    let mut changed = 0;
    while let Some(at) = lying.windows(4).position(|four| four == size) {
        lying[at..at + 4].copy_from_slice(&9_u32.to_le_bytes());
        changed += 1;
    }
    assert_eq!(changed, 2);
    assert!(["file-too-large", "unreadable"].contains(&code(&lying)));
}

#[test]
fn entries_inside_of_each_other_are_refused() {
    // The directory names one content under a hundred names.
    let mut zip = archive(&[manifest(), entry("a.txt", &"x".repeat(1_000)), entry("b.txt", "y")]);
    let offset =
        |zip: &[u8], name: &[u8]| zip.windows(name.len()).rposition(|part| part == name).unwrap() - 4;
    let (a, b) = (offset(&zip, b"a.txt"), offset(&zip, b"b.txt"));
    let start: [u8; 4] = zip[a..a + 4].try_into().unwrap();
    zip[b..b + 4].copy_from_slice(&start);
    assert_eq!(Package::from_zip(&zip, &Limits::INSTALL).unwrap_err().findings[0].code, "zip-invalid");
}

#[test]
fn an_archive_behind_another_file_is_refused() {
    let both = [b"GIF89a".to_vec(), archive(&[manifest()])].concat();
    assert_eq!(Package::from_zip(&both, &Limits::INSTALL).unwrap_err().findings[0].code, "zip-invalid");
}

#[test]
fn a_packed_zip_is_the_same_each_time_and_reads_back() {
    let mut package = Package::default();
    for (path, text) in [("b/x.js", "var x;"), ("manifest.json", "{}"), ("图.txt", "一")] {
        package.insert(path, Bytes::from_static(text.as_bytes())).unwrap();
    }
    let zip = zip_package(&package).unwrap();
    assert_eq!(zip, zip_package(&package.clone()).unwrap());
    assert_eq!(Package::from_zip(&zip, &Limits::AUTHOR).unwrap().package, package);
}

#[test]
fn a_digest_tells_paths_and_contents_apart() {
    let package = |files: &[(&str, &'static str)]| {
        let files =
            files.iter().map(|(path, text)| ((*path).to_owned(), Bytes::from_static(text.as_bytes())));
        Package { files: files.collect() }.digest()
    };
    let one = package(&[("a.js", "bc"), ("b.js", "x")]);
    assert_eq!(one, package(&[("b.js", "x"), ("a.js", "bc")]));
    assert_ne!(one, package(&[("a.js", "b"), ("cb.js", "x")]));
    assert_ne!(one, package(&[("a.js", "bc"), ("b.js", "y")]));
}

#[test]
fn a_meter_stops_at_the_first_byte_over_a_limit() {
    let limits = Limits { files: 3, file_bytes: 4, total_bytes: 6 };
    let code = |meter: &mut Meter<'_>, text: &str| meter.read("a.js", text.as_bytes()).map_err(|f| f.code);
    let mut meter = Meter::new(&limits);
    assert_eq!(code(&mut meter, "12345"), Err("file-too-large"));
    assert!(code(&mut meter, "1234").is_ok());
    assert_eq!(code(&mut meter, "123"), Err("package-too-large"));
    assert_eq!(code(&mut meter, ""), Err("too-many-files"));
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Package::from_zip(&bytes, &Limits::INSTALL);
    }

    #[test]
    fn a_damaged_archive_never_panics_nor_gives_a_path_outside(
        at in 0_usize..400, value in any::<u8>(), cut in 0_usize..400,
    ) {
        let mut zip = archive(&[manifest(), entry("a/b.js", "var a;"), entry("c.txt", "text")]);
        let length = zip.len();
        zip[at % length] = value;
        zip.truncate(length - cut % 40);
        if let Ok(opened) = Package::from_zip(&zip, &Limits::INSTALL) {
            prop_assert!(opened.package.files.keys().all(|path| check_path(path).is_ok()));
        }
    }

    #[test]
    fn names_of_entries_never_lead_outside(names in proptest::collection::vec("[a-c./\\\\ :]{1,12}(\\.js|/)?", 0..6)) {
        let entries: Vec<Entry> = names.iter().map(|name| entry(name, "x")).chain([manifest()]).collect();
        if let Ok(opened) = Package::from_zip(&archive(&entries), &Limits::INSTALL) {
            for path in opened.package.files.keys() {
                prop_assert_eq!(check_path(path), Ok(()));
                prop_assert!(!path.contains("..") || !path.split('/').any(|part| part == ".."));
            }
        }
    }

    // No device of Windows is called f….
    #[test]
    fn whatever_is_packed_reads_back(contents in proptest::collection::btree_map("f[a-z]{1,8}\\.txt", ".{0,40}", 0..8)) {
        let mut files: BTreeMap<String, Bytes> =
            contents.into_iter().map(|(path, text)| (path, Bytes::from(text))).collect();
        files.insert(MANIFEST.to_owned(), Bytes::from_static(b"{}"));
        let package = Package { files };
        prop_assert_eq!(&Package::from_zip(&zip_package(&package).unwrap(), &Limits::INSTALL).unwrap().package, &package);
        prop_assert_eq!(Archive::of(&package, &Default::default()).package().unwrap(), package);
    }
}
