-- Deleting many pictures asks for each of their files whether another has it: entries that wait to be
-- sorted in are read through each time.
ALTER INDEX media_object_variants_idx SET (fastupdate = off);
