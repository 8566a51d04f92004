import "server-only";
import { mediaJson } from "@/lib/media/media-queries";
import { type MediaFacts, toImage } from "@/lib/media/urls";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { panelCountsOfStory } from "@/lib/scenes/queries";
import { visibleTo } from "../queries";
import type { Story } from "../schema";
import type { SceneCounts } from "./parts";
import type { Reading } from "./progress-schema";
import { fromProgression, placeOf, readingCover } from "./progression";

/** Stories with a mark on their cards, and those in the row. */
const limits = { readings: 300, cards: 12 };

interface CardRow extends Pick<Story, "title" | "rating"> {
  storyId: string;
  preview: MediaFacts | null;
  counts: SceneCounts;
}

/** What the viewer has read of stories that they may see, the latest first. */
export async function listReadings(viewer: Viewer): Promise<Reading[]> {
  const rows = await db.$queryRaw<
    { storyId: string; progression: number; modified: Date; isInRow: boolean }[]
  >`
    SELECT r.story_id AS "storyId", r.progression, r.modified,
      s.status = 'published' AND r.removed_at IS NULL AND r.progression > 0 AND r.progression < 1
        AS "isInRow"
    FROM reading_progress r JOIN story s ON s.id = r.story_id
    WHERE r.user_id = ${viewer.id}::uuid AND ${visibleTo(viewer)}
    ORDER BY r.modified DESC, s.id LIMIT ${limits.readings}`;
  const ids = rows.filter(({ isInRow }) => isInRow).slice(0, limits.cards);
  const cards = await db.$queryRaw<CardRow[]>`
    SELECT s.id AS "storyId", s.title, s.rating::text AS rating, ${mediaJson("pm")} AS preview,
      ${panelCountsOfStory} AS counts
    FROM story s LEFT JOIN media_object pm ON pm.id = s.preview_media_id
    WHERE s.id = ANY(${ids.map(({ storyId }) => storyId)}::uuid[])`;
  const cardOf = new Map(cards.map((card) => [card.storyId, card]));
  return rows.map(({ storyId, progression, modified }) => {
    const row = cardOf.get(storyId);
    return {
      storyId,
      progression,
      modified: modified.toISOString(),
      card: row && row.counts.length > 0 ? toCard(row, progression) : null,
    };
  });
}

const toCard = ({ title, rating, preview, counts }: CardRow, progression: number) => ({
  title,
  cover: readingCover({ rating, preview: toImage(preview) }),
  ...placeOf(counts, fromProgression(counts, progression)),
});
