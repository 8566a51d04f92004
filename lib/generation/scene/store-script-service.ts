/** Stores a script while it is being written, panel by panel. */
import "server-only";
import type { Prisma, Tx } from "@/lib/platform/db";
import type { Send } from "@/lib/platform/jobs/events";
import { commit } from "@/lib/platform/jobs/outbox-service";
import { nameKey } from "@/lib/platform/text/name-key";
import { recordAppearances, removeStaleAppearances } from "@/lib/scenes/appearances-service";
import { textBubbles } from "@/lib/scenes/bubbles/schema";
import { contractFor, contractLines } from "@/lib/scenes/panels/contract";
import { dressPanel } from "@/lib/scenes/panels/outfit-service";
import { refreshPreview } from "@/lib/scenes/preview-service";
import { type LockedScene, lockScene, settleScene } from "../jobs/completion-service";
import { markCompleted, moderate } from "../jobs/job-service";
import { createJob, requestMissingPortraits } from "../picture/create-job-service";
import { addNewEntities, findEntitiesByName } from "../text/story-facts-service";
import {
  type PanelScript,
  panelScript,
  problemsOf,
  type ScriptEvent,
  sceneHeader,
} from "../text/writer-tasks";

export interface SceneWork {
  jobId: string;
  ownerId: string;
  sceneId: string;
  storyId: string;
  generation: number;
  panels: number;
  generateImages: boolean;
  keepBubbles?: boolean | undefined;
}

type Write = (tx: Tx, send: Send, scene: LockedScene) => Promise<void>;

/**
 * Stores a script in the story while it is being written: headings and new entities as soon as they
 * are known, each panel as soon as it is complete. Idempotent for each part. Writes run in the
 * order of the script; only `settled` waits for them.
 */
export class ScriptStore {
  private queue: Promise<void> = Promise.resolve();
  private readonly deliveries: Promise<void>[] = [];
  private readonly seenParts = new Set<string>();
  private readonly headings: Write[] = [];
  private active = true;

  constructor(private readonly work: SceneWork) {}

  /** A function that takes the parts of one answer, and returns why the rest of it is useless. */
  readAnswer(): (part: ScriptEvent) => string | null {
    // A panel may name new entities, so it waits for them if the model writes panels first.
    const headings = new Set(["newCharacters", "newLocations"]);
    const pendingPanels: { index: number; panel: PanelScript }[] = [];
    return (part) => {
      if (!this.active) return "The scene takes no script any more.";
      if (part.type === "field") {
        this.addField(part.key, part.value);
        headings.delete(part.key);
      } else {
        const panel = panelScript.safeParse(part.value);
        if (!panel.success) return `Panel ${part.index + 1}: ${problemsOf(panel.error)}`;
        // The job that paints the panel makes the same request, and finds the answer cached or
        // pending.
        const { imagePrompt } = panel.data;
        const lines = contractLines(contractFor(panel.data, panel.data.contract), imagePrompt);
        moderate({ jobId: this.work.jobId }, [imagePrompt, ...lines]).catch(() => {});
        pendingPanels.push({ index: part.index, panel: panel.data });
      }
      if (headings.size > 0) return null;
      for (const { index, panel } of pendingPanels.splice(0)) this.addPanel(index, panel);
      return null;
    };
  }

  /** Stores a heading or a list of new entities; the final check reports an invalid value. */
  addField(key: string, value: unknown): void {
    if (this.seenParts.has(key)) return;
    if (key === "title" || key === "description") {
      const text = sceneHeader.shape[key].safeParse(value);
      if (!text.success) return;
      const data: { title?: string; description?: string } = { [key]: text.data };
      this.enqueueHeading(key, async (tx) => {
        await tx.scene.update({ where: { id: this.work.sceneId }, data });
      });
    } else if (key === "newCharacters" || key === "newLocations") {
      const kind = key === "newCharacters" ? "character" : "location";
      const sheets = sceneHeader.shape[key].safeParse(value);
      if (!sheets.success) return;
      this.enqueueHeading(key, async (tx, send, { sceneNumber }) => {
        const { jobId, ownerId, storyId, generateImages: withPortraits } = this.work;
        const to = { jobId, ownerId, storyId, firstAppearance: sceneNumber, withPortraits };
        await addNewEntities(tx, send, to, kind, sheets.data);
      });
    }
  }

  /** @param index counts from 0 */
  addPanel(index: number, panel: PanelScript): void {
    const part = `panel ${index + 1}`;
    if (index >= this.work.panels || this.seenParts.has(part)) return;
    this.enqueue(part, (tx, send, scene) =>
      savePanel(tx, send, this.work, scene, index + 1, panel),
    );
  }

  /**
   * Ends the script: the scene closes with its last panel, or immediately if all panels have ended.
   */
  finish(): void {
    this.enqueue("end", async (tx, _send, scene) => {
      await removeSurplusPanels(tx, this.work);
      await removeStaleAppearances(tx, this.work.sceneId);
      await markCompleted(tx, this.work.jobId);
      await settleScene(tx, scene);
    });
  }

  /** Resolves when all parts so far are stored and their events are sent. */
  async settled(): Promise<void> {
    await this.queue;
    await Promise.all(this.deliveries);
  }

