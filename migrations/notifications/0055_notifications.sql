-- The search looks notifications up by their ids, in whoever's inbox.
create index notifications_id on notifications (id);
