import "server-only";
import { demoStudioName } from "@/lib/ai/demo-name";
import { findKnownModel } from "@/lib/ai/known-models";
import { log } from "@/lib/platform/log";
import { hasCredentials } from "../encoder/pictures.mjs";
import type { Origin } from "../xmp.mjs";
import { type History, manifestOf, type Sources, withoutBytes } from "./history";
import { signingKey } from "./key-service";
import type { SigningTask } from "./sign.mjs";
import { signInWorker } from "./worker-client";

/** Bytes. Larger credentials of ingredients are dropped; most of their size is thumbnails. */
const maxForeignBytes = 1024 * 1024;

interface Counts {
  signed: number;
  unsigned: number;
}

// Next may bundle this module more than once; the counts are per process.
const holder = globalThis as { inkwrightCredentials?: Counts };
holder.inkwrightCredentials ??= { signed: 0, unsigned: 0 };
/** Pictures since the start of the process: signed, and failed to sign. */
export const signatures: Readonly<Counts> = holder.inkwrightCredentials;
const counts = holder.inkwrightCredentials;

/** The maker according to the file itself: a known model, the demo studio, or empty. */
export function detectMadeBy(bytes: Uint8Array, origin: Origin): string {
  if (origin !== "model") return origin === "drawn" ? demoStudioName : "";
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return hasCredentials(bytes) ? findKnownModel(file) : "";
}

interface Picture {
  bytes: Uint8Array;
  mediaType: string;
}

/**
 * Signs a picture. Ingredients that cannot be embedded are only named; a failure never affects the
 * picture.
 * @returns null if signing failed
 */
export async function sign(
  picture: Picture,
  done: History,
  sources: Sources = {},
  resized = false,
): Promise<Uint8Array | null> {
  try {
    const { signer } = await signingKey();
    const task = (of: Sources): SigningTask => ({
      bytes: picture.bytes,
      mediaType: picture.mediaType,
      signer,
      ...manifestOf(done, of, resized),
    });
    const signed = await signWithSources(task, sources, picture.bytes.byteLength);
    counts.signed += 1;
    return signed;
  } catch (err) {
    counts.unsigned += 1;
    log.error({ err }, "a picture goes without content credentials");
    return null;
  }
}

async function signWithSources(
  task: (sources: Sources) => SigningTask,
  sources: Sources,
  before: number,
): Promise<Uint8Array> {
  const complete = task(sources);
  if (complete.ingredients.some(({ bytes }) => bytes)) {
    try {
      const signed = await signInWorker(complete);
      if (signed.byteLength - before <= maxForeignBytes) return signed;
      log.warn({ bytes: signed.byteLength - before }, "ingredients are too large to embed");
    } catch (err) {
      log.warn({ err }, "ingredients cannot be embedded");
    }
  }
  return signInWorker(task(withoutBytes(sources)));
}
