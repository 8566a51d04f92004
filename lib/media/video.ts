import "server-only";
import { BufferSource, Input, MP4, WEBM } from "mediabunny";
import { AppError } from "@/lib/platform/errors";

interface CheckedVideo {
  extension: "webm" | "mp4";
  mediaType: "video/webm" | "video/mp4";
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
}

/** A short clip; whatever is larger was not made for a panel. */
const maxBytes = 64 * 1024 * 1024;
const maxSide = 4096;
const maxSeconds = 60;

const unusable = (cause?: unknown) =>
  new AppError("video_failed", "The video that came back could not be used. Please try again.", {
    cause,
  });

/**
 * What bytes are that are said to be a video: a WebM or an MP4 with a track of pictures, whatever
 * its sender calls it.
 * @throws AppError `video_failed`
 */
export async function checkVideo(bytes: Uint8Array): Promise<CheckedVideo> {
  if (bytes.byteLength === 0 || bytes.byteLength > maxBytes) throw unusable();
  try {
    const input = new Input({ formats: [WEBM, MP4], source: new BufferSource(bytes) });
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error("no track of pictures");
    const [format, duration] = [await input.getFormat(), await input.computeDuration()];
    const { displayWidth: width, displayHeight: height } = track;
    const isSmall = Math.max(width, height) <= maxSide && Math.min(width, height) > 0;
    if (!isSmall || !(duration > 0) || duration > maxSeconds) throw new Error("not a short clip");
    const extension = format === MP4 ? "mp4" : "webm";
    return { extension, mediaType: `video/${extension}`, width, height, duration };
  } catch (cause) {
    throw unusable(cause);
  }
}
