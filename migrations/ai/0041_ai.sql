-- The models that answer members.
create table ai_models (
    -- A slug of at most 32 characters.
    id                 text primary key,
    label              text not null,
    -- As it was entered; the address of chat completions is made from it. Empty for a model of AI_API_URL.
    api_url            text not null,
    -- Sealed, bound to this model and to the origin of `api_url`. Null for none, and for a model of AI_API_URL.
    api_key            text,
    -- What the provider calls it.
    model              text not null,
    -- #rrggbb.
    color              text not null,
    -- `openai` or `deepseek`: how thinking is asked for.
    api_style          text not null,
    supports_thinking  bigint not null,
    supports_search    bigint not null,
    supports_images    bigint not null,
    is_free            bigint not null,
    enabled            bigint not null,
    -- One of the enabled models has it.
    is_default         bigint not null,
    -- Whether AI_MODEL or AI_AVAILABLE_MODELS names it.
    builtin            bigint not null,
    sort_order         bigint not null,
    -- 0 for the portal's own.
    max_context_tokens bigint not null,
    max_output_tokens  bigint not null,
    -- `low`, `medium`, `high`; empty for what the provider does by itself.
    reasoning_effort   text not null,
    -- Millionths of a yuan for a million tokens: read, read from the provider's cache, written.
    input_price        bigint not null,
    cached_price       bigint not null,
    output_price       bigint not null,
    -- The class whose members may use it, two digits: that of the class admin who added it. Empty for all.
    class              text not null,
    -- Who added it; empty for the portal. A class admin reuses own keys alone.
    created_by         text not null,
    created_at         bigint not null,
    updated_at         bigint not null
);

-- Which models members may use.
create table ai_policies (
    id         text primary key,
    label      text not null,
    -- JSON, an array of ids. Empty for every model.
    model_ids  text not null,
    -- One policy has it: it holds for members without one.
    is_default bigint not null,
    sort_order bigint not null,
    -- The class whose admin made it, two digits; empty for the portal.
    class      text not null,
    created_at bigint not null,
    updated_at bigint not null
);
insert into ai_policies (id, label, model_ids, is_default, sort_order, class, created_at, updated_at)
values ('default', '默认', '[]', 1, 0, '', 0, 0);

-- The policies of members; whoever has none has the default one.
create table ai_user_policies (
    user_id   text primary key,
    policy_id text not null
);
create index ai_user_policies_policy on ai_user_policies (policy_id);

-- How members have set the chat up.
create table ai_settings (
    user_id              text primary key,
    system_prompt        text not null,
    -- JSON, an array of ids, in the order in which they are shown.
    pinned_conversations text not null,
    -- The preferred model; empty for none.
    model                text not null
);
