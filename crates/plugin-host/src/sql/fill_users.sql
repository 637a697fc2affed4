INSERT OR REPLACE INTO temp.users (user_id, net_name, real_name, avatar, class, role) VALUES (?, ?, ?, ?, ?, ?)
