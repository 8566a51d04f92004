import "server-only";
import type { Animator } from "./animator";
import { demoStudioName as name } from "./demo-name";
import type { Painter } from "./painter";
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
export function demoPainter(options: { delayMs?: number } = {}): Painter {
  return {
    name,
    demo: true,
    maxReferences: () => 0,
    paint: async (request) => (await loadStudio()).createDemoPainter(options).paint(request),
  };
}

export function demoAnimator(): Animator {
  return {
    name,
    demo: true,
    animate: async (request) => (await loadStudio()).createDemoAnimator().animate(request),
  };
}
