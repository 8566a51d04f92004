import "server-only";
import { AppError } from "@/lib/platform/errors";
import type { EncodedPicture, MainPicture } from "./encoder/pictures.mjs";
import { encodeInWorker } from "./encoder/worker-client";
import { withEncodingSlot } from "./encoding-slots";
import { invalidTypeError } from "./upload";
import type { Origin } from "./xmp.mjs";

/**
 * What somebody sent, decoded and encoded anew.
 * @param openOnce whether nobody needs the bytes afterwards
 * @throws AppError `invalid_image` for anything that is not a whole JPEG, PNG, GIF or WebP,
 * `unavailable`
 */
export function encodeMain(
  bytes: Uint8Array,
  origin: Origin,
  handOver: boolean,
): Promise<MainPicture> {
  return withEncodingSlot("shown", () =>
    encodeInWorker("encodeMain", bytes, { detail: origin, handOver }),
  ).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : invalidTypeError(cause);
  });
}

/**
 * Further encodings of a stored picture: WebP in several widths, never while somebody waits for a
 * picture. Measured on our own pictures (768 px, one core): WebP at effort 2 is 34 kB in 35 ms, AVIF
 * 29 kB in 220 ms, and a scene has a dozen of them. What moves has one encoding.
 */
export async function encodeVariants(main: Uint8Array, width: number): Promise<EncodedPicture[]> {
  if (await encodeInWorker("isMoving", main)) return [];
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
