-- By which a name is found in whatever spelling somebody types it: without blanks and brackets, and with one sign between
-- the parts of a name. `setup::names::name_key` makes it; the list
-- refuses every blank but the plain one.
alter table pre_records add column name_key text not null default '';
update pre_records set name_key =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        real_name, ' ', ''), '.', '·'), '•', '·'), '‧', '·'), '∙', '·'), '⋅', '·'), '・', '·'), '･', '·'),
        '(', ''), ')', '');
create index pre_records_by_name_key on pre_records (name_key);
