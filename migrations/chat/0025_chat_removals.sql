-- Groups that members were taken out of, or that were ended, until they have seen that: whoever was not
-- there when it happened is told when they come back.
create table chat_removals (
    user_id    text not null,
    room_id    text not null,
    -- The group's name at that time: whoever is out of it reads no later one.
    name       text not null,
    -- kicked, dissolved
    change     text not null,
    removed_at bigint not null,
    primary key (user_id, room_id)
);
create index chat_removals_end on chat_removals (removed_at);
