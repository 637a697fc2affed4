-- Pictures that members give the portal for its looks; the bytes are in the store of files.
create table pictures_items (
    -- avatar, wallpaper or class_photo.
    kind       text not null,
    -- Who gave the picture. Of an avatar and a wallpaper also whose it is.
    owner_id   text not null,
    -- The class of a class photo, two digits; empty for the other kinds.
    class      text not null,
    hash       text not null,
    mime       text not null,
    created_at bigint not null,
    primary key (kind, owner_id, class, hash)
);
