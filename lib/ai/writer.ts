import type { z } from "zod";
import type { BilledModel, OnUsage } from "./usage";

/**
 * The text port: what a language model must be told, and the form of its answer, which is streamed
 * as JSON text.
 */
export interface WriterRequest {
  /** Names the form of the answer: letters, digits and hyphens. */
  task: string;
  system: string;
  prompt: string;
  /** Schema of the answer: given to a model as JSON schema, checked by the caller. */
  schema: z.ZodType;
  signal?: AbortSignal;
  onUsage?: OnUsage;
}

export interface Writer {
  /** Shown to authors, such as 'Demo studio' or a model's name. */
  readonly name: string;
  readonly demo: boolean;
  /** Absent where nobody can tell what a call will cost. */
  readonly billed?: BilledModel;
  /**
   * Streams the answer's JSON text in chunks of any size; the chunks joined are one JSON document.
   * @throws AppError with a code of `lib/platform/errors.ts` (`ai_unavailable`, `ai_rate_limited` …)
   */
  write(request: WriterRequest): AsyncIterable<string>;
}
