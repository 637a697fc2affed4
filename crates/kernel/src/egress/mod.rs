//! Egress: the only way out. Every outbound HTTP call of the portal is made here (`interface 5.10`).
//!
//! An address is parsed once, by `url`, which also reduces every odd spelling of an IP address to
//! one. What may be reached is decided in [`gate`]; redirects are followed here and each hop is
//! judged like the first. Nothing is built before the first call.
//!
//! Absent on purpose: proxies from the environment, cookies, decompression, retries.

mod gate;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{self, HeaderMap, HeaderName};
use axum::http::{Method, StatusCode, Version};
use bytes::{Bytes, BytesMut};
use tokio::sync::OnceCell;
use url::Url;

#[cfg(any(test, feature = "testing"))]
pub use gate::LookUp;
pub use gate::is_global;

use crate::clock::Clock;
use crate::config::{Config, EGRESS_ALLOW};
use gate::Gate;

/// How long a connection, its name look-up and TLS included, may take to open.
const CONNECT: Duration = Duration::from_secs(3);

/// Headers that belong to the connection; a caller who could set them could speak for another host.
const OURS: [HeaderName; 6] = [
    header::HOST,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::TE,
    header::UPGRADE,
];

/// What goes along when a redirect leads to another origin: nothing that could be a credential.
const HARMLESS: [HeaderName; 5] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::IF_MODIFIED_SINCE,
    header::IF_NONE_MATCH,
    header::RANGE,
];

/// Why an outbound call brought nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EgressError {
    /// The rules forbid the address; no connection to it was made. Features answer 403.
    #[error("refused: {0}")]
    Refused(&'static str),
    /// The other side took too long.
    #[error("timed out")]
    Timeout,
    /// The body is larger than the caller takes.
    #[error("the body is too large")]
    TooLarge,
    /// The name has no address. For the log.
    #[error("{0}")]
    Unresolved(String),
    /// The other side is away, breaks off, or does not speak HTTP. For the log.
    #[error("{0}")]
    Upstream(String),
}

/// What to ask.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The address, as it was given to us.
    pub url: String,
    /// Headers; those of the connection itself are ours and left out.
    pub headers: HeaderMap,
    /// The body; empty for none.
    pub body: Bytes,
}

impl Request {
    /// GET without headers.
    #[must_use]
    pub fn get(url: impl Into<String>) -> Self {
        Self { method: Method::GET, url: url.into(), headers: HeaderMap::new(), body: Bytes::new() }
    }
}

/// A host that a caller may reach, spelt as `url` spells hosts: lower-case ASCII.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostPattern {
    /// This host alone.
    Exact(String),
    /// The names below this one.
    Below(String),
    /// This host and the names below it.
    WithSubdomains(String),
}

impl HostPattern {
    fn matches(&self, host: &str) -> bool {
        let (Self::Exact(known) | Self::Below(known) | Self::WithSubdomains(known)) = self;
        let Some(rest) = host.strip_suffix(known.as_str()) else { return false };
        match self {
            Self::Exact(_) => rest.is_empty(),
            Self::Below(_) => rest.len() > 1 && rest.ends_with('.'),
            Self::WithSubdomains(_) => rest.is_empty() || rest.ends_with('.'),
        }
    }
}

/// What this caller may reach and take. The default is HTTPS on its own port, 10 MiB, 10 s.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Whether plain HTTP may be spoken too.
    pub http: bool,
    /// Ports beside the scheme's own.
    pub ports: Vec<u16>,
    /// The only hosts, redirects included.
    pub hosts: Option<Vec<HostPattern>>,
    /// Largest body, in bytes.
    pub max_body: u64,
    /// From the first look-up to the last byte, redirects included.
    pub timeout: Duration,
    /// The longest wait for the headers and between two pieces of the body; none by default. For answers that come
    /// piece by piece and are as long as they are.
    pub idle: Option<Duration>,
    /// Redirects to follow; the answer after that many is handed over as it is.
    pub redirects: u8,
    /// Whether the operator has named exactly this host and port in a variable: it may be a private one, and
    /// redirects are not followed.
    pub named_by_operator: bool,
}

/// From here on a port is no service's of the machine.
const FIRST_FREE_PORT: u16 = 1024;

