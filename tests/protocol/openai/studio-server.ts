import { z } from "zod";
import { createDemoWriter } from "@/lib/demo-studio/writer";
import { AppError } from "@/lib/platform/errors";
import type { Reply } from "./replies";
import { type ChatRequest, moderationOf, type OpenAiServer, startOpenAiServer } from "./server";
import { completionOf, drawnReply, facesFor } from "./studio-pictures";

interface StudioOptions {
  key?: string;
  model?: string;
  port?: number;
  /** How long an answer streams, in milliseconds. */
  writerMs?: number;
  /** How long a picture takes. */
  painterMs?: number;
}

const textOf = (content: ChatRequest["messages"][number]["content"]): string =>
  typeof content === "string"
    ? content
    : content.map((one) => ("text" in one ? one.text : "")).join("\n");

/** Failures that the demo writer plays on demand, as a server has them. */
function replyFor(error: AppError): Reply {
  const { message } = error;
  if (error.code === "ai_rate_limited") {
    const headers = { "retry-after": String(error.details.retryAfter ?? 5) };
    return { status: 429, code: "rate_limit_exceeded", message, headers };
  }
  return message.includes("quota")
    ? { status: 429, code: "insufficient_quota", message }
    : { status: 503, type: "server_error", message };
}

/**
 * A server that answers each of our tasks sensibly for any story, and the same way each time: the
 * demo writer reads the prompt and writes. Words in double brackets
 * make it fail on purpose, as they do there; `[[immoral]]` is what its moderation flags.
 */
export function startOpenAiStudio(options: StudioOptions = {}): Promise<OpenAiServer> {
  const demo = createDemoWriter({ durationMs: 0 });

  async function chat({ messages, response_format }: ChatRequest): Promise<Reply> {
    const said = (role: string) =>
      messages
        .filter((message) => message.role === role)
        .map(({ content }) => textOf(content))
        .join("\n");
    const name = response_format?.json_schema?.name;
    const [system, prompt] = [said("system"), said("user")];
    if (name === "faces") return { json: completionOf(JSON.stringify(facesFor(prompt))) };
    try {
      let text = "";
      for await (const chunk of demo.write({
        task: name ?? "",
        system,
        prompt,
        schema: z.unknown(),
      })) {
        text += chunk;
      }
      return { text, takes: options.writerMs ?? 0 };
    } catch (error) {
      if (error instanceof AppError) return replyFor(error);
      throw error;
    }
  }

  const picture = ({ prompt, size }: { prompt: string; size?: string }): Promise<Reply> =>
    drawnReply(prompt, size, options.painterMs ?? 0);

  return startOpenAiServer({
    ...(options.key ? { key: options.key } : {}),
    ...(options.port === undefined ? {} : { port: options.port }),
    models: [options.model ?? "studio"],
    answers: {
      chat,
      generation: picture,
      edit: picture,
      moderation: ({ input }) => ({
        json: moderationOf(input, (text) => text.includes("[[immoral]]")),
      }),
    },
  });
}
