import "server-only";
import type { AnimatedVideo, AnimateRequest } from "@/lib/ai/animator";
import type { ImmediateProvider } from "@/lib/ai/provider";
import { AppError } from "@/lib/platform/errors";
import { drawMoment, readMotion } from "./animating/motion";
import { packWebm, vp8Of } from "./animating/webm";
import { decodePixels } from "./painting/finish/pixels";
import { runDemoCall } from "./run-demo-call";

const framesPerSecond = 12;
const frameCount = 30;
const longestSide = 640;

const duration = frameCount / framesPerSecond;
const usage = { kind: "video", units: { seconds: duration } } as const;
const even = (value: number) => Math.max(2, Math.round(value / 2) * 2);

/** The animator of the demo studio: a loop of 2.5 seconds. No network, no ffmpeg. */
export function createDemoAnimator(): ImmediateProvider<AnimateRequest, AnimatedVideo> {
  return {
    name: "Demo studio",
    demo: true,
    make(request: AnimateRequest): Promise<AnimatedVideo> {
      const failure = "The video could not be made. Please try again.";
      return runDemoCall(request, ["video_failed", failure], usage, () => animate(request));
    },
  };
}

async function animate({ image, prompt, seed, signal }: AnimateRequest): Promise<AnimatedVideo> {
  // A little larger than the video, so that the camera can zoom in.
  const side = Math.round(longestSide * 1.25);
  const size = { width: side, height: side, fit: "inside" } as const;
  const still = await decodePixels(image.bytes, size).catch((cause: unknown) => {
    const text = "The picture could not be read. Try another one.";
    throw new AppError("video_failed", text, { cause });
  });
  const shrink = longestSide / Math.max(still.width, still.height);
  const [width, height] = [even(still.width * shrink), even(still.height * shrink)];
  const motion = readMotion(prompt, seed);
  const frames: Uint8Array[] = [];
  for (let index = 0; index < frameCount; index++) {
    signal?.throwIfAborted();
    const frame = await drawMoment(still, motion, index / frameCount, seed, { width, height });
    frames.push(vp8Of(await frame.removeAlpha().webp({ quality: 66, effort: 1 }).toBuffer()));
  }
  const bytes = await packWebm(frames, { width, height }, framesPerSecond);
  return { bytes };
}
