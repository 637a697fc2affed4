-- What members published over the long poll. The log holds ids alone; the words stand here, and
-- leave with the log's row or with their author.
create table realtime_events (
    seq        bigint primary key,
    app_name   text,
    event      text not null,
    -- JSON, as it was sent.
    payload    text not null,
    sender_id  text not null,
    created_at bigint not null
);
create index realtime_events_sender on realtime_events (sender_id, seq);

-- The few rows of the log that a poll carries, by both of its cursors: a poll that is far behind
-- must not read a week of chat to find them. Written as an expression, here and in the queries, so
-- that SQLite takes these indexes and not the one by stream, after which it would have to sort.
create index event_log_visible on event_log (seq) where stream || '' in ('extension', 'system');
create index event_log_visible_ts on event_log (ts) where stream || '' in ('extension', 'system');
