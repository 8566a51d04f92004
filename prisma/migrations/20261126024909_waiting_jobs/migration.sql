-- CreateIndex
CREATE INDEX "job_waiting_idx" ON "job"("kind", "created_at") WHERE (status = 'queued');
