//! axum with what a signed-in request cannot do without: the token verified with all nine claims,
//! and the answer of check-status written as JSON. The user is a constant; there is no store, no
//! limit, no request id, no log.

use std::sync::LazyLock;
use std::time::Duration;

use anyhow::Result;
use axum::Json;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use kernel::config::Secret;
use kernel::token::Tokens;
use serde::{Deserialize, Serialize};

const SECRET: &str = "a baseline that lives for a minute";
/// Far enough away for any run.
const EXPIRES: i64 = 4_000_000_000;

/// The claims of `interface 2.4`.
#[derive(Serialize, Deserialize)]
struct Claims {
    user_id: String,
    net_name: String,
    real_name: String,
    is_admin: i64,
    is_class_admin: bool,
    role: String,
    officer_permissions: String,
    officer_title: String,
    gender: String,
    iat: i64,
    exp: i64,
}

/// The fields of `user_info`.
#[derive(Serialize)]
struct UserInfo {
    user_id: &'static str,
    net_name: &'static str,
    real_name: &'static str,
    gender: &'static str,
    status: &'static str,
    role: &'static str,
    is_admin: i64,
    is_class_admin: bool,
    officer_permissions: &'static str,
    officer_title: &'static str,
    avatar: &'static str,
    qq: &'static str,
    signature: &'static str,
    created_at: &'static str,
    last_login: &'static str,
}

#[derive(Serialize)]
struct Data {
    user_info: &'static UserInfo,
}

#[derive(Serialize)]
struct Envelope {
    code: u16,
    message: &'static str,
    data: Data,
}

static USER: UserInfo = UserInfo {
    user_id: "250101",
    net_name: "member250101",
    real_name: "成员0",
    gender: "female",
    status: "active",
    role: "user",
    is_admin: 0,
    is_class_admin: false,
    officer_permissions: "[]",
    officer_title: "",
    avatar: "",
    qq: "",
    signature: "",
    created_at: "2026-09-01T00:00:00.000Z",
    last_login: "2026-09-01T00:00:00.000Z",
};

struct Keys {
    decoding: DecodingKey,
    validation: Validation,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    install_provider();
    Keys {
        decoding: DecodingKey::from_secret(SECRET.as_bytes()),
        validation: Validation::new(Algorithm::HS256),
    }
});

/// The HS256 of the product is installed when it makes its keys; the baseline verifies with it too.
fn install_provider() {
    drop(Tokens::new(&Secret::new(SECRET.to_owned()), Duration::from_secs(60)));
}

/// A token that the baseline accepts.
pub fn token() -> Result<String> {
    install_provider();
    let claims = Claims {
        user_id: USER.user_id.into(),
        net_name: USER.net_name.into(),
        real_name: USER.real_name.into(),
        is_admin: 0,
        is_class_admin: false,
        role: USER.role.into(),
        officer_permissions: USER.officer_permissions.into(),
        officer_title: String::new(),
        gender: USER.gender.into(),
        iat: 1_700_000_000,
        exp: EXPIRES,
    };
    Ok(encode(&Header::new(Algorithm::HS256), &claims, &EncodingKey::from_secret(SECRET.as_bytes()))?)
}

pub async fn serve() -> Result<()> {
    let listener = super::listen().await?;
    axum::serve(listener, axum::Router::new().route("/me", get(me))).await?;
    Ok(())
}

async fn me(headers: HeaderMap) -> Result<Json<Envelope>, StatusCode> {
    let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = value.and_then(|value| value.strip_prefix("Bearer ")).ok_or(StatusCode::UNAUTHORIZED)?;
    let verified =
        decode::<Claims>(token, &KEYS.decoding, &KEYS.validation).map_err(|_| StatusCode::UNAUTHORIZED)?;
    if verified.claims.user_id != USER.user_id {
        return Err(StatusCode::UNAUTHORIZED);
    }
    Ok(Json(Envelope { code: 200, message: "ok", data: Data { user_info: &USER } }))
}
