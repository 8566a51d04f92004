/**
 * Calls of the writer: one call, and the short texts that an author waits for. The `signal` of a
 * short text aborts when its author has left.
 */
import "server-only";
import type { z } from "zod";
import { writer } from "@/lib/ai";
import { repairNote } from "@/lib/ai/prompts/repair-note";
import { isQuotaMessage, isWriterSentence, writerSentences } from "@/lib/ai/provider-messages";
import type { WriterRequest } from "@/lib/ai/writer";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { enforceRateLimit } from "@/lib/platform/rate-limit";
import { isServerless } from "@/lib/platform/serverless";
import { lockBudget, refusalOfPictures, withBudget } from "@/lib/spending/budget-service";
import { costOfText } from "@/lib/spending/estimates";
import { withUsage } from "@/lib/spending/service";
import { storyAccessError } from "@/lib/stories/service";
import { listEntities } from "@/lib/world/queries";
import type { EntityKind } from "@/lib/world/schema";
import { failureMessages } from "../jobs/failure-texts";
import { moderate, withDeadline } from "../jobs/job-service";
import { hourlyTextLimit } from "../rate-limits";
import { authorTexts, renderPrompts } from "./prompts";
import {
  type ExtractEntitiesReply,
  type extractEntitiesBody,
  extractionLimits,
  type Suggestion,
  type SuggestionsReply,
  type suggestionsBody,
} from "./schema";
import { addNewEntities, loadStoryFacts } from "./story-facts-service";
import {
  AnswerSyntaxError,
  answerSchemas,
  problemsOf,
  type ScriptEvent,
  ScriptParser,
  type StoryFacts,
  type WriterAnswer,
  type WriterFacts,
  type WriterTask,
} from "./writer-tasks";

/** @throws AppError `not_found`, `forbidden` */
async function factsFor(viewer: Viewer, storyId: string): Promise<StoryFacts> {
  const story = await loadStoryFacts({ id: storyId, ...authoredBy(viewer) });
  if (!story) throw await storyAccessError(storyId);
  return story;
}

/** Ideas for the next scene, or for the beginning of a story without scenes. */
export async function suggestScenes(
  viewer: Viewer,
  { storyId, maxSuggestions, suggestionType, timestamp }: z.output<typeof suggestionsBody>,
  signal: AbortSignal,
): Promise<SuggestionsReply> {
  const story = await factsFor(viewer, storyId);
  // A scene that is still being written has no text yet, but the next scene is no opening.
  const isNewStory = (await db.scene.count({ where: { storyId }, take: 1 })) === 0;
  const facts = {
    story,
    count: maxSuggestions,
    opening: isNewStory || suggestionType === "initialStorySeeds",
    seed: String(timestamp ?? Date.now()),
  };
  const different = new Map<string, Suggestion>();
  const addDifferent = ({ suggestions }: WriterAnswer<"suggestions">) => {
    for (const one of suggestions) different.set(one.text, one);
    return different.size < maxSuggestions
      ? `It has ${different.size} different suggestions; exactly ${maxSuggestions} are needed.`
      : null;
  };
  await answerFor({ viewer, storyId }, "suggestions", facts, signal, addDifferent);
  return { suggestions: [...different.values()].slice(0, maxSuggestions), isNewStory };
}

/**
 * Finds the characters and locations of a description and adds the new ones, with jobs for their
 * portraits.
 */
export async function extractEntities(
  viewer: Viewer,
  { storyId, description }: z.output<typeof extractEntitiesBody>,
  signal: AbortSignal,
): Promise<ExtractEntitiesReply> {
  const facts = {
    story: await factsFor(viewer, storyId),
    description,
    maxCharacters: extractionLimits.characters,
    maxLocations: extractionLimits.locations,
  };
  const found = await answerFor({ viewer, storyId }, "entities", facts, signal);
  const sheets = {
    character: found.newCharacters.slice(0, extractionLimits.characters),
    location: found.newLocations.slice(0, extractionLimits.locations),
  };
  const added = await transact(async (tx, send) => {
    await lockBudget(tx);
    // The writer's answer took time: the story may be gone, or have another owner.
    const story = await tx.story.count({ where: { id: storyId, ...authoredBy(viewer) } });
    if (story === 0) throw await storyAccessError(storyId);
    // The extraction is paid for: if the budget does not cover the portraits, the entities come
    // without them.
    const owner = { ownerId: viewer.id, storyId };
    const count = sheets.character.length + sheets.location.length;
    const refusal = await refusalOfPictures(tx, owner, count);
    const to = { ...owner, firstAppearance: 0, withPortraits: !refusal };
    return {
      refusal,
      character: await addNewEntities(tx, send, to, "character", sheets.character),
      location: await addNewEntities(tx, send, to, "location", sheets.location),
    };
  });
  const present = async (kind: EntityKind) =>
    (await listEntities(viewer, kind, storyId)).filter(({ _id }) => added[kind].includes(_id));
  const [newCharacters, newLocations] = await Promise.all([
    present("character"),
    present("location"),
  ]);
  const portraitsRefused = added.refusal?.message;
  return { newCharacters, newLocations, ...(portraitsRefused && { portraitsRefused }) };
}

/** Writes a better text, a title, or the sheet of a character or location; saves nothing. */
export async function writeText<Task extends "improve" | "title" | EntityKind>(
  viewer: Viewer,
  storyId: string,
  task: Task,
  given: Omit<WriterFacts[Task], "story">,
  signal: AbortSignal,
): Promise<WriterAnswer<Task>> {
  const facts = { ...given, story: await factsFor(viewer, storyId) } as WriterFacts[Task];
  return answerFor({ viewer, storyId }, task, facts, signal);
}

