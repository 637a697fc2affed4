//! Requests of back ends to other hosts: those that the manifest declares, through the portal's outbound client, which
//! reaches no private address unless the operator allows it.

use std::time::Duration;

use axum::http::header::LOCATION;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use kernel::App;
use kernel::egress::{EgressError, HostPattern, Request, Rules};
use plugin_host::{FetchError, FetchReply, FetchRequest, FetchResponse};
use url::Url;

/// Largest answer, in bytes: the back end holds it whole.
const MAX_ANSWER: u64 = 8 << 20;
/// From the look-up of the name to the last byte, redirects included.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Redirects that are followed, each to a declared host.
const REDIRECTS: u8 = 5;

/// Sends a request of a back end whose manifest declares these hosts.
pub(super) fn fetch(app: &App, hosts: &[String], request: FetchRequest, reply: FetchReply) {
    let prepared = prepare(hosts, request);
    let (request, rules) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => return reply(Err(error)),
    };
    let app = app.clone();
    app.clone().tasks.spawn("market-fetch", move |mut stop| async move {
        let answered = tokio::select! {
            answered = answer(&app, request, &rules) => answered,
            () = stop.asked() => Err(FetchError::Failed("the portal is stopping".to_owned())),
        };
        reply(answered);
    });
}

fn prepare(hosts: &[String], request: FetchRequest) -> Result<(Request, Rules), FetchError> {
    let refused = |text: &str| FetchError::Refused(format!("{}: {text}", request.url));
    let url = Url::parse(&request.url).map_err(|_| refused("not an address"))?;
    if hosts.is_empty() {
        return Err(refused("the manifest declares no hosts"));
    }
    let patterns = hosts.iter().map(|host| match host.strip_prefix("*.") {
        Some(suffix) => HostPattern::Below(suffix.to_owned()),
        None => HostPattern::Exact(host.clone()),
    });
    let rules = Rules {
        hosts: Some(patterns.collect()),
        max_body: MAX_ANSWER,
        timeout: TIMEOUT,
        redirects: REDIRECTS,
        ..Rules::for_user_url(Some(&url))
    };
    if !url.host_str().is_some_and(|host| rules.lists(host)) {
        return Err(refused("the manifest does not declare this host"));
    }
    let method = Method::from_bytes(request.method.as_bytes()).map_err(|_| refused("not a method"))?;
    let mut headers = HeaderMap::new();
    for (name, value) in &request.headers {
        let name =
            HeaderName::try_from(name).map_err(|_| refused("a header has a name that cannot be sent"))?;
        let value =
            HeaderValue::from_str(value).map_err(|_| refused("a header has a value that cannot be sent"))?;
        headers.append(name, value);
    }
    Ok((Request { method, url: request.url, headers, body: request.body.into() }, rules))
}

async fn answer(app: &App, request: Request, rules: &Rules) -> Result<FetchResponse, FetchError> {
    let failed = |error: EgressError| match error {
        EgressError::Refused(why) => FetchError::Refused(why.to_string()),
        EgressError::Timeout => FetchError::TimedOut,
        EgressError::TooLarge => FetchError::TooLarge,
        EgressError::Unresolved(why) => FetchError::Unresolved(why),
        EgressError::Upstream(why) => FetchError::Failed(why),
    };
    let answer = app.egress.fetch(request, rules).await.map_err(failed)?;
    if answer.status.is_redirection() && answer.headers.contains_key(LOCATION) {
        return Err(FetchError::Failed(format!("more than {REDIRECTS} redirects")));
    }
    let (status, url) = (answer.status.as_u16(), answer.url.to_string());
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers =
        answer.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
    let body = answer.bytes().await.map_err(failed)?.to_vec();
    Ok(FetchResponse { status, headers, body, url })
}

#[cfg(test)]
mod tests {
    use identity::testing::TestPortal;

    use super::*;

    #[tokio::test]
    async fn a_host_without_an_address_is_told_from_one_that_breaks_off() {
        let portal = TestPortal::with(&[], &[("EGRESS_ALLOW", "127.0.0.0/8")]).await;
        let failure = async |host: &str, port: u16| {
            let url = format!("http://{host}:{port}/");
            let request = FetchRequest { method: "GET".to_owned(), url, ..FetchRequest::default() };
            let (request, rules) = prepare(&[host.to_owned()], request).unwrap();
            answer(&portal.app, request, &rules).await.unwrap_err()
        };
        // No label is as long as this, so the system's look-up asks nobody.
        let unasked = failure(&format!("{}.test", "a".repeat(70)), 80).await;
        assert!(matches!(unasked, FetchError::Unresolved(_)), "{unasked:?}");
        portal.app.egress.answer_names(|host| {
            Box::pin(
                async move { Ok(if host == "home.test" { vec![[127, 0, 0, 1].into()] } else { Vec::new() }) },
            )
        });
        let nowhere = failure("none.test", 80).await;
        assert!(matches!(nowhere, FetchError::Unresolved(_)), "{nowhere:?}");
        // Nobody listens where the listener has gone.
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let broken = failure("home.test", port).await;
        assert!(matches!(broken, FetchError::Failed(_)), "{broken:?}");
    }
}
