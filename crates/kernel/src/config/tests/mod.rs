//! Variables: read, defaulted, refused by name, warned about, and never shown when secret.

mod parsers;
mod secrets;

use std::collections::BTreeMap;

use super::*;

/// A secret long enough that nothing is said about it.
const SECRET: &str = "0123456789abcdef0123456789abcdef";

fn read(given: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let secret = [("JWT_SECRET", SECRET)];
    let all: BTreeMap<String, String> =
        secret.iter().chain(given).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Config::from_variables(all)
}

fn config(given: &[(&str, &str)]) -> Config {
    read(given).unwrap_or_else(|error| panic!("{error}"))
}

/// The refusal of one variable, which it must name.
fn refusal(name: &str, value: &str) -> String {
    let error = read(&[(name, value)]).err().unwrap_or_else(|| panic!("{name}={value} is accepted"));
    assert_eq!(error.variable, name);
    assert_eq!(error.to_string(), format!("{name}: {}", error.fix));
    assert!(!error.to_string().contains('\n'), "one line: {error}");
    error.to_string()
}

fn warnings(given: &[(&str, &str)]) -> String {
    config(given).warnings.join("\n")
}

#[test]
fn nothing_but_the_secret_need_be_set() {
    let config = config(&[]);
    assert_eq!((config.port, config.host.to_string().as_str()), (3000, "0.0.0.0"));
    assert_eq!((config.text("WS_PORT"), config.text("RELAY_PORT")), (Some("10001"), Some("10011")));
    assert_eq!(config.jwt_expires_in, Duration::from_secs(7 * 86_400));
    assert_eq!(config.event_retention, Duration::from_secs(7 * 86_400));
    assert!(matches!(&config.database, Location::Sqlite(path) if path == Path::new("data/classportal.db")));
    assert_eq!(config.data_dir, Path::new("data"));
    assert_eq!(config.pre_records_path, Path::new("data/pre-records.json"));
    assert_eq!(config.origins, Origins::Any);
    assert!(!config.https && !config.verbose_log && !config.claim_codes && !config.setup_code_required);
    assert!(
        config.dev_password.is_none() && config.admin_claim_code.is_none() && config.public_dir.is_none()
    );
    assert!(
        config.admin_user_ids.is_empty() && config.trusted_proxies.is_empty() && config.timezone.is_none()
    );
    assert_eq!(config.limit(Rule::Login), Some(RateLimit { count: 10, period: Duration::from_secs(60) }));
    assert_eq!(config.warnings, Vec::<String>::new());
}

#[test]
fn a_developer_account_under_https_refuses_the_start_and_without_it_is_warned_about() {
    let given = |https: &str| read(&[("DEV_PASSWORD", "Passw0rd77"), ("HTTPS", https)]);
    let refused = given("true").expect_err("a refusal").to_string();
    assert!(refused.starts_with("DEV_PASSWORD: ") && refused.contains("remove it"), "{refused}");
    assert!(!refused.contains('\n') && !refused.contains("Passw0rd77"), "{refused}");
    let config = given("0").unwrap();
    assert!(
        config.warnings.iter().any(|line| line.starts_with("DEV_PASSWORD is set")),
        "{:?}",
        config.warnings
    );
    assert!(!config.dev_allow_remote);
}

#[test]
fn every_default_is_a_value_that_would_be_accepted() {
    for variable in VARIABLES.iter().filter(|variable| !variable.default.is_empty()) {
        assert_eq!(variable.check(variable.default), Ok(()), "{}", variable.name);
        assert_eq!(config(&[]).text(variable.name), Some(variable.default));
    }
    let mut names: Vec<&str> = VARIABLES.iter().map(|variable| variable.name).collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|a, b| a < b), "each name once");
    for rule in Rule::ALL {
        assert!(names.contains(&rule.variable()));
    }
}

