-- Rooms that have something to remember: the public one, classes, groups, and pairs who have written.
create table chat_rooms (
    -- public, class_CC, group_UUID, private:ID:ID
    id            text primary key,
    kind          text not null,
    -- Of a group; the others' names follow from their ids.
    name          text not null,
    owner_id      text,
    announcement  text not null,
    announced_by  text,
    announced_at  bigint,
    created_at    bigint not null,
    -- A group that its owner has ended: nobody is in it, its messages stay their authors'.
    dissolved_at  bigint
);
insert into chat_rooms (id, kind, name, announcement, created_at) values ('public', 'public', '', '', 0);

-- Of groups and pairs. Who is in a class follows from the user ID, and everyone is in public.
create table chat_members (
    room_id    text not null,
    user_id    text not null,
    invited_by text,
    joined_at  bigint not null,
    primary key (room_id, user_id)
);
create index chat_members_user on chat_members (user_id);

create table chat_messages (
    -- The number of the event of its creation: the order of all messages.
    seq        bigint primary key,
    id         text not null unique,
    room_id    text not null,
    -- Empty when the sender was erased.
    sender_id  text not null,
    kind       text not null,
    -- Empty when recalled or erased.
    content    text not null,
    reply_to   text,
    -- Made by the client: the same one again is the same message.
    temp_id    text,
    -- JSON array of user IDs.
    mentions   text not null,
    -- JSON object: what the server knows of an attached file.
    extra      text,
    edited_at  bigint,
    recalled   bigint not null,
    created_at bigint not null
);
create unique index chat_messages_room on chat_messages (room_id, seq);
create unique index chat_messages_temp on chat_messages (sender_id, temp_id);

-- What an edited message said before.
create table chat_edits (
    message_id  text not null,
    -- The number of the event of the edit.
    seq         bigint not null,
    content     text not null,
    replaced_at bigint not null,
    primary key (message_id, seq)
);

-- By the message's place, so that a page of history is one range here too.
create table chat_reactions (
    room_id    text not null,
    seq        bigint not null,
    user_id    text not null,
    emoji      text not null,
    created_at bigint not null,
    primary key (room_id, seq, user_id, emoji)
);
create index chat_reactions_user on chat_reactions (user_id);

create table chat_pins (
    room_id    text not null,
    message_id text not null,
    pinned_by  text not null,
    pinned_at  bigint not null,
    primary key (room_id, message_id)
);

-- How far a member has read a room, on all devices, and how the room may disturb them.
create table chat_marks (
    user_id     text not null,
    room_id     text not null,
    read_seq    bigint not null,
    -- History up to here is hidden from this member alone.
    cleared_seq bigint not null,
    muted       bigint not null,
    -- HH:MM in the portal's time zone.
    quiet_from  text,
    quiet_to    text,
    -- Whether the other one of a pair sees how far this one has read.
    receipts    bigint not null,
    primary key (user_id, room_id)
);

create table chat_reports (
    id          text primary key,
    message_id  text not null,
    room_id     text not null,
    sender_id   text not null,
    -- Digits 3-4 of the sender's user ID: whose moderators it concerns.
    class       text not null,
    reporter_id text not null,
    reason      text not null,
    -- As it was when reported: what is recalled afterwards can still be judged.
    kind        text not null,
    content     text not null,
    -- open, dismissed, recalled
    status      text not null,
    resolved_by text,
    resolved_at bigint,
    note        text not null,
    created_at  bigint not null
);
create unique index chat_reports_once on chat_reports (message_id, reporter_id);
create index chat_reports_status on chat_reports (status, created_at);
create index chat_reports_reporter on chat_reports (reporter_id);
create index chat_reports_sender on chat_reports (sender_id);

-- Search: pairs of neighbouring characters, made by the server, by the message's number. What can
-- be asked of `chat_search` differs between the engines; the statements are the same.
