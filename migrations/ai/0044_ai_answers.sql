-- Why an answer is not whole: `stopped`, `failed`, `length`, `interrupted`, `exam` or `filtered`. Null for a whole one.
alter table ai_messages add column partial_reason text;
-- Whether another model answered than the one that was chosen.
alter table ai_messages add column is_fallback bigint not null default 0;
-- JSON, the files of a question: an array of hash, name, mime and size.
alter table ai_messages add column attachments text not null default '[]';

-- About how many tokens its request has: what an answer that breaks off is counted with.
alter table ai_generations add column prompt_tokens bigint not null default 0;
-- When it ended. Where there are several nodes, readers of the others read its end for a minute. Null until then.
alter table ai_generations add column ended_at bigint;
-- When somebody last read it at a node that does not write it.
alter table ai_generations add column read_at bigint not null default 0;
drop index ai_generations_conversation;
create unique index ai_generations_conversation on ai_generations (conversation_id) where ended_at is null;
