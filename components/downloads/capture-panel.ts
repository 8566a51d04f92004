import { toCanvas } from "html-to-image";
import { markJpeg } from "@/lib/media/jpeg-xmp";
import { type Origin, readOrigin } from "@/lib/media/xmp.mjs";
import { basePanelWidth } from "@/lib/scenes/bubbles/geometry";
import type { Size } from "@/lib/scenes/bubbles/path";
import { blobToDataUrl, fetchBlob } from "./fetch-blob";
import { fontCssFor, type LoadedFonts } from "./font-css";

export const pixelRatio = 2;
const quality = 0.95;

/** Width of a captured picture in pixels. */
export const capturedWidth = basePanelWidth * pixelRatio;

/** Styles of lettering that come from style sheets rather than attributes. */
const letteringStyles = [
  "direction",
  "font-family",
  "font-feature-settings",
  "font-kerning",
  "font-size",
  "font-style",
  "font-synthesis",
  "font-variant-emoji",
  "font-variant-ligatures",
  "font-weight",
  "letter-spacing",
  "text-anchor",
  "text-rendering",
  "unicode-bidi",
  "white-space",
  "word-spacing",
] as const;

/** A drawn picture and its provenance. */
interface CapturedPanel {
  canvas: HTMLCanvasElement;
  origin: Origin;
}

/**
 * Draws a panel of the page, its picture and bubbles without overlays, at a fixed width, so that
 * every screen gives the same result.
 * @param onPage its size beside other panels, with the letters of their page; alone by default
 * @throws if the browser cannot draw it
 */
export async function drawPanel(
  panel: HTMLElement,
  fonts: LoadedFonts,
  signal: AbortSignal,
  onPage?: Size,
): Promise<CapturedPanel> {
  // Computed styles exist only for connected elements.
  if (!panel.isConnected) throw new Error("The panel is no longer on the page.");
  const image = panel.querySelector("img");
  if (!image) throw new Error("The panel has no picture.");
  const file = await fetchBlob(image.src, signal);
  const stage = createStage(panel, await blobToDataUrl(file), onPage);
  const clear = () => stage.parentElement?.remove();
  signal.addEventListener("abort", clear);
  try {
    await stage.querySelector("img")?.decode();
    const fontEmbedCSS = await fontCssFor(stage.querySelectorAll("text, tspan"), fonts, signal);
    const draw = async () => {
      const { clientWidth: width, clientHeight: height } = stage;
      const canvas = await toCanvas(stage, { pixelRatio, width, height, fontEmbedCSS });
      signal.throwIfAborted();
      const context = canvas.getContext("2d");
      return context && !isBlank(context) ? context : null;
    };
    // Safari's first drawing can miss the picture, which it has not decoded yet.
    const context = (await draw()) ?? (await draw());
    if (!context) throw new Error("The browser could not draw the panel.");
    const { canvas } = context;
    // JPEG has no transparency.
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    return { canvas, origin: readOrigin(new Uint8Array(await file.arrayBuffer())) };
  } finally {
    signal.removeEventListener("abort", clear);
    clear();
  }
}

/** Encodes a JPEG with its provenance. @throws if the browser cannot encode it */
export async function toJpeg({ canvas, origin }: CapturedPanel): Promise<Blob> {
  const drawn = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", quality);
  });
  if (drawn?.type !== "image/jpeg") throw new Error("The browser cannot create a JPEG.");
  const marked = markJpeg(new Uint8Array(await drawn.arrayBuffer()), origin);
  return new Blob([marked], { type: "image/jpeg" });
}

/** Copies picture and bubbles off-screen. @returns the element to draw */
function createStage(panel: HTMLElement, pictureUrl: string, onPage?: Size): HTMLElement {
  const { width, height } = onPage ?? sizeOf(panel);
  const other = onPage ? ".on-page + .panel-bubbles" : ".on-page";
  const stage = document.createElement("div");
  const fillStyle = "position:absolute;left:0;top:0;width:100%;height:100%";
  stage.style.cssText = `position:relative;overflow:hidden;width:${width}px;height:${height}px`;
  const picture = new Image();
  picture.src = pictureUrl;
  picture.style.cssText = `${fillStyle};object-fit:cover`;
  stage.append(picture);
  for (const bubbles of panel.querySelectorAll<SVGSVGElement>(`svg.panel-bubbles:not(${other})`)) {
    const copy = bubbles.cloneNode(true) as SVGSVGElement;
    copy.removeAttribute("class");
    copy.style.cssText = fillStyle;
    const copies = copy.querySelectorAll<SVGElement>("text, tspan");
    for (const [index, original] of bubbles.querySelectorAll("text, tspan").entries()) {
      const computed = getComputedStyle(original);
      for (const name of letteringStyles) {
        copies[index]?.style.setProperty(name, computed.getPropertyValue(name));
      }
    }
    stage.append(copy);
  }
  const container = document.createElement("div");
  container.inert = true;
  container.style.cssText = "position:fixed;left:-9999px;top:0;contain:strict;width:1px;height:1px";
  container.append(stage);
  document.body.append(container);
  return stage;
}

/** The width of the bubble layout, in the panel's format. */
function sizeOf(panel: HTMLElement): Size {
  const { width, height } = ratioOf(panel);
  return { width: basePanelWidth, height: Math.round((basePanelWidth * height) / width) };
}

/**
 * Aspect ratio as the story defines it; a measured one would be rounded, and needs a visible panel.
 */
export function ratioOf(panel: HTMLElement): Size {
  const ratio = panel.style.aspectRatio || getComputedStyle(panel).aspectRatio;
  const [width = 0, height = 0] = ratio.split("/").map(Number);
  if (width > 0 && height > 0) return { width, height };
  const box = panel.getBoundingClientRect();
  return { width: box.width || 3, height: box.height || 4 };
}

/**
 * Whether the drawing lacks the picture. Reading throws if the browser considers the canvas
 * tainted, which counts as blank.
 */
function isBlank(context: CanvasRenderingContext2D): boolean {
  const { width, height } = context.canvas;
  const steps = 12;
  let empty = 0;
  for (let index = 0; index < steps * steps; index += 1) {
    const x = Math.floor(((index % steps) + 0.5) * (width / steps));
    const y = Math.floor((Math.floor(index / steps) + 0.5) * (height / steps));
    if (context.getImageData(x, y, 1, 1).data[3] === 0) empty += 1;
  }
  return empty > (steps * steps) / 2;
}
