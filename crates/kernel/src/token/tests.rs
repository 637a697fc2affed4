//! Tokens: what is signed by us, as we sign, and not yet expired; nothing else.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::testing::START;
use crate::tests::{facts, user};

const SECRET: &str = "a secret that only these tests use";
/// START in seconds.
const NOW: i64 = 1_788_220_800;

fn clock() -> Clock {
    Clock::manual(START.parse().unwrap())
}

fn tokens() -> Tokens {
    Tokens::new(&Secret::new(SECRET.to_owned()), Duration::from_secs(604_800))
}

fn issued() -> String {
    tokens().issue(&facts("240111"), &clock(), &Random::seeded(1)).unwrap()
}

fn header() -> Value {
    json!({ "alg": "HS256", "typ": "JWT" })
}

fn claims() -> Value {
    json!({ "user_id": "240111", "iat": NOW, "exp": NOW + 60, "jti": "j", "ver": 0 })
}

/// Signs whatever is wanted with the right key, as someone who has it would.
fn signed(header: &Value, claims: &Value) -> String {
    let input = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims.to_string()));
    let signature = mac(SECRET.as_bytes()).unwrap().chain_update(input.as_bytes()).finalize().into_bytes();
    format!("{input}.{}", BASE64.encode(signature))
}

fn verified(token: &str) -> Option<Claims> {
    tokens().verify(token, &clock())
}

/// The claims with one of them replaced, or left out.
fn with(name: &str, value: Option<Value>) -> Value {
    let mut claims = claims();
    claims.as_object_mut().unwrap().shift_remove(name);
    if let Some(value) = value {
        claims[name] = value;
    }
    claims
}

#[test]
fn what_was_issued_verifies_and_names_the_user() {
    let claims = verified(&issued()).unwrap();
    assert_eq!((claims.user_id, claims.ver), (user("240111"), 0));
    assert_eq!((claims.iat, claims.exp), (NOW, NOW + 604_800));
    assert_eq!(claims.jti.len(), 32);
    assert!(
        verified(&signed(&header(), &self::claims())).is_some(),
        "the helper of these tests signs as we do"
    );
}

#[test]
fn the_payload_has_the_claims_of_the_interface() {
    let mut facts = facts("240112");
    facts.is_officer = true;
    facts.officer_title = "班长".into();
    facts.permissions = vec!["manage_posts".to_owned()];
    facts.token_version = 4;
    let token = tokens().issue(&facts, &clock(), &Random::seeded(1)).unwrap();
    let parts: Vec<Value> = token
        .split('.')
        .take(2)
        .map(|part| serde_json::from_slice(&BASE64.decode(part).unwrap()).unwrap())
        .collect();
    assert_eq!(parts[0], header());
    let mut payload = parts[1].clone();
    payload.as_object_mut().unwrap().shift_remove("jti");
    let expected = json!({
        "user_id": "240112", "net_name": "net-240112", "real_name": "实名240112", "is_admin": 0,
        "is_class_admin": false, "role": "officer", "officer_permissions": "[\"manage_posts\"]",
        "officer_title": "班长", "gender": "male", "iat": NOW, "exp": NOW + 604_800, "ver": 4,
    });
    assert_eq!(payload, expected);
}

#[test]
fn a_token_ends_to_the_second_by_the_apps_clock() {
    let (tokens, clock) = (tokens(), clock());
    let token = issued();
    clock.advance(Duration::from_secs(604_799));
    assert!(tokens.verify(&token, &clock).is_some());
    clock.advance(Duration::from_secs(1));
    assert_eq!(tokens.verify(&token, &clock), None);
}

#[test]
fn no_other_algorithm_is_accepted_whoever_signed() {
    for alg in ["none", "None", "NONE", "", "HS384", "HS512", "RS256", "ES256", "PS256", "EdDSA", "hs256"] {
        assert_eq!(verified(&signed(&json!({ "alg": alg, "typ": "JWT" }), &claims())), None, "{alg}");
    }
    assert_eq!(verified(&signed(&json!({ "typ": "JWT" }), &claims())), None);
    let unsigned = signed(&json!({ "alg": "none" }), &claims());
    let (input, _) = unsigned.rsplit_once('.').unwrap();
    assert_eq!(verified(input), None);
    assert_eq!(verified(&format!("{input}.")), None);
}

