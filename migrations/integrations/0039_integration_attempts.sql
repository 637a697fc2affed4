-- Attempts that may follow on their own: `attempts` counts those that were made, and sending again grants one.
alter table integrations_deliveries add column attempts_left bigint not null default 8;
update integrations_deliveries set attempts_left = case when attempts < 8 then 8 - attempts else 1 end
where status = 'pending';
-- The attempts that were made, JSON.
alter table integrations_deliveries add column history text not null default '[]';
-- Ids grow with time, and erasing a member may read all deliveries: each index costs every delivery.
drop index integrations_deliveries_created;
drop index integrations_deliveries_about;
