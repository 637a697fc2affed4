INSERT INTO main.users (user_id)
SELECT user_id FROM temp.users WHERE user_id NOT IN (SELECT user_id FROM main.users)
