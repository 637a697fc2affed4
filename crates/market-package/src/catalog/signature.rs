//! Signatures of catalogs: ed25519 over the exact bytes of `index.json`, beside it as `index.json.sig`.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use ring::signature::{ED25519, UnparsedPublicKey};

use crate::finding::Finding;
use crate::texts::catalog as texts;

/// Base64 with or without its padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A key that signs catalogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Reads a key: 32 bytes in base64.
    ///
    /// # Errors
    /// A finding when it is something else.
    pub fn parse(text: &str) -> Result<Self, Finding> {
        let bytes = BASE64.decode(text.trim()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| texts::KEY_FORM.error(""))
    }
}

/// Checks that one of the keys signed exactly these bytes.
///
/// `signature` is the content of `index.json.sig`: 64 bytes in base64 or hexadecimal.
///
/// # Errors
/// A finding when the signature is none, or none of the keys made it.
pub fn verify_signature(index: &[u8], signature: &[u8], keys: &[PublicKey]) -> Result<(), Finding> {
    let place = "index.json.sig";
    let signature = read_signature(signature).ok_or_else(|| texts::SIGNATURE_FORM.error(place))?;
    let signed = |key: &PublicKey| UnparsedPublicKey::new(&ED25519, key.0).verify(index, &signature).is_ok();
    if keys.iter().any(signed) { Ok(()) } else { Err(texts::SIGNATURE_INVALID.error(place)) }
}

fn read_signature(text: &[u8]) -> Option<[u8; 64]> {
    let text = std::str::from_utf8(text).ok()?.trim();
    let bytes = hex::decode(text).ok().or_else(|| BASE64.decode(text).ok())?;
    bytes.try_into().ok()
}
