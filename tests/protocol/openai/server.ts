import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { published, strictProblems } from "./published-schema";
import { type Reply, send, sendError } from "./replies";

/**
 * A server that speaks the part of OpenAI's interface that the app uses, on loopback. It trusts no client:
 * keys are checked, requests are held to the published schema and to the rules of strict mode. It
 * answers as it is told, in success and in every failure.
 */
export type CallKind = "chat" | "moderation" | "generation" | "edit";

export interface ChatRequest {
  model: string;
  messages: {
    role: string;
    content: string | ({ type: "text"; text: string } | { type: "image_url"; image_url: object })[];
  }[];
  response_format?: { type: string; json_schema?: { name: string; strict?: boolean } };
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
}

interface Call {
  kind: CallKind;
  headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: whatever the caller sent, which tests look into
  body: any;
  /** Whether work was begun for it, which is what costs. */
  created: boolean;
}

type Answers = { [Kind in CallKind]?: (body: Call["body"]) => Reply | Promise<Reply> };

interface Options {
  /** Absent: the server asks for none. */
  key?: string;
  models?: string[];
  /** How it can be told the form of an answer. */
  forms?: "schema" | "object" | "none";
  /** Whether it knows `stream_options`. */
  usage?: boolean;
  /** Whether its chat template knows the role `system`. */
  system?: boolean;
  /** The name under which it takes the limit of an answer. */
  limit?: "max_tokens" | "max_completion_tokens";
  /** Tokens of a prompt that it takes, and whether it refuses a longer one or cuts it in silence. */
  context?: { tokens: number; how: "refuses" | "cuts" };
  /** Part of the tokens of prompts that it counts; 1 unless given. */
  counts?: number;
  /** Fields of pictures that it does not know. */
  unknownFields?: string[];
  /** Calls it does not have. */
  without?: CallKind[];
  answers?: Answers;
  port?: number;
}

export interface OpenAiServer {
  /** With the version, as OPENAI_BASE_URL has it. */
  url: string;
  calls: Call[];
  /** The faults of requests, as sentences. */
  violations: string[];
  /** How the next calls of a kind are answered; afterwards as usual. */
  next: (kind: CallKind, ...replies: Reply[]) => void;
  created: (kind: CallKind) => number;
  forget: () => void;
  close: () => Promise<void>;
}

const paths: Record<string, CallKind> = {
  "/v1/chat/completions": "chat",
  "/v1/moderations": "moderation",
  "/v1/images/generations": "generation",
  "/v1/images/edits": "edit",
};

