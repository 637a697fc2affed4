-- Whether the calendar of the member shows it.
alter table countdown_items add column show_in_calendar bigint not null default 1;
