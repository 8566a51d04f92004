import "server-only";
import type { OpenAI } from "openai";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { checkOpenAi } from "@/lib/platform/status/engine-checks";
import { jsonOf } from "../json-of";
import { writerSentences } from "../provider-messages";
import type { Writer, WriterRequest } from "../writer";
import { CallTimeout, type TimeoutLimits } from "./call-timeout";
import { ChatDialect } from "./chat-dialect";
import { type OpenAiAccess, openAiClient } from "./client";
import { CompletionCall, tokensOf } from "./completion-call";
import {
  type Caller,
  isAnswerFault,
  isContextExceeded,
  isUnanswered,
  numbersOf,
  toAppError,
} from "./errors";
import { JsonExtractor } from "./json-extractor";

interface OpenAiWriterSettings extends OpenAiAccess {
  model: string;
  limits?: Partial<TimeoutLimits>;
  /** Most tokens of an answer; if absent, the server's own limit applies. */
  maxTokens?: number | undefined;
}

const defaultTimeouts: TimeoutLimits = { firstChunk: 240_000, idle: 60_000, total: 840_000 };

type ChunkStream = AsyncIterable<OpenAI.Chat.ChatCompletionChunk>;

/**
 * Tokens. A longer prompt may exceed the model's context on a local server. The first answer to
 * such a prompt is buffered until the server's token count shows that it read the whole prompt.
 */
const safePromptTokens = 2_000;

/** The server rejected the prompt or silently cut it, because the model's context is too small. */
class ContextExceededError extends Error {
  /** @param facts the server's numbers, for the administrator */
  constructor(readonly facts: string) {
    super("The context is too small.");
  }
}

/** The length of a prompt in tokens: our estimate and the server's count. */
interface CountedPrompt {
  sent: number;
  counted: number;
}

/**
 * Whether the counts of two prompts are proportional to their lengths: then the server counts
 * differently, but cuts nothing.
 */
const areProportional = (one: CountedPrompt, other: CountedPrompt): boolean => {
  const ratio = other.sent / one.sent;
  const isOtherLength = ratio < 0.85 || ratio > 1.18;
  return isOtherLength && Math.abs(other.counted / (one.counted * ratio) - 1) < 0.12;
};

const promptTokensOf = ({ system, prompt }: { system: string; prompt: string }) =>
  tokensOf(system + prompt);

