/** The schemas of what the writer answers. */
import { z } from "zod";
import { cutText, tidyText } from "@/lib/ai/cut-text";
import { lineKinds, shotSizes } from "../schema";
import type { WriterTask } from "./story-facts";

/**
 * What the writer answers, task by task. Key order is the order in which a model writes: what is
 * needed first comes first, panels last, so that a streamed answer is useful from the start.
 * Text that is a little too long is cut instead of failing a whole scene.
 */
export const scriptLimits = {
  name: 100,
  title: 200,
  description: 1000,
  imagePrompt: 1000,
  altText: 300,
  panels: 6,
  charactersPerPanel: 6,
  linesPerPanel: 3,
  /** What a bubble should hold at most; the prompt asks for it. */
  line: 90,
  /** What a bubble can still hold. */
  lineHard: 140,
  characters: 8,
  locations: 6,
  suggestions: 5,
  suggestion: 300,
  improvedText: 1000,
} as const;

const text = (min: number, max: number) =>
  z
    .string()
    .overwrite((value) => cutText(tidyText(value), max))
    .min(min)
    .max(max);

const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item)
    .overwrite((items) => items.slice(0, max))
    .max(max);

const name = text(1, scriptLimits.name);

const lineScript = z.object({
  speaker: name.nullable().describe("Name of who speaks or thinks; null for narration."),
  kind: z.enum(lineKinds),
  text: text(1, scriptLimits.lineHard),
});

export const panelScript = z.object({
  shot: z.enum(shotSizes),
  characters: list(name, scriptLimits.charactersPerPanel).describe("Names of who is in the frame."),
  location: name.nullable().describe("Name of the place, as it is in the list of locations."),
  imagePrompt: text(10, scriptLimits.imagePrompt),
  altText: text(1, scriptLimits.altText),
  lines: list(lineScript, scriptLimits.linesPerPanel).describe("In reading order."),
});
export type PanelScript = z.infer<typeof panelScript>;

/** A character or a location as its form has it. */
const entitySheet = z.object({
  name,
  title: text(0, scriptLimits.title),
  description: text(10, scriptLimits.description),
  imagePrompt: text(10, scriptLimits.imagePrompt),
});
export type EntitySheet = z.infer<typeof entitySheet>;

const newCharacters = list(entitySheet, scriptLimits.characters);
const newLocations = list(entitySheet, scriptLimits.locations);

export const sceneScript = z.object({
  title: text(1, scriptLimits.title),
  description: text(10, scriptLimits.description),
  newCharacters,
  newLocations,
  panels: list(panelScript, scriptLimits.panels).min(1),
});
export type SceneScript = z.infer<typeof sceneScript>;

/** Everything of a scene that comes before its panels; each field arrives on its own. */
export const sceneHeader = sceneScript.omit({ panels: true });

const suggestionsAnswer = z.object({
  suggestions: list(
    z.object({ text: text(10, scriptLimits.suggestion), emoji: text(1, 16) }),
    scriptLimits.suggestions,
  ).min(1),
});

const entitiesAnswer = z.object({ newCharacters, newLocations });

const titleAnswer = z.object({ title: text(1, scriptLimits.title) });

const improveAnswer = z.object({ improvedText: text(10, scriptLimits.improvedText) });

/** The schema of each task's answer; hand it to the writer and check the answer with it. */
export const answerSchemas = {
  scene: sceneScript,
  suggestions: suggestionsAnswer,
  entities: entitiesAnswer,
  title: titleAnswer,
  improve: improveAnswer,
  character: entitySheet,
  location: entitySheet,
} as const satisfies Record<WriterTask, z.ZodType>;

export type WriterAnswer<Task extends WriterTask> = z.infer<(typeof answerSchemas)[Task]>;

/** What a schema found wrong, in a line that can go back to the model. */
export const problemsOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join(".") || "answer"}: ${issue.message}`)
    .join("; ");
