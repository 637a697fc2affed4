-- What stands in the calendars of classes and members. A row is an event, a series of them, or an occurrence of a
-- series that differs from the others.
create table calendar_events (
    id            text primary key,
    -- The two digits of a class, or the six of the member whose own it is.
    owner         text not null,
    -- Its UID in iCalendar files, which a series shares with the occurrences that differ.
    uid           text not null,
    -- Of an occurrence that differs: its series, and the local time at which it would begin.
    series_id     text,
    recurrence_id text,
    title         text not null,
    description   text not null,
    location      text not null,
    all_day       bigint not null,
    -- Local times, YYYY-MM-DDTHH:MM. An event of whole days has the midnights at which its first and its last day begin.
    starts        text not null,
    ends          text not null,
    -- The IANA name of the zone of the local times.
    zone          text not null,
    -- The RRULE of RFC 5545; empty for an event that does not repeat.
    rule          text not null,
    -- JSON: the local times of the occurrences that are left out.
    exdates       text not null,
    category      text not null,
    -- #rrggbb; empty for that of the category.
    color         text not null,
    -- JSON: minutes before the beginning.
    reminders     text not null,
    in_countdown  bigint not null,
    source        text not null,
    revision      bigint not null,
    -- A deleted event is kept for a while, so that deleting can be undone.
    deleted_at    bigint,
    created_by    text not null,
    created_at    bigint not null,
    updated_at    bigint not null,
    -- The days, YYYY-MM-DD, for which calendar_occurrences has all of it: empty when it has the first occurrence,
    -- 9999-12-31 when it has the last one. And the zone in which these days were counted.
    expanded_from  text not null,
    expanded_until text not null,
    expanded_zone  text not null
);
create index calendar_events_owner on calendar_events (owner, uid);
create index calendar_events_series on calendar_events (series_id) where series_id is not null;
create index calendar_events_repeating on calendar_events (owner) where rule <> '';
create index calendar_events_expanded on calendar_events (expanded_until);
create index calendar_events_deleted on calendar_events (deleted_at) where deleted_at is not null;

-- When events happen, for about a year back and two ahead. Made anew with each change of an event, and when
-- fewer than 700 days ahead are left.
create table calendar_occurrences (
    event_id  text not null,
    owner     text not null,
    -- The local time at which it begins in the zone of the event, by which one occurrence of a series is named.
    starts    text not null,
    starts_at bigint not null,
    ends_at   bigint not null,
    -- The days in the portal's zone that it is on, YYYY-MM-DD.
    first_day text not null,
    last_day  text not null,
    primary key (event_id, starts)
);
create index calendar_occurrences_day on calendar_occurrences (owner, first_day);
create index calendar_occurrences_long on calendar_occurrences (owner, last_day) where last_day > first_day;
create index calendar_occurrences_start on calendar_occurrences (event_id, starts_at);

-- The next reminder of each event. What is before it has been told.
create table calendar_reminders (
    event_id  text primary key,
    due_at    bigint not null,
    starts_at bigint not null
);
create index calendar_reminders_due on calendar_reminders (due_at);

-- What was changed at once, so that it can be undone at once.
create table calendar_changes (
    id      text primary key,
    owner   text not null,
    kind    text not null,
    made_by text not null,
    made_at bigint not null,
    -- How much is kept of it. Of a calendar only so much is kept, the latest first.
    bytes   bigint not null
);
create index calendar_changes_made on calendar_changes (made_at);
create index calendar_changes_owner on calendar_changes (owner, made_at);

-- The events of a change, in the order in which they were changed.
create table calendar_change_rows (
    change_id text not null,
    position  bigint not null,
    event_id  text not null,
    -- JSON: what the event was before; null for one that was made.
    before    text,
    -- The revision of the event after the change.
    revision  bigint not null,
    primary key (change_id, position)
);
create index calendar_change_rows_event on calendar_change_rows (event_id);

-- Addresses under which programs read a calendar without a session.
create table calendar_feeds (
    id            text primary key,
    -- The member whose feed it is.
    user_id       text not null,
    -- SHA-256 of the key in the address, hexadecimal; the key itself is kept nowhere.
    key_hash      text not null unique,
    name          text not null,
    content       text not null,
    -- The version of the member's sessions as the feed was made: it ends with them.
    token_version bigint not null,
    created_at    bigint not null,
    last_used_at  bigint
);
create index calendar_feeds_user on calendar_feeds (user_id);
