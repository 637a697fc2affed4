-- One look at the machine and the portal a minute, kept for two days, for the plots of the console.
create table admin_samples (
    -- Name of the machine and port: a restart goes on in the same plot.
    node        text not null,
    at          bigint not null,
    -- Per mille of the whole machine.
    cpu         bigint not null,
    process_cpu bigint not null,
    -- Bytes.
    memory      bigint not null,
    rss         bigint not null,
    -- Hundredths.
    load        bigint not null,
    -- Per mille.
    disk        bigint not null,
    -- Counts since the sample before.
    requests    bigint not null,
    failures    bigint not null,
    -- Microseconds.
    p50         bigint not null,
    p99         bigint not null,
    -- Connections now.
    http        bigint not null,
    websocket   bigint not null,
    held        bigint not null,
    -- Events, commits, their mean in microseconds, and the longest queue since the sample before.
    events      bigint not null,
    commits     bigint not null,
    commit_time bigint not null,
    queue       bigint not null,
    primary key (node, at)
);
