-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "hidden_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "story" ADD COLUMN     "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN     "published_before" TIMESTAMPTZ(3),
ADD COLUMN     "rating_before" "story_rating";

-- CreateTable
CREATE TABLE "report" (
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "token" VARCHAR(43) NOT NULL,
    "kind" VARCHAR(10) NOT NULL,
    "story_id" UUID,
    "scene_id" UUID,
    "scene_number" INTEGER,
    "author_id" UUID,
    "reason" VARCHAR(20) NOT NULL,
    "words" VARCHAR(2000) NOT NULL,
    "reporter_id" UUID,
    "email" CITEXT,
    "decision_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "decision" (
    "id" UUID NOT NULL,
    "kind" VARCHAR(10) NOT NULL,
    "story_id" UUID,
    "author_id" UUID,
    "action" VARCHAR(10) NOT NULL,
    "reason" VARCHAR(1000) NOT NULL,
    "is_told" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "objection" VARCHAR(2000),
    "objected_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "action" VARCHAR(300) NOT NULL,
    "subject_kind" VARCHAR(10) NOT NULL,
    "subject_id" UUID,
    "reason" VARCHAR(1000) NOT NULL DEFAULT '',

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "report_number_key" ON "report"("number");

-- CreateIndex
CREATE UNIQUE INDEX "report_token_key" ON "report"("token");

-- CreateIndex
CREATE INDEX "report_story_id_idx" ON "report"("story_id");

-- CreateIndex
CREATE INDEX "report_scene_id_idx" ON "report"("scene_id");

-- CreateIndex
CREATE INDEX "report_author_id_idx" ON "report"("author_id");

-- CreateIndex
CREATE INDEX "report_reporter_id_idx" ON "report"("reporter_id");

-- CreateIndex
CREATE INDEX "report_decision_id_idx" ON "report"("decision_id");

-- CreateIndex
CREATE INDEX "report_open_idx" ON "report"("created_at") WHERE (decision_id IS NULL);

-- CreateIndex
CREATE INDEX "decision_story_id_idx" ON "decision"("story_id");

-- CreateIndex
CREATE INDEX "decision_author_id_created_at_idx" ON "decision"("author_id", "created_at");

-- CreateIndex
CREATE INDEX "decision_created_at_idx" ON "decision"("created_at");

-- CreateIndex
CREATE INDEX "decision_objected_idx" ON "decision"("objected_at") WHERE (objected_at IS NOT NULL AND ended_at IS NULL);

-- CreateIndex
CREATE INDEX "audit_entry_actor_id_idx" ON "audit_entry"("actor_id");

-- CreateIndex
CREATE INDEX "audit_entry_created_at_idx" ON "audit_entry"("created_at");

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_scene_id_fkey" FOREIGN KEY ("scene_id") REFERENCES "scene"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report" ADD CONSTRAINT "report_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "decision"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision" ADD CONSTRAINT "decision_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision" ADD CONSTRAINT "decision_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Rules ------------------------------------------------------------------------------------------
ALTER TABLE report
  ADD CONSTRAINT report_kind CHECK (kind IN ('story', 'scene', 'author')),
  ADD CONSTRAINT report_words CHECK (length(words) > 0);
-- Somebody has one open report of a subject.
CREATE UNIQUE INDEX report_once ON report
  (reporter_id, kind, coalesce(story_id, author_id), coalesce(scene_number, 0)) WHERE decision_id IS NULL;

ALTER TABLE decision
  ADD CONSTRAINT decision_kind CHECK (kind IN ('story', 'author')),
  ADD CONSTRAINT decision_action CHECK (action IN ('hide', 'restore', 'mature', 'dismiss')),
  ADD CONSTRAINT decision_reason CHECK (length(reason) > 0),
  ADD CONSTRAINT decision_objection CHECK ((objection IS NULL) = (objected_at IS NULL));
-- One decision holds for each subject: that it is hidden, or marked as mature.
CREATE UNIQUE INDEX decision_holds ON decision (kind, coalesce(story_id, author_id))
  WHERE ended_at IS NULL AND (kind = 'author' OR story_id IS NOT NULL);

-- Nobody publishes a hidden story, nor takes the mark off that the administrator has put on one.
ALTER TABLE story
  ADD CONSTRAINT story_hidden CHECK (hidden_at IS NULL OR status = 'draft'),
  ADD CONSTRAINT story_marked CHECK (rating_before IS NULL OR rating = 'mature');

CREATE FUNCTION audit_entry_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.actor_id IS NULL AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit log is added to, never changed';
END $$;
CREATE TRIGGER audit_entry_is_kept BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION audit_entry_is_kept();
CREATE TRIGGER audit_entry_is_not_emptied BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_kept();
