//! `.env.example` and `docs/operate.md` name every variable, with the kernel's own words.

use std::path::Path;

use kernel::config::{Kind, VARIABLES, Variable};

/// The deployment template's own values (`decisions §1`), where they differ from the defaults.
const TEMPLATE: &[(&str, &str)] = &[("PORT", "9001")];

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// How the template writes a variable: its meaning, then the value; commented out where the
/// default is to stand.
fn template(variable: &Variable) -> String {
    let own = TEMPLATE.iter().find(|(name, _)| *name == variable.name).map(|(_, value)| *value);
    let shown = own.unwrap_or(variable.default);
    // Those that everyone must look at stand open.
    let open = own.is_some() || matches!(variable.name, "JWT_SECRET" | "JWT_EXPIRES_IN");
    format!("# {}\n{}{}={shown}\n", variable.meaning, if open { "" } else { "# " }, variable.name)
}

#[test]
fn the_template_has_every_variable_with_its_meaning() {
    let header = "\
# The portal's variables: copy to .env beside the binary and fill in what you need. Lines that
# begin with `# NAME=` show the default. The environment wins over this file.
# What each one is for, and how to run behind a proxy: docs/operate.md

";
    let body: Vec<String> = VARIABLES.iter().map(template).collect();
    let wanted = header.to_owned() + &body.join("\n");

    assert_eq!(read(".env.example"), wanted, ".env.example is made from kernel::config::VARIABLES");
}

#[test]
fn the_operators_table_has_every_variable() {
    let row = |variable: &Variable| {
        let default = if variable.default.is_empty() { "–".to_owned() } else { format!("`{}`", variable.default) };
        format!("| `{}` | {default} | {} | {} |", variable.name, form(variable.kind), variable.meaning)
    };
    let document = read("docs/operate.md");
    let begins = |line: &&str| line.starts_with("| `");
    let rows: Vec<&str> = document.lines().skip_while(|line| !line.starts_with("| Variable")).filter(begins).collect();
    let wanted: Vec<String> = VARIABLES.iter().map(row).collect();

    assert_eq!(rows, wanted, "the table in docs/operate.md is made from kernel::config::VARIABLES");
}

/// What a value must look like, in the operator's words.
fn form(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Secret => "secret",
        Kind::Port => "port",
        Kind::Flag => "1 or 0",
        Kind::Count => "number",
        Kind::Duration => "7d, 12h, 30m or seconds",
        Kind::UserIds => "user IDs, comma-separated",
        Kind::Path => "path",
        Kind::Url => "address",
        Kind::Address => "IP address",
        Kind::Networks => "networks, comma-separated",
        Kind::Zone => "time zone",
        Kind::Rate => "COUNT/SECONDS, 0 is off",
    }
}
