-- A remix is told the titles that its original had while everybody could read it, and no other: that of
-- a draft is its author's alone, also when the draft is deleted: what was told last stays.
CREATE OR REPLACE TRIGGER story_after_retitle AFTER UPDATE OF title, status ON story
  FOR EACH ROW WHEN (NEW.status = 'published'
    AND (OLD.title IS DISTINCT FROM NEW.title OR OLD.status IS DISTINCT FROM NEW.status))
  EXECUTE FUNCTION story_after_retitle();
