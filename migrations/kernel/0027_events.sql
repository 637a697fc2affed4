-- An event belongs to the feature that writes it, and its kind needs no prefix. Whether the long poll
-- carries it is a fact of its own. No row leaves: the log has no gaps.
drop index event_log_stream;
drop index event_log_visible;
drop index event_log_visible_ts;
alter table event_log rename column stream to feature;
alter table event_log add column polled bigint not null default 0;

-- One pass over the table; each expression sees the row as it was.
update event_log set
    polled = case when feature in ('extension', 'system') then 1 else 0 end,
    feature = case
        when feature = 'extension' then 'realtime'
        when feature = 'announcement' then 'announcements'
        when kind = 'system.market_app_control_changed' then 'apps'
        when kind in ('system.super_island_notification', 'system.broadcast_ended') then 'broadcasts'
        when kind in ('system.announcement_published', 'system.announcement_updated',
                      'system.announcement_removed', 'system.announcement_reminder') then 'announcements'
        else feature
    end,
    kind = case
        -- Each change of an announcement was written twice; the row that polls did not carry tells
        -- nobody anything more.
        when feature = 'announcement' then 'superseded'
        when kind = 'system.announcement_published' then 'published'
        when kind = 'system.announcement_updated' then 'updated'
        when kind = 'system.announcement_removed' then 'removed'
        when kind = 'system.announcement_reminder' then 'reminded'
        when kind = 'system.market_app_control_changed' then 'switched'
        when kind = 'system.super_island_notification' then 'sent'
        when kind = 'system.broadcast_ended' then 'ended'
        when kind = 'system.app_update_available' then 'client_update_changed'
        -- What the change was is the kind now.
        when kind = 'chat.reaction_changed' and data like '%"change":"added"%' then 'reaction_added'
        when kind = 'chat.reaction_changed' and data like '%"change":"removed"%' then 'reaction_removed'
        when kind = 'chat.pin_changed' and data like '%"change":"added"%' then 'message_pinned'
        when kind = 'chat.pin_changed' and data like '%"change":"removed"%' then 'message_unpinned'
        when kind = 'chat.read_marked' and data like '%"change":"cleared"%' then 'history_cleared'
        when kind = 'chat.read_marked' and data like '%"change":"settings"%' then 'room_settings_changed'
        when kind = 'chat.read_marked' then 'message_read'
        when kind = 'chat.group_changed' and data like '%"change":"created"%' then 'group_created'
        when kind = 'chat.group_changed' and data like '%"change":"dissolved"%' then 'group_dissolved'
        when kind = 'chat.group_changed' and data like '%"change":"transferred"%' then 'group_transferred'
        when kind = 'chat.group_changed' and data like '%"change":"renamed"%' then 'group_renamed'
        when kind = 'chat.group_changed' and data like '%"change":"announced"%' then 'group_announced'
        when kind = 'chat.member_changed' and data like '%"change":"joined"%' then 'member_joined'
        when kind = 'chat.member_changed' and data like '%"change":"left"%' then 'member_left'
        when kind = 'chat.member_changed' and data like '%"change":"kicked"%' then 'member_kicked'
        else substr(kind, length(feature) + 2)
    end;

create index event_log_polled on event_log (seq) where polled = 1;
create index event_log_polled_ts on event_log (ts) where polled = 1;
