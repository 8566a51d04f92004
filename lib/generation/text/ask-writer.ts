/** Asks the writer while somebody waits. */
import "server-only";
import { writer } from "@/lib/ai";
import { speaksOfQuota } from "@/lib/ai/provider-words";
import { repairNote } from "@/lib/ai/repair-note";
import type { WriterRequest } from "@/lib/ai/writer";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { AppError } from "@/lib/platform/errors";
import { enforce } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { withTextBudget } from "@/lib/spending/budget-service";
import { withUsage } from "@/lib/spending/service";
import { sentences } from "../jobs/failure-texts";
import { moderate, withDeadline } from "../jobs/job-service";
import { hourlyTextLimit } from "../limits";
import {
  AnswerSyntaxError,
  answerSchemas,
  problemsOf,
  ScriptStream,
  type WriterAnswer,
  type WriterFacts,
  type WriterTask,
} from "./answers";
import { authorsWords, renderPrompt } from "./prompts";

/** Milliseconds for an answer with its repair; browsers wait 90 s for the whole call. */
const answerDeadline = 60_000;

/** Who waits for an answer, and what for. */
interface Asker {
  viewer: Viewer;
  storyId: string;
}

/**
 * Asks the writer while somebody waits for it, and once more with what was wrong where the answer
 * cannot be used. Nothing of the database is held meanwhile.
 * @param gone aborts when whoever asked has left
 * @throws AppError `rate_limited`, `budget_exceeded`, `ai_unavailable`, `ai_rate_limited`,
 * `content_flagged`, `writer_failed` with `errorType` JSON_PARSE_ERROR; with `details` where there is more to say
 */
export async function ask<Task extends WriterTask>(
  { viewer, storyId }: Asker,
  task: Task,
  facts: WriterFacts[Task],
  gone: AbortSignal,
): Promise<WriterAnswer<Task>> {
  await enforce(hourlyTextLimit, `user:${viewer.id}`);
  try {
    const owner = { userId: viewer.id, storyId };
    const answer = async (signal: AbortSignal) => {
      await moderate(owner, authorsWords(facts), signal);
      return withUsage(owner, "text", (onUsage) => answerOf(task, facts, { signal, onUsage }));
    };
    return await withTextBudget(viewer.id, () => withDeadline(answerDeadline, answer, gone));
  } catch (error) {
    throw error instanceof AppError ? inWords(error) : error;
  }
}

async function answerOf<Task extends WriterTask>(
  task: Task,
  facts: WriterFacts[Task],
  options: Pick<WriterRequest, "signal" | "onUsage">,
): Promise<WriterAnswer<Task>> {
  const schema = answerSchemas[task];
  const { system, prompt } = renderPrompt(task, facts);
  const attempt = async (note: string) => {
    const request = { task, system, prompt: prompt + note, schema, ...options };
    return readAnswer(schema, writer().write(request));
  };
  const first = await attempt("");
  if (first.success) return first.answer as WriterAnswer<Task>;
  const second = await attempt(repairNote(first.problem));
  if (second.success) return second.answer as WriterAnswer<Task>;
  log.warn({ task, problem: second.problem }, "the writer's answer could not be used");
  throw new AppError("writer_failed", "The AI's answer could not be used. Please try again.");
}

type Attempt = { success: true; answer: unknown } | { success: false; problem: string };

async function readAnswer(
  schema: (typeof answerSchemas)[WriterTask],
  chunks: AsyncIterable<string>,
): Promise<Attempt> {
  const stream = new ScriptStream();
  try {
    for await (const chunk of chunks) stream.push(chunk);
    const parsed = schema.safeParse(stream.end());
    return parsed.success
      ? { success: true, answer: parsed.data }
      : { success: false, problem: problemsOf(parsed.error) };
  } catch (error) {
    if (error instanceof AnswerSyntaxError) return { success: false, problem: error.message };
    throw error;
  }
}

/** A failure of the writer with what the texts of the browser are put together from. */
function inWords(error: AppError): AppError {
  const { retryAfter, cause } = error.details;
  const isBusy = error.code === "ai_rate_limited";
  switch (isBusy && speaksOfQuota(error.message) ? "ai_unavailable" : error.code) {
    case "writer_failed":
      return new AppError(error.code, error.message, {
        extra: {
          errorType: "JSON_PARSE_ERROR",
          details: "The answer was incomplete or had another form than asked for",
          suggestion: "Please try again, or say it in other words.",
        },
      });
    case "ai_rate_limited":
      return new AppError(error.code, sentences.busy, { retryAfter: retryAfter ?? 5, cause });
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
