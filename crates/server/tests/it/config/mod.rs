//! Variables: read, defaulted, refused by name, warned about, and never shown when secret.

mod secrets;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use kernel::config::{
    AnyVariable, Config, ConfigError, DEV_ALLOW_REMOTE, EVENT_RETENTION_DAYS, HOST, HTTPS, JWT_EXPIRES_IN,
    Origins, PORT, PUBLIC_DIR, TIMEZONE, TRUSTED_PROXIES, VERBOSE_LOG,
};
use kernel::db::Location;
use kernel::feature;
use realtime::WS_PORT;
use server::FEATURES;

/// A secret long enough that nothing is said about it.
const SECRET: &str = "0123456789abcdef0123456789abcdef";

fn read(given: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let secret = [("JWT_SECRET", SECRET)];
    let all: BTreeMap<String, String> =
        secret.iter().chain(given).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    server::config(&all)
}

fn registered() -> Vec<&'static dyn AnyVariable> {
    feature::variables(&FEATURES)
}

/// What is printed of a variable.
fn shown(config: &Config, name: &str) -> String {
    let begin = format!("{name}=");
    let lines = config.masked();
    let line =
        lines.iter().find(|line| line.starts_with(&begin)).unwrap_or_else(|| panic!("{name} is printed"));
    line[begin.len()..].to_owned()
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
    assert_eq!((*PORT.of(&config), HOST.of(&config).to_string().as_str()), (3000, "0.0.0.0"));
    assert_eq!(*WS_PORT.of(&config), 10_001);
    assert_eq!(*JWT_EXPIRES_IN.of(&config), Duration::from_secs(7 * 86_400));
    assert_eq!(*EVENT_RETENTION_DAYS.of(&config), 7);
    assert!(matches!(&config.database, Location::Sqlite(path) if path == Path::new("data/classportal.db")));
    assert_eq!(config.data_dir, Path::new("data"));
    assert_eq!(config.pre_records_path, Path::new("data/pre-records.json"));
    assert_eq!(config.origins, Origins::Any);
    assert!(!HTTPS.of(&config) && !VERBOSE_LOG.of(&config) && PUBLIC_DIR.of(&config).is_none());
    assert!(TRUSTED_PROXIES.of(&config).is_empty() && TIMEZONE.of(&config).is_none());
    for (name, value) in
        [("CLAIM_CODES", ""), ("SETUP_CODE_REQUIRED", "0"), ("DEV_PASSWORD", ""), ("ADMIN_USER_IDS", "")]
    {
        assert_eq!(shown(&config, name), value, "{name}");
    }
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
    assert!(!DEV_ALLOW_REMOTE.of(&config));
}

#[test]
fn limits_are_those_of_the_interface() {
    let defaults: Vec<String> = feature::limits(&FEATURES)
        .map(|limit| format!("{} {}", limit.name, limit.variable.default_text()))
        .collect();
    for limit in
        ["login 10/60", "register 5/3600", "relay_verify 20/60", "user 60/60", "chat 30/60", "poll 20/1"]
    {
        assert!(defaults.iter().any(|own| own == limit), "{limit}: interface 8.1");
    }
}

