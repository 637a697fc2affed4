-- Each search looks through all that waits to be written into the index, so nothing waits.
alter index search_words_words set (fastupdate = off);
reindex index search_words_words;

-- An item of a list, as SQLite has it, so that one SQL text writes many rows on both.
create function json_item(list text, place integer) returns text language sql immutable strict as
    'select list::jsonb ->> place';
create operator ->> (leftarg = text, rightarg = integer, function = json_item);
