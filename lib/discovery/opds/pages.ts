import "server-only";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { compose } from "@/lib/media/compose";
import { loadPicture } from "@/lib/media/service";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { notFound } from "@/lib/platform/errors";
import { aspectOf } from "@/lib/scenes/aspect";
import { basePanelWidth } from "@/lib/scenes/bubbles/geometry";
import { renderPanel } from "@/lib/stories/render-service";
import { createDrawings } from "../drawings";
import type { Work, WorkPage } from "./work-queries";

/** The limit is for a person or address; cached pages do not count. */
const drawOnce = createDrawings<Uint8Array>({ name: "opds-pages", max: 240, windowSeconds: 60 });

/** Widths of drawn pages: one drawing serves all screens of similar width. */
const widths = [160, 320, 480, 640, 800, 1080, 1440, 1800, 2048] as const;

/** The paper of the light theme, behind a transparent cover. */
const paper = "#faf5ea";

/** Cache of drawn pages by their content, up to 24 MB. */
const drawnPages = new LRUCache<string, Uint8Array>({
  maxSize: 24 * 1024 * 1024,
  sizeCalculation: ({ byteLength }) => byteLength,
});

/** The largest width of a page, in px: that of its picture, so that nothing is scaled up. */
const fullWidth = (picture: number | null): number =>
  Math.min(widths[widths.length - 1] ?? 2048, Math.max(widths[0], picture ?? basePanelWidth));

/** The width that is drawn for a reader's maximum, both in px. */
export function drawnWidth(picture: number | null, maxWidth: number | null | undefined): number {
  const full = fullWidth(picture);
  if (!maxWidth || maxWidth >= full) return full;
  return widths.findLast((width) => width <= maxWidth) ?? widths[0];
}

/**
 * Width to height of a drawn cover: a strip is cropped, because apps would squash it into a tile.
 */
export const coverAspect = ({ width, height }: NonNullable<Work["cover"]>) =>
  width && height ? Math.min(2, Math.max(1 / 2, width / height)) : 3 / 4;

/** Width and height of each page in full size, the cover first. */
export function pageSizes(work: Work, pages: readonly WorkPage[]) {
  const sizeOf = (picture: number | null, aspect: number) => {
    const width = fullWidth(picture);
    return { width, height: Math.max(1, Math.round(width / aspect)) };
  };
  return [
    ...(work.cover ? [sizeOf(work.cover.width, coverAspect(work.cover))] : []),
    ...pages.map(({ width }) => sizeOf(width, aspectOf[work.aspectRatio])),
  ];
}

interface PageRequest {
  viewer: Viewer | null;
  /** Counts from 0. */
  page: number;
  width: number | null | undefined;
  address: string;
}

interface PagePicture {
  etag: string;
  /** Makes the JPEG; not called where the client's copy is current. */
  draw: () => Promise<Uint8Array>;
}

/**
 * A page of a story: its cover, or a panel with its bubbles as readers see them.
 * @throws AppError `not_found` for a page that does not exist
 */
export async function pagePicture(
  { work, pages }: { work: Work; pages: readonly WorkPage[] },
  { viewer, page, width, address }: PageRequest,
): Promise<PagePicture> {
  const limited = (etag: string, draw: () => Promise<Uint8Array>): PagePicture => ({
    etag,
    draw: () => cachedOrDraw(etag, draw, viewer ? `user:${viewer.id}` : `address:${address}`),
  });
  const { cover } = work;
  if (cover && page === 0) {
    const drawn = drawnWidth(cover.width, width);
    const look = `cover ${cover.sha256} ${drawn} ${coverAspect(cover)}`;
    const etag = createHash("sha256").update(look).digest("base64url");
    return limited(`"${etag.slice(0, 27)}"`, () => drawCover(cover, drawn));
  }
  const found = pages[page - (cover ? 1 : 0)];
  if (!found) throw notFound("page");
  const { sceneId, panelNumber } = found;
  const { etag, draw } = await renderPanel(
    viewer,
    { sceneId, panelNumber },
    { format: "jpeg", width: drawnWidth(found.width, width), letters: "alone" },
  );
  return limited(etag, draw);
}

async function drawCover(cover: NonNullable<Work["cover"]>, width: number): Promise<Uint8Array> {
  const picture = await loadPicture(cover.id);
  const height = Math.max(1, Math.round(width / coverAspect(cover)));
  return compose({
    picture: picture?.bytes ?? null,
    background: paper,
    overlay: async () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`,
    width,
    height,
    format: "jpeg",
    lettering: {
      bubbleCount: 0,
      sources: picture ? { parent: { title: "Cover", ...picture } } : {},
    },
  });
}

async function cachedOrDraw(etag: string, draw: () => Promise<Uint8Array>, asker: string) {
  const known = drawnPages.get(etag);
  if (known) return known;
  return drawOnce(etag, asker, async () => {
    const bytes = await draw();
    drawnPages.set(etag, bytes);
    return bytes;
  });
}
