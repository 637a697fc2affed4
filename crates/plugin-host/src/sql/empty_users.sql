DELETE FROM temp.users
