//! The key that is made of a secret, and signatures with it (`interface 5.5`); pure.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// What signs: the SHA-256 of the secret, as lower-case hex in ASCII.
pub(super) fn signing_key(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// What finds the integration of a secret and signs nothing: the SHA-256 of the signing key.
pub(super) fn credential_hash(signing_key: &str) -> String {
    hex::encode(Sha256::digest(signing_key))
}

fn mac(key: &str, timestamp: &str, body: &[u8]) -> Hmac<Sha256> {
    let mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("HMAC takes a key of any length");
    mac.chain_update(timestamp).chain_update(".").chain_update(body)
}

/// The signature over a time, in milliseconds as text, and the bytes of a body; 64 lower-case hex digits.
pub(super) fn sign(key: &str, timestamp: &str, body: &[u8]) -> String {
    hex::encode(mac(key, timestamp, body).finalize().into_bytes())
}

/// Whether `signature`, 64 lower-case hex digits, is that of the time and the body. Takes the same time whatever
/// differs.
pub(super) fn verify(key: &str, timestamp: &str, body: &[u8], signature: &str) -> bool {
    let is_lower = !signature.bytes().any(|byte| byte.is_ascii_uppercase());
    let mut given = [0; 32];
    is_lower
        && hex::decode_to_slice(signature, &mut given).is_ok()
        && mac(key, timestamp, body).verify_slice(&given).is_ok()
}

/// The key as the libraries of Standard Webhooks take it: they decode the Base64 behind `whsec_`.
pub(super) fn standard_secret(key: &str) -> String {
    format!("whsec_{}", STANDARD.encode(key))
}

/// The signature of Standard Webhooks over id, time in seconds, and the bytes of a body: `v1,` and Base64.
pub(super) fn standard_sign(key: &str, id: &str, seconds: i64, body: &[u8]) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("HMAC takes a key of any length");
    let mac = mac.chain_update(format!("{id}.{seconds}.")).chain_update(body);
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made with OpenSSL, not with this code: `printf %s SECRET | openssl dgst -sha256`, then
    /// `printf %s TIMESTAMP.BODY | openssl dgst -sha256 -hmac KEY`.
    #[test]
    fn a_signature_is_the_one_that_other_tools_make() {
        let key = signing_key("s3cret");
        assert_eq!(key, "1ec1c26b50d5d3c58d9583181af8076655fe00756bf7285940ba3670f99fcba0");
        let signature = sign(&key, "1788220800000", r#"{"title":"作业"}"#.as_bytes());
        assert_eq!(signature, "ad60383180319beba6cf85036299b97ac91010208806dab98d2fa7f207fbf8d4");
        assert!(verify(&key, "1788220800000", r#"{"title":"作业"}"#.as_bytes(), &signature));
    }

    #[test]
    fn another_time_body_key_or_spelling_does_not_verify() {
        let key = signing_key("secret");
        let signature = sign(&key, "1", b"{}");
        assert!(verify(&key, "1", b"{}", &signature));
        assert!(!verify(&key, "2", b"{}", &signature));
        assert!(!verify(&key, "1", b"{ }", &signature));
        assert!(!verify(&signing_key("other"), "1", b"{}", &signature));
        assert!(!verify("secret", "1", b"{}", &signature), "the secret itself is not the key");
        let upper = signature.to_ascii_uppercase();
        let twice = format!("{signature},{signature}");
        for wrong in ["", "0", &signature[1..], &upper, &twice, &format!("{signature} ")] {
            assert!(!verify(&key, "1", b"{}", wrong), "{wrong}");
        }
    }
}