/// Values of each form: some that fit and some that do not.
fn samples(form: &str) -> (&'static str, &'static [&'static str]) {
    match form {
        "text" | "secret text" | "path" => ("some-text-of-thirty-two-characters", &[]),
        "port number" => ("8080", &["65536", "-1", "http"]),
        "1 or 0" => ("on", &["maybe", "2"]),
        "number" => ("12", &["-1", "1.5", "many", "99999999999"]),
        "7d, 12h, 30m or seconds" => ("30m", &["0", "7w", "d", "-1d", "1.5h", "99999d"]),
        "user IDs, comma-separated" => {
            ("240100, 240200,", &["24010", "240100;240200", "24010a", "２４０１００"])
        }
        "http or https address" => {
            ("https://host/v1", &["host", "ftp://host", "https://user:secret@host", "https://"])
        }
        "address with its scheme" => ("postgres://host/db", &["example.com"]),
        "IP address" => ("::1", &["localhost", "1.2.3", "127.0.0.1:80"]),
        "networks, comma-separated" => ("10.0.0.0/8, 127.0.0.1", &["10.0.0.0/33", "lan", "10.0.0.0/8;::1"]),
        "time zone" => ("Europe/Berlin", &["Asia/Peking", "+08:00", "../etc/passwd"]),
        "COUNT/SECONDS; 0 is off" => {
            ("7/60", &["10", "0/60", "10/0", "-1/60", "10/60/1", "x/60", "9999999/1"])
        }
        "scheme://host[:port], comma-separated" => (
            "https://portal.example, http://[::1]:8080/, *",
            &["portal.example", "https://a.example/app", "https://a b", "https://", "/", "a:b"],
        ),
        "addresses or folders, comma-separated" => (
            "https://market.example/apps, /srv/market",
            &["market", "ftp://host/", "https://user@host/", "https://host/?a"],
        ),
        "keys, comma-separated" => {
            ("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", &["key", "AAAA", "-----BEGIN PUBLIC KEY-----"])
        }
        "longitude,latitude, location ID or city" => ("116.41,39.92", &["39.92,116.41", "116.41,", "200,39"]),
        "host, with https unless it says otherwise" => {
            ("host.example:8090", &["https://user:secret@host", "host/v7", "ftp://host", "https://"])
        }
        "year" => ("2024", &["1999", "2024级", "024", "2", "20240", "２４"]),
        other => panic!("no value of the form {other:?} is tried"),
    }
}

#[test]
fn every_variable_is_read_trimmed_and_empty_means_not_set() {
    for variable in registered() {
        let (name, (value, _)) = (variable.name(), samples(variable.form()));
        let untrimmed = shown(&config(&[(name, &format!("  {value} "))]), name);
        assert_eq!(untrimmed, shown(&config(&[(name, value)]), name), "{name}");
        if name != "JWT_SECRET" {
            assert_eq!(shown(&config(&[(name, "  ")]), name), shown(&config(&[]), name), "{name}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    for variable in registered() {
        for value in samples(variable.form()).1 {
            refusal(variable.name(), value);
        }
    }
}

#[test]
fn a_bad_user_id_is_named_and_one_without_00_is_only_warned_about() {
    assert!(refusal("ADMIN_USER_IDS", "240100,2401,240200").contains("“2401”"));
    let config = config(&[("ADMIN_USER_IDS", "240100, 240117 ,")]);
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
        ("RELAY_CITY_NAME", None),
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
    for given in ["", "24", "2024", "20"] {
        config(&[("COHORT", given)]);
    }
    assert!(refusal("COHORT", "2024级").contains("“2024级” is not a year of entry like 2024 or 24"));
}

#[test]
fn what_is_printed_is_what_holds() {
    let line = |given: &[(&str, &str)], name: &str| format!("{name}={}", shown(&config(given), name));
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
    for (https, code, asked) in [("0", "", "0"), ("1", "", "1"), ("1", "0", "0"), ("0", "1", "1")] {
        let config = config(&[("HTTPS", https), ("SETUP_CODE_REQUIRED", code)]);
        assert_eq!(shown(&config, "SETUP_CODE_REQUIRED"), asked);
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
    let given = Config::given(folder.path(), environment(&[("PORT", "9003")])).unwrap();
    let config = server::config(&given).unwrap();
    assert_eq!((*PORT.of(&config), *WS_PORT.of(&config)), (9003, 9002));

    std::fs::write(folder.path().join(".env"), "not a line of this kind").unwrap();
    let refused = Config::given(folder.path(), environment(&[])).unwrap_err();
    assert_eq!(refused.variable, ".env");
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
