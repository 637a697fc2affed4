-- The rosters of classes: which groups are on duty in turn.
create table duty_rosters (
    id            text primary key,
    -- The two digits of the class.
    class         text not null,
    name          text not null,
    -- JSON: the groups with the numbers of their members and their tasks.
    group_list    text not null,
    -- Whether a turn is a day or a week.
    turn          text not null,
    -- JSON: the weekdays with duty, 1 to 7.
    weekdays      text not null,
    -- YYYY-MM-DD, as all days here; ends_on is null while no end is set.
    starts_on     text not null,
    first_group   bigint not null,
    ends_on       text,
    -- The rotation counts from this day on: turns before it do not matter for it.
    counts_from   text not null,
    -- Up to this day the turns are stored and stay as they are.
    settled_until text not null,
    revision      bigint not null,
    -- A deleted roster is kept for a while, so that deleting can be undone.
    deleted_at    bigint,
    created_at    bigint not null,
    updated_at    bigint not null,
    updated_by    text not null
);
create index duty_rosters_class on duty_rosters (class, created_at);
create index duty_rosters_settled on duty_rosters (settled_until) where deleted_at is null;

-- What the turn of a day was as the day began.
create table duty_turns (
    roster_id   text not null,
    day         text not null,
    class       text not null,
    roster_name text not null,
    group_index bigint not null,
    group_name  text not null,
    -- JSON: the numbers with their tasks, as the roster had them.
    people      text not null,
    done_at     bigint,
    -- The member who ticked it; empty for nobody.
    done_by     text not null,
    note        text not null,
    -- When those on duty were told of it; null for not yet.
    told_at     bigint,
    primary key (roster_id, day)
);
create index duty_turns_day on duty_turns (class, day);
create index duty_turns_untold on duty_turns (day) where told_at is null;

-- What differs on single days: who stands in for whom, or that there is no duty.
create table duty_changes (
    id        text primary key,
    roster_id text not null,
    class     text not null,
    day       text not null,
    -- Whom the roster has; empty for the whole turn, which is then left out.
    number    text not null,
    -- Who stands in; empty for nobody.
    stand_in  text not null,
    made_by   text not null,
    made_at   bigint not null
);
create unique index duty_changes_of on duty_changes (roster_id, day, number);
create index duty_changes_day on duty_changes (class, day);

-- Who asks whom to take a turn.
create table duty_swaps (
    id          text primary key,
    class       text not null,
    roster_id   text not null,
    asker       text not null,
    asked       text not null,
    -- The turn of the asker, and the one that they take in exchange; null for a favour.
    day         text not null,
    with_day    text,
    message     text not null,
    status      text not null,
    -- When the earlier of the two days begins.
    expires_at  bigint not null,
    created_at  bigint not null,
    updated_at  bigint not null
);
create index duty_swaps_asker on duty_swaps (asker, created_at);
create index duty_swaps_asked on duty_swaps (asked, created_at);
create index duty_swaps_open on duty_swaps (expires_at) where status = 'open';
