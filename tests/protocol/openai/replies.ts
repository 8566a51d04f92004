import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** How a call is answered, in success and in every failure. */
export type Reply =
  /** A whole answer of the model, streamed. */
  | {
      text: string;
      /** Streamed before it, beside the content. */
      thoughts?: string;
      /** Milliseconds of silence before the first token. */
      silent?: number;
      /** Milliseconds for all of it, spread evenly. */
      takes?: number;
      chunks?: number;
      finish?: "stop" | "length" | "content_filter";
      cachedTokens?: number;
    }
  | { refusal: string }
  /** Streamed as the caller supplies it. */
  | { parts: AsyncIterable<string> }
  /** A JSON body of another call than chat completions. */
  | { json: unknown; takes?: number }
  | { status: number; code?: string; type?: string; message?: string; headers?: Headers }
  /** An error event in the middle of a stream. */
  | { text: string; thenError: { code: string; type?: string } }
  /** The connection is reset: before the request is read, after it was taken, or within the answer. */
  | { reset: "before" | "after" }
  | { text: string; thenReset: true }
  /** The stream ends properly, but without its finish. */
  | { text: string; thenEnd: true }
  /** Nothing comes: from the beginning, or after some text. */
  | { hang: true; text?: string }
  /** One letter after the other, for ever. */
  | { drip: number }
  /** Exactly these bytes. */
  | { raw: string; type?: string };

type Headers = Record<string, string>;

const id = "chatcmpl-inkwright";

/** Writes the chunks of a streamed chat completion. */
class ChunkWriter {
  private isOpen = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly model: string,
    private readonly withUsage: boolean,
  ) {}

  private event(data: unknown): void {
    if (!this.isOpen) {
      this.response.writeHead(200, {
        "content-type": "text/event-stream; charset=utf-8",
        "x-request-id": "req_inkwright",
      });
      this.isOpen = true;
    }
    this.response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }

  private chunk(choices: unknown[], more: object = {}): void {
    const usage = this.withUsage ? { usage: null } : {};
    this.event({
      id,
      object: "chat.completion.chunk",
      created: 1_763_769_600,
      model: this.model,
      system_fingerprint: "fp_inkwright",
      choices,
      ...usage,
      ...more,
    });
  }

  begin(): void {
    this.delta({ role: "assistant", content: "", refusal: null });
  }

  delta(delta: object, finish: string | null = null): void {
    this.chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }]);
  }

  fail(error: object): void {
    this.event({ error: { message: "The server had an error", param: null, ...error } });
  }

  end(finish: string, tokens: { prompt: number; completion: number; cached: number }): void {
    this.delta({}, finish);
    if (this.withUsage) {
      this.chunk([], {
        usage: {
          prompt_tokens: tokens.prompt,
          completion_tokens: tokens.completion,
          total_tokens: tokens.prompt + tokens.completion,
          prompt_tokens_details: { cached_tokens: tokens.cached, audio_tokens: 0 },
        },
      });
    }
    this.event("[DONE]");
    this.response.end();
  }
}

interface Context {
  response: ServerResponse;
  model: string;
  withUsage: boolean;
  promptTokens: number;
  closed: AbortSignal;
}

const pieces = (text: string, count: number) => {
  const size = Math.max(1, Math.ceil(text.length / count));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
};

/** Answers a call that was taken. Resolves when everything is written, or the client is gone. */
export async function send(reply: Reply, context: Context): Promise<void> {
  const { response, closed } = context;
  if ("status" in reply) {
    return sendError(response, reply.status, reply);
  }
  if ("reset" in reply) return void response.socket?.resetAndDestroy();
  if ("raw" in reply) {
    response.writeHead(200, { "content-type": reply.type ?? "text/event-stream" });
    return void response.end(reply.raw);
  }
  if ("json" in reply) {
    await pause(reply.takes ?? 0, undefined, { signal: closed }).catch(() => {});
    return sendJson(response, 200, reply.json);
  }
  const chunks = new ChunkWriter(response, context.model, context.withUsage);
  if ("refusal" in reply) {
    chunks.begin();
    for (const part of pieces(reply.refusal, 4)) chunks.delta({ refusal: part });
    return chunks.end("stop", { prompt: context.promptTokens, completion: 9, cached: 0 });
  }
  if ("drip" in reply) {
    chunks.begin();
    while (!closed.aborted) {
      chunks.delta({ content: " " });
      await pause(reply.drip, undefined, { signal: closed }).catch(() => {});
    }
    return;
  }
  if ("parts" in reply) {
    chunks.begin();
    let length = 0;
    for await (const content of reply.parts) {
      length += content.length;
      chunks.delta({ content });
    }
    const completion = Math.ceil(length / 4);
    return chunks.end("stop", { prompt: context.promptTokens, completion, cached: 0 });
  }
  await stream(reply, chunks, context);
}

type Streamed = Exclude<
  Reply,
  { status: number } | { drip: number } | { refusal: string } | { parts: AsyncIterable<string> }
>;

async function stream(reply: Streamed, chunks: ChunkWriter, context: Context): Promise<void> {
  const { response, closed, promptTokens } = context;
  const text = ("text" in reply && reply.text) || "";
  const isWhole = "text" in reply && !("hang" in reply);
  if (isWhole || text) chunks.begin();
  const takes = "takes" in reply ? (reply.takes ?? 0) : 0;
  if ("silent" in reply) await pause(reply.silent, undefined, { signal: closed }).catch(() => {});
  if ("thoughts" in reply && reply.thoughts) {
    for (const part of pieces(reply.thoughts, 4)) chunks.delta({ reasoning_content: part });
  }
  const parts = pieces(text, "chunks" in reply && reply.chunks ? reply.chunks : 24);
  const start = performance.now();
  for (const [index, content] of parts.entries()) {
    const due = start + (takes * (index + 1)) / parts.length - performance.now();
    if (due > 0) await pause(due, undefined, { signal: closed }).catch(() => {});
    if (closed.aborted) return;
    chunks.delta({ content });
  }
  if ("hang" in reply) return;
  if ("thenReset" in reply) {
    // Flush the written bytes before the connection is cut.
    await pause(20);
    return void response.socket?.resetAndDestroy();
  }
  if ("thenEnd" in reply) return void response.end();
  if ("thenError" in reply) {
    chunks.fail(reply.thenError);
    return void response.end();
  }
  const finish = ("finish" in reply && reply.finish) || "stop";
  const cached = ("cachedTokens" in reply && reply.cachedTokens) || 0;
  chunks.end(finish, {
    prompt: promptTokens,
    completion: Math.ceil(`${text}${"thoughts" in reply ? reply.thoughts : ""}`.length / 4),
    cached,
  });
}

export function sendError(
  response: ServerResponse,
  status: number,
  about: { code?: string; type?: string; message?: string; headers?: Headers },
): void {
  const { code = null, type = "invalid_request_error", message = `Error ${status}` } = about;
  sendJson(response, status, { error: { message, type, param: null, code } }, about.headers);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Headers = {},
): void {
  if (response.destroyed || response.writableEnded) return;
  response.writeHead(status, {
    "content-type": "application/json",
    "x-request-id": "req_inkwright",
    ...headers,
  });
  response.end(JSON.stringify(body));
}
