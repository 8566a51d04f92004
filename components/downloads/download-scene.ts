import { toast } from "@/components/ui/toast";
import { saveFile } from "@/components/ui/utils/save-file";
import { readOrigin } from "@/lib/media/xmp.mjs";
import { ApiError, isUnauthorized, messageOf } from "@/lib/platform/http/api-error";
import { api } from "@/lib/platform/http/fetch";
import { countOf } from "@/lib/platform/text/count-of";
import { pageFileName, pictureFileName } from "@/lib/scenes/panels/picture-file-name";
import { capturedWidth, drawPanel, toJpeg } from "./capture-panel";
import { drawPage } from "./draw-page";
import { fetchBlob } from "./fetch-blob";
import type { LoadedFonts } from "./font-css";

/** Milliseconds for each method of making a picture. */
const pictureTimeout = 15_000;
/** Milliseconds between two files: browsers drop faster downloads. */
const gap = 200;

interface SceneDownload {
  /** Element that contains the panels. */
  scene: Element | null;
  sceneId: string;
  sceneNumber: number;
  /** `storySlug` of the story's title. */
  slug: string;
  /** The composed page as one picture. */
  asPage: boolean;
  onProgress: (text: string) => void;
}

/** There is nothing to download; the specification fixes the messages. */
class NothingToDownload extends Error {}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Saves each panel of a scene as a picture; the server draws panels that the browser cannot.
 * @returns how many of how many were saved
 * @throws NothingToDownload
 */
async function downloadScene(download: SceneDownload): Promise<{
  saved: number;
  total: number;
}> {
  const { sceneId, sceneNumber, slug, onProgress } = download;
  const panels = panelsOf(download).filter((panel) => panel.querySelector("img"));
  const fonts: LoadedFonts = new Map();
  let saved = 0;
  for (const [index, panel] of panels.entries()) {
    onProgress(`Downloading picture ${index + 1} of ${panels.length}`);
    const panelNumber = Number(panel.dataset.panel);
    const picture = await withTimeout(async (signal) =>
      toJpeg(await drawPanel(panel, fonts, signal)),
    ).catch(() =>
      fetchFromServer(sceneId, panelNumber).catch((error) => {
        if (isUnauthorized(error)) throw error;
        return null;
      }),
    );
    if (!picture) continue;
    if (saved > 0) await pause(gap);
    save(picture, pictureFileName(slug, sceneNumber, panelNumber));
    saved += 1;
  }
  if (saved === 0) throw new NothingToDownload("Failed to capture any panels");
  return { saved, total: panels.length };
}

/** @throws NothingToDownload if no panel has a picture */
function panelsOf({ scene }: SceneDownload): HTMLElement[] {
  if (!scene) throw new NothingToDownload("Scene element not found");
  const panels = [...scene.querySelectorAll<HTMLElement>(".panel[data-panel]")];
  if (!panels.some((panel) => panel.querySelector("img"))) {
    throw new NothingToDownload("No panels found in scene");
  }
  return panels;
}

/**
 * Saves the page of a scene as one picture.
 * @throws if neither browser nor server can draw a panel
 */
async function downloadPage(download: SceneDownload): Promise<void> {
  const { scene, sceneId, sceneNumber, slug, onProgress } = download;
  const panels = panelsOf(download);
  const fonts: LoadedFonts = new Map();
  const layout = scene?.querySelector<HTMLElement>(".comic-page")?.dataset.layout;
  const page = await drawPage(panels, layout, async (panel, size) => {
    const panelNumber = Number(panel.dataset.panel);
    onProgress(`Drawing panel ${panelNumber} of ${panels.length}`);
    return withTimeout((signal) => drawPanel(panel, fonts, signal, size)).catch(async () => {
      try {
        const picture = await fetchFromServer(sceneId, panelNumber, "page");
        const origin = readOrigin(new Uint8Array(await picture.arrayBuffer()));
        return { canvas: await createImageBitmap(picture), origin };
      } catch (error) {
        if (isUnauthorized(error)) throw error;
        const text = `Panel ${panelNumber} could not be drawn. Please try again.`;
        throw new ApiError(text, 0, "unknown");
      }
    });
  });
  save(await toJpeg(page), pageFileName(slug, sceneNumber));
}

async function fetchFromServer(
  sceneId: string,
  panelNumber: number,
  letters: "alone" | "page" = "alone",
): Promise<Blob> {
  const path = `/scenes/${sceneId}/panels/${panelNumber}/render`;
  // Where the session of a draft's author has ended, this asks for a new one, without a time limit.
  await api(path, { method: "HEAD", timeout: pictureTimeout, response: null });
  const query = `format=jpeg&width=${capturedWidth}&letters=${letters}`;
  const picture = await withTimeout((signal) => fetchBlob(`/api${path}?${query}`, signal));
  if (picture.type !== "image/jpeg") throw new Error("The server did not send a JPEG.");
  return picture;
}

/** Rejects after the timeout, even if the work never settles. */
function withTimeout<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(pictureTimeout);
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work(signal), timedOut]);
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  saveFile(url, name);
  // Some browsers read the file only after the save dialog.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves a scene and reports the result. */
export async function saveScene(download: SceneDownload): Promise<void> {
  const { sceneNumber, asPage } = download;
  try {
    if (asPage) {
      await downloadPage(download);
      toast.success(`Page of scene ${sceneNumber} downloaded`);
      return;
    }
    const { saved, total } = await downloadScene(download);
    if (saved === total) {
      toast.success(`Scene ${sceneNumber} downloaded: ${countOf(saved, "picture")}`);
    } else {
      toast.warning(
        `${saved} of ${countOf(total, "picture")} of scene ${sceneNumber} downloaded. Please try again for the others.`,
      );
    }
  } catch (error) {
    const isEmpty = error instanceof NothingToDownload;
    toast.error(isEmpty ? error.message : `Download failed: ${messageOf(error)}`);
  }
}
