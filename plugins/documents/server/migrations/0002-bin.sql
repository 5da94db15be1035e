-- What was deleted by itself, by the folders above it: a recycle bin read all that lies in the folders that are shared with a person, to find the few deleted of it.
-- Without a list of pending entries, which each search would read. It is written when something is deleted or comes back.
create index entry_bin_path_idx on documents.entry using gin (path) with (fastupdate = off) where trashed_at is not null and trash_id = id;
