-- AlterTable
ALTER TABLE "report" ADD COLUMN     "visitor" VARCHAR(64);

-- A visitor has one open report of a story, with all its scenes, and of a person: by address and by email.
CREATE UNIQUE INDEX report_once_by_address ON report (visitor) WHERE decision_id IS NULL;
CREATE UNIQUE INDEX report_once_by_email ON report (email, coalesce(story_id, author_id))
  WHERE decision_id IS NULL AND visitor IS NOT NULL;
