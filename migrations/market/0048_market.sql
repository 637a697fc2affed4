-- Apps and plugins that were installed from the market.
create table market_apps (
    name                text primary key,
    -- app or plugin.
    kind                text not null,
    -- The package that is in use, and the one before it, to which a rollback leads.
    package_id          text not null,
    previous_package_id text,
    -- The user ID of whoever installed it first.
    installed_by        text not null,
    -- The class, two digits, for which alone it was installed; empty for all classes.
    installed_for       text not null,
    installed_at        bigint not null,
    updated_at          bigint not null
);

-- Versions of them: each is one file of the store of files, which holds the bytes of all files of the package.
create table market_packages (
    id         text primary key,
    app        text not null,
    version    text not null,
    -- The id of the source, or zip.
    source     text not null,
    is_signed  bigint not null,
    -- JSON: the manifest as the checks left it.
    manifest   text not null,
    -- JSON: where each file begins in the archive, its length and SHA-256.
    files      text not null,
    -- SHA-256 of the archive.
    archive    text not null,
    created_at bigint not null
);
create index market_packages_app on market_packages (app);

-- What the manifests' config[] asks for. A secret is sealed, everything else is JSON.
create table market_config (
    app   text not null,
    key   text not null,
    value text not null,
    primary key (app, key)
);

-- What apps keep for a member.
create table market_storage (
    app     text not null,
    user_id text not null,
    key     text not null,
    -- JSON.
    value   text not null,
    primary key (app, user_id, key)
);
create index market_storage_user on market_storage (user_id);

-- The databases of back ends, page by page.
create table market_backends (
    app        text primary key,
    -- The run of the back end that may store pages, made anew by each start: a run that was ended, or that another
    -- node has taken the back end from, stores nothing more.
    run        text not null,
    page_count bigint not null
);
create table market_backend_pages (
    app   text not null,
    page  bigint not null,
    bytes bytea not null,
    primary key (app, page)
);
