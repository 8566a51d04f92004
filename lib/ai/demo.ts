import "server-only";
import type { Animator } from "./animator";
import { demoStudioName as name } from "./demo-name";
import type { Painter } from "./painter";
import type { Writer } from "./writer";

/** The only way in: where keys are set, none of the studio's code is ever loaded. */
const loadStudio = () => import("@/lib/demo-studio");

/** @param options.durationMs how long one answer streams, in milliseconds */
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

/** @param options.delayMs least time that a picture takes, in milliseconds */
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
