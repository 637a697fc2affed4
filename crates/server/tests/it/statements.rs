//! Every SQL text is one that the engine under test accepts, with as many parameters as it names.

use std::collections::BTreeSet;

use identity::testing::TestPortal;
use kernel::db::Statement;
use server::FEATURES;

/// The numbers behind `$` in the text.
fn parameters(sql: &str) -> BTreeSet<u32> {
    sql.split('$')
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .collect()
}

#[tokio::test]
async fn the_engine_accepts_every_statement() {
    let portal = TestPortal::new(&[]).await;
    let features = FEATURES.iter().map(|feature| (feature.name, feature.statements.to_vec()));
    let all: Vec<(&str, Vec<&Statement>)> =
        std::iter::once(("kernel", kernel::statements())).chain(features).collect();

    let mut wrong = Vec::new();
    for (feature, statements) in all {
        for statement in statements {
            let named = parameters(statement.sql);
            let gap = named.iter().zip(1..).any(|(number, expected)| *number != expected);
            match portal.app.db.describe(statement).await {
                Ok((_, count)) if count == named.len() && !gap => {}
                Ok((_, count)) => {
                    wrong.push(format!("{feature} {}: names {named:?}, takes {count}", statement.name))
                }
                Err(error) => wrong.push(format!("{feature} {}: {error}", statement.name)),
            }
        }
    }

    assert!(wrong.is_empty(), "on {}:\n{}", portal.app.db.engine_name(), wrong.join("\n"));
}
