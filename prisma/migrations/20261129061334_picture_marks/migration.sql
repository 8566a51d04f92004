-- DropIndex
DROP INDEX "panel_faces_idx";

-- AlterTable
ALTER TABLE "media_object" ADD COLUMN     "made_by" VARCHAR(80) NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "story" ADD COLUMN     "decided_with_id" UUID;

-- CreateTable
CREATE TABLE "picture_mark" (
    "sha256" CHAR(64) NOT NULL,
    "hidden_at" TIMESTAMPTZ(3),
    "mature_at" TIMESTAMPTZ(3),
    "story_id" UUID NOT NULL,
    "author_id" UUID,

    CONSTRAINT "picture_mark_pkey" PRIMARY KEY ("sha256")
);

-- CreateIndex
CREATE INDEX "picture_mark_author_id_idx" ON "picture_mark"("author_id");

-- AddForeignKey
ALTER TABLE "picture_mark" ADD CONSTRAINT "picture_mark_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user_account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Rules ------------------------------------------------------------------------------------------
-- Every picture and video that a story shows to its readers: in panels, portraits, as a preview.
CREATE VIEW story_picture (story_id, media_id) AS
  SELECT id, preview_media_id FROM story
  UNION ALL SELECT c.story_id, p.image_media_id FROM panel p JOIN scene c ON c.id = p.scene_id
  UNION ALL SELECT c.story_id, p.video_media_id FROM panel p JOIN scene c ON c.id = p.scene_id
  UNION ALL SELECT story_id, primary_media_id FROM "character"
  UNION ALL SELECT story_id, primary_media_id FROM location
  UNION ALL SELECT e.story_id, i.media_id FROM character_image i JOIN "character" e ON e.id = i.character_id
  UNION ALL SELECT e.story_id, i.media_id FROM location_image i JOIN location e ON e.id = i.location_id;

-- What an administrator decides about a story is about the pictures that no older story shows and no
-- one else has uploaded: the hiding of a remix takes nothing from its original.
CREATE FUNCTION pictures_of_story(story uuid) RETURNS TABLE (media_id uuid) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT own.media_id FROM story_picture own JOIN story s ON s.id = own.story_id
  WHERE own.story_id = $1 AND own.media_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM story_picture other JOIN story o ON o.id = other.story_id
    WHERE other.media_id = own.media_id AND (o.created_at, o.id) < (s.created_at, s.id))
  AND NOT EXISTS (SELECT 1 FROM media_upload u
    WHERE u.media_id = own.media_id AND u.user_id <> s.author_id)
$$;

INSERT INTO picture_mark (sha256, hidden_at, mature_at, story_id, author_id)
SELECT DISTINCT ON (m.sha256) m.sha256, s.hidden_at, CASE WHEN s.rating_before IS NOT NULL THEN now() END,
  s.id, s.author_id
FROM story s CROSS JOIN LATERAL pictures_of_story(s.id) p JOIN media_object m ON m.id = p.media_id
WHERE s.hidden_at IS NOT NULL OR s.rating_before IS NOT NULL
ORDER BY m.sha256, s.hidden_at NULLS LAST;

-- Copies of hidden stories share their decision.
UPDATE decision SET ended_at = now() WHERE ended_at IS NULL AND kind = 'story' AND story_id IN (
  SELECT p.story_id FROM picture_mark k JOIN media_object m ON m.sha256 = k.sha256
  JOIN story_picture p ON p.media_id = m.id JOIN story s ON s.id = p.story_id
  WHERE k.hidden_at IS NOT NULL AND p.story_id <> k.story_id AND s.hidden_at IS NULL);
