-- The column names the feature that refers to the file.
alter table file_refs rename column room to feature;
