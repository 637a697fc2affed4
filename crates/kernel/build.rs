//! Embeds `migrations/<feature>/*.sql`: writes the list that `src/db/migrate.rs` includes, in order of
//! number whatever the folder. What one engine alone has stands beside `NNNN_name.sql` in
//! `NNNN_name.sqlite.sql` or `NNNN_name.postgres.sql`, and runs after it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    #[expect(clippy::disallowed_methods, reason = "Cargo speaks to build scripts through variables")]
    let variable = |name: &str| std::env::var(name).expect("set by Cargo");
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")).join("../../migrations");
    println!("cargo:rerun-if-changed={}", folder.display());

    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).expect("a readable folder");
        entries.map(|entry| entry.expect("a readable folder").path()).collect()
    };
    let features = entries(&folder).into_iter().filter(|path| path.is_dir());
    let mut files: Vec<PathBuf> = features
        .flat_map(|feature| entries(&feature))
        .filter(|path| path.extension().is_some_and(|end| end == "sql"))
        .collect();
    // The numbers have four digits: the order of the names is the order of the numbers.
    files.sort_by(|a, b| a.file_name().cmp(&b.file_name()));

    let mut out =
        String::from("/// Every migration, oldest first.\npub const MIGRATIONS: &[Migration] = &[\n");
    let is_tail = |path: &Path| {
        [".sqlite.sql", ".postgres.sql"].iter().any(|end| path.to_string_lossy().ends_with(end))
    };
    for path in files.iter().filter(|path| !is_tail(path)) {
        let file = path.file_name().expect("a file").to_string_lossy().into_owned();
        let name = file.trim_end_matches(".sql");
        let version: i64 = name.split('_').next().and_then(|n| n.parse().ok()).expect("NNNN_name.sql");
        let text = |engine: &str| {
            let tail = path.with_file_name(format!("{name}.{engine}.sql"));
            let tail = if tail.exists() { format!(", include_str!({tail:?})") } else { String::new() };
            format!("concat!(include_str!({path:?}){tail})")
        };
        let (sqlite, postgres) = (text("sqlite"), text("postgres"));
        writeln!(
            out,
            "    Migration {{ version: {version}, name: {name:?}, sqlite: {sqlite}, postgres: {postgres} }},"
        )
        .expect("writing to a string");
    }
    out.push_str("];\n");
    let target = Path::new(&variable("OUT_DIR")).join("migrations.rs");
    std::fs::write(target, out).expect("OUT_DIR is writable");
}
