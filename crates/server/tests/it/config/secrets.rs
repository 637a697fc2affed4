//! Secrets: refused when known, and never shown.

use kernel::config::Secret;

use super::*;

/// Sample secrets of documents and templates; nobody may run with them.
const SAMPLES: [&str; 3] = ["secret", "changeme", "your_jwt_secret"];

#[test]
fn without_a_secret_or_with_a_sample_one_the_start_is_refused() {
    let none = server::config(&BTreeMap::new()).unwrap_err();
    assert_eq!(none.variable, "JWT_SECRET");
    assert!(none.fix.contains("is not set") && none.fix.contains("openssl rand -hex 32"));
    assert!(refusal("JWT_SECRET", "  ").contains("is not set"));
    for sample in SAMPLES {
        assert!(refusal("JWT_SECRET", sample).contains("known sample"));
        refusal("JWT_SECRET", &sample.to_uppercase());
    }
}

#[test]
fn a_short_secret_is_warned_about_without_being_shown() {
    let said = warnings(&[("JWT_SECRET", "only twenty bytes ..")]);
    assert_eq!(said, "JWT_SECRET has 20 bytes; use at least 32 random ones");
    assert_eq!(warnings(&[("JWT_SECRET", &"x".repeat(32))]), "");
}

#[test]
fn no_secret_is_shown_by_any_way_a_configuration_can_be_printed() {
    for variable in registered().iter().filter(|variable| variable.form() == "secret text") {
        let config = config(&[(variable.name(), "the-canary-of-thirty-two-characters")]);
        for shown in [config.masked().join("\n"), format!("{config:?}"), format!("{config:#?}")] {
            assert!(!shown.contains("canary"), "{}", variable.name());
            assert!(shown.contains(&format!("{}=***", variable.name())), "{shown}");
        }
    }
    assert_eq!(format!("{:?}", Secret::new("canary")), "***");
    assert_eq!(Secret::new("canary").expose(), &"canary");
}

#[test]
fn the_password_in_an_address_is_masked_however_it_is_written() {
    for (address, shown) in [
        ("postgres://user:canary@host:5432/db", "postgres://user:***@host:5432/db"),
        ("postgres://user:ca%2Fnary@host/db?sslmode=disable", "postgres://user:***@host/db?sslmode=disable"),
        ("postgres://user@host/db", "postgres://user@host/db"),
        ("postgres://host/db?user=u&password=canary", "postgres://host/db?user=u&password=***"),
        ("postgres://user:canary@one:5432,two:5433/db", "postgres://user:***@one:5432,two:5433/db"),
        ("postgres://user:can#ary@host/db", "postgres://user:***@host/db"),
        ("postgres://user:can@ary@host/db", "postgres://user:***@host/db"),
    ] {
        let config = config(&[("DATABASE_URL", address)]);
        assert_eq!(
            config.masked().iter().find(|line| line.starts_with("DATABASE_URL=")).unwrap(),
            &format!("DATABASE_URL={shown}")
        );
        assert!(!format!("{config:?}").contains("canary"));
        assert!(matches!(&config.database, Location::Postgres { url, .. } if url == address));
    }
    assert!(!refusal("DATABASE_URL", "host=db user=u password=canary").contains("canary"));
}

#[test]
fn what_is_no_secret_is_shown_one_line_each_in_order() {
    let masked = config(&[("PORT", "9001")]).masked();
    assert_eq!(masked.len(), registered().len());
    assert!(masked.contains(&"PORT=9001".to_owned()) && masked.contains(&"CORS_ORIGIN=".to_owned()));
    let names: Vec<&str> = masked.iter().map(|line| line.split('=').next().unwrap()).collect();
    assert_eq!(names, registered().iter().map(|variable| variable.name()).collect::<Vec<_>>());
}
