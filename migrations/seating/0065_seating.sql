-- Who sits where in the room of a class.
create table seating_plans (
    -- The two digits of the class.
    class      text primary key,
    -- JSON: rows, columns, aisles, seats and from where the plan is seen.
    content    text not null,
    revision   bigint not null,
    updated_at bigint not null,
    updated_by text not null
);

-- What a plan was at its last revisions, the newest included.
create table seating_revisions (
    class    text not null,
    revision bigint not null,
    content  text not null,
    saved_at bigint not null,
    saved_by text not null,
    primary key (class, revision)
);
