//! WEATHER_*: the provider and the place that the operator names.

use axum::http::HeaderValue;
use kernel::config::{AnyVariable, Config, ConfigError, FromVariable, Secret, Variable};
use url::{Host, Url};

use super::model::Coordinates;

/// The key of the provider.
pub(super) static WEATHER_KEY: Variable<Option<Secret<String>>> =
    Variable::new("WEATHER_KEY", "", "API key of QWeather (和风天气) for the weather");
/// The place of the school.
pub(super) static WEATHER_LOCATION: Variable<Option<PlaceQuery>> = Variable::new(
    "WEATHER_LOCATION",
    "",
    "place of the weather: longitude,latitude like 116.41,39.92, a location ID of QWeather, or a city",
);
/// Where the provider answers.
pub(super) static WEATHER_API_HOST: Variable<Option<ApiHost>> = Variable::new(
    "WEATHER_API_HOST",
    "",
    "the API host of that key, from the console of QWeather, like abc123.re.qweatherapi.com",
);

/// Longest name of a place, in characters.
const MAX_PLACE: usize = 60;

/// The address that the paths of the provider are appended to: scheme, host and port alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ApiHost(pub(super) Url);

impl FromVariable for ApiHost {
    const FORM: &'static str = "host, with https unless it says otherwise";

    fn parse(text: &str) -> Result<Self, String> {
        // Without the value: it may hold a key.
        let refusal = || "is not a host like abc123.re.qweatherapi.com or http://10.0.0.5:8090".to_owned();
        let address = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
        let url = Url::parse(&address).map_err(|_| refusal())?;
        let is_plain = matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url.password().is_none()
            && url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none();
        if is_plain { Ok(Self(url)) } else { Err(refusal()) }
    }
}

impl ApiHost {
    /// Whether what is sent there can be read on the way: http, and not within this machine.
    fn is_clear_text(&self) -> bool {
        let is_loopback = match self.0.host() {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        };
        self.0.scheme() == "http" && !is_loopback
    }
}

/// How the operator names the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlaceQuery(pub(super) String);

impl FromVariable for PlaceQuery {
    const FORM: &'static str = "longitude,latitude, location ID or city";

    fn parse(text: &str) -> Result<Self, String> {
        let refusal = |why: &str| {
            Err(format!(
                "“{text}” {why}; write longitude,latitude like 116.41,39.92, a location ID, or a city"
            ))
        };
        if text.chars().count() > MAX_PLACE || text.chars().any(char::is_control) {
            return refusal("is too long for a place");
        }
        let Some((longitude, latitude)) = text.split_once(',') else { return Ok(Self(text.to_owned())) };
        let numbers = (longitude.trim().parse::<f64>(), latitude.trim().parse::<f64>());
        match numbers {
            (Ok(longitude), Ok(latitude)) if Coordinates { longitude, latitude }.are_on_earth() => {
                Ok(Self(format!("{longitude:.2},{latitude:.2}")))
            }
            (Ok(_), Ok(_)) => refusal("is nowhere: the longitude comes first"),
            // `北京,海淀` is a city with a comma.
            (Err(_), Err(_)) => Ok(Self(text.to_owned())),
            _ => refusal("is half a pair of numbers"),
        }
    }
}

impl PlaceQuery {
    /// The coordinates, when the place is named by them.
    pub(super) fn coordinates(&self) -> Option<Coordinates> {
        let (longitude, latitude) = self.0.split_once(',')?;
        Some(Coordinates { longitude: longitude.parse().ok()?, latitude: latitude.parse().ok()? })
    }

    /// The location ID of the provider, when the place is named by one.
    pub(super) fn location_id(&self) -> Option<&str> {
        let is_id = self.0.len() >= 6 && self.0.bytes().all(|byte| byte.is_ascii_digit());
        is_id.then_some(self.0.as_str())
    }
}

/// The provider and the place, when all three variables are set.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) key: Secret<String>,
    pub(super) host: Url,
    pub(super) place: PlaceQuery,
}

/// What the variables name; `None` while one of them is missing.
pub(super) fn source(config: &Config) -> Option<Source> {
    Some(Source {
        key: WEATHER_KEY.of(config).clone()?,
        host: WEATHER_API_HOST.of(config).clone()?.0,
        place: WEATHER_LOCATION.of(config).clone()?,
    })
}

