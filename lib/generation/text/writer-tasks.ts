/** The writer's tasks: the facts and the answer schema of each, and the parser of the answer. */

import { type ParsedTokenInfo, Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import { normalizeText, truncateText } from "@/lib/ai/prompts/truncate-text";
import { hasMinLength } from "@/lib/platform/text/weighted-length";
import { z } from "@/lib/platform/zod";
import { scriptedContract, shotSizes } from "@/lib/scenes/panels/contract";
import { lineKinds } from "@/lib/scenes/panels/script";

/** A character or location of the story. */
export interface KnownEntity {
  name: string;
  /** Names that earlier texts may use. */
  formerNames?: string[];
  title: string;
  description: string;
  imagePrompt: string;
  /** Of a character: its outfits, and the name of the one that it wears now, if any. */
  outfits?: { name: string; description: string }[];
  wears?: string;
}

/** Facts of a story before a scene. */
export interface StoryFacts {
  title: string;
  description: string;
  artStyle: string;
  tags: string[];
  characters: KnownEntity[];
  locations: KnownEntity[];
  /** Earlier scenes in reading order, shortened. */
  scenes: { sceneNumber: number; title: string; description: string; lines?: string[] }[];
}

/**
 * Names of the characters and locations that the author chose for a scene; empty: the writer
 * decides.
 */
export interface ChosenNames {
  cast: string[];
  locations: string[];
}

/** Facts of each task of the writer, from which its prompt is rendered. */
export interface WriterFacts {
  scene: { story: StoryFacts; prompt: string; maxPanels: number } & Partial<ChosenNames>;
  suggestions: { story: StoryFacts; count: number; opening: boolean; seed: string };
  entities: { story: StoryFacts; description: string; maxCharacters: number; maxLocations: number };
  title: { story: StoryFacts; description: string };
  improve: { story: StoryFacts; text: string };
  character: { story: StoryFacts; description: string; context: string };
  location: { story: StoryFacts; description: string; context: string };
}
export type WriterTask = keyof WriterFacts;

/**
 * The writer's answers, task by task. Key order is the order in which a model writes: early needs
 * first, panels last, so that a streamed answer is useful from the start. Text that is a little too
 * long is cut instead of failing a whole scene.
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
  /** The length of a bubble that the prompt asks for. */
  line: 90,
  /** The hard limit of a bubble. */
  lineHard: 140,
  characters: 8,
  locations: 6,
  suggestions: 5,
  suggestion: 300,
  improvedText: 1000,
} as const;

/** Cap of minimum lengths, for scripts where each character is a word. */
const maxRequiredLength = 4;

const text = (min: number, max: number) =>
  z
    .string()
    .overwrite((value) => truncateText(normalizeText(value), max))
    .min(Math.min(min, maxRequiredLength))
    .refine(hasMinLength(min))
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
  /** A scene does not fail for the lack of one. */
  contract: z.preprocess(
    (value) => scriptedContract.safeParse(value).data ?? null,
    scriptedContract.nullable(),
  ),
  altText: text(1, scriptLimits.altText),
  lines: list(lineScript, scriptLimits.linesPerPanel).describe("In reading order."),
});
export type PanelScript = z.infer<typeof panelScript>;

/** A character or a location in the shape of its form. */
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

/** All fields of a scene that come before its panels; each arrives on its own. */
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

/**
 * The schema of each task's answer: the request sends it, and the parser checks the answer with it.
 */
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

