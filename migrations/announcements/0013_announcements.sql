-- What a class is told and keeps: notices and homework.
create table announcements (
    id             bigint primary key,
    -- Made by the client: sending the same again makes one announcement.
    key            text,
    -- `notice` or `homework`.
    type           text not null,
    title          text not null,
    -- Markdown, as it was written.
    content        text not null,
    -- YYYY-MM-DD, of homework.
    due_date       text,
    -- Two digits each, joined by commas; empty means all classes.
    classes        text not null,
    -- `all`, `officers` or `class_admins`.
    role           text not null,
    requires_ack   bigint not null,
    pinned         bigint not null,
    -- Empty when the author was erased.
    author_id      text not null,
    author_tier    bigint not null,
    -- Counts edits; the marks of members count from `asked_revision` on.
    revision       bigint not null,
    asked_revision bigint not null,
    publish_at     bigint not null,
    -- Null until it is published.
    published_at   bigint,
    expires_at     bigint,
    deleted_at     bigint,
    reminded_at    bigint,
    created_at     bigint not null,
    updated_at     bigint not null
);
create unique index announcements_once on announcements (author_id, key);
create index announcements_shown on announcements (published_at);
create index announcements_due on announcements (publish_at) where published_at is null;

-- Who may see one, spelt as the event log spells audiences.
create table announcements_audience (
    announcement_id bigint not null,
    audience        text not null,
    primary key (announcement_id, audience)
);

-- What a member has read and acknowledged, and which revision of it.
create table announcements_marks (
    announcement_id bigint not null,
    user_id         text not null,
    read_revision   bigint not null,
    read_at         bigint not null,
    ack_revision    bigint,
    ack_at          bigint,
    primary key (announcement_id, user_id)
);
create index announcements_marks_user on announcements_marks (user_id);

-- What an announcement said before it was edited.
create table announcements_revisions (
    announcement_id bigint not null,
    revision        bigint not null,
    type            text not null,
    title           text not null,
    content         text not null,
    due_date        text,
    editor_id       text not null,
    replaced_at     bigint not null,
    primary key (announcement_id, revision)
);
