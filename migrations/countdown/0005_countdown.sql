create table countdown_items (
    id          text primary key,
    owner_id    text not null,
    title       text not null,
    -- YYYY-MM-DD in the portal's time zone.
    target_date text not null,
    repeat_type text not null,
    color       text not null,
    pinned      bigint not null,
    note        text not null,
    created_at  bigint not null,
    updated_at  bigint not null
);
create index countdown_items_owner on countdown_items (owner_id);
