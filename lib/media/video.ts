import "server-only";
import { AppError } from "@/lib/platform/errors";
import {
  canUseWorkerThread,
  runExclusive,
  WorkerThread,
} from "@/lib/platform/threads/worker-thread";
import type { Clip } from "./video-check/check.mjs";

interface CheckedVideo extends Clip {
  mediaType: "video/webm" | "video/mp4";
}

/** Bytes of a short clip; panels have no larger ones. */
const maxBytes = 64 * 1024 * 1024;

const file = "lib/media/video-check/worker.mjs";
/** A clip of a minute needs a few megabytes of heap and milliseconds. */
const heapMegabytes = 64;
const deadline = 2_000;

/**
 * Checks the signatures of WebM (EBML) and MP4 first, so that other files are not copied to the
 * thread.
 */
function hasVideoSignature(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return head.startsWith("\x1aE\xdf\xa3") || head.slice(4, 8) === "ftyp";
}

const unusableVideoError = (cause?: unknown) =>
  new AppError("video_failed", "The video that came back could not be used. Please try again.", {
    cause,
  });

/**
 * Validates a video: a WebM or MP4 with a video track, whatever its declared type.
 * @throws AppError `video_failed`
 */
export async function checkVideo(bytes: Uint8Array): Promise<CheckedVideo> {
  if (bytes.byteLength > maxBytes || !hasVideoSignature(bytes)) throw unusableVideoError();
  try {
    const clip = await runExclusive("video", () => checkInWorker(bytes));
    return { ...clip, mediaType: `video/${clip.extension}` };
  } catch (cause) {
    throw unusableVideoError(cause);
  }
}

async function checkInWorker(bytes: Uint8Array): Promise<Clip> {
  if (!canUseWorkerThread(file)) return (await import("./video-check/check.mjs")).checkClip(bytes);
  const thread = new WorkerThread({ name: "video check", file, heapMegabytes });
  try {
    return await thread.run<Clip>("checkClip", [bytes], { deadline });
  } finally {
    thread.end();
  }
}
