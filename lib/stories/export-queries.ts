import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { getStory } from "./queries";
import { exportVersion, type StoryExport } from "./schema";

/** The whole story for an export. @throws AppError `not_found` */
export async function exportStory(viewer: Viewer | null, storyId: string): Promise<StoryExport> {
  const { likeStats: _, ...story } = await getStory(viewer, storyId);
  return {
    format: "inkwright-story",
    version: exportVersion,
    exportedAt: new Date().toISOString(),
    story,
  };
}
