-- Why a request was refused, in the words of who refused it; empty for no words.
alter table integrations add column refusal_reason text not null default '';
