import "server-only";
import { AppError } from "@/lib/platform/errors";
import type { EncodedPicture, MainPicture } from "./encoder/pictures.mjs";
import { encodeInWorker } from "./encoder/worker-client";
import { withEncodingSlot } from "./encoding-slots";
import { invalidTypeError } from "./upload";
import type { Origin } from "./xmp.mjs";

/**
 * Decodes an untrusted picture and encodes it again.
 * @param handOver whether `bytes` may be transferred to the worker, which empties them
 * @param isLossless whether the encoding keeps every pixel as it is
 * @throws AppError `invalid_image` for anything that is not a complete JPEG, PNG, GIF or WebP, or
 * that has too many pixels, `unavailable`
 */
export function encodeMain(
  bytes: Uint8Array,
  origin: Origin,
  handOver: boolean,
  isLossless = false,
): Promise<MainPicture> {
  // The worker may empty the buffer, so the first bytes are copied before.
  const head = bytes.slice(0, 64);
  return withEncodingSlot("shown", () =>
    encodeInWorker(isLossless ? "encodeLossless" : "encodeMain", bytes, {
      detail: origin,
      handOver,
    }),
  ).catch((cause: Error) => {
    if (cause instanceof AppError) throw cause;
    throw cause.name === "PictureRefused"
      ? new AppError("invalid_image", cause.message, { cause })
      : invalidTypeError(head, cause);
  });
}

/** Pixels. Only horizontal strips are wider. */
const maxWidth = 2048;

/**
 * Smaller encodings of a stored picture: WebP in several widths, at low priority. Measured on our
 * own pictures (768 px, one core): WebP at effort 2 takes 35 ms for 34 kB, AVIF 220 ms for 29 kB,
 * and a scene has a dozen of them. Animations and horizontal strips have only one encoding: frames
 * scale strips by height, whereas pages choose an encoding by width.
 */
export async function encodeVariants(main: Uint8Array, width: number): Promise<EncodedPicture[]> {
  if (width > maxWidth || (await encodeInWorker("isMoving", main))) return [];
  const widths = [...new Set([320, 512, 800, Math.min(width, 1024)])].filter(
    (each) => each <= width,
  );
  const made: EncodedPicture[] = [];
  for (const target of widths) {
    made.push(
      await withEncodingSlot("later", () =>
        encodeInWorker("encodeVariant", main, { detail: target }),
      ),
    );
  }
  return made;
}
