-- The kernel's own tables. Portable: text, bigint (times in ms, booleans 0/1), no generated keys.

create table settings (
    name  text primary key,
    value text not null
);

-- Integer ids that the interface asks for (users.id): counted in the inserting transaction.
create table sequences (
    name  text primary key,
    value bigint not null
);

create table event_log (
    seq        bigint primary key,
    ts         bigint not null,
    stream     text not null,
    audience   text not null,
    kind       text not null,
    actor_id   text not null,
    subject_id text not null,
    data       text not null
);
create index event_log_stream on event_log (stream, seq);
create index event_log_ts on event_log (ts);

-- One row: the last number given out, and the time of the last poll-visible event.
create table event_head (
    seq bigint not null,
    ts  bigint not null
);
insert into event_head (seq, ts) values (0, 0);

create table audit_log (
    id         bigint primary key,
    admin_id   text not null,
    action     text not null,
    target     text not null,
    detail     text not null,
    created_at bigint not null,
    ip         text not null,
    request_id text not null,
    hash       text not null
);

-- One row: the end of the chain.
create table audit_head (
    id   bigint not null,
    hash text not null
);
insert into audit_head (id, hash) values (0, '');
