SELECT tables.name, columns.name, tables.sql LIKE 'CREATE VIRTUAL%'
FROM sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS columns
WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND lower(tables.name) <> 'users'
  AND columns.hidden <> 1
  AND (lower(columns.name) = 'user_id' OR EXISTS (
      SELECT 1 FROM pragma_foreign_key_list(tables.name) AS keys
      WHERE lower(keys."table") = 'users' AND lower(keys."from") = lower(columns.name)))
ORDER BY tables.name, columns.cid
