-- The cursor of the search index is one of the kernel's.
insert into event_cursors (consumer, seq) select 'chat-search', seq from chat_search_cursor;
drop table chat_search_cursor;
