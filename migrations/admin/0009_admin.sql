-- Administration: who was erased and when. The number alone: it says nothing about a person, and
-- copies of the row that are still elsewhere are known to be dead.
create table admin_tombstones (
    user_id    text primary key,
    deleted_at bigint not null
);

-- Numbers and names of a member, case-folded by the portal because the engines fold differently.
-- Rows from before are filled at the next start.
alter table users add column search_key text not null default '';

create index users_class on users (substr(user_id, 3, 2), user_id);