/** The text port for servers with chat completions. */
export function createOpenAiWriter(settings: OpenAiWriterSettings): Writer {
  const { model, maxTokens } = settings;
  const client = openAiClient(settings);
  const limits = { ...defaultTimeouts, ...settings.limits };
  const caller: Caller = { label: "The text service", model, variable: "OPENAI_MODEL" };
  const isOpenAi = settings.baseUrl === undefined;
  const dialect = new ChatDialect(model, { isOpenAi, maxTokens });
  /** Facts learned from the server's answers since this process started. */
  const known = {
    /** Whether the model writes drafts before its answer without marking them as thoughts. */
    hasUntaggedThoughts: false,
    /** Estimated tokens of the longest prompt that the server read completely. */
    safeTokens: isOpenAi ? Number.POSITIVE_INFINITY : safePromptTokens,
    /** The latest prompt that the server silently cut. */
    cut: null as CountedPrompt | null,
    /** Whether the server's counts can be compared with our estimates. */
    countsTokens: true,
  };

  const begin = async (request: WriterRequest, signal: AbortSignal): Promise<ChunkStream> => {
    const { chat } = await client();
    const { task: name, prompt: content, ...rest } = request;
    return dialect.send(() =>
      chat.completions.create(
        {
          ...dialect.bodyOf({ name, content, ...rest }),
          stream: true,
          ...dialect.streamOptions,
        },
        { signal },
      ),
    );
  };

  /** @throws ContextExceededError before it has yielded anything; AppError */
  async function* answer(request: WriterRequest): AsyncGenerator<string> {
    const tokens = promptTokensOf(request);
    const units = { inputTokens: tokens };
    await request.onUsage?.before?.({ provider: "openai", model, kind: "text", units });
    const timeout = new CallTimeout(limits, request.signal);
    const call = new CompletionCall(request, model);
    const isUnchecked = known.countsTokens && tokens > known.safeTokens;
    const text = new JsonExtractor({
      fits: (json) => request.schema.safeParse(jsonOf(json)).success,
      isHeld: known.hasUntaggedThoughts,
    });
    let held = "";
    let hasYielded = false;
    try {
      const chunks = await begin(request, timeout.signal);
      call.isAccepted = true;
      for await (const chunk of chunks) {
        const json = text.push(call.addChunk(chunk));
        if (call.hasBegun) timeout.resetIdle();
        if (isUnchecked) held += json;
        else if (json) {
          hasYielded = true;
          yield json;
        }
      }
      timeout.throwIfTimedOut();
      if (!call.isCutByLimit) held += text.end();
      known.hasUntaggedThoughts ||= text.isDraft;
      checkPrompt(call, tokens, !hasYielded);
      call.checkEnd(text, maxTokens);
      if (held) yield held;
      call.outcome = "completed";
    } catch (error) {
      const hasBegun = call.isAccepted;
      if (isUnanswered(error) && !(error instanceof ContextExceededError)) call.markUnanswered();
      timeout.throwIfTimedOut(call.hasBegun ? undefined : () => loadingError(limits));
      throw failureOf(error, call, { hasBegun, hasYielded });
    } finally {
      timeout.clear();
      call.reportUsage();
    }
  }

  /** @throws ContextExceededError if the server cut the prompt and nothing has been yielded */
  function checkPrompt(call: CompletionCall, sent: number, canRepeat: boolean): void {
    const counted = known.countsTokens ? call.cutPromptTokens : null;
    if (counted === null) {
      known.safeTokens = Math.max(known.safeTokens, sent * 1.25);
      return;
    }
    if (known.cut && areProportional(known.cut, { sent, counted })) {
      known.countsTokens = false;
      known.cut = null;
      return;
    }
    known.cut = { sent, counted };
    known.safeTokens = Math.min(known.safeTokens, sent * 0.8);
    log.warn({ provider: "openai", model, counted, sent }, "the server cuts long prompts");
    const facts = `the server counted ${counted.toLocaleString("en")} tokens`;
    if (canRepeat) throw new ContextExceededError(facts);
  }

  /**
   * @param state whether the server has begun an answer, and whether the caller has received any of
   * it
   */
  function failureOf(
    error: unknown,
    call: CompletionCall,
    { hasBegun, hasYielded }: { hasBegun: boolean; hasYielded: boolean },
  ): Error {
    if (error instanceof ContextExceededError) return error;
    if (error instanceof AppError) {
      if (error.code === "content_flagged") call.outcome = "refused";
      return error;
    }
    if (isContextExceeded(error)) {
      const facts = `the server named ${numbersOf(error).join(", ") || "no numbers"}`;
      if (!hasYielded) return new ContextExceededError(facts);
      return new AppError("writer_failed", writerSentences.cut, {
        advice: `The context of ${model} was full in the middle of an answer: ${facts}.`,
      });
    }
    if (isAnswerFault(error)) {
      // The model has written an answer, which the provider may charge for.
      call.isAccepted = true;
      return new AppError("writer_failed", writerSentences.unusable, {
        problem: "It is not valid JSON of the schema.",
        advice: `The server rejected an answer of ${model} itself: it was no valid JSON.`,
      });
    }
    const failure = toAppError(error, caller, hasBegun);
    if (failure.code === "content_flagged") call.outcome = "refused";
    return failure;
  }

  return {
    name: model,
    vendor: "OpenAI",
    demo: false,
    billed: () => ({ provider: "openai", model }),
    check: () => checkOpenAi(model),
    deadlineMs: limits.total,
    async *write(request) {
      request.signal?.throwIfAborted();
      await client();
      const { shorter, ...whole } = request;
      const brief = shorter && { ...whole, ...shorter };
      const sizes = [whole, ...(brief ? [brief] : [])].map(promptTokensOf);
      const isTooLong = (sizes[0] ?? 0) > (known.cut?.counted ?? Number.POSITIVE_INFINITY) * 1.25;
      const attempts = brief ? (isTooLong ? [brief] : [whole, brief]) : [whole];
      for (const attempt of attempts) {
        try {
          yield* answer(attempt);
          return;
        } catch (error) {
          if (!(error instanceof ContextExceededError)) throw error;
          const { facts } = error;
          log.warn({ provider: "openai", model, sizes, facts }, "a prompt exceeds the context");
          if (attempt === attempts.at(-1)) throw tooLongError(sizes, facts);
        }
      }
    },
  };

  function tooLongError(sizes: number[], facts: string): AppError {
    const [whole, brief] = sizes.map((size) => size.toLocaleString("en"));
    return new AppError("writer_failed", writerSentences.tooLong, {
      advice: `A prompt of about ${whole} tokens${brief ? `, and of ${brief} with less of the story,` : ""} exceeds the context of ${model}: ${facts}. Give the model a larger context, or choose another one with OPENAI_MODEL.${maxTokens ? ` OPENAI_MAX_TOKENS takes ${maxTokens.toLocaleString("en")} of it.` : ""}`,
    });
  }
}

function loadingError({ firstChunk, total }: TimeoutLimits): AppError {
  const seconds = Math.round(Math.min(firstChunk, total) / 1_000);
  return new AppError("ai_unavailable", writerSentences.loading, {
    advice: `No token came within ${seconds} s. If the model takes longer to load, raise OPENAI_FIRST_TOKEN_SECONDS or keep it in memory.`,
  });
}
