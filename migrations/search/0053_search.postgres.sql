create table search_words (
    rowid bigint primary key,
    words text not null
);
create index search_words_words on search_words using gin (array_to_tsvector(string_to_array(words, ' ')));

-- Called as SQLite calls its table, with the same words. Materialised, because a plan that walks the
-- rows from the newest on would read all of them to find a rare word.
create function search_words(wanted text) returns table (rowid bigint) language sql stable as $$
    with found as materialized (
        select s.rowid from search_words s
        where array_to_tsvector(string_to_array(s.words, ' '))
              @@ cast(replace(translate(replace(replace(replace(wanted, ' AND ', ' & '), ' OR ', ' | '), ' NOT ', ' & !'),
                                        '"', ''''), '*', ':*') as tsquery)
    )
    select found.rowid from found
$$;
