// Validates a video. Plain JavaScript, so that the worker thread loads it without a build
// (`worker.mjs`); without a worker, the server's thread runs it.
import { BufferSource, Input, MP4, WEBM } from "mediabunny";

const maxSide = 4096;
const maxSeconds = 60;

/** @throws Error unless the bytes are a WebM or MP4 with a short video track */
export async function checkClip(bytes) {
  const input = new Input({ formats: [WEBM, MP4], source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("no video track");
  const [format, duration] = [await input.getFormat(), await input.computeDuration()];
  const { displayWidth: width, displayHeight: height } = track;
  const isSmall = Math.max(width, height) <= maxSide && Math.min(width, height) > 0;
  if (!isSmall || !(duration > 0) || duration > maxSeconds) throw new Error("not a short clip");
  return { extension: format === MP4 ? "mp4" : "webm", width, height, duration };
}
