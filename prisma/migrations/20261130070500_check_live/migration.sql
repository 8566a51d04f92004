-- A picture that was checked changes its story for those who watch it.
CREATE TRIGGER take_check_live AFTER UPDATE OF "check" ON take
  FOR EACH ROW EXECUTE FUNCTION notify_story_live_of_take();
