-- What moderators look at: a message, post or comment that members have reported, or that a moderator has removed.
create table moderation_cases (
    id             text primary key,
    -- What it is and its id there: `message`, `post` or `comment`.
    kind           text not null,
    content_id     text not null,
    -- Empty when the author was erased. Of an anonymous author nobody is told.
    author_id      text not null,
    author_tier    bigint not null,
    anonymous      bigint not null,
    -- The author's class, whose moderators it concerns; two digits.
    class          text not null,
    -- Where it stands: a room of the chat, or the number of a post.
    place          text not null,
    -- The type of the message or post.
    type           text not null,
    -- As it was when it was reported last, or removed: what is gone afterwards can still be judged. Empty once nobody
    -- can appeal for it any more.
    words          text not null,
    -- What opened it: `report`, `removal`, `rule` (words of a word rule) or `first_post`.
    origin         text not null,
    -- Whether it was never published. The id of such a content is that of its case.
    held           bigint not null default 0,
    -- What is published when a moderator lets it through, as its feature spells it, JSON; null for what stands, and once
    -- nobody can ask for it any more.
    payload        text,
    -- The hashes of the images of what was held, a JSON list.
    images         text not null default '[]',
    -- The id that the client of its author has given it: the same one again is the same content. Never shown.
    client_key     text,
    -- `open`, `kept`, `removed` or `restored`.
    status         text not null,
    decided_by     text,
    decided_at     bigint,
    -- For the author and for those who reported it.
    reason         text not null,
    note           text not null,
    -- What its feature needs to restore it, as it spells it; null when it cannot be restored.
    restorable     text,
    -- What the author says against the removal; once.
    appeal         text not null,
    appealed_at    bigint,
    -- Empty, `open`, `upheld` or `granted`.
    appeal_status  text not null,
    appeal_by      text,
    appeal_at      bigint,
    appeal_note    text not null,
    created_at     bigint not null
);
-- What is open is one case for all who report it.
create unique index moderation_cases_open on moderation_cases (kind, content_id) where status = 'open';
create index moderation_cases_content on moderation_cases (kind, content_id, status);
create index moderation_cases_status on moderation_cases (status, created_at);
create index moderation_cases_appeal on moderation_cases (appealed_at) where appeal_status = 'open';
create index moderation_cases_author on moderation_cases (author_id, decided_at);
create unique index moderation_cases_held on moderation_cases (author_id, kind, client_key) where client_key is not null;
create index moderation_cases_restorable on moderation_cases (decided_at) where restorable is not null;

-- Who has reported what.
create table moderation_reports (
    id          text primary key,
    case_id     text not null,
    kind        text not null,
    content_id  text not null,
    -- The id of the report itself when the member was erased.
    reporter_id text not null,
    reason      text not null,
    created_at  bigint not null
);
create unique index moderation_reports_once on moderation_reports (kind, content_id, reporter_id);
create index moderation_reports_case on moderation_reports (case_id, created_at);
create index moderation_reports_reporter on moderation_reports (reporter_id, created_at);

-- Members who may not write for a time.
create table moderation_silences (
    user_id     text primary key,
    ends_at     bigint not null,
    reason      text not null,
    -- Empty when erased.
    silenced_by text not null,
    created_at  bigint not null
);
create index moderation_silences_end on moderation_silences (ends_at);

-- Words that a class does not want.
create table moderation_rules (
    id         text primary key,
    -- Empty for those of the portal.
    class      text not null,
    -- A term or a pattern.
    term       text not null,
    -- `substring`, `word` or `pattern`.
    matching   text not null,
    -- `mask`, `flag`, `hold` or `block`.
    effect     text not null,
    -- A JSON list of words in which the term does not count.
    exceptions text not null,
    enabled    bigint not null,
    -- Empty when erased.
    created_by text not null,
    created_at bigint not null,
    updated_at bigint not null
);
create index moderation_rules_class on moderation_rules (class, created_at);

-- Reports of messages were the chat's: what was open or settled together is a case.
insert into moderation_cases
    (id, kind, content_id, author_id, author_tier, anonymous, class, place, type, words, origin, status, decided_by,
     decided_at, reason, note, appeal, appeal_status, appeal_note, created_at)
select min(id), 'message', message_id, min(sender_id), case when min(sender_id) like '____00' then 2 else 0 end, 0,
       min(class), min(room_id), min(kind), min(content), 'report',
       case status when 'dismissed' then 'kept' when 'recalled' then 'removed' else 'open' end,
       min(resolved_by), min(resolved_at), '', min(note), '', '', '', min(created_at)
from chat_reports group by message_id, status, coalesce(resolved_at, 0);

insert into moderation_reports (id, case_id, kind, content_id, reporter_id, reason, created_at)
select c.id,
       (select min(o.id) from chat_reports o where o.message_id = c.message_id and o.status = c.status
            and coalesce(o.resolved_at, 0) = coalesce(c.resolved_at, 0)),
       'message', c.message_id, c.reporter_id, c.reason, c.created_at
from chat_reports c;

drop table chat_reports;

-- What moderators had deleted before there were cases, nobody can appeal for: it is forgotten like what its author has
-- deleted.
update community_posts set deleted_by = '' where deleted_at is not null and deleted_by <> author_id;
update community_comments set deleted_by = '' where deleted_at is not null and deleted_by <> author_id;