#[test]
fn a_header_cannot_choose_the_key() {
    let other = BASE64.encode("another key");
    for extra in [
        json!({ "kid": "../../dev/null" }),
        json!({ "jku": "https://evil.example/keys" }),
        json!({ "x5u": "https://evil.example/cert" }),
        json!({ "jwk": { "kty": "oct", "k": other } }),
    ] {
        let mut header = header();
        header.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        let input = format!("{}.{}", BASE64.encode(header.to_string()), BASE64.encode(claims().to_string()));
        for key in ["another key", ""] {
            let signature =
                mac(key.as_bytes()).unwrap().chain_update(input.as_bytes()).finalize().into_bytes();
            assert_eq!(verified(&format!("{input}.{}", BASE64.encode(signature))), None, "{extra}");
        }
        assert!(verified(&signed(&header, &claims())).is_some(), "it is not looked at: {extra}");
    }
}

#[test]
fn times_must_be_there_and_be_numbers() {
    for (name, value) in [
        ("exp", None),
        ("exp", Some(json!("4102444800"))),
        ("exp", Some(json!(null))),
        ("exp", Some(json!([NOW + 60]))),
        ("exp", Some(json!(1e300))),
        ("exp", Some(json!(NOW))),
        ("exp", Some(json!(-1))),
        ("iat", None),
        ("iat", Some(json!("now"))),
        ("jti", None),
        ("ver", None),
        ("ver", Some(json!("0"))),
        ("user_id", None),
        ("user_id", Some(json!("24011"))),
        ("user_id", Some(json!("２４０１１１"))),
        ("user_id", Some(json!(240_111))),
    ] {
        assert_eq!(verified(&signed(&header(), &with(name, value.clone()))), None, "{name} = {value:?}");
    }
}

#[test]
fn a_token_of_another_secret_is_worth_nothing() {
    let others =
        Tokens::new(&Secret::new("another secret of the same length.".into()), Duration::from_secs(60));
    let token = others.issue(&facts("240111"), &clock(), &Random::seeded(1)).unwrap();
    assert!(others.verify(&token, &clock()).is_some());
    assert_eq!(verified(&token), None);
}

#[test]
fn more_than_four_kibibytes_are_refused_however_well_signed() {
    let padded = |length: usize| signed(&header(), &with("pad", Some(json!("x".repeat(length)))));
    assert!(verified(&padded(2000)).is_some());
    let long = padded(4000);
    assert!(long.len() > MAX_LENGTH);
    assert_eq!(verified(&long), None);
}

/// RFC 7515, appendix A.1: the key, the signing input and the signature printed there.
#[test]
fn signatures_are_those_of_the_standard() {
    const KEY: &str =
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    const INPUT: &str = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    const SIGNATURE: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    let key = Hs256(mac(&BASE64.decode(KEY).unwrap()).unwrap());
    assert_eq!(BASE64.encode(key.try_sign(INPUT.as_bytes()).unwrap()), SIGNATURE);
    let signature = BASE64.decode(SIGNATURE).unwrap();
    assert!(Verifier::verify(&key, INPUT.as_bytes(), &signature).is_ok());
    assert!(Verifier::verify(&key, INPUT.as_bytes(), &signature[..31].to_vec()).is_err());
}

proptest! {
    #[test]
    fn no_changed_token_verifies(at in 0_usize..400, byte in any::<u8>()) {
        let token = issued();
        let mut bytes = token.clone().into_bytes();
        let at = at % bytes.len();
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        if let Ok(changed) = String::from_utf8(bytes) {
            prop_assert_eq!(verified(&changed), None);
        }
    }

    #[test]
    fn no_shortened_or_lengthened_token_verifies(cut in 1_usize..100, tail in ".{1,8}") {
        let token = issued();
        prop_assert_eq!(verified(&token[..token.len() - cut]), None);
        prop_assert_eq!(verified(&format!("{token}{tail}")), None);
    }

    #[test]
    fn no_text_makes_it_panic(text in ".{0,200}", claims in "\\PC{0,60}") {
        prop_assert_eq!(verified(&text), None);
        let input = format!("{}.{}", BASE64.encode(header().to_string()), BASE64.encode(claims));
        let signature = mac(SECRET.as_bytes()).unwrap().chain_update(input.as_bytes()).finalize().into_bytes();
        prop_assert_eq!(verified(&format!("{input}.{}", BASE64.encode(signature))), None);
    }
}
