-- Since when its day and its repetition are what they are, in milliseconds; 0 for since it was made. Only a day that comes
-- afterwards is told to have come.
alter table countdown_items add column dated_at bigint not null default 0;
