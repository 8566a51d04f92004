/** What a story knows, read for the writer. */
import "server-only";
import { db, type Prisma } from "@/lib/platform/db";
import type { StoryFacts } from "./story-facts";

/** How many earlier scenes a writer is told of. */
const rememberedScenes = 12;

/**
 * What a story knows before a scene: enough to render every prompt of it.
 * @param where which story; with its author where somebody asks for it
 * @param beforeScene number of the scene that is being written; later ones are left out
 */
export async function storyFacts(
  where: Prisma.StoryWhereInput & { id: string },
  beforeScene = Number.MAX_SAFE_INTEGER,
): Promise<StoryFacts | null> {
  const order = [{ firstAppearance: "asc" as const }, { createdAt: "asc" as const }];
  const sheet = { name: true, title: true, description: true, imagePrompt: true };
  const story = await db.story.findFirst({
    where,
    select: {
      title: true,
      description: true,
      artStyle: true,
      tags: { select: { tag: true }, orderBy: { position: "asc" } },
      characters: { select: sheet, orderBy: order },
      locations: { select: sheet, orderBy: order },
      scenes: {
        where: { sceneNumber: { lt: Math.min(beforeScene, 2 ** 31 - 1) }, title: { not: "" } },
        select: { sceneNumber: true, title: true, description: true },
        orderBy: { sceneNumber: "desc" },
        take: rememberedScenes,
      },
    },
  });
  if (!story) return null;
  return {
    ...story,
    tags: story.tags.map(({ tag }) => tag),
    scenes: story.scenes.reverse(),
  };
}
