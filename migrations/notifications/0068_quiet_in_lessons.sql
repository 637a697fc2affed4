-- Whose island shows nothing during the lessons of their class but what is urgent.
create table notifications_quiet_in_lessons (
    user_id text primary key
);