export async function startOpenAiServer(options: Options = {}): Promise<OpenAiServer> {
  const calls: Call[] = [];
  const violations: string[] = [];
  const queue: { kind: CallKind; reply: Reply }[] = [];
  const models = options.models ?? ["test-model"];

  const takeNext = (kind: CallKind): Reply | undefined => {
    const index = queue.findIndex((entry) => entry.kind === kind);
    return index < 0 ? undefined : queue.splice(index, 1)[0]?.reply;
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (path === "/v1/models" && request.method === "GET") {
      return sendModels(response, models);
    }
    if (path === "/pictures/one.jpg") return void (await sendPicture(response));
    const kind = paths[path];
    if (!kind || request.method !== "POST" || options.without?.includes(kind)) {
      request.resume();
      return sendError(response, 404, { message: `Unknown request URL: POST ${path}.` });
    }
    const told = takeNext(kind);
    const call: Call = { kind, headers: request.headers, body: null, created: false };
    calls.push(call);
    if (told && "reset" in told && told.reset === "before") {
      request.socket.resetAndDestroy();
      return;
    }
    call.body = await bodyOf(request);
    const refusal = refusalOf(call, told);
    if (refusal) return send(refusal, contextOf(call, response, options));
    call.created = true;
    await send(told ?? (await usualReply(call)), contextOf(call, response, options));
  }

  /** Responses before any work is begun. */
  function refusalOf({ kind, headers, body }: Call, told: Reply | undefined): Reply | null {
    if (options.key && headers.authorization !== `Bearer ${options.key}`) {
      const message = `Incorrect API key provided: ${headers.authorization ?? ""}.`;
      return { status: 401, code: "invalid_api_key", message };
    }
    if (!options.key && headers.authorization) violations.push("an unexpected key");
    const parsed = published[kind].safeParse(body);
    if (!parsed.success) {
      const message = `${kind}: ${parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}`;
      violations.push(message);
      return { status: 400, message };
    }
    if (told && "status" in told) return told;
    if (kind === "chat") return refusedPart(body, options, models, violations);
    const unknown = options.unknownFields?.find((field) => field in body);
    return unknown ? { status: 400, message: `Unknown parameter: '${unknown}'.` } : null;
  }

  async function usualReply({ kind, body }: Call): Promise<Reply> {
    const answer = options.answers?.[kind];
    if (answer) return answer(body);
    if (kind === "moderation") return { json: moderationOf(body.input, () => false) };
    throw new Error(`No answer for a call of ${kind}`);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      violations.push(String(error));
      sendError(response, 500, { message: String(error), type: "server_error" });
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    violations,
    next: (kind, ...replies) => {
      for (const reply of replies) queue.push({ kind, reply });
    },
    created: (kind) => calls.filter((call) => call.kind === kind && call.created).length,
    forget: () => {
      calls.length = 0;
      violations.length = 0;
      queue.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Fields of a chat completion that the published description allows and this server does not support. */
function refusedPart(
  body: ChatRequest,
  { forms = "schema", usage = true, system = true, limit, context }: Options,
  models: string[],
  violations: string[],
): Reply | null {
  if (!models.includes(body.model)) {
    const message = `The model \`${body.model}\` does not exist or you do not have access to it.`;
    return { status: 404, code: "model_not_found", message };
  }
  if (body.stream_options && !usage) {
    return { status: 400, message: "Unrecognized request argument supplied: stream_options" };
  }
  if (!system && body.messages.some(({ role }) => role === "system")) {
    return { status: 500, message: "Jinja Exception: System role not supported" };
  }
  const foreign = limit === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  if (limit && foreign in body) {
    const message = `Unsupported parameter: '${foreign}' is not supported with this model. Use '${limit}' instead.`;
    return { status: 400, code: "unsupported_parameter", message };
  }
  const sent = promptTokensOf(body);
  if (context?.how === "refuses" && sent > context.tokens) {
    const message = `This model's maximum context length is ${context.tokens} tokens, however you requested ${sent} tokens.`;
    return { status: 400, code: "context_length_exceeded", message };
  }
  const format = body.response_format;
  const isKnown =
    !format || format.type === "text" || forms === "schema" || format.type === `json_${forms}`;
  if (!isKnown) {
    return { status: 400, message: `'response_format.type' does not know ${format.type}` };
  }
  const { json_schema: asked } = format ?? {};
  const problems = asked?.strict ? strictProblems((asked as { schema?: unknown }).schema) : [];
  if (problems.length > 0) {
    violations.push(...problems);
    const message = `Invalid schema for response_format '${asked?.name}': ${problems[0]}`;
    return { status: 400, message };
  }
  return null;
}

/** Four letters are a token. */
const promptTokensOf = ({ messages }: ChatRequest): number =>
  Math.ceil(messages.map(({ content }) => content).join("").length / 4);

/** What a chat completion counts of its prompt: all of it, unless it cuts. */
function countedTokens(body: ChatRequest, { context, counts = 1 }: Options): number {
  const sent = Math.ceil(promptTokensOf(body) * counts);
  return context?.how === "cuts" ? Math.min(sent, context.tokens) : sent;
}

async function sendPicture(response: ServerResponse): Promise<void> {
  const create = { width: 512, height: 512, channels: 3 as const, background: "#3a6" };
  const bytes = await sharp({ create }).jpeg().toBuffer();
  response.writeHead(200, { "content-type": "image/jpeg" }).end(bytes);
}

function contextOf({ kind, body }: Call, response: ServerResponse, options: Options) {
  const closed = new AbortController();
  response.on("close", () => closed.abort());
  return {
    response,
    model: body?.model ?? "",
    withUsage: kind === "chat" && body?.stream_options?.include_usage === true,
    promptTokens: kind === "chat" && body ? countedTokens(body, options) : 0,
    closed: closed.signal,
  };
}

/** JSON, or a form with its files as what is known of them. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return JSON.parse(bytes.toString());
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = /^\d+$/.test(value) ? Number(value) : value;
    else {
      const list = name.replace(/\[\]$/, "");
      const file = { name: value.name, type: value.type, size: value.size };
      const isOne = list === name;
      fields[list] = isOne ? file : [...((fields[list] as unknown[] | undefined) ?? []), file];
    }
  }
  return fields;
}

function sendModels(response: ServerResponse, models: string[]): void {
  const data = models.map((id) => ({ id, object: "model", created: 1, owned_by: "inkwright" }));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ object: "list", data }));
}

/** An answer of the moderation, a result for each text. */
export function moderationOf(input: string | string[], isFlagged: (text: string) => boolean) {
  return {
    id: "modr-inkwright",
    model: "omni-moderation-latest",
    results: [input].flat().map((text) => ({
      flagged: isFlagged(text),
      categories: { violence: isFlagged(text) },
      category_scores: { violence: isFlagged(text) ? 0.98 : 0.01 },
      category_applied_input_types: { violence: ["text"] },
    })),
  };
}
