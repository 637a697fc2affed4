-- A list of values as a table, under the name and with the column that SQLite has for it, so that one SQL text asks
-- both.
create function json_each(list text) returns table (value text) language sql immutable strict as
    'select jsonb_array_elements_text(list::jsonb)';
