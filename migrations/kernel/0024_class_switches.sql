-- App control per class: beside the portal's switch, each class has one of its own (interface 3).
alter table app_control rename to app_control_portal;

create table app_control (
    -- Two digits; empty for the whole portal.
    class      text not null,
    app_name   text not null,
    enabled    bigint not null,
    updated_by text not null,
    updated_at bigint not null,
    primary key (class, app_name)
);

insert into app_control (class, app_name, enabled, updated_by, updated_at)
select '', app_name, enabled, updated_by, updated_at from app_control_portal;

drop table app_control_portal;

-- Whose wallpapers are: the class of whoever uploaded one deletes it, beside admins of all classes.
-- A file without a row is the whole portal's.
create table assets_wallpapers (
    -- As `/api/assets/wallpapers` names it.
    id    text primary key,
    -- Two digits; empty for the whole portal.
    class text not null
);

-- Files from before: the operation log knows who uploaded them, as long as it is kept.
insert into assets_wallpapers (id, class)
select target,
       case when substr(admin_id, 3, 2) = '00'
                 or exists (select 1 from users where users.user_id = audit_log.admin_id and users.is_admin = 1)
            then '' else substr(admin_id, 3, 2) end
from audit_log
where action = 'upload_wallpaper'
  and id in (select max(id) from audit_log where action = 'upload_wallpaper' group by target);
