import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { hasRepairNote } from "@/lib/ai/prompts/repair-note";
import type { Writer } from "@/lib/ai/writer";
import { AppError } from "@/lib/platform/errors";
import patterns from "./writing/data/patterns.json";
import { wholeWord } from "./writing/english";
import { markersIn } from "./writing/markers";
import { requestOf } from "./writing/request";
import { tasks } from "./writing/tasks";

const dotted = new RegExp(patterns.dotted, "gu");
const chunksPerAnswer = 24;
const busy = { retryAfter: 5 };
const failures: Record<string, ConstructorParameters<typeof AppError>> = {
  "ai-down": ["ai_unavailable", "The text service cannot be reached. Please try again later."],
  "ai-quota": ["ai_unavailable", "The text service's quota is used up. Please try again later."],
  "ai-busy": ["ai_rate_limited", "The text service is busy. Please try again in a moment.", busy],
};

/**
 * The writer of the demo studio: no model, no network. It extracts characters, location, time and
 * events from the prompt and fills templates, deterministically.
 * @param options.durationMs streaming time of one answer, milliseconds
 */
export function createDemoWriter({ durationMs = 400 }: { durationMs?: number } = {}): Writer {
  return {
    name: "Demo studio",
    demo: true,
    async *write({ task, system, prompt, signal, onUsage }) {
      signal?.throwIfAborted();
      const request = requestOf(system, prompt.replace(dotted, "$1$2"));
      const markers = markersIn(request.text || request.story.description);
      for (const [marker, failure] of Object.entries(failures))
        if (markers.has(marker)) throw new AppError(...failure);
      const asked = { ...request, ...markers, text: request.text ? markers.text : "…" };
      const made = JSON.stringify(tasks[task as keyof typeof tasks](asked));
      const whole = respelled(made, prompt);
      const isBroken =
        markers.has("bad-json") || (markers.has("bad-json-once") && !hasRepairNote(prompt));
      const start = performance.now();
      // Fails before the first panel is complete: after it, the failure would depend on timing.
      const answer = isBroken ? whole.slice(0, Math.floor(whole.length * 0.3)) : whole;
      yield* streamed(answer, durationMs, signal);
      const milliseconds = performance.now() - start;
      const usage = { kind: "text", outcome: "completed", units: {} } as const;
      onUsage?.({ provider: "demo", model: "demo", milliseconds, ...usage });
    },
  };
}

/** A dot would end the sentence when it is parsed; in the answer, names have theirs again. */
const respelled = (answer: string, prompt: string) =>
  [...new Set(prompt.match(dotted))].reduce((text, name) => {
    const plain = name.replace(".", "");
    return prompt.includes(`- ${plain}`) ? text : text.replace(wholeWord(plain, "gu"), name);
  }, answer);

/** Streams a text evenly over a time; ends with the signal's reason when that is aborted. */
async function* streamed(text: string, durationMs: number, signal?: AbortSignal) {
  const size = Math.max(1, Math.ceil(text.length / chunksPerAnswer));
  const count = Math.ceil(text.length / size);
  const start = performance.now();
  for (let index = 0; index < count; index += 1) {
    const due = start + (durationMs * (index + 1)) / count - performance.now();
    if (due > 0) await delay(due, undefined, { signal }).catch(() => signal?.throwIfAborted());
    signal?.throwIfAborted();
    yield text.slice(index * size, (index + 1) * size);
  }
}
