-- What the search finds, one row for each content of a feature. The words are in `search_words`, which each engine has in
-- its own way.
create table search_documents (
    -- The time of the content in milliseconds, times 1024, and a number within the millisecond: the newest first.
    number   bigint primary key,
    -- The kind, like `message`; its feature shows what was found.
    kind     text not null,
    -- The id that the content has in its feature.
    id       text not null,
    -- The member with whose account it is erased; empty for nobody.
    owner_id text not null,
    unique (kind, id)
);
create index search_documents_owner on search_documents (owner_id) where owner_id <> '';
create index search_documents_kind on search_documents (kind, number);

-- How far the contents from before the index had their kind are in it.
create table search_builds (
    kind    text primary key,
    -- The last id that is in it.
    last_id text not null,
    is_done bigint not null
);
