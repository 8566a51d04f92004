-- DropIndex
DROP INDEX "story_like_story_id_created_at_idx";

-- DropIndex
DROP INDEX "story_view_pending_idx";

-- AlterTable
ALTER TABLE "story_rank" ADD COLUMN     "author_id" UUID;

-- AlterTable
ALTER TABLE "story_tag" ADD COLUMN     "author_id" UUID,
ADD COLUMN     "score" DOUBLE PRECISION NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "story_size" (
    "story_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "scenes" INTEGER NOT NULL DEFAULT 0,
    "panels" INTEGER NOT NULL DEFAULT 0,
    "is_published" BOOLEAN NOT NULL DEFAULT false,
    "is_listed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "story_size_pkey" PRIMARY KEY ("story_id")
);

-- CreateTable
CREATE TABLE "author_stat" (
    "user_id" UUID NOT NULL,
    "stories" INTEGER NOT NULL DEFAULT 0,
    "published" INTEGER NOT NULL DEFAULT 0,
    "scenes" INTEGER NOT NULL DEFAULT 0,
    "panels" INTEGER NOT NULL DEFAULT 0,
    "listed_stories" INTEGER NOT NULL DEFAULT 0,
    "listed_scenes" INTEGER NOT NULL DEFAULT 0,
    "listed_panels" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "author_stat_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "story_day" (
    "story_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "readers" INTEGER NOT NULL DEFAULT 0,
    "likes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "story_day_pkey" PRIMARY KEY ("story_id","day")
);

-- CreateIndex
CREATE INDEX "story_day_day_idx" ON "story_day"("day");

-- CreateIndex
CREATE INDEX "story_view_pending_idx" ON "story_view"("story_id", "day") WHERE (NOT rolled_up);

-- CreateIndex
CREATE INDEX "story_view_old_idx" ON "story_view"("day") WHERE (rolled_up);