  /** Whether the scene still takes this script: it is neither deleted nor being regenerated. */
  get isActive(): boolean {
    return this.active;
  }

  /**
   * Headings that wait for an earlier write are written together: the first panel waits for all of
   * them.
   */
  private enqueueHeading(part: string, write: Write): void {
    this.headings.push(write);
    this.enqueue(part, async (tx, send, scene) => {
      for (const heading of this.headings.splice(0)) await heading(tx, send, scene);
    });
  }

  private enqueue(part: string, write: Write): void {
    this.seenParts.add(part);
    this.queue = this.queue.then(async () => {
      if (!this.active) return;
      const { sent } = await commit(async (tx, send) => {
        const scene = await lockScene(tx, this.work.sceneId);
        if (!scene || scene.generation !== this.work.generation || scene.status !== "generating") {
          this.active = false;
          return;
        }
        await write(tx, send, scene);
        await this.recordProgress(tx);
      });
      this.deliveries.push(sent);
    });
    // `settled` throws the error; until then it must not count as unhandled.
    this.queue.catch(() => {});
  }

  private async recordProgress(tx: Tx): Promise<void> {
    // Parts of a script: title, description, characters, locations, the panels and the end.
    const progress = Math.min(99, Math.round((this.seenParts.size / (this.work.panels + 5)) * 100));
    await tx.job.updateMany({
      where: { id: this.work.jobId, status: "processing" },
      data: { progress, heartbeatAt: new Date() },
    });
  }
}

/** Writes a panel and sends its job; a panel of this generation is sent once. */
async function savePanel(
  tx: Tx,
  send: Send,
  work: SceneWork,
  scene: LockedScene,
  panelNumber: number,
  script: PanelScript,
): Promise<void> {
  const panel = await tx.panel.findUniqueOrThrow({
    where: { sceneId_panelNumber: { sceneId: work.sceneId, panelNumber } },
    select: { id: true, textBubbles: true },
  });
  const sent = await tx.job.findFirst({
    where: { panelId: panel.id, kind: "panel_image", generation: scene.generation },
    select: { id: true },
  });
  if (sent) return;
  const { characterIds, locationId } = await resolveNames(tx, work, script);
  // A new script knows nothing of the outfits that an earlier one changed, so these are dropped.
  const { outfits, contract } = await dressPanel(
    tx,
    { ...scene, panelNumber },
    { outfits: {}, contract: contractFor(script, script.contract) },
  );
  await tx.panel.update({
    where: { id: panel.id },
    data: {
      status: work.generateImages ? "queued" : "completed",
      shot: script.shot,
      imagePrompt: script.imagePrompt,
      altText: script.altText,
      characterIds,
      locationId,
      ...(contract && { contract }),
      outfits,
      lines: script.lines as Prisma.InputJsonArray,
      ...(work.keepBubbles && isLetteredByHand(panel.textBubbles) ? {} : { textBubbles: [] }),
      errorMessage: null,
      isContentFlag: false,
      version: { increment: 1 },
    },
  });
  await recordAppearances(tx, work.sceneId, characterIds, locationId);
  if (!work.generateImages) return;
  await requestMissingPortraits(tx, send, work, { characterIds, locationId });
  const { ownerId, storyId, sceneId, generation } = work;
  const job = { kind: "panel_image", ownerId, storyId, sceneId, generation } as const;
  const input = { prompt: script.imagePrompt };
  await createJob(tx, send, { ...job, panelId: panel.id, input }, work.jobId);
}

/** Whether the author added or changed one of a panel's bubbles. */
const isLetteredByHand = (stored: Prisma.JsonValue): boolean =>
  textBubbles.safeParse(stored).data?.some(({ byHand }) => byHand) ?? false;

/** Looks up a script's names among the story's own entities; unknown names are left out. */
async function resolveNames(tx: Tx, work: SceneWork, script: PanelScript) {
  const characters = await findEntitiesByName(tx, "character", work.storyId);
  const found = script.characters.flatMap((name) => characters.get(nameKey(name)) ?? []);
  const locationId =
    script.location === null
      ? null
      : (await findEntitiesByName(tx, "location", work.storyId)).get(nameKey(script.location));
  return { characterIds: [...new Set(found)], locationId: locationId ?? null };
}

/**
 * For a scene regenerated with fewer panels: the takes of the surplus panels move to the panels
 * that stay.
 */
async function removeSurplusPanels(tx: Tx, work: SceneWork): Promise<void> {
  // Open jobs of takes move as well.
  await tx.$executeRaw`
    WITH moved AS (
      SELECT surplus.id AS old_id, kept.id AS new_id
      FROM panel surplus JOIN panel kept ON kept.scene_id = surplus.scene_id
        AND kept.panel_number = (surplus.panel_number - 1) % ${work.panels} + 1
      WHERE surplus.scene_id = ${work.sceneId}::uuid AND surplus.panel_number > ${work.panels}
    ), takes AS (
      UPDATE take SET panel_id = new_id FROM moved WHERE panel_id = old_id
    )
    UPDATE job SET panel_id = new_id FROM moved
    WHERE panel_id = old_id AND kind IN ('image', 'video')`;
  await tx.panel.deleteMany({
    where: { sceneId: work.sceneId, panelNumber: { gt: work.panels } },
  });
  await refreshPreview(tx, work.storyId);
}
