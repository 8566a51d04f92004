import "server-only";
import type { OpenAI } from "openai";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { ProviderUsage } from "../usage";
import type { Writer, WriterRequest } from "../writer";
import { CallTimeout, type TimeoutLimits } from "./call-timeout";
import { type OpenAiAccess, openAiClient } from "./client";
import { type Caller, isParameterRejected, isUnanswered, toAppError } from "./errors";
import { JsonExtractor } from "./json-extractor";
import { toStrictJsonSchema } from "./strict-json-schema";

interface OpenAiWriterSettings extends OpenAiAccess {
  model: string;
  limits?: Partial<TimeoutLimits>;
}

const defaultTimeouts: TimeoutLimits = { firstChunk: 60_000, idle: 30_000, total: 150_000 };

type ChunkStream = AsyncIterable<OpenAI.Chat.ChatCompletionChunk>;
type Body = OpenAI.Chat.ChatCompletionCreateParamsStreaming;

/** Ways to request a format of the answer, the strictest first. */
const formatModes = ["schema", "object", "words"] as const;
const formatErrorPattern =
  /response_format|json_schema|json_object|structured output|grammar|schema/i;
const usageErrorPattern = /stream_options|include_usage/i;

/** The text port for servers with chat completions. */
export function createOpenAiWriter(settings: OpenAiWriterSettings): Writer {
  const { model } = settings;
  const client = openAiClient(settings);
  const limits = { ...defaultTimeouts, ...settings.limits };
  const caller: Caller = { label: "The text service", model, variable: "OPENAI_MODEL" };
  /** Learned from the server's errors; lives as long as the process. */
  const capabilities = { form: 0, usage: true };

  function bodyOf({ task, system, prompt, schema }: WriterRequest): Body {
    const form = formatModes[capabilities.form];
    const answer = toStrictJsonSchema(schema);
    const inWords = `${system}\n\nThe JSON schema of the answer:\n${JSON.stringify(answer.schema)}`;
    return {
      model,
      messages: [
        { role: "system", content: form === "schema" ? system : inWords },
        { role: "user", content: prompt },
      ],
      ...(form === "schema"
        ? { response_format: { type: "json_schema", json_schema: { name: task, ...answer } } }
        : {}),
      ...(form === "object" ? { response_format: { type: "json_object" } } : {}),
      stream: true,
      ...(capabilities.usage ? { stream_options: { include_usage: true } } : {}),
    };
  }

  /** Starts the answer; sends the request again only if the server rejected its format. */
  async function begin(request: WriterRequest, signal: AbortSignal): Promise<ChunkStream> {
    const { chat } = await client();
    for (;;) {
      const { form, usage } = capabilities;
      try {
        return await chat.completions.create(bodyOf(request), { signal });
      } catch (error) {
        if (usage && isParameterRejected(error, usageErrorPattern)) capabilities.usage = false;
        else if (form < formatModes.length - 1 && isParameterRejected(error, formatErrorPattern))
          capabilities.form = form + 1;
        else throw error;
        log.info(
          {
            provider: "openai",
            model,
            form: formatModes[capabilities.form],
            usage: capabilities.usage,
          },
          "request form adapted to the server",
        );
      }
    }
  }

  return {
    name: model,
    demo: false,
    billed: { provider: "openai", model },
    async *write(request) {
      request.signal?.throwIfAborted();
      await client();
      const units = { inputTokens: tokensOf(request.system + request.prompt) };
      await request.onUsage?.before?.({ provider: "openai", model, kind: "text", units });
      const timeout = new CallTimeout(limits, request.signal);
      const call = new CompletionCall(request, model);
      const text = new JsonExtractor();
      try {
        const chunks = await begin(request, timeout.signal);
        call.isAccepted = true;
        for await (const chunk of chunks) {
          timeout.resetIdle();
          const json = text.push(call.addChunk(chunk));
          if (json) yield json;
        }
        timeout.throwIfTimedOut();
        call.checkEnd(text.isComplete);
        call.outcome = "completed";
      } catch (error) {
        const hasBegun = call.isAccepted;
        if (isUnanswered(error)) call.markUnanswered();
        timeout.throwIfTimedOut();
        const failure = toAppError(error, caller, hasBegun);
        if (failure.code === "content_flagged") call.outcome = "refused";
        throw failure;
      } finally {
        timeout.clear();
        call.reportUsage();
      }
    },
  };
}

/** Estimate: four characters per token. */
const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** Tracks the end and the usage of one call. */
class CompletionCall {
  isAccepted = false;
  outcome: ProviderUsage["outcome"] = "failed";
  private readonly start = performance.now();
  private readonly promptTokens: number;
  private answerLength = 0;
  private requestId = "";
  private finishReason: string | null = null;
  private isRefusal = false;
  private usage: OpenAI.CompletionUsage | null = null;

  constructor(
    private readonly request: Pick<WriterRequest, "system" | "prompt" | "onUsage">,
    private readonly model: string,
  ) {
    this.promptTokens = tokensOf(request.system + request.prompt);
  }

  /** The call was sent, but got no answer: it may have been paid. */
  markUnanswered(): void {
    if (this.isAccepted) return;
    this.isAccepted = true;
    this.outcome = "unknown";
  }

  /** @returns the text of the chunk */
  addChunk(chunk: OpenAI.Chat.ChatCompletionChunk): string {
    this.requestId ||= chunk.id ?? "";
    this.usage = chunk.usage ?? this.usage;
    const [choice] = chunk.choices ?? [];
    if (!choice) return "";
    this.finishReason = choice.finish_reason ?? this.finishReason;
    const content = choice.delta?.content ?? "";
    this.answerLength += content.length;
    if (choice.delta?.refusal) this.isRefusal = true;
    return content;
  }

  checkEnd(isComplete: boolean): void {
    switch (this.isRefusal ? "content_filter" : this.finishReason) {
      case "content_filter":
        throw new AppError(
          "content_flagged",
          "This description was flagged as sensitive. Change the wording and try again.",
        );
      case "length":
        throw new AppError("writer_failed", "The AI's answer was too long. Please try again.");
      case null:
        if (isComplete) return;
        throw new AppError(
          "ai_unavailable",
          "The connection to the AI service broke off. Please try again later.",
        );
    }
  }

  /** For a stream that broke off the server sends no usage, so token counts are estimated. */
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
        outputTokens: usage?.completion_tokens ?? Math.ceil(this.answerLength / 4),
      },
      ...(this.requestId ? { requestId: this.requestId } : {}),
    });
  }
}
