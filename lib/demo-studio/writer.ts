import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { carriesRepairNote } from "@/lib/ai/repair-note";
import type { Writer } from "@/lib/ai/writer";
import { AppError } from "@/lib/platform/errors";
import { improveText } from "./writing/improve";
import { markersIn } from "./writing/markers";
import { factsOf, type WriterFacts, type WriterTask } from "./writing/request";
import { writeScene } from "./writing/scene";
import { writeSuggestions } from "./writing/suggestions";
import { writeTitle } from "./writing/titles";
import { writeCharacter, writeEntities, writeLocation } from "./writing/world";

export interface DemoWriterOptions {
  /** How long one answer streams, in milliseconds. */
  durationMs?: number;
}

const chunksPerAnswer = 24;

const tasks: { [Name in WriterTask]: (facts: WriterFacts[Name]) => object } = {
  scene: writeScene,
  suggestions: writeSuggestions,
  entities: writeEntities,
  title: writeTitle,
  improve: improveText,
  character: writeCharacter,
  location: writeLocation,
};

/** The author's own words of a request, in which a test may ask for a failure. */
function askedText(facts: WriterFacts[WriterTask]): string {
  if ("prompt" in facts) return facts.prompt;
  if ("text" in facts) return facts.text;
  return "description" in facts ? facts.description : facts.story.description;
}

/**
 * The writer of the demo studio: no model, no network. It reads the prompt as a model would and writes
 * from a store of situations, places and looks; the same prompt always gives the same answer.
 */
export function createDemoWriter(options: DemoWriterOptions = {}): Writer {
  const durationMs = options.durationMs ?? 400;
  return {
    name: "Demo studio",
    demo: true,
    async *write(request) {
      request.signal?.throwIfAborted();
      const task = request.task as WriterTask;
      const facts = factsOf(task, request.system, request.prompt);
      const markers = markersIn(askedText(facts));
      if (markers.has("ai-down")) {
        throw new AppError(
          "ai_unavailable",
          "The writer cannot be reached. Please try again later.",
        );
      }
      if (markers.has("ai-quota")) {
        throw new AppError(
          "ai_unavailable",
          "The writer's quota is used up. Please try again later.",
        );
      }
      if (markers.has("ai-busy")) {
        throw new AppError("ai_rate_limited", "The writer is busy. Please try again in a moment.", {
          retryAfter: 5,
        });
      }
      const whole = JSON.stringify((tasks[task] as (asked: typeof facts) => object)(facts));
      const isBroken =
        markers.has("bad-json") ||
        (markers.has("bad-json-once") && !carriesRepairNote(request.prompt));
      const answer = isBroken ? whole.slice(0, Math.floor(whole.length * 0.6)) : whole;
      const start = performance.now();
      yield* streamed(answer, durationMs, request.signal);
      request.onUsage?.({
        provider: "demo",
        model: "demo",
        kind: "text",
        milliseconds: performance.now() - start,
        outcome: "completed",
        units: {},
      });
    },
  };
}

/** Spreads a text evenly over a time; ends with the signal's reason when that is aborted. */
async function* streamed(text: string, durationMs: number, signal?: AbortSignal) {
  const size = Math.max(1, Math.ceil(text.length / chunksPerAnswer));
  const count = Math.ceil(text.length / size);
  const start = performance.now();
  for (let index = 0; index < count; index += 1) {
    const due = start + (durationMs * (index + 1)) / count - performance.now();
    if (due > 0) await pause(due, signal);
    signal?.throwIfAborted();
    yield text.slice(index * size, (index + 1) * size);
  }
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
