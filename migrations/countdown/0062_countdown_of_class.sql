-- From here on owner_id has the two digits of a class, or the six of the member whose own it is.

-- Of a class's: the member who made it; empty when that member was erased.
alter table countdown_items add column created_by text not null default '';
alter table countdown_items add column category text not null default 'other';
-- Whole days before its day, like 0,1,7; empty for none. With them since when they are so, in milliseconds: only what falls
-- due afterwards is told.
alter table countdown_items add column reminders text not null default '';
alter table countdown_items add column reminders_since bigint not null default 0;
-- The day on which its members were last reminded, YYYY-MM-DD in the portal's time zone.
alter table countdown_items add column reminded_on text;
-- The day on which its progress begins, YYYY-MM-DD; empty for the day on which it was made.
alter table countdown_items add column started_on text not null default '';
-- The suggestion from which it was made, like gaokao-2027; empty for none.
alter table countdown_items add column suggestion text not null default '';
create index countdown_items_reminders on countdown_items (id) where reminders <> '';
