-- AlterTable
ALTER TABLE "story_rank" ADD COLUMN     "made_by_hand" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "story_tag" ADD COLUMN     "made_by_hand" BOOLEAN NOT NULL DEFAULT false;

-- Lists of stories by hand read only those, however many others a tag has.
CREATE OR REPLACE FUNCTION story_rank_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT author_id, made_by_hand INTO NEW.author_id, NEW.made_by_hand
    FROM story WHERE id = NEW.story_id;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION story_tag_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT listed_at(s.published_at, s.rating), s.author_id, coalesce(r.score, 0), s.created_at,
      s.made_by_hand
    INTO NEW.published_at, NEW.author_id, NEW.score, NEW.created_at, NEW.made_by_hand
    FROM story s LEFT JOIN story_rank r ON r.story_id = s.id WHERE s.id = NEW.story_id;
  RETURN NEW;
END $$;

CREATE FUNCTION made_by_hand_of_story() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE story_rank SET made_by_hand = NEW.made_by_hand WHERE story_id = NEW.id;
  UPDATE story_tag SET made_by_hand = NEW.made_by_hand WHERE story_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER made_by_hand_of_story AFTER UPDATE OF made_by_hand ON story
  FOR EACH ROW WHEN (OLD.made_by_hand <> NEW.made_by_hand) EXECUTE FUNCTION made_by_hand_of_story();

UPDATE story_rank r SET made_by_hand = true FROM story s WHERE s.id = r.story_id AND s.made_by_hand;
UPDATE story_tag g SET made_by_hand = true FROM story s WHERE s.id = g.story_id AND s.made_by_hand;

-- CreateIndex: after the rows have it.
CREATE INDEX "story_rank_by_hand_idx" ON "story_rank"("score" DESC, "story_id" DESC) WHERE (made_by_hand);

-- CreateIndex
CREATE INDEX "story_tag_popular_by_hand_idx" ON "story_tag"("tag", "score" DESC, "story_id" DESC) WHERE (published_at IS NOT NULL AND made_by_hand);

-- CreateIndex
CREATE INDEX "story_tag_by_hand_idx" ON "story_tag"("tag", "published_at" DESC, "story_id" DESC) WHERE (published_at IS NOT NULL AND made_by_hand);