WITH held AS (
  UPDATE story s SET hidden_at = now(), decided_with_id = copy.origin, published_before = s.published_at,
    status = 'draft', published_at = NULL, version = s.version + 1
  FROM (
    SELECT DISTINCT ON (p.story_id) p.story_id, k.story_id AS origin
    FROM picture_mark k JOIN media_object m ON m.sha256 = k.sha256 JOIN story_picture p ON p.media_id = m.id
    WHERE k.hidden_at IS NOT NULL AND p.story_id <> k.story_id ORDER BY p.story_id, k.hidden_at) copy
  WHERE s.id = copy.story_id AND s.hidden_at IS NULL
  RETURNING s.id, s.author_id)
INSERT INTO decision (id, kind, story_id, author_id, action, reason)
SELECT gen_random_uuid(), 'story', id, author_id, 'hide',
  'It shows pictures of a story that the administrator has hidden.' FROM held;

-- What made a picture: what jobs have noted of it, else what it is signed with.
UPDATE media_object m SET made_by = made.model
FROM (
  SELECT DISTINCT ON (media_id) media_id, model FROM (
    SELECT media_id, model, created_at FROM take WHERE job_id IS NOT NULL
    UNION ALL SELECT media_id, model, created_at FROM character_image WHERE job_id IS NOT NULL
    UNION ALL SELECT media_id, model, created_at FROM location_image WHERE job_id IS NOT NULL) noted
  WHERE model <> '' ORDER BY media_id, created_at) made
WHERE made.media_id = m.id AND m.is_generated;
UPDATE media_object SET made_by = left(CASE
  WHEN history ->> 'origin' = 'drawn' THEN 'Demo studio'
  ELSE regexp_replace(history ->> 'agent', '^(OpenAI|Replicate): ', '') END, 80)
WHERE made_by = '' AND is_generated AND (history ->> 'origin' = 'drawn' OR history ? 'agent');

-- A video stands in no picture's place.
UPDATE panel SET image_media_id = NULL FROM media_object m
  WHERE m.id = image_media_id AND m.media_type NOT LIKE 'image/%';
UPDATE story s SET preview_media_id = (
    SELECT p.image_media_id FROM scene c JOIN panel p ON p.scene_id = c.id
    WHERE c.story_id = s.id AND p.image_media_id IS NOT NULL
    ORDER BY c.scene_number, p.panel_number LIMIT 1)
  FROM media_object m WHERE m.id = s.preview_media_id AND m.media_type NOT LIKE 'image/%';
UPDATE story SET status = 'draft', published_at = NULL
  WHERE status = 'published' AND preview_media_id IS NULL;
UPDATE "character" SET primary_media_id = NULL FROM media_object m
  WHERE m.id = primary_media_id AND m.media_type NOT LIKE 'image/%';
UPDATE location SET primary_media_id = NULL FROM media_object m
  WHERE m.id = primary_media_id AND m.media_type NOT LIKE 'image/%';

-- Faces and lines are as many and as long as they are written now.
UPDATE panel SET faces = '[]'
  WHERE jsonb_typeof(faces) <> 'array' OR jsonb_array_length(faces) > 24 OR octet_length(faces::text) > 16384;
UPDATE take SET faces = '[]'
  WHERE jsonb_typeof(faces) <> 'array' OR jsonb_array_length(faces) > 24 OR octet_length(faces::text) > 16384;
UPDATE panel SET lines = '[]'
  WHERE jsonb_typeof(lines) <> 'array' OR octet_length(lines::text) > 131072;
UPDATE panel SET lines = (SELECT jsonb_agg(line ORDER BY place)
    FROM jsonb_array_elements(lines) WITH ORDINALITY l (line, place) WHERE place <= 24)
  WHERE jsonb_array_length(lines) > 24;
ALTER TABLE panel
  ADD CONSTRAINT panel_faces_bounded CHECK (jsonb_array_length(faces) <= 24 AND octet_length(faces::text) <= 16384),
  ADD CONSTRAINT panel_lines_bounded CHECK (jsonb_array_length(lines) <= 24 AND octet_length(lines::text) <= 131072);
ALTER TABLE take
  ADD CONSTRAINT take_faces_bounded CHECK (jsonb_array_length(faces) <= 24 AND octet_length(faces::text) <= 16384);
