-- By which a name is found in whatever spelling somebody types it: without blanks, and with one sign between the
-- parts of a name. `setup::model::name_key` makes it.
alter table pre_records add column name_key text not null default '';
update pre_records set name_key =
    replace(replace(replace(replace(replace(replace(replace(replace(
        real_name, ' ', ''), '.', '·'), '•', '·'), '‧', '·'), '∙', '·'), '⋅', '·'), '・', '·'), '･', '·');
create index pre_records_by_name_key on pre_records (name_key);
