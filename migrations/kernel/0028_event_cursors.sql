-- How far each consumer of the event log has come.
create table event_cursors (
    consumer text primary key,
    seq      bigint not null
);

-- The events that a consumer could not handle, whole: the log forgets them.
create table event_failures (
    consumer   text not null,
    seq        bigint not null,
    ts         bigint not null,
    feature    text not null,
    kind       text not null,
    polled     bigint not null,
    audience   text not null,
    actor_id   text not null,
    subject_id text not null,
    data       text not null,
    failed_at  bigint not null,
    -- Why, without what people wrote.
    error      text not null,
    primary key (consumer, seq)
);
