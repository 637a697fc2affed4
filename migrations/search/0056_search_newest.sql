-- The words of a document have its time now: all are read again.
delete from search_words;
delete from search_documents;
delete from search_builds;
