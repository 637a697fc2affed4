-- How far the search index is: one row. What was said so far is in it.
create table chat_search_cursor (
    seq bigint not null
);
insert into chat_search_cursor (seq) select coalesce(max(seq), 0) from chat_messages;
