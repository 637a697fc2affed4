-- What the members of a policy may do beside choosing models.
-- Answers of a day; 0 for any number.
alter table ai_policies add column message_budget bigint not null default 0;
-- Tokens of a day, read and written; 0 for any number.
alter table ai_policies add column token_budget bigint not null default 0;
-- What models are told first; empty for nothing.
alter table ai_policies add column system_prompt text not null default '';
-- Whether what members tell models first is left out.
alter table ai_policies add column locks_prompt bigint not null default 0;
-- Days after which a conversation in which nothing was said is removed; 0 for never.
alter table ai_policies add column retention_days bigint not null default 0;
