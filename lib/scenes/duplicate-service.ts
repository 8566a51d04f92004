/**
 * Copies scenes and panels beside their originals. A copy references pictures instead of copying
 * them.
 */
import "server-only";
import { randomUUID } from "node:crypto";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma, retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { requireBelowBubbleLimit } from "./bubbles/limit-service";
import { lockEditableScene } from "./editable-scene-queries";
import { outfitsIn } from "./panels/outfit-queries";
import { changesTo, outfitsAfter } from "./panels/outfits";
import { facesSchema, panelLines } from "./panels/script";
import { getScene } from "./queries";
import { lockStoryOfScene, moveScene, nextSceneNumber } from "./scene-numbering-service";
import { maxOutfitChanges, type Scene } from "./schema";
import { requireNotGenerating, revalidateStoryOf } from "./service";

/** Columns that a copy does not take over. */
const own = { id: true, createdAt: true, updatedAt: true, version: true } as const;
const panelParts = {
  omit: own,
  include: { takes: { omit: { id: true, panelId: true, jobId: true } } },
} as const satisfies Prisma.PanelDefaultArgs;

type JsonColumn = "faces" | "madeWith" | "check";

/** A panel and its takes as a copy stores them. */
export interface PanelCopy {
  panel: Omit<Prisma.PanelGetPayload<object>, "createdAt" | "updatedAt" | "version">;
  takes: (Omit<Prisma.TakeCreateManyInput, "panelId" | JsonColumn> & {
    [Column in JsonColumn]?: unknown;
  })[];
}

/**
 * Copies a scene with its panels, bubbles, takes and cast, and places the copy after it. Likes stay
 * with the original.
 * @throws AppError `not_found`, `forbidden`, `scene_busy` while it is being made, `conflict` at the
 * limit
 */
export async function duplicateScene(viewer: Viewer, sceneId: string): Promise<Scene> {
  const copyId = randomUUID();
  const original = await retryOnLockConflict(() =>
    db.$transaction(async (tx) => {
      await lockStoryOfScene(tx, sceneId);
      const scene = await lockEditableScene(tx, viewer, sceneId);
      requireNotGenerating(scene);
      const { panels, characters, locations, ...row } = await tx.scene.findUniqueOrThrow({
        where: { id: sceneId },
        omit: { ...own, generation: true },
        include: {
          panels: panelParts,
          characters: { select: { characterId: true } },
          locations: { select: { locationId: true } },
        },
      });
      const sceneNumber = await nextSceneNumber(tx, scene.storyId);
      await tx.scene.create({
        data: {
          ...row,
          id: copyId,
          sceneNumber,
          characters: { create: characters },
          locations: { create: locations },
        },
      });
      const shown = new Set(panels.flatMap(({ characterIds }) => characterIds));
      // What the original's last panel wears would hold in the copy as well.
      const [first, last] = [
        await outfitsIn(tx, { ...scene, panelNumber: 1 }),
        await outfitsIn(tx, { ...scene, panelNumber: panels.length }),
      ];
      await storePanels(
        tx,
        panels.map(({ takes, ...panel }) => {
          const changes = panel.panelNumber === 1 ? changesTo(first, last) : {};
          const due = Object.entries(changes).filter(([id]) => shown.has(id));
          const worn = outfitsAfter([panel.outfits, Object.fromEntries(due)]);
          const outfits = Object.fromEntries(Object.entries(worn).slice(0, maxOutfitChanges));
          return { panel: { ...panel, outfits, id: randomUUID(), sceneId: copyId }, takes };
        }),
      );
      await requireBelowBubbleLimit(tx, scene.storyId);
      await moveScene(tx, scene.storyId, copyId, scene.sceneNumber + 1);
      return scene;
    }),
  );
  await revalidateStoryOf(original);
  return getScene(viewer, copyId);
}

export interface PanelPosition {
  sceneId: string;
  panelNumber: number;
}

/** Copies a panel of a scene with its takes. @throws AppError `not_found` @returns the copy's id */
export async function copyPanel(
  tx: Tx,
  { sceneId, panelId }: { sceneId: string; panelId: string },
  place: PanelPosition,
): Promise<string> {
  const found = await tx.panel.findFirst({ where: { id: panelId, sceneId }, ...panelParts });
  if (!found) throw notFound("panel");
  const { takes, ...panel } = found;
  const id = randomUUID();
  await storePanels(tx, [{ panel: { ...panel, ...place, id }, takes }]);
  return id;
}

/** Stores copies of panels with their takes. */
export async function storePanels(tx: Tx, copies: PanelCopy[]): Promise<void> {
  await tx.panel.createMany({
    data: copies.map(({ panel }) => ({
      ...panel,
      // A pending picture is drawn for the original only.
      status: ["queued", "processing"].includes(panel.status) ? "completed" : panel.status,
      lines: panelLines.parse(panel.lines),
      textBubbles: panel.textBubbles ?? [],
      outfits: panel.outfits ?? {},
      contract: json(panel.contract),
      faces: facesSchema.parse(panel.faces),
    })),
  });
  await tx.take.createMany({
    data: copies.flatMap(({ panel, takes }) =>
      takes.map((take) => ({
        ...take,
        panelId: panel.id,
        faces: facesSchema.parse(take.faces),
        madeWith: json(take.madeWith),
        check: json(take.check),
      })),
    ),
  });
}

/** A JSON column as Prisma writes it: its own null is the database's. */
const json = (value: unknown) => (value as Prisma.InputJsonValue | null) ?? Prisma.DbNull;
