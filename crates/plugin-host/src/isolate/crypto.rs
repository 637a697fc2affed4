//! Randomness and digests for the module `crypto`.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use hmac::digest::{Digest, KeyInit};
use hmac::{EagerHash, Hmac, Mac};
use rand::RngCore as _;
use rquickjs::{Ctx, Exception, Function, Object, Result, Value};
use subtle::ConstantTimeEq as _;

use super::functions::set;
use super::values::{self, Bytes, Text};

/// Bytes that one call of `randomBytes` may ask for.
const RANDOM: u32 = 1 << 20;

const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Adds the functions to `host`.
pub fn add<'js>(object: &Object<'js>) -> Result<()> {
    set!(object, "random", |ctx: Ctx<'js>, length: u32| -> Result<Value<'js>> {
        if length > RANDOM {
            return Err(Exception::throw_range(&ctx, "at most 1048576 random bytes at once"));
        }
        let mut bytes = vec![0; length as usize];
        fill_random(&mut bytes);
        values::bytes(&ctx, &bytes)
    });
    set!(object, "hash", |ctx: Ctx<'js>, algorithm: Text, key: Option<Bytes>, data: Bytes| {
        let digest = digest(&algorithm.0, key.as_ref().map(|key| key.0.as_slice()), &data.0);
        let digest = digest.ok_or_else(|| Exception::throw_message(&ctx, "Digest method not supported"))?;
        values::bytes(&ctx, &digest)
    });
    set!(object, "equal", |left: Bytes, right: Bytes| bool::from(left.0.ct_eq(&right.0)));
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "keys of back ends are secret: no test seeds them")]
fn fill_random(bytes: &mut [u8]) {
    rand::rng().fill_bytes(bytes);
}

/// The digest, or the keyed one; `None` for an algorithm that is not offered.
fn digest(algorithm: &str, key: Option<&[u8]>, data: &[u8]) -> Option<Vec<u8>> {
    match algorithm.to_ascii_lowercase().replace('-', "").as_str() {
        "md5" => Some(of::<md5::Md5>(key, data)),
        "sha1" => Some(of::<sha1::Sha1>(key, data)),
        "sha256" => Some(of::<sha2::Sha256>(key, data)),
        "sha384" => Some(of::<sha2::Sha384>(key, data)),
        "sha512" => Some(of::<sha2::Sha512>(key, data)),
        _ => None,
    }
}

fn of<D: Digest + EagerHash>(key: Option<&[u8]>, data: &[u8]) -> Vec<u8> {
    match key {
        None => D::digest(data).to_vec(),
        // Keys of all lengths are allowed.
        Some(key) => Hmac::<D>::new_from_slice(key).map_or_else(
            |_| Vec::new(),
            |mut mac| {
                mac.update(data);
                mac.finalize().into_bytes().to_vec()
            },
        ),
    }
}

/// Decodes base64 in either alphabet, with or without padding; what is neither is skipped, as in Node.js.
pub fn lenient_base64(text: &str) -> Vec<u8> {
    let standard = |byte: u8| match byte {
        b'-' => Some(b'+'),
        b'_' => Some(b'/'),
        b'+' | b'/' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => Some(byte),
        _ => None,
    };
    let mut kept: Vec<u8> = text.bytes().take_while(|byte| *byte != b'=').filter_map(standard).collect();
    if kept.len() % 4 == 1 {
        kept.pop();
    }
    LENIENT.decode(kept).unwrap_or_default()
}
