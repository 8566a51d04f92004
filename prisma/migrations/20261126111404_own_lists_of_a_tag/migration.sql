-- AlterTable
ALTER TABLE "story_tag" ADD COLUMN     "created_at" TIMESTAMPTZ(3);

-- One's own stories with a tag are read in the order in which they were begun.
CREATE OR REPLACE FUNCTION story_tag_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT listed_at(s.published_at, s.rating), s.author_id, coalesce(r.score, 0), s.created_at
    INTO NEW.published_at, NEW.author_id, NEW.score, NEW.created_at
    FROM story s LEFT JOIN story_rank r ON r.story_id = s.id WHERE s.id = NEW.story_id;
  RETURN NEW;
END $$;

UPDATE story_tag g SET created_at = s.created_at FROM story s WHERE s.id = g.story_id;

-- CreateIndex: after the rows have it.
CREATE INDEX "story_tag_author_id_tag_created_at_story_id_idx" ON "story_tag"("author_id", "tag", "created_at" DESC, "story_id" DESC);
