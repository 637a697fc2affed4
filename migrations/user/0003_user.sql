-- Members. `password_hash` is null for rows that came from another class server.
create table users (
    id                  bigint primary key,
    user_id             text not null unique,
    net_name            text not null unique,
    -- Case-folded confusable skeleton: two names that look alike are one.
    net_name_key        text not null unique,
    real_name           text not null unique,
    gender              text not null,
    password_hash       text,
    status              text not null,
    is_admin            bigint not null,
    is_officer          bigint not null,
    officer_permissions text not null,
    officer_title       text not null,
    -- JSON object of the seven profile fields.
    info                text not null,
    -- Tokens of another version have ended, but for the one a password change was made with.
    token_version       bigint not null,
    kept_token          text,
    created_at          bigint not null,
    updated_at          bigint not null,
    last_login          bigint,
    ban_expires_at      bigint,
    ban_reason          text
);

create table user_settings (
    user_id        text primary key,
    theme          text not null,
    wallpaper      text not null,
    notifications  text not null,
    desktop_layout text,
    revision       bigint not null,
    updated_at     bigint not null
);

-- Tokens ended by a logout, until they would have expired.
create table auth_revoked_tokens (
    jti        text primary key,
    expires_at bigint not null
);
create index auth_revoked_tokens_expiry on auth_revoked_tokens (expires_at);

-- One-time codes with which a member sets a new password.
create table auth_reset_codes (
    user_id    text primary key,
    code_hash  text not null,
    expires_at bigint not null
);