#[test]
fn every_variable_is_read_trimmed_and_empty_means_not_set() {
    for variable in VARIABLES {
        let value = match variable.kind {
            Kind::Text | Kind::Secret | Kind::Path => "some-text-of-thirty-two-characters",
            Kind::Port => "8080",
            Kind::Flag => "on",
            Kind::Count => "12",
            Kind::Duration => "30m",
            Kind::UserIds => "240100, 240200,",
            Kind::Url => "postgres://host/db",
            Kind::Address => "::1",
            Kind::Networks => "10.0.0.0/8, 127.0.0.1",
            Kind::Zone => "Europe/Berlin",
            Kind::Rate => "7/60",
            Kind::Origins => "https://portal.example, http://[::1]:8080/, *",
            Kind::Cohort => "2024",
            Kind::Servers => "10.0.0.7:10011, wss://class2.example/relay",
        };
        assert_eq!(
            config(&[(variable.name, &format!("  {value} "))]).text(variable.name),
            Some(value),
            "{}",
            variable.name
        );
        if variable.name != "JWT_SECRET" {
            let default = Some(variable.default).filter(|default| !default.is_empty());
            assert_eq!(config(&[(variable.name, "  ")]).text(variable.name), default, "{}", variable.name);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    for variable in VARIABLES {
        let wrong: &[&str] = match variable.kind {
            Kind::Text | Kind::Secret | Kind::Path => &[],
            Kind::Port => &["65536", "-1", "http"],
            Kind::Flag => &["maybe", "2"],
            Kind::Count => &["-1", "1.5", "many", "99999999999"],
            Kind::Duration => &["0", "7w", "d", "-1d", "1.5h", "99999d"],
            Kind::UserIds => &["24010", "240100;240200", "24010a", "２４０１００"],
            Kind::Url => &["example.com"],
            Kind::Address => &["localhost", "1.2.3", "127.0.0.1:80"],
            Kind::Networks => &["10.0.0.0/33", "lan", "10.0.0.0/8;::1"],
            Kind::Zone => &["Asia/Peking", "+08:00", "../etc/passwd"],
            Kind::Rate => &["10", "0/60", "10/0", "-1/60", "10/60/1", "x/60", "9999999/1"],
            Kind::Origins => {
                &["portal.example", "https://a.example/app", "https://a b", "https://", "/", "a:b"]
            }
            Kind::Cohort => &["1999", "2024级", "024", "2", "20240", "２４"],
            Kind::Servers => {
                &["ftp://peer", "peer:port", "peer;other", "https://", "secret@peer", "peer/path"]
            }
        };
        for value in wrong {
            refusal(variable.name, value);
        }
    }
}

#[test]
fn a_bad_user_id_is_named_and_one_without_00_is_only_warned_about() {
    assert!(refusal("ADMIN_USER_IDS", "240100,2401,240200").contains("“2401”"));
    let config = config(&[("ADMIN_USER_IDS", "240100, 240117 ,")]);
    assert_eq!(config.admin_user_ids.iter().map(UserId::as_str).collect::<Vec<_>>(), ["240100", "240117"]);
    assert_eq!(config.warnings.len(), 1);
    assert!(config.warnings[0].contains("240117"));
}

#[test]
fn misspelt_names_are_warned_about_and_the_machines_own_are_not() {
    for (given, meant) in [
        ("RATE_LIMIT_LOGN", Some("RATE_LIMIT_LOGIN")),
        ("JWT_SECERT", Some("JWT_SECRET")),
        ("JWT_EXPIRE_IN", Some("JWT_EXPIRES_IN")),
        ("ADMIN_USERS_IDS", Some("ADMIN_USER_IDS")),
        ("PROT", Some("PORT")),
        ("PORTS", Some("PORT")),
        ("DB_PAHT", Some("DB_PATH")),
        ("BOT_XYZ", None),
        ("RATE_LIMIT_EVERYTHING", None),
        ("WEATHER_CITY_NAME", None),
    ] {
        let expected = match meant {
            Some(name) => format!("{given} is not a variable of this portal; did you mean {name}?"),
            None => format!("{given} is not a variable of this portal and has no effect"),
        };
        assert_eq!(warnings(&[(given, "1")]), expected);
    }
    for other in [
        "HOME", "PATH", "PWD", "TERM", "USER", "LANG", "SHELL", "HOSTNAME", "LOGNAME", "TZ", "RUST_LOG",
        "LC_ALL", "MAIL", "_",
    ] {
        assert_eq!(warnings(&[(other, "1")]), "", "{other}");
    }
}

#[test]
fn both_lists_of_origins_are_united() {
    let origins = |a: &str, b: &str| config(&[("CORS_ORIGIN", a), ("CORS_ORIGINS", b)]).origins;
    let listed = |list: &[&str]| Origins::Listed(list.iter().map(ToString::to_string).collect());
    assert_eq!(origins("", ""), Origins::Any);
    assert_eq!(origins(" , ", ""), Origins::Any);
    assert_eq!(origins("https://a.example", ""), listed(&["https://a.example"]));
    assert_eq!(
        origins("https://A.example/", "http://b:81, https://c"),
        listed(&["https://a.example", "http://b:81", "https://c"])
    );
    assert_eq!(origins("https://a.example", "*"), Origins::Any);
    assert_eq!(origins("null,https://a.example", ""), listed(&["https://a.example"]));
    assert_eq!(origins("null", ""), listed(&[]), "not everybody");
}

#[test]
fn an_origin_that_no_browser_could_name_is_refused_and_what_has_worked_goes_on() {
    for name in ["CORS_ORIGIN", "CORS_ORIGINS"] {
        for wrong in [
            "a.example",
            "https://a.example/app",
            "https://a.example?x",
            "https://*.a.example",
            "https://user@a.example",
            "https://a.example:port",
            "https://a.example:99999",
            "https://例子.中国",
            "https://[::1",
            "//a.example",
            "http//a.example",
            "none",
        ] {
            let said = refusal(name, &format!("https://fine.example,{wrong}"));
            assert!(said.contains(&format!("“{wrong}”")) && said.contains("scheme://host"), "{said}");
        }
        for fine in [
            "https://a.example/",
            "HTTPS://A.example:8443",
            "http://localhost:5173,,",
            "capacitor://localhost",
            "chrome-extension://abcdef",
            "http://10.0.0.5",
            "http://[fd00::1]:80",
            "null",
            "NULL",
            "*",
            " , ",
        ] {
            config(&[(name, fine)]);
        }
    }
}

#[test]
fn a_cohort_is_a_year_or_its_last_two_digits() {
    for (given, cohort) in [("", None), ("24", Some("24")), ("2024", Some("24")), ("20", Some("20"))] {
        assert_eq!(config(&[("COHORT", given)]).cohort.as_deref(), cohort);
    }
    assert!(refusal("COHORT", "2024级").contains("“2024级” is not an enrolment year like 2024 or 24"));
}

#[test]
fn peers_are_named_by_host_or_address() {
    for fine in ["class2.example", "10.0.0.7:10011", "[fd00::7]:10011", "ws://peer:10011/relay,https://other"]
    {
        config(&[("RELAY_SERVERS", fine)]);
    }
    let said = refusal("RELAY_SERVERS", "https://fine,peer:port");
    assert!(said.contains("“peer:port”") && said.contains("host:port"), "{said}");
}

#[test]
fn what_is_printed_is_what_holds() {
    let line = |given: &[(&str, &str)], name: &str| {
        let lines = config(given).masked();
        lines.into_iter().find(|line| line.starts_with(&format!("{name}="))).unwrap()
    };
    let code = |given: &[(&str, &str)]| line(given, "SETUP_CODE_REQUIRED");
    assert_eq!([code(&[]), code(&[("HTTPS", "1")])], ["SETUP_CODE_REQUIRED=0", "SETUP_CODE_REQUIRED=1"]);
    assert_eq!(code(&[("HTTPS", "1"), ("SETUP_CODE_REQUIRED", "no")]), "SETUP_CODE_REQUIRED=0");
    let list = |given: &[(&str, &str)]| line(given, "PRE_RECORDS_PATH");
    assert_eq!(list(&[]), "PRE_RECORDS_PATH=data/pre-records.json");
    assert_eq!(list(&[("DB_PATH", "/srv/x.db")]), "PRE_RECORDS_PATH=/srv/pre-records.json");
    assert_eq!(list(&[("PRE_RECORDS_PATH", "list.json")]), "PRE_RECORDS_PATH=list.json");
}

#[test]
fn the_setup_code_is_asked_for_under_https_unless_said_otherwise() {
    for (https, code, asked) in [("0", "", false), ("1", "", true), ("1", "0", false), ("0", "1", true)] {
        assert_eq!(config(&[("HTTPS", https), ("SETUP_CODE_REQUIRED", code)]).setup_code_required, asked);
    }
}

#[test]
fn the_environment_wins_over_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let environment = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect::<Vec<_>>()
    };
    std::fs::write(
        folder.path().join(".env"),
        format!("# a comment\nJWT_SECRET={SECRET}\nPORT=9001\nWS_PORT='9002'\n"),
    )
    .unwrap();
    let config = Config::load(folder.path(), environment(&[("PORT", "9003")])).unwrap();
    assert_eq!((config.port, config.text("WS_PORT")), (9003, Some("9002")));

    std::fs::write(folder.path().join(".env"), "not a line of this kind").unwrap();
    let refused = Config::load(folder.path(), environment(&[])).unwrap_err();
    assert_eq!(refused.variable, ".env");
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(Config::load(empty.path(), environment(&[])).unwrap_err().variable, "JWT_SECRET");
}

