-- CreateIndex
CREATE INDEX "provider_call_open_idx" ON "provider_call"("created_at") WHERE (outcome = 'open');

-- A call that is about to be made is a row already.
ALTER TABLE provider_call
  DROP CONSTRAINT provider_call_outcome,
  ADD CONSTRAINT provider_call_outcome
    CHECK (outcome IN ('open', 'completed', 'refused', 'failed', 'unknown'));