/** Milliseconds for an answer and its repair on a host that ends requests after 90 s. */
const hostedDeadline = 60_000;

/** Milliseconds for an answer; browsers wait 30 s longer (`textTimeout`). */
const answerDeadline = (): number =>
  isServerless() ? hostedDeadline : Math.min(writer().deadlineMs ?? hostedDeadline, 330_000);

/** The user who waits for an answer, and its purpose. */
interface TextRequester {
  viewer: Viewer;
  storyId: string;
}

/**
 * Asks the writer while an author waits, and once more with the problem where the answer is
 * unusable or falls short. Holds no database connection while it waits.
 * @param callerSignal aborts when the caller disconnects
 * @param shortfallOf says what a usable answer lacks; null if the answer is sufficient
 * @throws AppError `rate_limited`, `budget_exceeded`, `ai_unavailable`, `ai_rate_limited`,
 * `content_flagged`, `writer_failed` with `errorType` JSON_PARSE_ERROR; with `details` where they
 * are known
 */
async function answerFor<Task extends WriterTask>(
  { viewer, storyId }: TextRequester,
  task: Task,
  facts: WriterFacts[Task],
  callerSignal: AbortSignal,
  shortfallOf: (answer: WriterAnswer<Task>) => string | null = () => null,
): Promise<WriterAnswer<Task>> {
  await enforceRateLimit(hourlyTextLimit, `user:${viewer.id}`);
  const owner = { userId: viewer.id, storyId };
  const askTwice = async (call: Pick<WriterRequest, "signal" | "onUsage">) => {
    const attempt = async (note: string) => {
      const read = await askWriter(task, facts, note, call);
      return read.answer ? { ...read, problem: shortfallOf(read.answer) } : read;
    };
    const first = await attempt("");
    if (first.answer && !first.problem) return first.answer;
    const second = await attempt(repairNote(first.problem ?? ""));
    const answer = second.answer ?? first.answer;
    if (answer) return answer;
    log.warn({ task, problem: second.problem }, "the writer's answer is unusable");
    throw second.error ?? new AppError("writer_failed", writerSentences.unusable);
  };
  const answer = async (signal: AbortSignal) => {
    await moderate(owner, authorTexts(facts), signal);
    return withUsage(owner, "text", (onUsage) => askTwice({ signal, onUsage }));
  };
  try {
    return await withBudget(viewer.id, costOfText(), () =>
      withDeadline(answerDeadline(), answer, callerSignal),
    );
  } catch (error) {
    throw error instanceof AppError ? toPublicError(error) : error;
  }
}

/** Adds to an error of the writer the fields from which the browser builds its text. */
function toPublicError(error: AppError): AppError {
  const { retryAfter, cause } = error.details;
  const isBusy = error.code === "ai_rate_limited";
  if (isWriterSentence(error.message)) {
    return new AppError(error.code, error.message, { retryAfter, cause });
  }
  switch (isBusy && isQuotaMessage(error.message) ? "ai_unavailable" : error.code) {
    case "writer_failed":
      return new AppError(error.code, error.message, {
        extra: {
          errorType: "JSON_PARSE_ERROR",
          details: "The answer was incomplete or had another form than asked for",
          suggestion: "Please try again, or say it in other words.",
        },
      });
    case "ai_rate_limited":
      return new AppError(error.code, failureMessages.busy, { retryAfter: retryAfter ?? 5, cause });
    case "ai_unavailable":
      return new AppError("ai_unavailable", "AI service temporarily unavailable", {
        extra: { details: error.message },
        retryAfter,
        cause,
      });
    case "content_flagged":
      return new AppError(error.code, "Content flagged as sensitive", {
        extra: { details: "Try a different description." },
        cause,
      });
    default:
      return error;
  }
}

export type Answer<Task extends WriterTask> =
  | { answer: WriterAnswer<Task>; problem?: never; error?: never }
  /** Why it is unusable, for the model; `error` explains more than `writerSentences.unusable`. */
  | { answer?: never; problem: string; error?: AppError };

/**
 * Asks the writer and reads its answer while it streams.
 * @param note text after the prompt
 * @param onPart gets each part as soon as it is complete; a problem that it returns ends the answer
 * @throws AppError of the writer
 */
export async function askWriter<Task extends WriterTask>(
  task: Task,
  facts: WriterFacts[Task],
  note: string,
  call: Pick<WriterRequest, "signal" | "onUsage">,
  onPart: (part: ScriptEvent) => string | null = () => null,
): Promise<Answer<Task>> {
  const schema = answerSchemas[task];
  const request = { task, ...renderPrompts(task, facts, note), schema, ...call };
  const stream = new ScriptParser();
  try {
    for await (const chunk of writer().write(request)) {
      for (const part of stream.push(chunk)) {
        const problem = onPart(part);
        if (problem) return { problem };
      }
    }
    const parsed = schema.safeParse(stream.end());
    return parsed.success
      ? { answer: parsed.data as WriterAnswer<Task> }
      : { problem: problemsOf(parsed.error) };
  } catch (error) {
    if (error instanceof AnswerSyntaxError) return { problem: error.message };
    const problem = error instanceof AppError && error.details.problem;
    if (problem) return { problem, error };
    throw error;
  }
}
