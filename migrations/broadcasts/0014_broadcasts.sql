-- What is said to everyone now: one row each, whoever hears it.
create table broadcasts (
    id          text primary key,
    -- The number of the event that told it.
    seq         bigint not null,
    -- Made by the client: sending the same again makes one broadcast.
    key         text,
    -- Empty when the sender was erased.
    sender_id   text not null,
    sender_tier bigint not null,
    content     text not null,
    -- `normal`, `important` or `urgent`.
    priority    text not null,
    -- Two digits each, joined by commas; empty means all classes.
    classes     text not null,
    -- `all`, `officers` or `class_admins`.
    role        text not null,
    created_at  bigint not null,
    expires_at  bigint not null,
    ended_at    bigint
);
create unique index broadcasts_once on broadcasts (sender_id, key);
create unique index broadcasts_seq on broadcasts (seq);

-- Who may see one, spelt as the event log spells audiences.
create table broadcasts_audience (
    broadcast_id text not null,
    audience     text not null,
    primary key (broadcast_id, audience)
);

-- Whose screen has shown it.
create table broadcasts_seen (
    broadcast_id text not null,
    user_id      text not null,
    seen_at      bigint not null,
    primary key (broadcast_id, user_id)
);
create index broadcasts_seen_user on broadcasts_seen (user_id);

-- Which apps are on. An app without a row is.
create table app_control (
    app_name   text primary key,
    enabled    bigint not null,
    updated_by text not null,
    updated_at bigint not null
);
