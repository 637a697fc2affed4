-- The integration that published an event; null for a member. Names of integrations are not unique.
alter table realtime_events add column integration_id bigint;
