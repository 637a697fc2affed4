-- What members have talked about with models.
create table ai_conversations (
    id         text primary key,
    user_id    text not null,
    -- Empty until the first message.
    title      text not null,
    -- What the messages before `summary_to` say; empty for none.
    summary    text not null,
    -- The position up to which messages are summarised.
    summary_to bigint not null,
    summary_at bigint,
    -- What models are told first in this conversation; empty for nothing.
    persona    text not null,
    -- Grows with every change of the messages.
    revision   bigint not null,
    created_at bigint not null,
    updated_at bigint not null
);
create index ai_conversations_newest on ai_conversations (user_id, updated_at, id);

create table ai_messages (
    conversation_id text not null,
    -- From 1, in their order; gaps are possible.
    position        bigint not null,
    -- `user` or `assistant`.
    role            text not null,
    content         text not null,
    reasoning       text not null,
    -- The id and the label of the model that answered; empty for a question.
    model           text not null,
    model_label     text not null,
    -- JSON, where the web was read: an array of title and url.
    sources         text not null,
    -- Whether the answer was stopped or broke off.
    is_partial      bigint not null,
    created_at      bigint not null,
    primary key (conversation_id, position)
);

-- Answers that are being written. One that nobody writes any more is closed as a partial answer.
create table ai_generations (
    id              text primary key,
    conversation_id text not null,
    user_id         text not null,
    model           text not null,
    model_label     text not null,
    -- Whether somebody on another node wants it to stop.
    stop_asked      bigint not null,
    created_at      bigint not null,
    -- When its node last wrote that it is at work.
    alive_at        bigint not null
);
create unique index ai_generations_conversation on ai_generations (conversation_id);
create index ai_generations_user on ai_generations (user_id);

-- What they have said so far, second by second.
create table ai_generation_pieces (
    generation_id text not null,
    -- Where in the answer the piece begins.
    start         bigint not null,
    -- JSON.
    entries       text not null,
    primary key (generation_id, start)
);

-- What answers took, by day, member and model.
create table ai_usage (
    -- YYYY-MM-DD in the portal's time zone.
    day               text not null,
    user_id           text not null,
    model             text not null,
    messages          bigint not null,
    prompt_tokens     bigint not null,
    cached_tokens     bigint not null,
    completion_tokens bigint not null,
    -- Millionths of a yuan.
    cost              bigint not null,
    primary key (day, user_id, model)
);
