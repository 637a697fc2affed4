-- A member reports anew what a moderator has kept, once it has changed: who reports twice is known by the case.
drop index moderation_reports_once;
create unique index moderation_reports_once on moderation_reports (case_id, reporter_id);
-- What the content said when it was reported, where that is not what its case says.
alter table moderation_reports add column words text not null default '';

-- What is settled keeps its words for a week, whether or not it can be restored, and then nothing.
alter table moderation_cases add column forgotten bigint not null default 0;
drop index moderation_cases_restorable;
create index moderation_cases_settled on moderation_cases (decided_at) where forgotten = 0 and status <> 'open';

-- `images` are the hashes of all files of the content by now. The words of a case are what people read, and neither the
-- address of a file nor the JSON of what is forwarded is.
update moderation_cases set words = '' where kind = 'message' and type not in ('text', 'emoji', 'gomoku_invite');
-- A post that was held and is published stands where its number says.
update moderation_cases set place = content_id where kind = 'post' and held = 0 and place = '';
