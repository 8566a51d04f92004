import "server-only";
import type { OpenAI } from "openai";
import type { z } from "zod";
import { log } from "@/lib/platform/log";
import {
  isAnswerFault,
  isContextExceeded,
  isParameterRejected,
  isSystemRoleRejected,
} from "./errors";
import { toStrictJsonSchema } from "./strict-json-schema";

type Body = Omit<OpenAI.Chat.ChatCompletionCreateParamsStreaming, "stream">;
type Content = OpenAI.Chat.ChatCompletionContentPart[];

interface ChatRequest {
  /** Name of the answer's schema. */
  name: string;
  schema: z.ZodType;
  system: string;
  content: string | Content;
}

/** Ways to request JSON, the strictest first. */
const formatModes = ["schema", "object", "words"] as const;
const formatErrorPattern =
  /response_format|json_schema|json_object|structured output|grammar|schema/i;
const usageErrorPattern = /stream_options|include_usage/i;
const limitErrorPattern =
  /(?=.*max_(?:completion_)?tokens)(?=.*(?:not supported|unsupported|unknown|unrecogni[sz]ed|unexpected|extra|not permitted))/is;

/**
 * The request format that one server supports. Its errors show which fields it does not support;
 * the process remembers them until it ends.
 */
export class ChatDialect {
  private known = { form: 0, system: true, usage: true, limitField: 0 };
  /** Names of the field that limits the answer's length, the likeliest first. */
  private readonly limitFields: ("max_tokens" | "max_completion_tokens")[];

  constructor(
    private readonly model: string,
    private readonly settings: { isOpenAi: boolean; maxTokens?: number | undefined },
  ) {
    this.limitFields = settings.isOpenAi
      ? ["max_completion_tokens", "max_tokens"]
      : ["max_tokens", "max_completion_tokens"];
  }

  /** The fields of a request, without `stream` and its options. */
  bodyOf({ name, schema, system, content }: ChatRequest): Body {
    const { known, settings } = this;
    const form = formatModes[known.form];
    const answer = toStrictJsonSchema(schema);
    const rules =
      form === "schema"
        ? system
        : `${system}\n\nThe JSON schema of the answer:\n${JSON.stringify(answer.schema)}`;
    const limitField = this.limitFields[known.limitField];
    return {
      model: this.model,
      messages: known.system
        ? [
            { role: "system", content: rules },
            { role: "user", content },
          ]
        : [{ role: "user", content: joined(rules, content) }],
      ...(form === "schema"
        ? { response_format: { type: "json_schema", json_schema: { name, ...answer } } }
        : {}),
      ...(form === "object" ? { response_format: { type: "json_object" } } : {}),
      ...(settings.maxTokens && limitField ? { [limitField]: settings.maxTokens } : {}),
    };
  }

  get streamOptions() {
    return this.known.usage ? { stream_options: { include_usage: true } } : {};
  }

  /**
   * Sends a request in a format that the server supports; retries only if the server rejects the
   * format.
   */
  async send<Answer>(create: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const before = this.known;
      try {
        return await create();
      } catch (error) {
        if (isContextExceeded(error) || isAnswerFault(error)) throw error;
        const adaptation = this.adaptationTo(error, before);
        if (!adaptation) throw error;
        this.known = { ...this.known, ...adaptation };
        const { form, ...rest } = this.known;
        log.info(
          { provider: "openai", model: this.model, form: formatModes[form], ...rest },
          "request form adapted to the server",
        );
      }
    }
  }

  /** The change of format that an error asks for; null if the error has another cause. */
  private adaptationTo(error: unknown, { form, system, usage, limitField }: typeof this.known) {
    if (system && isSystemRoleRejected(error)) return { system: false };
    if (usage && isParameterRejected(error, usageErrorPattern)) return { usage: false };
    const hasLimit = this.settings.maxTokens && limitField < this.limitFields.length;
    if (hasLimit && isParameterRejected(error, limitErrorPattern))
      return { limitField: limitField + 1 };
    const canRelax = form < formatModes.length - 1;
    return canRelax && isParameterRejected(error, formatErrorPattern) ? { form: form + 1 } : null;
  }
}

const joined = (rules: string, content: string | Content): string | Content =>
  typeof content === "string"
    ? `${rules}\n\n${content}`
    : [{ type: "text", text: rules }, ...content];
