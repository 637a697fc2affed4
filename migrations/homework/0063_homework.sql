-- What a card of homework has beyond the announcement that it is.
create table homework_cards (
    announcement_id bigint primary key,
    -- Empty for none.
    subject         text not null,
    -- HH:MM on the announcement's due date; null means the end of that day.
    due_time        text,
    -- Whether members hand something in.
    hand_in         bigint not null,
    -- When those who are missing were last reminded.
    reminded_at     bigint
);

-- The pictures of a card, in order.
create table homework_pictures (
    announcement_id bigint not null,
    position        bigint not null,
    hash            text not null,
    mime            text not null,
    width           bigint,
    height          bigint,
    -- Who added it.
    user_id         text not null,
    primary key (announcement_id, position)
);
create index homework_pictures_user on homework_pictures (user_id);

-- Who has done it, and since when.
create table homework_ticks (
    announcement_id bigint not null,
    user_id         text not null,
    done_at         bigint not null,
    primary key (announcement_id, user_id)
);
create index homework_ticks_user on homework_ticks (user_id);

-- What a member has handed in; the latest replaces the one before.
create table homework_submissions (
    announcement_id bigint not null,
    user_id         text not null,
    text            text not null,
    -- A JSON list of hash, name, media type and size.
    files           text not null,
    submitted_at    bigint not null,
    revision        bigint not null,
    primary key (announcement_id, user_id)
);
create index homework_submissions_user on homework_submissions (user_id);

-- What is still to do is asked for by its day.
create index announcements_homework on announcements (due_date, published_at) where type = 'homework';
