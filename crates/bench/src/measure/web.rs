//! What a signed-in browser loads before the widgets of the default desktop show data: the page and the
//! scripts and styles that it names. Read from the built files; `web/e2e/load.spec.mjs` holds what a
//! browser asks for to the same bound, and counts the requests to the API that follow.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};

use super::Measure;
use crate::repo;
use crate::report::{Row, Target};

pub fn measure() -> Result<Vec<Row>> {
    let dist = repo::root().join("web/dist");
    let Ok(page) = std::fs::read_to_string(dist.join("index.html")) else {
        let why = "web/dist is not built; run `cargo xtask run` first";
        return Ok(vec![Row::new(Measure::Web, "skipped", why.to_owned())]);
    };
    let mut files = named(&page);
    files.insert("index.html".to_owned());
    let sizes = files.iter().map(|file| size(&dist, file)).collect::<Result<Vec<u64>>>()?;
    let kilobytes = sizes.iter().sum::<u64>() as f64 / 1e3;
    let requests = files.len() as f64;
    let row = |what: &str, figure: String| Row::new(Measure::Web, what, figure);
    Ok(vec![
        row("page, scripts and styles, gzip", format!("{} files", files.len())).judge(
            kilobytes,
            " kB",
            Target::AtMost(90.0),
        ),
        row("requests for them", String::new()).judge(requests, "", Target::AtMost(12.0)),
    ])
}

fn is_code(name: &str) -> bool {
    name.ends_with(".js") || name.ends_with(".css")
}

/// Scripts and styles that a page names, without their leading slash.
fn named(page: &str) -> BTreeSet<String> {
    let words = page.split(['"', '\'']).filter(|word| is_code(word));
    words.map(|word| word.trim_start_matches(['/', '.']).to_owned()).collect()
}

/// Bytes on the wire with gzip; small files have no compressed sibling.
fn size(dist: &Path, file: &str) -> Result<u64> {
    let sibling = dist.join(format!("{file}.gz"));
    let path = if sibling.is_file() { sibling } else { dist.join(file) };
    Ok(path.metadata().with_context(|| file.to_owned())?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_styles_of_a_page_are_found_once() {
        let page = r#"<script src="/a.js"></script><link href="/assets/b.css"><link href="/assets/b.css">
                      <link rel="icon" href="/icon.svg">"#;
        assert_eq!(named(page).into_iter().collect::<Vec<_>>(), ["a.js", "assets/b.css"]);
    }
}
