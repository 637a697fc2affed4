-- What a reference's owner calls the file, and the references of one owner: their list and quota.
alter table file_refs add column name text not null default '';
create index file_refs_owner on file_refs (owner_id, hash);
