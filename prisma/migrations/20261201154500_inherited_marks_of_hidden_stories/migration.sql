-- A hidden story keeps only a mark of its own for its return; those inherited before stayed too.
UPDATE story s SET rating = s.rating_before, rating_before = NULL
WHERE s.hidden_at IS NOT NULL AND s.decided_with_id IS NOT NULL AND s.rating_before IS NOT NULL
  AND (SELECT d.reason FROM decision d WHERE d.story_id = s.id AND d.action = 'mature'
    ORDER BY d.created_at DESC LIMIT 1)
    = 'It shows pictures of a story that the administrator has marked as mature.';
