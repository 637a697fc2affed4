//! `.env.example` and the table in `docs/operate.md` are made from the registered variables.

use kernel::config::AnyVariable;
use kernel::feature;
use server::{FEATURES, env_file};

use crate::committed::{hold, read};

const TABLE_HEADER: &str = "| Variable | Default | Value | Meaning |\n| --- | --- | --- | --- |\n";

#[test]
fn the_template_has_every_variable_with_its_meaning() {
    hold(".env.example", &env_file::text(env_file::TEMPLATE_HEADER, &[]));
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
