import type { z } from "zod";
import type { ProviderFacts } from "./provider";
import type { OnUsage } from "./usage";

/** The request of the text port; the answer is streamed as JSON text. */
export interface WriterRequest {
  /** Name of the answer's schema: letters, digits and hyphens. */
  task: string;
  system: string;
  prompt: string;
  /** The same request with less of the story, for a model with a small context. */
  shorter?: { system: string; prompt: string };
  /** Goes to the model as a JSON schema; the caller validates the answer. */
  schema: z.ZodType;
  signal?: AbortSignal;
  onUsage?: OnUsage;
}

/** Its name is shown to authors, such as 'Demo studio' or a model's name. */
export interface Writer extends ProviderFacts {
  /**
   * Longest time of a complete answer in milliseconds; absent if the writer answers immediately.
   */
  readonly deadlineMs?: number;
  /**
   * Streams the answer's JSON text in chunks of any size; the chunks joined are one JSON document.
   * @throws AppError with a code of `lib/platform/errors.ts` (`ai_unavailable`, `ai_rate_limited` …)
   */
  write(request: WriterRequest): AsyncIterable<string>;
}
