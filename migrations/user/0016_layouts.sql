-- Layouts of the desktop that members replaced, for a change of heart.
create table user_layouts (
    id          text primary key,
    user_id     text not null,
    layout      text not null,
    -- Until when it was in use.
    replaced_at bigint not null
);
create index user_layouts_newest on user_layouts (user_id, replaced_at, id);

-- What the desktops of a class begin with, by its two digits; the empty text is for all classes
-- without one of their own. A null layout leaves it to the next: all classes, then the built-in one.
create table user_default_layouts (
    class      text primary key,
    layout     text,
    revision   bigint not null,
    updated_at bigint not null
);
