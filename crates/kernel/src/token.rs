//! Session tokens: JSON web tokens, HS256 and nothing else (`interface 2.4`, `interface 5.1`).
//!
//! A token names the user; what that user may do always comes from the store.

#[cfg(test)]
mod tests;

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result as JwtResult};
use jsonwebtoken::signature::{Error as SignatureError, Signer, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::clock::Clock;
use crate::config::Secret;
use crate::random::Random;
use crate::user::{UserFacts, UserId};

/// Lifetime of the tokens of a shared computer, unless JWT_EXPIRES_IN is shorter.
pub const SHARED_LIFETIME: Duration = Duration::from_secs(2 * 60 * 60);

/// Whose computer a session is on, as whoever signs in has said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Computer {
    /// Their own: the session lasts as long as JWT_EXPIRES_IN says.
    #[default]
    Own,
    /// One that others use after them: the session is short and ends with the browser.
    Shared,
}

impl Computer {
    /// As forms and claims carry it.
    #[must_use]
    pub fn of(shared: bool) -> Self {
        if shared { Self::Shared } else { Self::Own }
    }
}

/// Longer ones are refused before any decoding.
const MAX_LENGTH: usize = 4096;

/// What this server trusts of a token. Everything else of `interface 2.4` is for clients to read.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Claims {
    /// Whose.
    pub user_id: UserId,
    /// Issued at, seconds since the epoch. A text here is not a number and is refused.
    pub iat: i64,
    /// Expires at, seconds since the epoch.
    pub exp: i64,
    /// This token's own id; logout revokes it.
    pub jti: String,
    /// The user's token version at issue; a password change ends older ones.
    pub ver: i64,
    /// Whether the session is on a shared computer; absent from tokens of other sessions.
    #[serde(default)]
    pub shared: bool,
}

/// The payload as issued.
#[derive(Serialize)]
struct Payload<'a> {
    user_id: UserId,
    net_name: &'a str,
    real_name: &'a str,
    is_admin: i64,
    is_class_admin: bool,
    role: &'a str,
    officer_permissions: String,
    officer_title: &'a str,
    gender: &'a str,
    iat: i64,
    exp: i64,
    jti: String,
    ver: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<bool>,
}

/// Signs and verifies.
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    lifetime: Duration,
}

impl Tokens {
    /// Installs the HS256-only provider and prepares the keys.
    #[must_use]
    pub fn new(secret: &Secret<String>, lifetime: Duration) -> Self {
        // Several apps may live in one process (tests); the first one installs it for all.
        let _ = PROVIDER.install_default();
        let mut validation = Validation::new(Algorithm::HS256);
        // Times are checked against the app's clock in `verify`; the library would ask the machine.
        validation.validate_exp = false;
        validation.validate_nbf = false;
        validation.required_spec_claims.clear();
        Self {
            encoding: EncodingKey::from_secret(secret.expose().as_bytes()),
            decoding: DecodingKey::from_secret(secret.expose().as_bytes()),
            validation,
            lifetime,
        }
    }

    /// Lifetime of a token, and so the cookie's max age. Those of shared computers end sooner.
    #[must_use]
    pub fn lifetime(&self) -> Duration {
        self.lifetime
    }

    /// A new token for a user as stored now, on a computer of their own.
    ///
    /// # Errors
    /// Only when a claim cannot be written as JSON, which would be a mistake of ours.
    pub fn issue(&self, facts: &UserFacts, clock: &Clock, random: &Random) -> JwtResult<String> {
        self.issue_on(Computer::Own, facts, clock, random)
    }

    /// A new token for a user as stored now.
    ///
    /// # Errors
    /// As [`Tokens::issue`].
    pub fn issue_on(
        &self,
        computer: Computer,
        facts: &UserFacts,
        clock: &Clock,
        random: &Random,
    ) -> JwtResult<String> {
        let lifetime = match computer {
            Computer::Own => self.lifetime,
            Computer::Shared => self.lifetime.min(SHARED_LIFETIME),
        };
        let iat = clock.now().as_second();
        let payload = Payload {
            user_id: facts.user_id,
            net_name: &facts.net_name,
            real_name: &facts.real_name,
            is_admin: i64::from(facts.is_admin),
            is_class_admin: facts.user_id.is_class_admin(),
            role: facts.role(),
            officer_permissions: facts.permissions_json(),
            officer_title: &facts.officer_title,
            gender: &facts.gender,
            iat,
            exp: iat + i64::try_from(lifetime.as_secs()).unwrap_or(i64::MAX / 2),
            jti: random.hex::<16>(),
            ver: facts.token_version,
            shared: (computer == Computer::Shared).then_some(true),
        };
        encode(&Header::new(Algorithm::HS256), &payload, &self.encoding)
    }

    /// The claims of a token that we signed and that has not expired.
    #[must_use]
    pub fn verify(&self, token: &str, clock: &Clock) -> Option<Claims> {
        if token.len() > MAX_LENGTH {
            return None;
        }
        let claims = decode::<Claims>(token, &self.decoding, &self.validation).ok()?.claims;
        (claims.exp > clock.now().as_second()).then_some(claims)
    }
}

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| match algorithm {
        Algorithm::HS256 => Ok(Box::new(Hs256(mac(key.as_bytes())?))),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    },
    verifier_factory: |algorithm, key| match algorithm {
        Algorithm::HS256 => Ok(Box::new(Hs256(mac(key.try_get_as_bytes()?)?))),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    },
    key_utils: KeyUtils::new_unimplemented(),
};

fn mac(key: &[u8]) -> JwtResult<Hmac<Sha256>> {
    Hmac::new_from_slice(key).map_err(|_| ErrorKind::InvalidKeyFormat.into())
}

struct Hs256(Hmac<Sha256>);

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, SignatureError> {
        Ok(self.0.clone().chain_update(message).finalize().into_bytes().to_vec())
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), SignatureError> {
        // Compares in constant time.
        self.0.clone().chain_update(message).verify_slice(signature).map_err(|_| SignatureError::new())
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}