-- CreateIndex
CREATE INDEX "story_author_id_status_created_at_id_idx" ON "story"("author_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "story_profile_idx" ON "story"("author_id", "created_at" DESC, "id" DESC) WHERE (status = 'published' AND rating <> 'mature');

-- CreateIndex
CREATE INDEX "story_author_feed_idx" ON "story"("author_id", "published_at" DESC, "id" DESC) WHERE (status = 'published' AND rating <> 'mature');

-- CreateIndex
CREATE INDEX "story_rank_author_id_score_story_id_idx" ON "story_rank"("author_id", "score" DESC, "story_id" DESC);

-- CreateIndex
CREATE INDEX "story_tag_popular_idx" ON "story_tag"("tag", "score" DESC, "story_id" DESC) WHERE (published_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "story_tag_author_id_tag_published_at_story_id_idx" ON "story_tag"("author_id", "tag", "published_at" DESC, "story_id" DESC);

-- CreateIndex
CREATE INDEX "total_tag_idx" ON "total"("count" DESC, "key") WHERE (key LIKE 'tag:%');

-- AddForeignKey
ALTER TABLE "story_size" ADD CONSTRAINT "story_size_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "author_stat" ADD CONSTRAINT "author_stat_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_day" ADD CONSTRAINT "story_day_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say ---------------------------------------------------------
ALTER TABLE story_size
  ADD CONSTRAINT story_size_counts CHECK (scenes >= 0 AND panels >= 0),
  SET (fillfactor = 70);
ALTER TABLE author_stat
  ADD CONSTRAINT author_stat_counts CHECK (
    least(stories, published, scenes, panels, listed_stories, listed_scenes, listed_panels) >= 0),
  SET (fillfactor = 70);
ALTER TABLE story_day
  ADD CONSTRAINT story_day_counts CHECK (readers >= 0 AND likes >= 0),
  SET (fillfactor = 70);

-- How large a story is -----------------------------------------------------------------------------
CREATE FUNCTION story_size_of_story() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  published boolean := NEW.status = 'published';
  listed boolean := listed_at(NEW.published_at, NEW.rating) IS NOT NULL;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO story_size (story_id, author_id, is_published, is_listed)
      VALUES (NEW.id, NEW.author_id, published, listed);
    RETURN NULL;
  END IF;
  UPDATE story_size SET author_id = NEW.author_id, is_published = published, is_listed = listed
    WHERE story_id = NEW.id
      AND (author_id, is_published, is_listed) IS DISTINCT FROM (NEW.author_id, published, listed);
  IF OLD.author_id <> NEW.author_id THEN
    UPDATE story_rank SET author_id = NEW.author_id WHERE story_id = NEW.id;
    UPDATE story_tag SET author_id = NEW.author_id WHERE story_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER story_size_of_story AFTER INSERT OR UPDATE OF author_id, status, published_at, rating ON story
  FOR EACH ROW EXECUTE FUNCTION story_size_of_story();

-- A scene goes with its panels: their own trigger finds it no more. Nobody adds one meanwhile, for the
-- row is locked before this runs.
CREATE FUNCTION story_size_of_scene() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE story_size SET scenes = scenes + 1 WHERE story_id = NEW.story_id;
    RETURN NULL;
  END IF;
  UPDATE story_size SET scenes = scenes - 1,
      panels = panels - (SELECT count(*) FROM panel WHERE scene_id = OLD.id)
    WHERE story_id = OLD.story_id;
  RETURN OLD;
END $$;
CREATE TRIGGER story_size_of_new_scene AFTER INSERT ON scene
  FOR EACH ROW EXECUTE FUNCTION story_size_of_scene();
CREATE TRIGGER story_size_of_old_scene BEFORE DELETE ON scene
  FOR EACH ROW EXECUTE FUNCTION story_size_of_scene();

CREATE FUNCTION story_size_of_panels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE story_size z SET panels = z.panels + n.delta
  FROM (SELECT c.story_id, (CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END)::int AS delta
    FROM changed p JOIN scene c ON c.id = p.scene_id GROUP BY c.story_id) n
  WHERE z.story_id = n.story_id;
  RETURN NULL;
END $$;
CREATE TRIGGER story_size_of_new_panels AFTER INSERT ON panel
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION story_size_of_panels();
CREATE TRIGGER story_size_of_old_panels AFTER DELETE ON panel
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION story_size_of_panels();

-- Panels are taken out, put back and moved to other scenes.
CREATE FUNCTION story_size_of_moved_panel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE story_size SET panels = panels - 1
    WHERE story_id = (SELECT story_id FROM scene WHERE id = OLD.scene_id);
  UPDATE story_size SET panels = panels + 1
    WHERE story_id = (SELECT story_id FROM scene WHERE id = NEW.scene_id);
  RETURN NULL;
END $$;
CREATE TRIGGER story_size_of_moved_panel AFTER UPDATE OF scene_id ON panel
  FOR EACH ROW WHEN (OLD.scene_id IS DISTINCT FROM NEW.scene_id)
  EXECUTE FUNCTION story_size_of_moved_panel();

-- Before what is in the story: whatever goes with it finds nothing to count any more, and no row that
-- was written meanwhile points at a story that is gone.
CREATE FUNCTION story_counts_before_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM story_size WHERE story_id = OLD.id;
  DELETE FROM story_day WHERE story_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER story_counts_before_delete BEFORE DELETE ON story
  FOR EACH ROW EXECUTE FUNCTION story_counts_before_delete();

-- Sums of each author ------------------------------------------------------------------------------
CREATE FUNCTION author_stat_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO author_stat (user_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER author_stat_of_user AFTER INSERT ON user_account
  FOR EACH ROW EXECUTE FUNCTION author_stat_of_user();

-- All that somebody writes meets in one row. So it is the last that a transaction locks, when it
-- commits, and two of them never wait for each other in a ring.
CREATE FUNCTION author_stat_of_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE author_stat a SET stories = a.stories + d.stories, published = a.published + d.published,
    scenes = a.scenes + d.scenes, panels = a.panels + d.panels,
    listed_stories = a.listed_stories + d.listed_stories,
    listed_scenes = a.listed_scenes + d.listed_scenes,
    listed_panels = a.listed_panels + d.listed_panels
  FROM (SELECT z.author_id, sum(z.sign) AS stories, sum(z.sign * z.is_published::int) AS published,
      sum(z.sign * z.scenes) AS scenes, sum(z.sign * z.panels) AS panels,
      sum(z.sign * z.is_listed::int) AS listed_stories,
      sum(z.sign * z.is_listed::int * z.scenes) AS listed_scenes,
      sum(z.sign * z.is_listed::int * z.panels) AS listed_panels
    FROM (VALUES (-1, OLD.author_id, OLD.scenes, OLD.panels, OLD.is_published, OLD.is_listed),
        (1, NEW.author_id, NEW.scenes, NEW.panels, NEW.is_published, NEW.is_listed))
      z (sign, author_id, scenes, panels, is_published, is_listed)
    GROUP BY z.author_id) d
  WHERE a.user_id = d.author_id;
  RETURN NULL;
END $$;

-- Likes of a day -----------------------------------------------------------------------------------
-- Readers are added by the service that rolls them up.
CREATE FUNCTION story_day_of_like() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO story_day (story_id, day, likes)
      VALUES (NEW.story_id, (NEW.created_at AT TIME ZONE 'UTC')::date, 1)
      ON CONFLICT (story_id, day) DO UPDATE SET likes = story_day.likes + 1;
  ELSE
    UPDATE story_day SET likes = likes - 1
      WHERE story_id = OLD.story_id AND day = (OLD.created_at AT TIME ZONE 'UTC')::date AND likes > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER story_day_of_like AFTER INSERT OR DELETE ON story_like
  FOR EACH ROW EXECUTE FUNCTION story_day_of_like();

-- Order of a tag's and of an author's stories ------------------------------------------------------
CREATE FUNCTION story_rank_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT author_id INTO NEW.author_id FROM story WHERE id = NEW.story_id;
  RETURN NEW;
END $$;
CREATE TRIGGER story_rank_before_insert BEFORE INSERT ON story_rank
  FOR EACH ROW EXECUTE FUNCTION story_rank_before_insert();

CREATE FUNCTION story_rank_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE story_tag SET score = NEW.score WHERE story_id = NEW.story_id AND score <> NEW.score;
  RETURN NULL;
END $$;
CREATE TRIGGER story_rank_after_write AFTER INSERT OR UPDATE OF score ON story_rank
  FOR EACH ROW EXECUTE FUNCTION story_rank_after_write();

CREATE OR REPLACE FUNCTION story_tag_before_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT listed_at(s.published_at, s.rating), s.author_id, coalesce(r.score, 0)
    INTO NEW.published_at, NEW.author_id, NEW.score
    FROM story s LEFT JOIN story_rank r ON r.story_id = s.id WHERE s.id = NEW.story_id;
  RETURN NEW;
END $$;

-- What is there already ----------------------------------------------------------------------------
INSERT INTO story_size (story_id, author_id, scenes, panels, is_published, is_listed)
SELECT s.id, s.author_id, coalesce(n.scenes, 0), coalesce(n.panels, 0), s.status = 'published',
  listed_at(s.published_at, s.rating) IS NOT NULL
FROM story s LEFT JOIN (
  SELECT c.story_id, count(DISTINCT c.id) AS scenes, count(p.id) AS panels
  FROM scene c LEFT JOIN panel p ON p.scene_id = c.id GROUP BY c.story_id) n ON n.story_id = s.id;
INSERT INTO author_stat (user_id, stories, published, scenes, panels,
  listed_stories, listed_scenes, listed_panels)
SELECT u.id, count(z.story_id), count(*) FILTER (WHERE z.is_published),
  coalesce(sum(z.scenes), 0), coalesce(sum(z.panels), 0), count(*) FILTER (WHERE z.is_listed),
  coalesce(sum(z.scenes) FILTER (WHERE z.is_listed), 0),
  coalesce(sum(z.panels) FILTER (WHERE z.is_listed), 0)
FROM user_account u LEFT JOIN story_size z ON z.author_id = u.id GROUP BY u.id;
-- From here on the sums follow.
CREATE CONSTRAINT TRIGGER author_stat_of_size AFTER INSERT OR UPDATE OR DELETE ON story_size
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION author_stat_of_size();
INSERT INTO story_day (story_id, day, readers, likes)
SELECT story_id, day, sum(readers), sum(likes) FROM (
  SELECT story_id, day, count(*) AS readers, 0 AS likes FROM story_view
  WHERE rolled_up AND day >= (now() AT TIME ZONE 'UTC')::date - 30 GROUP BY story_id, day
  UNION ALL
  SELECT story_id, (created_at AT TIME ZONE 'UTC')::date, 0, count(*) FROM story_like
  WHERE created_at >= now() - interval '32 days' GROUP BY 1, 2) moved
GROUP BY story_id, day;
UPDATE story_rank r SET author_id = s.author_id FROM story s WHERE s.id = r.story_id;
UPDATE story_tag t SET author_id = s.author_id, score = coalesce(r.score, 0)
FROM story s LEFT JOIN story_rank r ON r.story_id = s.id WHERE s.id = t.story_id;
