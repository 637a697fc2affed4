-- The log is what tells copies of a signed request: one row for each accepted event, not two. What was known of the
-- minutes before is forgotten; no release has had the table for it.
drop table integrations_inbound;

-- Its key begins with the integration, as it is read: the id alone needs no index.
alter table integrations_log rename to integrations_log_by_id;
create table integrations_log (
    id             text not null,
    integration_id bigint not null,
    event          text not null,
    -- The HTTP status of the answer.
    status         bigint not null,
    -- Why it was refused; empty when it was accepted.
    reason         text not null,
    address        text not null,
    -- How many requests of the same kind the row stands for.
    count          bigint not null,
    -- The beginning of the body.
    excerpt        text not null,
    created_at     bigint not null,
    -- The time of a signed request that was accepted, and the beginning of its signature; null for any other one. With
    -- the time first, new rows stand side by side in the index: a random order would rewrite all of it.
    signature      text,
    primary key (integration_id, id)
);
insert into integrations_log (id, integration_id, event, status, reason, address, count, excerpt, created_at)
select id, integration_id, event, status, reason, address, count, excerpt, created_at from integrations_log_by_id;
drop table integrations_log_by_id;
create unique index integrations_log_signature on integrations_log (integration_id, signature)
    where signature is not null;
