-- Exams of which those who sit them are still to be told what came meanwhile. A row goes when they were told.
create table admin_exams (
    -- The number of the event that set the exam.
    id        bigint primary key,
    -- The two digits of the class; empty for an exam of the whole portal.
    class     text not null,
    -- Milliseconds.
    starts_at bigint not null,
    ends_at   bigint not null
);
