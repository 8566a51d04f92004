import type { z } from "zod";
import type { BilledModel, OnUsage } from "./usage";

/**
 * The text port. A caller hands over what a language model must be told (`system`, `prompt`, and
 * the zod schema of the answer) together with the facts those texts were rendered from: a model
 * reads the texts, the demo writer reads the facts. Both stream the answer as JSON text.
 */
export type ShotSize = "establishing" | "wide" | "full" | "medium" | "close-up" | "detail";
export type LineKind = "speech" | "thought" | "narration" | "subtitle";

/** Somebody or something that the story already knows. */
export interface KnownEntity {
  name: string;
  title: string;
  description: string;
  imagePrompt: string;
}

export interface StoryFacts {
  title: string;
  description: string;
  artStyle: string;
  tags: string[];
  characters: KnownEntity[];
  locations: KnownEntity[];
  /** Earlier scenes in reading order, in short. */
  scenes: { sceneNumber: number; title: string; description: string }[];
}

/** What each task is about; the demo writer needs nothing else. */
export interface WriterFacts {
  scene: { story: StoryFacts; prompt: string; maxPanels: number };
  suggestions: { story: StoryFacts; count: number; opening: boolean; seed: string };
  entities: { story: StoryFacts; description: string; maxCharacters: number; maxLocations: number };
  title: { story: StoryFacts; description: string };
  improve: { story: StoryFacts; text: string };
  character: { story: StoryFacts; description: string; context: string };
  location: { story: StoryFacts; description: string; context: string };
}
export type WriterTask = keyof WriterFacts;

export interface WriterRequest<Task extends WriterTask = WriterTask> {
  task: Task;
  facts: WriterFacts[Task];
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
  write<Task extends WriterTask>(request: WriterRequest<Task>): AsyncIterable<string>;
}
