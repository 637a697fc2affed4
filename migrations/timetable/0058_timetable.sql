-- The timetables of classes and of members, with the dates on which each holds.
create table timetable_timetables (
    id          text primary key,
    -- The two digits of the class; empty for a member's own.
    class       text not null,
    -- The member whose own it is; empty for a class's.
    owner_id    text not null,
    name        text not null,
    -- YYYY-MM-DD; valid_until is null while no end is set.
    valid_from  text not null,
    valid_until text,
    -- A day of the first week, or the first day of the first cycle.
    first_day   text not null,
    -- JSON: cycle, subjects, schedules.
    content     text not null,
    revision    bigint not null,
    -- A deleted timetable is kept, so that deleting can be undone.
    deleted_at  bigint,
    created_at  bigint not null,
    updated_at  bigint not null,
    updated_by  text not null
);
create index timetable_timetables_class on timetable_timetables (class, valid_from);
create index timetable_timetables_owner on timetable_timetables (owner_id, valid_from);

-- What a timetable was at each revision, for the list of versions and for undo.
create table timetable_revisions (
    timetable_id text not null,
    revision     bigint not null,
    name         text not null,
    valid_from   text not null,
    valid_until  text,
    first_day    text not null,
    content      text not null,
    -- 1 for the revision that deleted it.
    removed      bigint not null,
    saved_at     bigint not null,
    saved_by     text not null,
    primary key (timetable_id, revision)
);

-- What is different for a class on one date.
create table timetable_day_changes (
    class      text not null,
    -- YYYY-MM-DD.
    day        text not null,
    -- JSON: the plan, a note, and the hours of a half day.
    change     text not null,
    updated_at bigint not null,
    updated_by text not null,
    primary key (class, day)
);

-- The public holidays of a year as an admin entered them, in the place of the built-in ones.
create table timetable_public_years (
    year       bigint primary key,
    -- JSON: date, name and whether the day is off.
    days       text not null,
    updated_at bigint not null
);
