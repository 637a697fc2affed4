//! `.env.example` and the table in `docs/operate.md` are made from the kernel's list of variables.

use kernel::config::{Kind, VARIABLES, Variable};

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
    let entry = |variable: &Variable| {
        let own = TEMPLATE.iter().find(|(name, _)| *name == variable.name);
        let value = own.map_or(variable.default, |(_, value)| value);
        let comment = if OPEN.contains(&variable.name) { "" } else { "# " };
        format!("# {}\n{comment}{}={value}\n", variable.meaning, variable.name)
    };
    let entries: Vec<String> = VARIABLES.iter().map(entry).collect();

    hold(".env.example", &(TEMPLATE_HEADER.to_owned() + &entries.join("\n")));
}

#[test]
fn the_operators_table_has_every_variable() {
    let row = |variable: &Variable| {
        let default =
            if variable.default.is_empty() { "–".to_owned() } else { format!("`{}`", variable.default) };
        format!("| `{}` | {default} | {} | {} |\n", variable.name, form(variable.kind), variable.meaning)
    };
    let rows: String = VARIABLES.iter().map(row).collect();
    let document = read("docs/operate.md");
    let (before, table) =
        document.split_once(TABLE_HEADER).expect("docs/operate.md has the table of variables");
    let after: Vec<&str> = table.lines().skip_while(|line| line.starts_with("| ")).collect();

    hold("docs/operate.md", &format!("{before}{TABLE_HEADER}{rows}{}\n", after.join("\n")));
}

/// What a value must look like, in the operator's words.
fn form(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Secret => "secret text",
        Kind::Port => "port number",
        Kind::Flag => "1 or 0",
        Kind::Count => "number",
        Kind::Duration => "7d, 12h, 30m or seconds",
        Kind::UserIds => "user IDs, comma-separated",
        Kind::Path => "path",
        Kind::Url => "address with its scheme",
        Kind::Address => "IP address",
        Kind::Networks => "networks, comma-separated",
        Kind::Zone => "time zone",
        Kind::Rate => "COUNT/SECONDS; 0 is off",
        Kind::Origins => "scheme://host[:port], comma-separated",
        Kind::Cohort => "year",
        Kind::Servers => "hosts or addresses, comma-separated",
    }
}
