import "server-only";
import type { AnimatedVideo, AnimateRequest } from "./animator";
import { demoReferences, demoStudioName as name } from "./demo-name";
import type { PaintedImage, PainterModels, PaintRequest } from "./painter";
import type { ImmediateProvider } from "./provider";
import type { Vision } from "./vision";
import type { Writer } from "./writer";

/** Lazy, so that an app with provider keys never loads the studio's code. */
const loadStudio = () => import("@/lib/demo-studio");

/** @param options.durationMs length of the stream of one answer, in milliseconds */
export function demoWriter(options: { durationMs?: number } = {}): Writer {
  return {
    name,
    demo: true,
    async *write(request) {
      const { createDemoWriter } = await loadStudio();
      yield* createDemoWriter(options).write(request);
    },
  };
}

/** @param options.delayMs least time for a picture, in milliseconds */
export function demoPainter(
  options: { delayMs?: number } = {},
): PainterModels & ImmediateProvider<PaintRequest, PaintedImage> {
  return {
    name,
    demo: true,
    takesMask: () => true,
    looksFollowSeed: true,
    maxReferences: () => demoReferences,
    make: async (request) => (await loadStudio()).createDemoPainter(options).make(request),
  };
}

export const demoVision = (): Vision => ({
  name,
  demo: true,
  detectFaces: async () => [],
  answer: async (request) => (await loadStudio()).createDemoVision(name).answer(request),
});

export function demoAnimator(): ImmediateProvider<AnimateRequest, AnimatedVideo> {
  return {
    name,
    demo: true,
    make: async (request) => (await loadStudio()).createDemoAnimator().make(request),
  };
}
