create table chat_search (
    rowid bigint primary key,
    words text not null
);
create index chat_search_words on chat_search using gin (array_to_tsvector(string_to_array(words, ' ')));

-- Called as SQLite calls its table, with the same words. Materialised, because a plan that walks the
-- rows from the newest on would read all of them to find a rare word.
create function chat_search(wanted text) returns table (rowid bigint) language sql stable as $$
    with found as materialized (
        select s.rowid from chat_search s
        where array_to_tsvector(string_to_array(s.words, ' '))
              @@ cast(replace(translate(replace(replace(wanted, ' AND ', ' & '), ' OR ', ' | '), '"', ''''), '*', ':*') as tsquery)
    )
    select found.rowid from found
$$;
