-- How many questions had words of a category, by day and class. Nothing here says who asked, or what.
create table ai_safety (
    -- YYYY-MM-DD in the portal's time zone.
    day      text not null,
    -- The class of the member who asked, two digits.
    class    text not null,
    -- `self_harm`, `violence`, `bullying`, `sexual` or `drugs`.
    category text not null,
    count    bigint not null,
    primary key (day, class, category)
);

-- The days whose counts officers have been told of, so that they are told once.
create table ai_safety_told (
    day text primary key
);
