-- What a moderator has kept can be reported again by the same member once it says something else: who reports twice is
-- known by the case.
drop index moderation_reports_once;
create unique index moderation_reports_once on moderation_reports (case_id, reporter_id);
-- What is settled keeps its words for a week, whether or not it can be restored.
drop index moderation_cases_restorable;
create index moderation_cases_kept on moderation_cases (decided_at) where restorable is not null or words <> '';
-- The words of a case are what people read, and neither the address of a file nor the JSON of what is forwarded is.
update moderation_cases set words = '' where kind = 'message' and type not in ('text', 'emoji', 'gomoku_invite');
