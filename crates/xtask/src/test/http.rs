//! The few HTTP calls the tools make, to a server on this machine.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// How long an answer may take.
const LIMIT: Duration = Duration::from_secs(30);

/// Posts JSON, with a token or an empty one, and returns the JSON of a successful answer.
pub fn post(port: u16, path: &str, token: &str, body: &Value) -> Result<Value> {
    call(port, "POST", path, token, &body.to_string())
}

/// Asks, with a token or an empty one, and returns the JSON of a successful answer.
pub fn get(port: u16, path: &str, token: &str) -> Result<Value> {
    call(port, "GET", path, token, "")
}

fn call(port: u16, method: &str, path: &str, token: &str, body: &str) -> Result<Value> {
    let bearer = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n{bearer}\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(LIMIT))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).context("the answer broke off")?;
    parse(&answer).with_context(|| format!("{method} {path}"))
}

/// The body of a plain answer of known length.
fn parse(answer: &str) -> Result<Value> {
    let (head, body) = answer.split_once("\r\n\r\n").context("not an HTTP answer")?;
    let status = head.split(' ').nth(1).context("an answer without a status")?;
    if !status.starts_with('2') {
        bail!("answered {status}: {body}");
    }
    serde_json::from_str(body).with_context(|| format!("not JSON: {body}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_success_gives_its_body_and_a_failure_its_status() -> Result<()> {
        let good = parse("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{\"code\":1}")?;
        assert_eq!(good["code"], 1);
        let error = parse("HTTP/1.1 409 Conflict\r\n\r\n{\"code\":409}").unwrap_err();
        assert!(error.to_string().contains("409"), "{error}");
        assert!(parse("").is_err());
        Ok(())
    }
}
