-- The inboxes of members.
create table notifications (
    user_id    text not null,
    -- The number of the event that told of it: an inbox is in this order.
    id         bigint not null,
    -- The kind, like `mention`; its feature says in words what it tells of.
    kind       text not null,
    -- What those of a kind that belong together have in common, like a room; empty for nothing.
    topic      text not null,
    -- What it tells of, like a message.
    subject    text not null,
    -- The number of the event that it tells of.
    event_seq  bigint not null,
    -- The member who caused it; empty for nobody.
    sender_id  text not null,
    -- JSON of the kind, for what no other table has; empty for nothing.
    content    text not null,
    created_at bigint not null,
    read_at    bigint,
    primary key (user_id, id)
);
create index notifications_unread on notifications (user_id, kind, topic) where read_at is null;
create index notifications_subject on notifications (subject, kind);
create index notifications_sender on notifications (sender_id);
create index notifications_created on notifications (created_at);

-- How members want to be told of a kind, where that is not the default.
create table notifications_modes (
    user_id text not null,
    kind    text not null,
    -- `quiet` (in the inbox alone) or `off`.
    mode    text not null,
    primary key (user_id, kind)
);
create index notifications_modes_off on notifications_modes (kind) where mode = 'off';

-- The hours in which no island shows anything, in the zone of the portal.
create table notifications_quiet_hours (
    user_id    text primary key,
    -- `HH:MM`.
    quiet_from text not null,
    quiet_to   text not null
);
