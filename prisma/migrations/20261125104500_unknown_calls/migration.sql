-- A call of which nobody knows what became of it counts as paid.
ALTER TABLE provider_call DROP CONSTRAINT provider_call_outcome;
ALTER TABLE provider_call ADD CONSTRAINT provider_call_outcome
  CHECK (outcome IN ('completed', 'refused', 'failed', 'unknown'));
