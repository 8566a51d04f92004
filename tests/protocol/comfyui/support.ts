import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { createComfyUiPainter } from "@/lib/ai/comfyui/painter";
import type { PaintRequest, PictureMask } from "@/lib/ai/painter";
import { waiting } from "../replicate/support";
import type { ComfyUiServer } from "./server";

type Settings = Partial<Parameters<typeof createComfyUiPainter>[0]>;

/** A painter in front of the server, with the workflows of the documentation; attempts are new. */
export function painterAt(server: ComfyUiServer, settings: Settings = {}) {
  const painter = createComfyUiPainter({
    url: server.url,
    folder: "docs/workflows",
    deadlineMs: 60_000,
    rememberMs: 0,
    ...settings,
  });
  const { make, ...rest } = waiting(painter);
  const makeAnew = (request: PaintRequest) => make({ ...request, attemptId: randomUUID() });
  return { ...rest, make: makeAnew };
}

/** A mask whose left half changes. */
export async function leftHalf(width: number, height: number): Promise<PictureMask> {
  const side = (level: number, across: number) => ({
    create: {
      width: across,
      height,
      channels: 3 as const,
      background: `rgb(${level},${level},${level})`,
    },
  });
  const white = await sharp(side(255, width / 2))
    .png()
    .toBuffer();
  const png = await sharp(side(0, width))
    .composite([{ input: white, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return { png, box: { x: 0, y: 0, width: 0.5, height: 1 } };
}

/** The colour of a picture at a place in fractions. */
export async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
  return [...data.subarray(at, at + 3)];
}
