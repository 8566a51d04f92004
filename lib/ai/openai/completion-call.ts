import type { OpenAI } from "openai";
import { AppError, type ErrorDetails } from "@/lib/platform/errors";
import { flaggedError } from "../provider-error";
import { type visionSentences, writerSentences } from "../provider-messages";
import type { ProviderUsage } from "../usage";
import type { WriterRequest } from "../writer";
import type { JsonExtractor } from "./json-extractor";

type Chunk = OpenAI.Chat.ChatCompletionChunk | OpenAI.Chat.ChatCompletion;

/** Fields in which servers other than OpenAI's send thoughts. */
interface ForeignDelta {
  reasoning_content?: unknown;
  reasoning?: unknown;
}

/** Estimate: four characters per token. */
export const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** Prompts shorter than this many tokens fit into every context. */
const minCheckedTokens = 1_000;
/**
 * If a server counts less than this fraction of the estimate, it has cut off the prompt's
 * beginning.
 */
const leastPart = 0.7;

const filterReasons = /^(content_filter|safety|sensitive|prohibited_content|blocklist|spii)$/i;

/** Tracks the end and the usage of one call. */
export class CompletionCall {
  isAccepted = false;
  outcome: ProviderUsage["outcome"] = "failed";
  private readonly start = performance.now();
  private readonly promptTokens: number;
  private answerLength = 0;
  private thoughtsLength = 0;
  private requestId = "";
  private finishReason: string | null = null;
  private isRefusal = false;
  private usage: OpenAI.CompletionUsage | null = null;

  constructor(
    private readonly request: Pick<WriterRequest, "system" | "prompt" | "onUsage">,
    private readonly model: string,
    private readonly failure: {
      code: "writer_failed" | "ai_unavailable";
      sentences: typeof visionSentences;
    } = { code: "writer_failed", sentences: writerSentences },
  ) {
    this.promptTokens = tokensOf(request.system + request.prompt);
  }

  /** Whether the model has written anything, thoughts included. */
  get hasBegun(): boolean {
    return this.answerLength + this.thoughtsLength > 0 || this.isRefusal;
  }

  /** Whether the answer reached its token limit. */
  get isCutByLimit(): boolean {
    return this.finishReason === "length";
  }

  /** The call was sent without an answer, so the provider may charge for it. */
  markUnanswered(): void {
    if (this.isAccepted) return;
    this.isAccepted = true;
    this.outcome = "unknown";
  }

  /** @returns the text of the chunk, or of an answer that arrives in one piece */
  addChunk(chunk: Chunk): string {
    this.requestId ||= chunk.id ?? "";
    this.usage = chunk.usage ?? this.usage;
    const [choice] = chunk.choices ?? [];
    if (!choice) return "";
    this.finishReason = choice.finish_reason ?? this.finishReason;
    const part = "message" in choice ? choice.message : choice.delta;
    const content = part?.content ?? "";
    this.answerLength += content.length;
    const { reasoning_content, reasoning } = (part ?? {}) as ForeignDelta;
    const thoughts = reasoning_content ?? reasoning;
    if (typeof thoughts === "string") this.thoughtsLength += thoughts.length;
    if (part?.refusal) this.isRefusal = true;
    return content;
  }

  /** The server's token count of the prompt if the server cut the prompt; else null. */
  get cutPromptTokens(): number | null {
    const { prompt_tokens = 0, prompt_tokens_details } = this.usage ?? {};
    const cached = prompt_tokens_details?.cached_tokens ?? 0;
    // Some servers report cached tokens separately.
    const counted = cached > prompt_tokens ? prompt_tokens + cached : prompt_tokens;
    const isCut =
      counted > 0 &&
      this.promptTokens >= minCheckedTokens &&
      counted < this.promptTokens * leastPart;
    return isCut ? counted : null;
  }

  /** @throws AppError unless the answer is complete; with `problem` if a retry may complete it */
  checkEnd(text: JsonExtractor, maxTokens: number | undefined): void {
    const reason = this.finishReason;
    if (this.isRefusal || filterReasons.test(reason ?? "")) {
      throw flaggedError();
    }
    if (text.isDraft) {
      throw this.failureOf("unusable", {
        problem: "It was a draft: the answer follows the thoughts.",
      });
    }
    if (text.isComplete) return;
    const tokens = `${this.outputTokens.toLocaleString("en")} tokens, finish_reason ${reason ?? "none"}`;
    const setting = maxTokens
      ? `OPENAI_MAX_TOKENS is ${maxTokens.toLocaleString("en")}.`
      : "OPENAI_MAX_TOKENS is not set, so the server's own limit holds.";
    const hasOnlyThoughts =
      text.isOnlyThoughts || (!text.hasBegun && this.answerLength === 0 && this.thoughtsLength > 0);
    if (hasOnlyThoughts && reason !== null) {
      throw this.failureOf("onlyThoughts", {
        advice: `${this.model} answered with thoughts alone (${tokens}). Turn its thinking off or limit it, or raise the limit of answers: ${setting}`,
      });
    }
    if (reason === "length") {
      const need =
        this.failure.code === "writer_failed" ? " A scene of six panels needs about 4,000." : "";
      throw this.failureOf("cut", {
        advice: `An answer of ${this.model} was cut off (${tokens}). ${setting}${need}`,
      });
    }
    if (reason === null) {
      throw new AppError(
        "ai_unavailable",
        "The connection to the AI service broke off. Please try again later.",
      );
    }
    if (text.hasBegun) {
      throw this.failureOf("cut", {
        problem: "The JSON document is cut off.",
        advice: `An answer of ${this.model} ended in the middle (${tokens}). ${setting}`,
      });
    }
  }

  /** Permanent unless another answer may be better. */
  private failureOf(what: keyof typeof visionSentences, details: ErrorDetails): AppError {
    const { code, sentences } = this.failure;
    return new AppError(code, sentences[what], { ...details, permanent: !details.problem });
  }

  get outputTokens(): number {
    return (
      this.usage?.completion_tokens ?? Math.ceil((this.answerLength + this.thoughtsLength) / 4)
    );
  }

  /** A stream that broke off has no usage, so token counts are estimated. */
  reportUsage(): void {
    if (!this.isAccepted) return;
    const { usage } = this;
    this.request.onUsage?.({
      provider: "openai",
      model: this.model,
      kind: "text",
      milliseconds: Math.round(performance.now() - this.start),
      outcome: this.outcome,
      units: {
        inputTokens: usage?.prompt_tokens ?? this.promptTokens,
        cachedInputTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
        outputTokens: this.outputTokens,
      },
      ...(this.requestId ? { requestId: this.requestId } : {}),
    });
  }
}
