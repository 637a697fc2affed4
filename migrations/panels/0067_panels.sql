-- The screens of classrooms. One that waits to be confirmed has a code and no class.
create table panels (
    id              text primary key,
    -- SHA-256 of its token, in hex.
    token_hash      text not null unique,
    -- The six digits that it shows; null once it is confirmed.
    code            text unique,
    code_expires_at bigint not null,
    -- The two digits of the class; empty while it waits.
    class           text not null,
    name            text not null,
    -- JSON: how the board looks.
    settings        text not null,
    -- JSON: the size of the screen as it asked for its code.
    screen          text not null,
    -- Browser and address from which it asked.
    browser         text not null,
    address         text not null,
    -- JSON: what it reported last; null before the first report.
    state           text,
    created_at      bigint not null,
    confirmed_at    bigint,
    -- User ID; empty when the account was erased.
    confirmed_by    text not null,
    seen_at         bigint
);
create index panels_class on panels (class);

-- What a panel has shown.
create table panels_shown (
    panel_id text not null,
    -- `announcement` or `broadcast`.
    kind     text not null,
    item_id  text not null,
    shown_at bigint not null,
    primary key (panel_id, kind, item_id)
);
create index panels_shown_item on panels_shown (kind, item_id);
create index panels_shown_time on panels_shown (shown_at);
