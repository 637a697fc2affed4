//! What a back end may ask of another host, wherever it runs.

use url::Url;

use crate::headers;
use crate::limits::Limits;
use crate::portal::FetchRequest;

/// Bytes of the name of a method.
const METHOD: usize = 20;

/// Methods that change what the connection is, or answer with what the portal adds to a request.
const NO_METHODS: &[&str] = &["CONNECT", "TRACE", "TRACK"];

/// Why a request is not sent, with a text for the author.
#[derive(Debug, PartialEq, Eq)]
pub enum RequestError {
    /// Something is too large.
    Size(String),
    /// Something is not allowed, or nothing that HTTP has.
    Form(String),
}

impl FetchRequest {
    /// The request as it is sent: the method in capitals, the address without its fragment, the headers in lower case
    /// and without those that the portal sets. What was checked once stays as it is.
    ///
    /// # Errors
    /// [`RequestError::Size`] above the limits, [`RequestError::Form`] for another scheme than http and https,
    /// credentials in the address, and methods and headers that cannot be sent.
    pub(crate) fn checked(self, limits: &Limits) -> Result<Self, RequestError> {
        let Self { method, url, headers, body } = self;
        let method = checked_method(&method)?;
        let url = checked_url(&url, limits)?;
        if headers.len() > limits.fetch_headers || headers::bytes(&headers) > limits.fetch_header_bytes {
            let (names, bytes) = (limits.fetch_headers, limits.fetch_header_bytes);
            let text = format!("a request has at most {names} headers of {bytes} bytes together");
            return Err(RequestError::Size(text));
        }
        let headers = headers::to_host(headers).map_err(|name| {
            RequestError::Form(format!("the header {name:?} has a name or a value that no header has"))
        })?;
        if body.len() > limits.fetch_bytes {
            let text = format!("the body of a request has at most {} bytes", limits.fetch_bytes);
            return Err(RequestError::Size(text));
        }
        Ok(Self { method, url, headers, body })
    }
}

fn checked_method(method: &str) -> Result<String, RequestError> {
    let is_word =
        !method.is_empty() && method.len() <= METHOD && method.bytes().all(|c| c.is_ascii_alphabetic());
    let method = method.to_ascii_uppercase();
    match is_word && !NO_METHODS.contains(&method.as_str()) {
        true => Ok(method),
        false => Err(RequestError::Form("a back end cannot send requests of this method".to_owned())),
    }
}

/// The address without what stays with the client.
fn checked_url(url: &str, limits: &Limits) -> Result<String, RequestError> {
    let form = |text: &str| Err(RequestError::Form(text.to_owned()));
    let most = limits.fetch_url_bytes;
    let too_long = || RequestError::Size(format!("the address of a request has at most {most} bytes"));
    if url.len() > most {
        return Err(too_long());
    }
    let Ok(mut url) = Url::parse(url) else { return form("Invalid URL") };
    if !matches!(url.scheme(), "http" | "https") {
        return form("a back end sends requests by http and https alone");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return form("the address of a request has no credentials: send the header Authorization");
    }
    url.set_fragment(None);
    // Written in ASCII it may have become longer.
    if url.as_str().len() > most {
        return Err(too_long());
    }
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, url: &str, headers: &[(&str, &str)]) -> FetchRequest {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        FetchRequest { method: method.to_owned(), url: url.to_owned(), headers, body: Vec::new() }
    }

    #[test]
    fn a_request_that_was_checked_passes_the_check_unchanged() {
        let sent = request("post", "HTTPS://A.test/ü?ü#part", &[("X-Own", " 1 "), ("Host", "b.test")]);
        let checked = sent.checked(&Limits::default()).unwrap();
        assert_eq!(checked, request("POST", "https://a.test/%C3%BC?%C3%BC", &[("x-own", "1")]));
        assert_eq!(checked.clone().checked(&Limits::default()), Ok(checked));
    }

    #[test]
    fn methods_addresses_and_headers_that_cannot_be_sent_are_refused() {
        let url = "https://a.test/";
        for refused in [
            request("TRACE", url, &[]),
            request("connect", url, &[]),
            request("", url, &[]),
            request("GET /", url, &[]),
            request("GET", "file:///etc/passwd", &[]),
            request("GET", "https://name@a.test/", &[]),
            request("GET", "https://:word@a.test/", &[]),
            request("GET", url, &[("x-a", "1\r\nhost: b.test")]),
        ] {
            assert!(
                matches!(refused.clone().checked(&Limits::default()), Err(RequestError::Form(_))),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn an_address_that_is_too_long_in_ascii_is_refused_at_once() {
        let limits = Limits { fetch_url_bytes: 40, ..Limits::default() };
        let sent = request("GET", "https://a.test/üüüüüüüüüü", &[]);
        assert!(matches!(sent.checked(&limits), Err(RequestError::Size(_))));
    }
}
