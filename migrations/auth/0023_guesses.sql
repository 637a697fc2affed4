-- Wrong passwords and codes: how many without an hour's rest. The subject is a user ID, also one that
-- nobody has registered, `setup`, or `?` and four hexadecimal digits that stand for many texts which fit nobody:
-- what people write into the field of the account is not kept.
create table auth_guesses (
    subject        text primary key,
    failures       bigint not null,
    last_failed_at bigint not null
);
create index auth_guesses_end on auth_guesses (last_failed_at);

-- Browsers that have signed in to an account, by the hash of their cookie.
create table auth_devices (
    user_id      text not null,
    device_hash  text not null,
    -- Wrong passwords from there since the last sign-in.
    failures     bigint not null,
    created_at   bigint not null,
    last_seen_at bigint not null,
    primary key (user_id, device_hash)
);
