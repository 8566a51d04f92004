-- Fingerprints have ids in their keys alone now. Those of earlier pictures cannot be compared: such
-- pictures are not reported as out of date until they are drawn again.
UPDATE take SET made_with = jsonb_set(made_with, '{basis}', '{}')
WHERE made_with -> 'basis' <> '{}';

UPDATE job SET result = jsonb_set(result, '{madeWith,basis}', '{}')
WHERE result #> '{madeWith,basis}' <> '{}';