impl Rules {
    /// For an address that somebody has entered: any public one, over HTTP or HTTPS, at their own port or one that is no
    /// service's of the machine. Redirects are not followed.
    #[must_use]
    pub fn for_user_url(url: Option<&Url>) -> Self {
        let port = url.and_then(Url::port).filter(|port| *port >= FIRST_FREE_PORT);
        Self { http: true, ports: port.into_iter().collect(), redirects: 0, ..Self::default() }
    }

    /// For an address that the operator has named in a variable: any host and port.
    #[must_use]
    pub fn for_operator_url(url: &Url) -> Self {
        Self {
            http: true,
            ports: url.port().into_iter().collect(),
            redirects: 0,
            named_by_operator: true,
            ..Self::default()
        }
    }

    /// Whether a host, as `url` spells it, is among those of these rules.
    #[must_use]
    pub fn lists(&self, host: &str) -> bool {
        self.hosts.as_ref().is_none_or(|hosts| hosts.iter().any(|known| known.matches(host)))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            http: false,
            ports: Vec::new(),
            hosts: None,
            max_body: 10 << 20,
            timeout: Duration::from_secs(10),
            idle: None,
            redirects: 3,
            named_by_operator: false,
        }
    }
}

/// The outbound client.
pub struct Egress {
    gate: Arc<Gate>,
    clock: Clock,
    client: OnceCell<reqwest::Client>,
    /// For what the operator has named: its gate judges no address.
    named_client: OnceCell<reqwest::Client>,
}

impl Egress {
    /// Costs nothing: the client is built when it is first needed.
    #[must_use]
    pub fn new(config: &Config, clock: &Clock) -> Self {
        Self::behind(Gate::new(EGRESS_ALLOW.of(config).clone(), gate::look_up), clock)
    }

    fn behind(gate: Gate, clock: &Clock) -> Self {
        let (client, named_client) = (OnceCell::new(), OnceCell::new());
        Self { gate: Arc::new(gate), clock: clock.clone(), client, named_client }
    }

    /// From here on a test answers for the names.
    #[cfg(any(test, feature = "testing"))]
    pub fn answer_names(&self, look_up: LookUp) {
        let _ = self.gate.instead.set(look_up);
    }

    /// Judges an address as far as it goes without asking for its host: a name may still stand for anything.
    ///
    /// # Errors
    /// [`EgressError::Refused`].
    pub fn check(&self, url: &Url, rules: &Rules) -> Result<(), EgressError> {
        self.gate.judge(url, rules)
    }

    /// Asks, follows redirects, and answers as soon as the headers are there.
    ///
    /// # Errors
    /// See [`EgressError`]. Any status of the other side is an answer, no error.
    pub async fn fetch(&self, request: Request, rules: &Rules) -> Result<Response, EgressError> {
        let deadline = self.clock.monotonic() + rules.timeout;
        let first = rules.idle.map_or(rules.timeout, |idle| idle.min(rules.timeout));
        let followed = self.clock.timeout(first, self.follow(request, rules)).await;
        let (url, mut answer) = followed.map_err(|_| EgressError::Timeout)??;
        if answer.content_length().is_some_and(|length| length > rules.max_body) {
            return Err(EgressError::TooLarge);
        }
        Ok(Response {
            status: answer.status(),
            version: answer.version(),
            headers: std::mem::take(answer.headers_mut()),
            url,
            body: answer,
            left: rules.max_body,
            deadline,
            idle: rules.idle,
            clock: self.clock.clone(),
        })
    }

    async fn follow(
        &self,
        mut request: Request,
        rules: &Rules,
    ) -> Result<(Url, reqwest::Response), EgressError> {
        OURS.iter().for_each(|name| drop(request.headers.remove(name)));
        let mut url = Url::parse(&request.url).map_err(|_| EgressError::Refused("no valid address"))?;
        let mut left = rules.redirects;
        loop {
            self.gate.judge(&url, rules)?;
            let answer = self.send(&request, &url, rules).await?;
            let Some(next) = target(&url, &answer)? else { return Ok((url, answer)) };
            if left == 0 || rules.named_by_operator {
                return Ok((url, answer));
            }
            left -= 1;
            request = redirected(request, answer.status(), url.origin() == next.origin())?;
            url = next;
        }
    }

