/** Sources of the picture that was edited. */
import "server-only";
import type { PictureProvenance } from "@/lib/ai/painter";
import { db } from "@/lib/platform/db";
import { imageTakeInput, paintJobInput, paintJobResult } from "../schema";
import { panelBrief } from "./panel-service";
import { portraitBrief } from "./portrait-service";

/** Limit of edits of edits that are followed back. */
const maxChanges = 20;

/**
 * Sources and edits of a story's picture, from its jobs. Null for an upload, or if the jobs are
 * deleted.
 */
export async function findProvenance(
  storyId: string,
  mediaId: string,
): Promise<PictureProvenance | null> {
  const changes: string[] = [];
  let source = mediaId;
  while (changes.length <= maxChanges) {
    const job = await db.job.findFirst({
      where: { storyId, status: "completed", result: { path: ["mediaId"], equals: source } },
      orderBy: { createdAt: "desc" },
      include: {
        story: true,
        panel: { include: { location: true } },
        character: true,
        location: true,
      },
    });
    const { data: made } = paintJobResult.safeParse(job?.result);
    if (!job?.story || !made) return null;
    const { story, panel, kind } = job;
    const input = paintJobInput.parse(job.input);
    const { prompt } = input;
    const known = { model: made.model, changes };
    if (kind === "character_image" && job.character)
      return { ...portraitBrief(story, "character", job.character, input), ...known };
    if (kind === "location_image" && job.location)
      return { ...portraitBrief(story, "location", job.location, input), ...known };
    const { mediaId: original, likePanel } = imageTakeInput.parse(job.input);
    if (panel && (kind === "panel_image" || likePanel))
      return { ...(await panelBrief({ job, panel, story }, prompt)), ...known };
    if (kind !== "image" || !original) return null;
    changes.unshift(prompt);
    source = original;
  }
  return null;
}