/** A schema's errors in one line that can go back to the model. */
export const problemsOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join(".") || "answer"}: ${issue.message}`)
    .join("; ");

/** Parts that became complete while an answer is still being written. */
export type ScriptEvent =
  | { type: "field"; key: string; value: unknown }
  /** `index` counts from 0. */
  | { type: "panel"; index: number; value: unknown };

/** 256 kB of UTF-8; larger answers are refused. */
export const answerByteLimit = 256 * 1024;

/** The answer is no JSON document of the expected shape; the message can go back to the model. */
export class AnswerSyntaxError extends Error {
  override readonly name = "AnswerSyntaxError";
}

const { COLON, COMMA, LEFT_BRACE, LEFT_BRACKET, RIGHT_BRACE, RIGHT_BRACKET } = TokenType;

/**
 * Parses a JSON answer while it is still being written. Fed with chunks of any size, it yields each
 * top-level field as soon as it is complete, and each panel on its own. It skips text before and
 * after the document, such as a fence or a greeting.
 */
export class ScriptParser {
  private readonly tokenizer = new Tokenizer();
  private readonly parser = new TokenParser({ paths: ["$", "$.*", "$.panels.*"] });
  private events: ScriptEvent[] = [];
  private answer: Record<string, unknown> | undefined;
  private hasBegun = false;
  private hasPanels = false;
  private bytes = 0;
  /** The first half of a surrogate pair that a chunk boundary cut. */
  private pendingSurrogate = "";
  private last: ParsedTokenInfo | undefined;
  private pendingComma: ParsedTokenInfo | undefined;
  private key = "";

  constructor() {
    this.tokenizer.onToken = (token) => this.handleToken(token);
    this.parser.onValue = ({ value, key, parent, stack }) => {
      if (stack.length === 0) this.answer = value as Record<string, unknown>;
      else if (stack.length === 1) this.handleField(String(key), value);
      else if (Array.isArray(parent)) this.handlePanel(Number(key), value);
    };
  }

  /**
   * Parses the next chunk and returns the parts that it completes, in order.
   * @throws AnswerSyntaxError when the answer cannot become a JSON document or is over 256 kB
   */
  push(chunk: string): ScriptEvent[] {
    this.bytes += Buffer.byteLength(chunk);
    if (this.bytes > answerByteLimit) throw new AnswerSyntaxError("It is longer than 256 kB.");
    let text = this.pendingSurrogate + chunk;
    this.pendingSurrogate = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
    text = text.slice(0, text.length - this.pendingSurrogate.length);
    if (!this.hasBegun) {
      const start = text.indexOf("{");
      if (start < 0) return [];
      this.hasBegun = true;
      text = text.slice(start);
    }
    this.events = [];
    if (!this.answer) this.read(text);
    return this.events;
  }

  /**
   * Closes the stream and returns the whole answer.
   * @throws AnswerSyntaxError when the document is not complete
   */
  end(): Record<string, unknown> {
    if (!this.hasBegun) throw new AnswerSyntaxError("There is no JSON object in it.");
    if (!this.answer) throw new AnswerSyntaxError("The JSON document is cut off.");
    return this.answer;
  }

  private read(text: string): void {
    try {
      this.tokenizer.write(text);
    } catch (error) {
      // Text after the document is no JSON.
      if (this.answer) return;
      if (error instanceof AnswerSyntaxError) throw error;
      throw new AnswerSyntaxError(`It is not valid JSON near "${this.key}".`, { cause: error });
    }
  }

  /** A trailing comma is a mistake that costs nothing to accept. */
  private handleToken(token: ParsedTokenInfo): void {
    if (this.answer) return;
    const before = this.last;
    this.last = token;
    if (token.token === COLON) this.key = String(before?.value);
    const closes = token.token === RIGHT_BRACE || token.token === RIGHT_BRACKET;
    if (this.pendingComma && !closes) this.parser.write(this.pendingComma);
    this.pendingComma = undefined;
    const opened = before?.token === LEFT_BRACE || before?.token === LEFT_BRACKET;
    if (token.token === COMMA && !opened) this.pendingComma = token;
    else this.parser.write(token);
  }

  private handleField(key: string, value: unknown): void {
    if (key !== "panels" || !Array.isArray(value)) this.events.push({ type: "field", key, value });
    else if (this.hasPanels) throw duplicatePanelsError();
    else this.hasPanels = true;
  }

  private handlePanel(index: number, value: unknown): void {
    if (this.hasPanels) throw duplicatePanelsError();
    this.events.push({ type: "panel", index, value });
  }
}

const duplicatePanelsError = () => new AnswerSyntaxError('"panels" occurs twice.');