    async fn send(
        &self,
        request: &Request,
        url: &Url,
        rules: &Rules,
    ) -> Result<reqwest::Response, EgressError> {
        let client = if rules.named_by_operator {
            self.named_client.get_or_try_init(|| build(Arc::new(self.gate.admitting_all()))).await?
        } else {
            self.client.get_or_try_init(|| build(self.gate.clone())).await?
        };
        let outbound = client.request(request.method.clone(), url.clone()).headers(request.headers.clone());
        outbound.body(request.body.clone()).send().await.map_err(|error| innermost(&error))
    }
}

/// The client itself. Its own redirects and proxies are off: they would go around the gate.
#[expect(clippy::disallowed_methods, reason = "this is where the ban leads to")]
async fn build(gate: Arc<Gate>) -> Result<reqwest::Client, EgressError> {
    let build = move || {
        // A second installation is refused, and the first serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .connect_timeout(CONNECT)
            .user_agent("classportal")
            .dns_resolver(gate::Resolver(gate))
            .build()
            .map_err(|error| innermost(&error))
    };
    // Reads and parses the machine's certificates.
    tokio::task::spawn_blocking(build).await.map_err(|error| EgressError::Upstream(error.to_string()))?
}

/// Where a redirect leads; `None` when the answer is none.
fn target(url: &Url, answer: &reqwest::Response) -> Result<Option<Url>, EgressError> {
    if !matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = answer.headers().get(header::LOCATION) else { return Ok(None) };
    let next = std::str::from_utf8(location.as_bytes()).ok().and_then(|location| url.join(location).ok());
    next.map(Some).ok_or_else(|| EgressError::Upstream("a redirect without a valid address".into()))
}

/// The request for the next hop, as browsers change it, but for credentials, whose headers we do
/// not know by name: to another origin only harmless ones go, and no body.
fn redirected(mut request: Request, status: StatusCode, same_origin: bool) -> Result<Request, EgressError> {
    let posted = request.method == Method::POST && matches!(status.as_u16(), 301 | 302);
    if posted || (status == StatusCode::SEE_OTHER && request.method != Method::HEAD) {
        request.method = Method::GET;
        request.body = Bytes::new();
        request.headers.remove(header::CONTENT_TYPE);
    }
    if !same_origin {
        if !request.body.is_empty() {
            return Err(EgressError::Refused("a redirect would take the body to another origin"));
        }
        let headers = std::mem::take(&mut request.headers);
        let kept =
            HARMLESS.into_iter().filter_map(|name| headers.get(&name).cloned().map(|value| (name, value)));
        request.headers = kept.collect();
    }
    Ok(request)
}

/// Finds the gate's refusal, or else the innermost cause. The outer texts carry the address, and
/// an address may carry a key.
fn innermost(error: &reqwest::Error) -> EgressError {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
        if let Some(ours) = cause.downcast_ref::<EgressError>() {
            return ours.clone();
        }
    }
    if error.is_timeout() { EgressError::Timeout } else { EgressError::Upstream(cause.to_string()) }
}

/// What came back. The body arrives as it is read.
pub struct Response {
    /// The status of the last hop.
    pub status: StatusCode,
    /// The protocol of the last hop.
    pub version: Version,
    /// Its headers.
    pub headers: HeaderMap,
    /// Where the last hop was.
    pub url: Url,
    body: reqwest::Response,
    left: u64,
    deadline: Duration,
    idle: Option<Duration>,
    clock: Clock,
}

impl Response {
    /// The next piece of the body; `None` at its end. Dropping the answer ends the call.
    ///
    /// # Errors
    /// [`EgressError::TooLarge`] and [`EgressError::Timeout`] by the caller's rules, else
    /// [`EgressError::Upstream`].
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, EgressError> {
        let left = self.deadline.saturating_sub(self.clock.monotonic());
        let wait = self.idle.map_or(left, |idle| idle.min(left));
        let read = self.clock.timeout(wait, self.body.chunk()).await;
        let chunk = read.map_err(|_| EgressError::Timeout)?.map_err(|error| innermost(&error))?;
        if let Some(bytes) = &chunk {
            self.left = self.left.checked_sub(bytes.len() as u64).ok_or(EgressError::TooLarge)?;
        }
        Ok(chunk)
    }

    /// The rest of the body.
    ///
    /// # Errors
    /// As [`Response::chunk`].
    pub async fn bytes(mut self) -> Result<Bytes, EgressError> {
        let mut whole = BytesMut::new();
        while let Some(bytes) = self.chunk().await? {
            whole.extend_from_slice(&bytes);
        }
        Ok(whole.freeze())
    }
}
