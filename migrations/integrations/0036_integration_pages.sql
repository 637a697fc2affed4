-- The page that the desktop shows for an integration; empty for none.
alter table integrations add column page_url text not null default '';

-- Which members have agreed to open the page of an integration, and to what.
create table integrations_page_consents (
    integration_id bigint not null,
    user_id        text not null,
    -- The origin of the page.
    origin         text not null,
    -- What of the scopes concerns a page, joined by blanks.
    scopes         text not null,
    created_at     bigint not null,
    primary key (integration_id, user_id)
);
create index integrations_page_consents_user on integrations_page_consents (user_id);
