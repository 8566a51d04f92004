// What bytes are that are said to be a video. Plain JavaScript: the thread that checks them loads it as
// it is (`worker.mjs`); where there is none, the server does.
import { BufferSource, Input, MP4, WEBM } from "mediabunny";

const maxSide = 4096;
const maxSeconds = 60;

/** @throws Error for what is no WebM or MP4 with a short track of pictures */
export async function checkClip(bytes) {
  const input = new Input({ formats: [WEBM, MP4], source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("no track of pictures");
  const [format, duration] = [await input.getFormat(), await input.computeDuration()];
  const { displayWidth: width, displayHeight: height } = track;
  const isSmall = Math.max(width, height) <= maxSide && Math.min(width, height) > 0;
  if (!isSmall || !(duration > 0) || duration > maxSeconds) throw new Error("not a short clip");
  return { extension: format === MP4 ? "mp4" : "webm", width, height, duration };
}
