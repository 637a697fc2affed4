-- The index over everything has the messages as well.
drop table chat_search;
delete from event_cursors where consumer = 'chat-search';
delete from event_failures where consumer = 'chat-search';
