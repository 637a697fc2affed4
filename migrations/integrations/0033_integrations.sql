-- Programs that work for a class, and the requests of members for one.
create table integrations (
    id                bigint primary key,
    name              text not null,
    -- The public identifier, 64 hex digits.
    token             text not null,
    -- `requested`, `approved`, `refused` or `revoked`.
    status            text not null,
    -- The switch of its owner.
    active            bigint not null,
    -- Whether events without a signature are refused.
    signed_only       bigint not null,
    -- Joined by blanks.
    scopes            text not null,
    -- Joined by blanks.
    origins           text not null,
    -- Where events are sent to; empty for none.
    webhook_url       text not null,
    -- Why nothing is sent there any more: `gone` (it answered 410) or `failing` (for a week); empty while it is sent.
    webhook_off       text not null,
    -- Since when every delivery has failed; null after a success.
    failing_since     bigint,
    -- In whose name it calls: whoever issued or approved it. Empty for a request.
    owner_id          text not null,
    -- The member who asked for it; empty for one that was issued without being asked for.
    requested_by      text not null,
    -- What the member wants it for, in their words.
    purpose           text not null,
    ttl_days          bigint not null,
    -- The key of signatures, sealed. Null until a secret was made.
    signing_key       text,
    -- The SHA-256 of that key: it finds the row of a bearer and signs nothing.
    credential_hash   text,
    -- The same of the secret before, which holds until `previous_until`.
    previous_key      text,
    previous_hash     text,
    previous_until    bigint,
    created_at        bigint not null,
    -- Null for a request.
    expires_at        bigint,
    last_used_at      bigint,
    last_used_address text
);
create unique index integrations_token on integrations (token);
create index integrations_owner on integrations (owner_id);
create index integrations_requested_by on integrations (requested_by);

-- The webhooks that were accepted, for as long as a copy of one could be accepted again.
create table integrations_inbound (
    integration_id bigint not null,
    -- The signature, hex digits: it covers the time and the body.
    signature      text not null,
    event          text not null,
    received_at    bigint not null,
    primary key (integration_id, signature)
);
create index integrations_inbound_received on integrations_inbound (received_at);

-- What came from integrations, for their owners.
create table integrations_log (
    id             text primary key,
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
    created_at     bigint not null
);
create index integrations_log_newest on integrations_log (integration_id, id);
create index integrations_log_created on integrations_log (created_at);

-- What integrations keep here.
create table integrations_data (
    integration_id bigint not null,
    key            text not null,
    -- JSON.
    value          text not null,
    size           bigint not null,
    updated_at     bigint not null,
    primary key (integration_id, key)
);

-- Events on their way to integrations, and what became of them.
create table integrations_deliveries (
    -- The `webhook-id`.
    id             text primary key,
    integration_id bigint not null,
    -- The number of the event in the event log: the order of the deliveries of one integration.
    seq            bigint not null,
    event          text not null,
    -- The member whom it is about; empty for nobody.
    about          text not null,
    -- The bytes that are sent, JSON.
    body           text not null,
    -- `pending`, `delivered`, `failed` or `dropped`.
    status         text not null,
    attempts       bigint not null,
    -- When the next attempt is made, while it is pending.
    next_at        bigint not null,
    -- The HTTP status of the last attempt; null without an answer.
    last_status    bigint,
    -- Why the last attempt failed; empty for none.
    last_error     text not null,
    -- How long the last attempt took, in milliseconds.
    took           bigint,
    created_at     bigint not null,
    done_at        bigint
);
create index integrations_deliveries_pending on integrations_deliveries (integration_id, seq) where status = 'pending';
create index integrations_deliveries_newest on integrations_deliveries (integration_id, seq, id);
create index integrations_deliveries_created on integrations_deliveries (created_at);
create index integrations_deliveries_about on integrations_deliveries (about);

-- Which node sends for an integration: two would break the order.
create table integrations_senders (
    integration_id bigint primary key,
    node           text not null,
    until          bigint not null
);
