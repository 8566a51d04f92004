import "server-only";
import { env } from "../env";
import type { Animator } from "./animator";
import { createDemoAnimator } from "./demo/animator";
import { createDemoPainter } from "./demo/painter";
import { createDemoWriter } from "./demo/writer";
import type { Painter } from "./painter";
import type { Writer } from "./writer";

interface Providers {
  writer: Writer;
  painter: Painter;
  animator: Animator;
}

const holder = globalThis as { inkwrightProviders?: Providers };

function chosen(): Providers {
  holder.inkwrightProviders ??= {
    writer: createDemoWriter({ durationMs: env().DEMO_WRITER_MS }),
    painter: createDemoPainter({ delayMs: env().DEMO_PAINTER_MS }),
    animator: createDemoAnimator(),
  };
  return holder.inkwrightProviders;
}

/** Who writes, who paints and who makes pictures move; the only place that chooses. */
export const writer = (): Writer => chosen().writer;
export const painter = (): Painter => chosen().painter;
export const animator = (): Animator => chosen().animator;

/** Puts others in their place, such as quick ones for demo content or failing ones for tests. */
export function provideAi(providers: Partial<Providers>): void {
  holder.inkwrightProviders = { ...chosen(), ...providers };
}