#[test]
fn what_is_published_must_not_hold_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::create_dir_all(path("www/inside")).unwrap();
    std::os::unix::fs::symlink(path("www/inside"), path("link")).unwrap();
    for root in ["PUBLIC_DIR", "RESOURCES_DIR"] {
        for data in [
            "www/x.db",
            "www/inside/x.db",
            "www/later/x.db",
            "link/x.db",
            "other/../www/x.db",
            "www/x/../y/x.db",
        ] {
            let refused = read(&[(root, &path("www")), ("DB_PATH", &path(data))]).unwrap_err();
            assert_eq!(refused.variable, root, "{data}");
        }
        for data in ["data/x.db", "www2/x.db", "www/../data/x.db", "x.db"] {
            read(&[(root, &path("www")), ("DB_PATH", &path(data))])
                .unwrap_or_else(|error| panic!("{data}: {error}"));
        }
        let list = [
            (root, path("www")),
            ("DB_PATH", path("data/x.db")),
            ("PRE_RECORDS_PATH", path("www/list.json")),
        ];
        let list: Vec<(&str, &str)> = list.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert!(read(&list).unwrap_err().fix.contains("class list"));
    }
    assert!(read(&[("PUBLIC_DIR", "."), ("DB_PATH", "x.db")]).is_err());
}

#[test]
fn nodes_that_share_a_database_need_one_key() {
    let nats = ("NATS_URL", "nats://portal:secret@10.0.0.5:4222");
    let postgres = ("DATABASE_URL", "postgres://portal@10.0.0.5/portal");
    let refused = read(&[nats, postgres]).err().unwrap();
    assert_eq!(refused.variable, "DATA_KEY");
    assert!(refused.fix.contains("data.key"), "it says where the key may be: {refused}");
    assert_eq!(warnings(&[nats, postgres, ("DATA_KEY", SECRET)]), "");
    assert_eq!(warnings(&[postgres]), "", "a node that is alone makes its own");
    assert!(warnings(&[nats]).contains("NATS_URL has no effect without DATABASE_URL"));
    assert!(config(&[nats]).masked().contains(&"NATS_URL=nats://portal:***@10.0.0.5:4222".to_owned()));
}
