-- The cursor of awards is one of the kernel's.
insert into event_cursors (consumer, seq) select 'level', seq from level_cursor;
drop table level_cursor;
