CREATE TABLE IF NOT EXISTS main.users (user_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE temp.users (
    user_id TEXT PRIMARY KEY,
    net_name TEXT NOT NULL,
    real_name TEXT NOT NULL,
    avatar TEXT,
    class TEXT NOT NULL,
    role TEXT NOT NULL
) WITHOUT ROWID;
