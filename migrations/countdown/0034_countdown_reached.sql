-- The day on which the countdown was last told to have come, YYYY-MM-DD in the portal's time zone.
alter table countdown_items add column reached_on text;
