-- What the provider of the weather last said, a row for each part and language. A restart loses none of it, and the
-- nodes of a portal share it.
create table weather_cache (
    -- WEATHER_LOCATION as it was when the row was written.
    location      text not null,
    -- `now`, `hourly`, `daily`, `air`, `indices`, `warnings`, `minutely`, `place`; `provider` holds what keeps the
    -- provider as a whole from being asked.
    kind          text not null,
    -- `zh` or `en`; empty for `provider`.
    lang          text not null,
    -- JSON, as the API has it; null until the provider has answered once.
    data          text,
    -- When `data` was fetched, in milliseconds.
    fetched_at    bigint,
    -- Why the newest request brought nothing; null after one that did.
    problem       text,
    -- Requests in a row that brought nothing.
    failures      bigint not null default 0,
    -- The provider is not asked before, in milliseconds.
    retry_at      bigint not null default 0,
    -- Until then a node is asking, in milliseconds.
    claimed_until bigint not null default 0,
    primary key (location, kind, lang)
);

-- The warnings that members were told of: each once, on all nodes and over restarts.
create table weather_alerts (
    -- The provider's.
    id           text primary key,
    -- The number of the event that told it.
    seq          bigint not null,
    title        text not null,
    -- `blue`, `yellow`, `orange` or `red`.
    level        text not null,
    text         text not null,
    sender       text,
    published_at bigint not null,
    expires_at   bigint,
    -- When the first answer without it was fetched, in milliseconds; null while the provider lists it. The second such
    -- answer ends it.
    missing_since bigint,
    -- When it was cancelled, expired, or missing twice; null while it is in force.
    ended_at     bigint
);
create unique index weather_alerts_seq on weather_alerts (seq);
