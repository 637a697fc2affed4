//! One request to the provider. It goes through `kernel::egress` and follows no redirect, so the key reaches the host
//! that the operator names and no other.

use std::io::Read as _;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use flate2::read::MultiGzDecoder;
use kernel::App;
use kernel::egress::{Request, Rules};
use serde_json::Value;

use crate::environment::Source;
use crate::problem::{Failure, Problem};

const KEY_HEADER: HeaderName = HeaderName::from_static("x-qw-api-key");
/// A request has so long.
const TIMEOUT: Duration = Duration::from_secs(8);
/// Largest answer as it comes, in bytes; a large one of the provider has 30 KB.
const MAX_BODY: u64 = 512 << 10;
/// Largest answer when it is unpacked, in bytes.
const MAX_UNPACKED: u64 = 2 << 20;
/// How a gzip stream begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// What is asked.
pub(super) struct Call<'a> {
    pub(super) app: &'a App,
    pub(super) source: &'a Source,
    /// From the root of the host.
    pub(super) path: &'a str,
    pub(super) query: &'a [(&'a str, &'a str)],
}

impl Call<'_> {
    /// Asks, and reads the JSON of an answer that is a success by its status and by its own `code`.
    pub(super) async fn get(&self) -> Result<Value, Failure> {
        let mut url = self.source.host.clone();
        url.set_path(self.path);
        url.query_pairs_mut().extend_pairs(self.query);
        let mut key = HeaderValue::from_str(self.source.key.expose())
            .map_err(|_| Failure::from(Problem::KeyRejected))?;
        key.set_sensitive(true);
        let mut request = Request::get(url);
        request.headers.insert(KEY_HEADER, key);
        // The provider packs its answers, asked or not.
        request.headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        let rules =
            Rules { max_body: MAX_BODY, timeout: TIMEOUT, ..Rules::for_operator_url(&self.source.host) };
        let response = self.app.egress.fetch(request, &rules).await?;
        if !response.status.is_success() || response.status.as_u16() == 204 {
            return Err(Failure::of_status(response.status.as_u16(), retry_after(&response.headers)));
        }
        read(&response.bytes().await?)
    }
}

fn read(body: &[u8]) -> Result<Value, Failure> {
    let unpacked = unpack(body)?;
    let json: Value = serde_json::from_slice(unpacked.as_deref().unwrap_or(body))
        .map_err(|error| Failure::unreadable(format!("no JSON: line {}", error.line())))?;
    // The older paths say with 200 that they refuse.
    match json["code"].as_str().map(str::parse::<u16>) {
        None | Some(Ok(200)) => Ok(json),
        Some(Ok(code)) => Err(Failure::of_status(code, None)),
        Some(Err(_)) => Err(Failure::unreadable("the code is no number")),
    }
}

/// The content of a gzip stream; `None` when the body is none.
fn unpack(body: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
    if !body.starts_with(&GZIP) {
        return Ok(None);
    }
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(body).take(MAX_UNPACKED + 1).read_to_end(&mut unpacked);
    read.map_err(|_| Failure::unreadable("the gzip stream is broken"))?;
    if unpacked.len() as u64 > MAX_UNPACKED {
        return Err(Problem::TooLarge.into());
    }
    Ok(Some(unpacked))
}

/// The wait that the provider asks for, in seconds. A date is not read: the provider sends none.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(body: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(body).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_packed_answer_is_unpacked_and_a_bomb_is_not() {
        assert_eq!(read(&packed(br#"{"code":"200","a":1}"#)).unwrap()["a"], 1);
        let bomb = packed(&vec![b' '; usize::try_from(MAX_UNPACKED).unwrap() + 1]);
        assert_eq!(read(&bomb).unwrap_err().problem, Problem::TooLarge);
        let cut = &packed(br#"{"code":"200"}"#)[..15];
        assert_eq!(read(cut).unwrap_err().problem, Problem::Unreadable);
    }

    #[test]
    fn a_refusal_inside_of_a_200_is_one() {
        let problem = |body: &str| read(body.as_bytes()).unwrap_err().problem;
        assert_eq!(problem(r#"{"code":"401"}"#), Problem::KeyRejected);
        assert_eq!(problem(r#"{"code":"402"}"#), Problem::QuotaUsed);
        assert_eq!(problem(r#"{"code":"204"}"#), Problem::NoData);
        assert_eq!(problem(r#"{"code":"no"}"#), Problem::Unreadable);
        assert_eq!(problem(r#"{"code":"#), Problem::Unreadable);
    }
}
