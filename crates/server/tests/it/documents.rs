//! `.env.example` and the table in `docs/operate.md` are made from the registered variables.

use kernel::config::AnyVariable;
use kernel::feature;
use server::FEATURES;

use crate::committed::{hold, read};

/// The deployment template's own values (`interface 1.1`), where they differ from the defaults.
const TEMPLATE: &[(&str, &str)] = &[("PORT", "9001")];

/// Variables that everyone must look at; the others stand as comments that show the default.
const OPEN: &[&str] = &["PORT", "JWT_SECRET", "JWT_EXPIRES_IN"];

const TEMPLATE_HEADER: &str = "\
# The portal's variables: copy this file to .env in the folder where the portal runs, and fill in
# what you need. A line that begins with a # shows the default. The environment wins over the file.
# What each one is for, and how to run behind a proxy: docs/operate.md

";

const TABLE_HEADER: &str = "| Variable | Default | Value | Meaning |\n| --- | --- | --- | --- |\n";

#[test]
fn the_template_has_every_variable_with_its_meaning() {
    let entry = |variable: &'static dyn AnyVariable| {
        let own = TEMPLATE.iter().find(|(name, _)| *name == variable.name());
        let value = own.map_or(variable.default_text(), |(_, value)| value);
        let comment = if OPEN.contains(&variable.name()) { "" } else { "# " };
        format!("# {}\n{comment}{}={value}\n", variable.meaning(), variable.name())
    };
    let entries: Vec<String> = feature::variables(&FEATURES).into_iter().map(entry).collect();

    hold(".env.example", &(TEMPLATE_HEADER.to_owned() + &entries.join("\n")));
}

#[test]
fn the_operators_table_has_every_variable() {
    let row = |variable: &'static dyn AnyVariable| {
        let default = variable.default_text();
        let default = if default.is_empty() { "–".to_owned() } else { format!("`{default}`") };
        let (name, form, meaning) = (variable.name(), variable.form(), variable.meaning());
        format!("| `{name}` | {default} | {form} | {meaning} |\n")
    };
    let rows: String = feature::variables(&FEATURES).into_iter().map(row).collect();
    let document = read("docs/operate.md");
    let (before, table) =
        document.split_once(TABLE_HEADER).expect("docs/operate.md has the table of variables");
    let after: Vec<&str> = table.lines().skip_while(|line| line.starts_with("| ")).collect();

    hold("docs/operate.md", &format!("{before}{TABLE_HEADER}{rows}{}\n", after.join("\n")));
}
