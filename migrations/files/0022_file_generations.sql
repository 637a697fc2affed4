-- Tells the object of a file from one of the same bytes that was swept before; empty for files from
-- before, whose objects are named by the hash alone.
alter table files add column generation text not null default '';
