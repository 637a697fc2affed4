-- The class list: who may register, and with which user ID (interface 2.6).
create table pre_records (
    id             bigint primary key,
    real_name      text not null unique,
    user_id        text not null unique,
    gender         text not null,
    -- Registered as class admin whatever the number says; and the optional claim code's hash.
    is_class_admin bigint not null,
    claim_code     text
);
