create table level_users (
    user_id    text primary key,
    exp        bigint not null,
    -- Portal day and moment of the newest sign-in.
    signed_day text,
    signed_at  bigint,
    streak     bigint not null,
    max_streak bigint not null
);

-- Why someone has their experience: one row per thing that counted.
create table level_log (
    id         bigint primary key,
    user_id    text not null,
    action     text not null,
    -- `sign_in`, `claim` (a client said so) or `event` (the server saw it).
    source     text not null,
    -- What it was for; null for a claim that named nothing.
    ref        text,
    -- YYYY-MM-DD in the portal's time zone.
    day        text not null,
    exp_gained bigint not null,
    created_at bigint not null
);
create unique index level_log_once on level_log (user_id, action, source, ref);
create index level_log_day on level_log (user_id, day);

-- How far the event log has been read: one row.
create table level_cursor (
    seq bigint not null
);
insert into level_cursor (seq) values (0);
