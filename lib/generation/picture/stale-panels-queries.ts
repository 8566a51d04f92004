/** Finds the panels whose picture depends on something that has changed since it was made. */
import "server-only";
import { painter } from "@/lib/ai";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { findMadeWith } from "@/lib/scenes/panels/made-with-queries";
import { outfitsAfter } from "@/lib/scenes/panels/outfits";
import { requireEditable } from "@/lib/stories/service";
import type { StalePanel } from "../schema";
import { basisOf, type PictureFacts, staleFacts } from "./picture-facts";
import { factsOf, loadSheets, lookOf } from "./picture-facts-queries";

const panelFacts = {
  id: true,
  status: true,
  outfits: true,
  imagePrompt: true,
  shot: true,
  contract: true,
  characterIds: true,
  locationId: true,
} as const;

/**
 * The stale panels of a story, in its order. Pictures without known facts (uploads, those of earlier
 * versions) are never stale, nor are panels that are being drawn.
 * @throws AppError `not_found`, `forbidden`
 */
export async function listStalePanels(viewer: Viewer, storyId: string): Promise<StalePanel[]> {
  await requireEditable(viewer, storyId);
  const [story, sheets, made] = [
    await db.story.findUniqueOrThrow({
      where: { id: storyId },
      include: {
        scenes: {
          orderBy: { sceneNumber: "asc" },
          select: { panels: { select: panelFacts, orderBy: { panelNumber: "asc" } } },
        },
      },
    }),
    await loadSheets(db, storyId),
    await findMadeWith(db, storyId),
  ];
  if (!painter().takesLora) await painter().prepare?.();
  const look = lookOf(story);
  /** The outfits worn, from panel to panel. */
  let worn = outfitsAfter([]);
  const stale: StalePanel[] = [];
  for (const panel of story.scenes.flatMap((scene) => scene.panels)) {
    worn = outfitsAfter([worn, panel.outfits]);
    const basis = made.get(panel.id)?.basis;
    if (!basis || panel.status !== "completed") continue;
    const facts = factsOf(look, sheets, panel, worn);
    const changed = staleFacts(basis, basisOf(facts));
    // A new prompt also ends the contract of its script: one change, one reason.
    const shown = changed.filter((fact) => fact !== "contract" || !changed.includes("prompt"));
    if (shown.length === 0) continue;
    const reasons = new Set(shown.map((fact) => reasonOf(fact, facts)));
    stale.push({ panelId: panel.id, reasons: [...reasons] });
  }
  return stale;
}

const fixedReasons: { [fact: string]: string; cast: string } = {
  style: "The style of the story has changed",
  cast: "The characters of the panel have changed",
  prompt: "The panel's description has changed",
  contract: "What the picture must show has changed",
};

/** A sentence for the author about a fact, by its key in the basis. */
function reasonOf(fact: string, { characters, location }: PictureFacts): string {
  const [kind, id] = fact.replace(/^portrait:/, "").split(":");
  const name = characters.find((one) => one.id === id)?.name;
  if (kind === "location") return `${location?.name ?? "The location"} has changed`;
  if (name === undefined) return fixedReasons[kind ?? ""] ?? fixedReasons.cast;
  return kind === "outfit" ? `${name} wears something else now` : `${name} looks different now`;
}
