import "server-only";
import { createHash } from "node:crypto";
import { compose } from "@/lib/media/compose";
import { readableBy } from "@/lib/media/picture-moderation-service";
import { loadSourcePicture } from "@/lib/media/service";
import { ancestorsOf } from "@/lib/pages/lineage-queries";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { aspectOf, aspectRatioOf } from "@/lib/scenes/aspect";
import { basePanelWidth, type PanelLayout } from "@/lib/scenes/bubbles/geometry";
import { layoutSize } from "@/lib/scenes/bubbles/placement";
import { textBubbles } from "@/lib/scenes/bubbles/schema";
import { bubblesSvg } from "@/lib/scenes/lettering/bubble-svg";
import { letterPage } from "@/lib/scenes/lettering/page-lettering";
import { pageTiers } from "@/lib/scenes/panels/page-layout";
import { sceneLayout } from "@/lib/scenes/schema";
import type { RenderQuery } from "./schema";

/** The paper of the light theme: background of a panel without a picture. */
const paper = "#faf5ea";

/** Part of the ETag: a new version makes clients request all pictures again. */
const drawing = 5;

const lettered = { NOT: { textBubbles: { equals: [] } } };

/** The layout of a panel's bubbles on a page with the other panels that readers see. */
function layoutOnPage(
  scene: { layout: string | null; panels: { panelNumber: number; textBubbles: unknown }[] },
  panelNumber: number,
  aspect: number,
  isOneSize: boolean,
): PanelLayout {
  const panels = scene.panels.map((panel) => ({
    textBubbles: textBubbles.parse(panel.textBubbles),
  }));
  const chosen = sceneLayout.nullable().catch(null).parse(scene.layout);
  const tiers = pageTiers(panels.length, aspect, chosen);
  const at = scene.panels.findIndex((panel) => panel.panelNumber === panelNumber);
  return letterPage(panels, tiers, aspect, isOneSize).layouts[at] ?? layoutSize(aspect);
}

interface RenderedPanel {
  etag: string;
  isPublic: boolean;
  /** The author asks crawlers to leave it out of training. */
  noTraining: boolean;
  /** Draws the picture; not called where the client's copy is current. */
  draw: () => Promise<Uint8Array>;
}

/**
 * A panel with its bubbles as one picture: every width has the same lines in the same positions.
 * @throws AppError `not_found`, also for panels of another person's draft
 */
export async function renderPanel(
  viewer: Viewer | null,
  target: { sceneId: string; panelNumber: number },
  asked: RenderQuery,
): Promise<RenderedPanel> {
  const panel = await db.panel.findFirst({
    where: { ...target, scene: { story: readableBy(viewer) } },
    select: {
      textBubbles: true,
      image: { select: { id: true, sha256: true, width: true } },
      scene: {
        select: {
          storyId: true,
          layout: true,
          panels: {
            where: {
              OR: [{ imageMediaId: { not: null } }, { videoMediaId: { not: null } }, lettered],
            },
            orderBy: { panelNumber: "asc" },
            select: { panelNumber: true, textBubbles: true },
          },
          story: {
            select: { status: true, aspectRatio: true, noTraining: true, oneLetterSize: true },
          },
        },
      },
    },
  });
  if (!panel?.scene) throw notFound("panel");
  const { story, storyId, ...scene } = panel.scene;
  const aspect = aspectOf[aspectRatioOf(story)];
  const bubbles = textBubbles.parse(panel.textBubbles);
  const laidOut =
    asked.letters === "page"
      ? layoutOnPage(scene, target.panelNumber, aspect, story.oneLetterSize)
      : layoutSize(aspect);
  const { format } = asked;
  const width = asked.width ?? panel.image?.width ?? basePanelWidth;
  const etag = createHash("sha256")
    .update(JSON.stringify([drawing, bubbles, panel.image?.sha256, laidOut, format, width]))
    .digest("base64url")
    .slice(0, 27);
  const draw = async () => {
    const picture = panel.image
      ? await loadSourcePicture(panel.image.id, "The panel's picture")
      : undefined;
    const remixedFrom = await ancestorsOf(storyId);
    const shown = { width, height: Math.max(1, Math.round(width / aspect)) };
    return compose({
      picture: picture?.bytes ?? null,
      background: paper,
      overlay: () => bubblesSvg(bubbles, laidOut, shown),
      ...shown,
      format,
      lettering: {
        bubbleCount: bubbles.length,
        byHand: bubbles.some(({ byHand }) => byHand),
        sources: { parent: picture, remixedFrom },
      },
    });
  };
  return {
    etag: `"${etag}"`,
    isPublic: story.status === "published",
    noTraining: story.noTraining,
    draw,
  };
}
