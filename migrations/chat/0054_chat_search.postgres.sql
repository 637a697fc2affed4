drop function chat_search(text);
