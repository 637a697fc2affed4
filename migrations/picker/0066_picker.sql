-- Lists of a class out of which pupils are drawn.
create table picker_lists (
    id         text primary key,
    -- The two digits of the class.
    class      text not null,
    name       text not null,
    -- JSON: the numbers.
    numbers    text not null,
    revision   bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    updated_by text not null
);
create index picker_lists_class on picker_lists (class, created_at);

-- Draws, with all that it takes to compute them again.
create table picker_draws (
    id         text primary key,
    class      text not null,
    -- JSON: out of which list.
    list       text not null,
    -- What the list was called then; empty for the whole class.
    list_name  text not null,
    -- 64 hexadecimal digits.
    seed       text not null,
    fair       bigint not null,
    wanted     bigint not null,
    -- JSON: the numbers, each with how often it was drawn before.
    candidates text not null,
    -- JSON: the numbers that were left out, and those that were drawn, in their order.
    absent     text not null,
    picked     text not null,
    purpose    text not null,
    created_at bigint not null,
    created_by text not null
);
create index picker_draws_class on picker_draws (class, created_at);

-- How often each number of a list was drawn since the counts began.
create table picker_counts (
    class    text not null,
    list_key text not null,
    number   text not null,
    times    bigint not null,
    primary key (class, list_key, number)
);
