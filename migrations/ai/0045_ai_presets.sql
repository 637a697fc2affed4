-- Prompts that class admins and admins have written for members to choose from.
create table ai_presets (
    -- A UUID: the id of a removed preset never names another one.
    id          text primary key,
    label       text not null,
    -- What the preset is for, in one line; empty for nothing.
    description text not null,
    -- What models are told.
    prompt      text not null,
    sort_order  bigint not null,
    -- The class whose admin wrote it, two digits; empty for the portal.
    class       text not null,
    created_at  bigint not null,
    updated_at  bigint not null
);

-- The preset of the conversation; null for none. It may have been removed since.
alter table ai_conversations add column preset_id text;
