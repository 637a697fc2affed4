-- The class list: who may register, and with which user ID (interface 2.6). A class admin's row is
-- known by its number 00.
create table pre_records (
    id         bigint primary key,
    real_name  text not null unique,
    user_id    text not null unique,
    gender     text not null,
    -- Plain, because the admin prints it; only with CLAIM_CODES=1.
    claim_code text
);
