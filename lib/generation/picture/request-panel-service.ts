/** An author asks for a panel to be painted again. */
import "server-only";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { cancelKeyOf } from "@/lib/scenes/events";
import { panelRefusal } from "@/lib/scenes/queries";
import { claimPicture, lockBudget } from "@/lib/spending/budget-service";
import { lockScene } from "../jobs/close-scene-service";
import { panelReady } from "../jobs/events";
import type { PanelImageInput } from "../schema";
import { requestMissingPortraits } from "./request-portrait-service";
import { requestTake } from "./request-take-service";

/**
 * Has one panel painted again, with another prompt where one is given. Its picture stays until the
 * new one is there, or altogether where the new one is only to be kept (`choose: false`).
 * @returns the job's id
 * @throws AppError `not_found`, `forbidden`, `scene_busy` while the panel is being painted,
 * `validation_failed` where there is no prompt to paint from, `budget_exceeded`
 */
export async function regeneratePanel(viewer: Viewer, input: PanelImageInput): Promise<string> {
  const { sceneId, panelNumber, choose = true } = input;
  return transact(async (tx, send) => {
    await lockBudget(tx);
    const scene = await lockScene(tx, sceneId);
    const panel = scene
      ? await tx.panel.findFirst({
          where: { sceneId, panelNumber, scene: { story: authoredBy(viewer) } },
        })
      : null;
    if (!scene || !panel) throw await panelRefusal(viewer, sceneId);
    const busy = choose
      ? await tx.job.count({
          where: {
            panelId: panel.id,
            kind: "panel_image",
            status: { in: ["queued", "processing"] },
          },
        })
      : 0;
    if (busy > 0 || scene.status === "generating") {
      throw new AppError("scene_busy", "This panel is being drawn already. Please wait a moment.");
    }
    const prompt = input.prompt ?? panel.imagePrompt;
    if (prompt === "") {
      const message = "No original image prompt available for regeneration";
      throw new AppError("validation_failed", message, { errors: [{ field: "prompt", message }] });
    }
    const owner = { ownerId: viewer.id, storyId: scene.storyId };
    await requestMissingPortraits(tx, send, owner, panel);
    if (!choose) {
      const take = { id: panel.id, sceneId, generation: scene.generation };
      const work = { kind: "image" as const, input: { prompt, likePanel: true } };
      return requestTake(tx, send, { ...owner, panel: take }, work);
    }
    const job = await tx.job.create({
      data: {
        kind: "panel_image",
        ownerId: viewer.id,
        storyId: scene.storyId,
        sceneId,
        panelId: panel.id,
        generation: scene.generation,
        input: { prompt, isRetry: true },
      },
      select: { id: true },
    });
    await claimPicture(tx, { ...owner, id: job.id });
    await tx.panel.update({ where: { id: panel.id }, data: { status: "queued" } });
    const cancelKey = cancelKeyOf(sceneId, scene.generation);
    send({
      ...panelReady.create({ jobId: job.id, ownerId: viewer.id, cancelKey }),
      id: job.id,
    });
    return job.id;
  });
}