/// The variables that are missing, in the order in which they are explained.
pub(super) fn missing(config: &Config) -> Vec<&'static str> {
    let set = [
        (WEATHER_KEY.name(), WEATHER_KEY.of(config).is_some()),
        (WEATHER_LOCATION.name(), WEATHER_LOCATION.of(config).is_some()),
        (WEATHER_API_HOST.name(), WEATHER_API_HOST.of(config).is_some()),
    ];
    set.into_iter().filter(|(_, is_set)| !is_set).map(|(name, _)| name).collect()
}

/// Refuses a key that cannot stand in a header. Warns when some of the variables are set and others are not, and when
/// the key would leave this machine in the clear.
///
/// # Errors
/// The key that does not fit.
pub(super) fn check(config: &Config, warnings: &mut Vec<String>) -> Result<(), ConfigError> {
    if WEATHER_KEY.of(config).as_ref().is_some_and(|key| !is_key(key.expose())) {
        let fix = "has characters that no key has; write it without blanks and quotes".to_owned();
        return Err(ConfigError { variable: WEATHER_KEY.name().into(), fix });
    }
    let missing = missing(config);
    if !missing.is_empty() && missing.len() < 3 {
        let are = if missing.len() == 1 { "is" } else { "are" };
        warnings.push(format!("there is no weather until {} {are} set too", missing.join(" and ")));
    }
    if WEATHER_API_HOST.of(config).as_ref().is_some_and(ApiHost::is_clear_text) {
        let risk = "sends WEATHER_KEY over http, where others on the way can read it; name a host with https";
        warnings.push(format!("{} {risk}", WEATHER_API_HOST.name()));
    }
    Ok(())
}

fn is_key(text: &str) -> bool {
    HeaderValue::from_str(text).is_ok() && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_host_and_https_unless_it_says_otherwise() {
        let host = |text: &str| ApiHost::parse(text).map(|host| host.0.to_string());
        assert_eq!(host("abc123.re.qweatherapi.com").unwrap(), "https://abc123.re.qweatherapi.com/");
        assert_eq!(host("http://127.0.0.1:8090").unwrap(), "http://127.0.0.1:8090/");
        assert_eq!(host("127.0.0.1:8090").unwrap(), "https://127.0.0.1:8090/");
        for odd in [
            "ftp://a.test",
            "https://me:secret@a.test",
            "a.test/v7",
            "a.test?key=secret",
            "a.test#x",
            "https://",
            "file:///etc/passwd",
        ] {
            let refusal = host(odd).unwrap_err();
            assert!(!refusal.contains("secret"), "{refusal}");
        }
    }

    #[test]
    fn http_is_clear_text_except_on_this_machine() {
        let is_clear_text = |text: &str| ApiHost::parse(text).unwrap().is_clear_text();
        for host in ["http://a.test", "http://10.0.0.5:8090"] {
            assert!(is_clear_text(host), "{host}");
        }
        for host in
            ["a.test", "https://a.test", "http://127.0.0.1:8090", "http://localhost", "http://[::1]:80"]
        {
            assert!(!is_clear_text(host), "{host}");
        }
    }

    #[test]
    fn a_place_is_coordinates_an_id_or_a_city() {
        let place = |text: &str| PlaceQuery::parse(text);
        let beijing = place("116.407, 39.904").unwrap();
        assert_eq!(beijing.0, "116.41,39.90");
        assert_eq!(beijing.coordinates(), Some(Coordinates { longitude: 116.41, latitude: 39.90 }));
        assert_eq!(place("101010100").unwrap().location_id(), Some("101010100"));
        let city = place("北京,海淀").unwrap();
        assert_eq!((city.coordinates(), city.location_id()), (None, None));
        for (odd, why) in
            [("39.9,116.4", "the longitude comes first"), ("116.4,", "half a pair"), ("200,39", "nowhere")]
        {
            assert!(place(odd).unwrap_err().contains(why), "{odd}");
        }
        assert!(place(&"城".repeat(61)).is_err());
    }
}
