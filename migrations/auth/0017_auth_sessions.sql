-- Tokens that were handed out and hold, for the list of one's own sign-ins. A refreshed token
-- belongs to the session of the one before. No address: where members are is not kept.
create table auth_sessions (
    jti          text primary key,
    session_id   text not null,
    user_id      text not null,
    -- Milliseconds since the epoch; the token's own times are seconds.
    created_at   bigint not null,
    expires_at   bigint not null,
    -- To the minute.
    last_seen_at bigint not null,
    -- Browser and system in a word each.
    device       text not null
);
create index auth_sessions_user on auth_sessions (user_id);
create index auth_sessions_end on auth_sessions (expires_at);
