//! Embeds `migrations/*.sql`: writes the list that `src/db/migrate.rs` includes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    #[expect(clippy::disallowed_methods, reason = "Cargo speaks to build scripts through variables")]
    let variable = |name: &str| std::env::var(name).expect("set by Cargo");
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")).join("../../migrations");
    println!("cargo:rerun-if-changed={}", folder.display());

    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder migrations/ exists")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.to_string_lossy().ends_with(".sql"))
        .collect();
    files.sort();

    let mut out = String::from("/// Every migration, oldest first.\npub const MIGRATIONS: &[Migration] = &[\n");
    for path in files.iter().filter(|path| !path.to_string_lossy().ends_with(".postgres.sql")) {
        let file = path.file_name().expect("a file").to_string_lossy().into_owned();
        let name = file.trim_end_matches(".sql").trim_end_matches(".sqlite");
        let version: i64 = name.split('_').next().and_then(|n| n.parse().ok()).expect("NNNN_name.sql");
        let twin = folder.join(format!("{name}.postgres.sql"));
        let postgres = if twin.exists() { &twin } else { path };
        writeln!(
            out,
            "    Migration {{ version: {version}, name: {name:?}, sqlite: include_str!({path:?}), postgres: include_str!({postgres:?}) }},"
        )
        .expect("writing to a string");
    }
    out.push_str("];\n");
    let target = Path::new(&variable("OUT_DIR")).join("migrations.rs");
    std::fs::write(target, out).expect("OUT_DIR is writable");
}
