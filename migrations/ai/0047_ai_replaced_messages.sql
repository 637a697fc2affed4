-- Messages of conversations that were replaced or cleared. They stand in `ai_messages` under the id of their version in
-- place of the conversation's, for a day.
create table ai_replaced_messages (
    id              text primary key,
    conversation_id text not null,
    -- Until when they were the conversation's.
    replaced_at     bigint not null
);
create index ai_replaced_messages_newest on ai_replaced_messages (conversation_id, replaced_at, id);
