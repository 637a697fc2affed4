//! The text of `.env`: of the template `.env.example`, and of the file that `classportal init` writes.

use kernel::config::AnyVariable;
use kernel::feature;

use crate::FEATURES;

/// The deployment template's own values (`interface 1.1`), where they differ from the defaults.
pub const TEMPLATE: &[(&str, &str)] = &[("PORT", "9001")];

/// The beginning of `.env.example`.
pub const TEMPLATE_HEADER: &str = "\
# The portal's variables: copy this file to .env in the folder where the portal runs, and fill in
# what you need. A line that begins with a # shows the default. The environment wins over the file.
# What each one is for, and how to run behind a proxy: docs/operate.md
";

/// Variables that everyone must look at; the others stand as comments that show the default.
const OPEN: &[&str] = &["PORT", "JWT_SECRET", "JWT_EXPIRES_IN"];

/// Every variable with its meaning; `own` values stand open, over those of the template.
#[must_use]
pub fn text(header: &str, own: &[(&str, &str)]) -> String {
    let value_of = |list: &[(&str, &str)], variable: &dyn AnyVariable| {
        let found = list.iter().find(|(name, _)| *name == variable.name());
        found.map(|(_, value)| (*value).to_owned())
    };
    let entry = |variable: &'static dyn AnyVariable| {
        let given = value_of(own, variable);
        let is_open = given.is_some() || OPEN.contains(&variable.name());
        let value = given.or_else(|| value_of(TEMPLATE, variable));
        let value = value.unwrap_or_else(|| variable.default_text().to_owned());
        let comment = if is_open { "" } else { "# " };
        format!("# {}\n{comment}{}={value}\n", variable.meaning(), variable.name())
    };
    let entries: Vec<String> = feature::variables(&FEATURES).into_iter().map(entry).collect();
    format!("{header}\n{}", entries.join("\n"))
}
