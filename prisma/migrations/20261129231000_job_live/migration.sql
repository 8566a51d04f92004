-- A new job says so as well: the author's other devices show what is being made.
CREATE TRIGGER job_live AFTER INSERT ON job
  FOR EACH ROW EXECUTE FUNCTION notify_story_live();
