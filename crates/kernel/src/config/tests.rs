//! The parsers of single values.

use std::time::Duration;

use proptest::prelude::*;

use super::*;

#[test]
fn durations_have_a_unit_or_count_seconds() {
    for (text, seconds) in [
        ("7d", 604_800),
        ("12h", 43_200),
        ("30m", 1800),
        ("45s", 45),
        ("90", 90),
        (" 1 d ", 86_400),
        ("3650d", 315_360_000),
    ] {
        assert_eq!(parse_duration(text), Some(Duration::from_secs(seconds)), "{text}");
    }
    for text in
        ["", "d", "0", "0d", "-1d", "1.5h", "1w", "7 days", "3651d", "4294967296", "1d1h", "٧d", "7ｄ", "∞"]
    {
        assert_eq!(parse_duration(text), None, "{text}");
    }
}

#[test]
fn a_rate_is_a_count_in_seconds_or_off() {
    let rate = |count, seconds| Some(RateLimit { count, period: Duration::from_secs(seconds) });
    assert_eq!(parse::rate_limit("0"), rate(0, 0));
    assert_eq!(parse::rate_limit("10/60"), rate(10, 60));
    assert_eq!(parse::rate_limit("10 / 60"), rate(10, 60));
    assert_eq!(parse::rate_limit("1000000/31536000"), rate(1_000_000, 31_536_000));
    for text in
        ["", "10", "0/1", "1/0", "/", "10/", "/60", "10/60s", "-1/1", "1000001/1", "1/31536001", "off"]
    {
        assert_eq!(parse::rate_limit(text), None, "{text}");
    }
}

#[test]
fn flags_are_spelt_as_people_do() {
    assert!(["1", "true", "TRUE", "on", "Yes"].iter().all(|text| parse::flag(text) == Some(true)));
    assert!(["0", "false", "off", "NO"].iter().all(|text| parse::flag(text) == Some(false)));
    assert!(["", "2", "y", "enabled"].iter().all(|text| parse::flag(text).is_none()));
}

#[test]
fn a_lone_address_is_a_network_of_one() {
    let networks = parse::networks("10.0.0.0/8, 127.0.0.1,::1").unwrap();
    assert_eq!(
        networks.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["10.0.0.0/8", "127.0.0.1/32", "::1/128"]
    );
    assert_eq!(parse::networks(""), Some(Vec::new()));
    assert_eq!(parse::networks("10.0.0.0/8,nonsense"), None);
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC{0,40}|[0-9]{0,12}[dhms/]?[0-9]{0,12}") {
        let _ = parse_duration(&text);
        if let Some(rate) = parse::rate_limit(&text) {
            prop_assert_eq!(rate.count > 0, rate.period > Duration::ZERO);
        }
        let _ = (parse::flag(&text), parse::networks(&text), parse::user_ids(&text));
        let _ = parse::near_misses([text.as_str()].into_iter(), &["PORT", "HTTPS"]);
    }

    #[test]
    fn no_value_makes_the_configuration_panic(which in 0..VARIABLES.len(), value in "\\PC{0,40}") {
        let given = [("JWT_SECRET", "a secret that only tests use, 32 bytes"), (VARIABLES[which].name(), &value)];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        if let Ok(config) = Config::new(&given, VARIABLES.iter().copied()) {
            let _ = (config.masked(), format!("{config:?}"));
        }
    }

    #[test]
    fn no_password_of_an_address_is_shown(password in "[a-z]{4}[a-z:@/?#&=%]{0,6}canary") {
        let shown = parse::without_password(&format!("postgres://user:{password}@host:5432/db"));
        prop_assert!(!shown.contains("canary"), "{}", shown);
    }
}
