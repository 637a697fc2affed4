-- Columns that nothing reads: the preview says whether a package is signed, the operation log who has installed what.
alter table market_apps drop column installed_by;
alter table market_packages drop column is_signed;
alter table market_packages drop column created_at;
