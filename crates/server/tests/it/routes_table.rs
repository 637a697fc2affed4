//! `api/routes.txt`: method, path, and who may call it. The third column is written by hand.

use utoipa::openapi::{OpenApi, PathItem};

use crate::committed;

/// The methods a route may have, in the table's order.
pub(crate) const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// A new route's third column, until someone decides.
pub(crate) const UNDECIDED: &str = "?";

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub method: String,
    pub path: String,
    pub who: String,
}

/// The table as committed; empty when there is none yet.
fn table() -> Vec<Row> {
    let text = committed::read("api/routes.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(row).collect()
}

fn row(line: &str) -> Row {
    let mut words = line.split_whitespace().map(str::to_owned);
    let mut word = || words.next().unwrap_or_else(|| panic!("three columns: {line}"));
    Row { method: word(), path: word(), who: word() }
}

/// The table as the handlers make it, the third column taken from the committed one.
pub(crate) fn current(document: &OpenApi) -> Vec<Row> {
    let table = table();
    let mut rows = Vec::new();
    for (path, item) in &document.paths.paths {
        for method in METHODS.into_iter().filter(|method| has(item, method)) {
            let known = table.iter().find(|row| row.method == method && row.path == *path);
            let who = known.map_or_else(|| UNDECIDED.to_owned(), |row| row.who.clone());
            rows.push(Row { method: method.to_owned(), path: path.clone(), who });
        }
    }
    // Stable: the methods of a path stay in their order.
    rows.sort_by(|a, b| a.path.cmp(&b.path));
    rows
}

/// Whether the path answers this method.
pub(crate) fn has(item: &PathItem, method: &str) -> bool {
    match method {
        "GET" => item.get.is_some(),
        "POST" => item.post.is_some(),
        "PUT" => item.put.is_some(),
        "PATCH" => item.patch.is_some(),
        _ => item.delete.is_some(),
    }
}

const HEADER: &str = "\
# Method, path, who may call it. The first two columns are made from the handlers (`cargo xtask
# accept`), the third is written by hand, and a test calls each route as each tier.
#
#   anyone        no token needed
#   setup         anyone, until the portal is set up; then nobody
#   peer          another class server, by the shared secret
#   member        anyone who has signed in
#   integration   an integration, by its secret, and nobody else
#   webhook       an integration, by its token
#   registered    a member who has registered a poll; 401 for everyone else
#   panel         a classroom screen, by the cookie of its token, and nobody else
#   officer       officers, class admins, admins
#   manage_…      officers who hold this right, class admins, admins
#   class-admin   class admins, admins
#   one-class-admin  class admins as long as the list has no second class, admins
#   admin         admins of all classes (is_admin = 1)
#
# Beside these, for anyone: GET /api/openapi.json, GET /docs, and the pages.

";

/// The file's text.
pub(crate) fn text(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.path.len()).max().unwrap_or_default();
    let line = |row: &Row| format!("{:<6}  {:<width$}  {}\n", row.method, row.path, row.who);
    HEADER.to_owned() + &rows.iter().map(line).collect::<String>()
}
