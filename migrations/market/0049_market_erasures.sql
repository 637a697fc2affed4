-- Members whose rows are still to be removed from the database of a back end, which does not run before that.
create table market_erasures (
    app     text not null,
    user_id text not null,
    primary key (app, user_id)
);
