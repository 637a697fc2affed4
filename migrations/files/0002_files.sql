-- Stored files by the SHA-256 of their bytes, and who refers to them.

create table files (
    hash       text primary key,
    size       bigint not null,
    mime       text not null,
    -- Of images whose header tells.
    width      bigint,
    height     bigint,
    created_at bigint not null,
    -- Last upload or new reference; the sweep keeps its distance from it.
    touched_at bigint not null
);

-- One may read a file if one may see any of these. Room `upload` stands for a fresh upload, which
-- its owner sees for a day.
create table file_refs (
    hash       text not null,
    room       text not null,
    ref_id     text not null,
    owner_id   text not null,
    audience   text not null,
    created_at bigint not null,
    primary key (hash, room, ref_id, owner_id)
);
create index file_refs_referrer on file_refs (room, ref_id);
