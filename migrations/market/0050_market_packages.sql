-- Columns that nothing reads: the preview says whether a package is signed, the operation log who has installed what.
alter table market_apps drop column installed_by;
alter table market_packages drop column is_signed;
alter table market_packages drop column created_at;

-- 1 for a package whose back end was stuck in a step of the engine, which only the end of a process can cut off.
alter table market_packages add column needs_process bigint not null default 0;
