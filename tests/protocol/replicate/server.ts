import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Fault, faulty } from "./faults";
import { deliver, type Output, usualOutput } from "./outputs";
import { inputProblems, isModel } from "./published-schema";

/**
 * A server that speaks Replicate's HTTP API, on loopback: predictions, their webhooks and what is
 * made. It checks tokens, holds inputs to the published schemas, counts creations, and answers as
 * it is told, in success and in every failure.
 */
export type CallKind = "create" | "get" | "list" | "cancel" | "output" | "upload";

export interface TestPrediction {
  id: string;
  model: string;
  version: string;
  input: Record<string, unknown>;
  status: "starting" | "processing" | "succeeded" | "failed" | "canceled";
  output: string | string[] | null;
  error: string | null;
  logs: string;
  data_removed: boolean;
  source: "api";
  metrics: { predict_time?: number };
  webhook?: string;
  webhook_events_filter?: string[];
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  urls: { get: string; cancel: string };
}

/** How a prediction ends; `never`: it does not. */
export type Ending =
  | "succeeded"
  /** A filter has left nothing of what was made. */
  | "emptied"
  | "never"
  | "canceled"
  | { failed: string }
  | { output: Output };

interface Options {
  token?: string;
  webhookSecret?: string;
  /** Milliseconds until a prediction ends. */
  takes?: number;
  port?: number;
  /** Makes what a model would; small pictures of one colour unless given. */
  make?: (model: string, input: Record<string, unknown>) => Promise<Output>;
  /** The outcome of predictions without one of their own. */
  ending?: (input: Record<string, unknown>) => Ending;
  /** The response that refuses a creation. */
  refuse?: (input: Record<string, unknown>) => Fault | undefined;
}

export interface ReplicateServer {
  /** As REPLICATE_BASE_URL has it. */
  url: string;
  calls: { kind: CallKind; headers: IncomingMessage["headers"]; path: string }[];
  predictions: TestPrediction[];
  /** The faults of requests, as sentences. */
  violations: string[];
  /** Models that are gone, by owner and name. */
  retired: Set<string>;
  /** How the next calls of a kind fail; afterwards they succeed. */
  next: (kind: CallKind, ...faults: Fault[]) => void;
  /** How the next predictions end. */
  end: (...endings: Ending[]) => void;
  /** The calls of a webhook at the end of a prediction. */
  webhookOf: (prediction: TestPrediction, changes?: { id?: string; age?: number }) => Delivery;
  /** Ends a prediction that has not ended. */
  finish: (prediction: TestPrediction, ending?: Ending) => Promise<void>;
  forget: () => void;
  /** Its own addresses in responses name a proxy in front of it. */
  standBehind: (address: string) => void;
  close: () => Promise<void>;
}

interface Delivery {
  headers: Record<string, string>;
  body: string;
}

const now = () => new Date().toISOString();
const alphabet = "abcdefghjkmnpqrstvwxyz0123456789";
const newId = () => [...randomBytes(26)].map((byte) => alphabet[byte % 32]).join("");

export async function startReplicateServer(options: Options = {}): Promise<ReplicateServer> {
  const { token = "r8_test", takes = 30, make = usualOutput } = options;
  const calls: ReplicateServer["calls"] = [];
  const predictions: TestPrediction[] = [];
  const violations: string[] = [];
  const faults: { kind: CallKind; fault: Fault }[] = [];
  const endings: Ending[] = [];
  const retired = new Set<string>();
  const outputs = new Map<string, Output>();

  const takeFault = (kind: CallKind) => {
    const index = faults.findIndex((each) => each.kind === kind);
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const [kind, subject] = callOf(request.method ?? "GET", path);
    if (path === "/v1/account" && request.headers.authorization === `Bearer ${token}`) {
      return void reply(response, 200, { type: "user", username: "studio", name: "Studio" });
    }
    if (!kind)
      return void reply(response, 404, { detail: "The requested resource was not found." });
    calls.push({ kind, headers: request.headers, path });
    const fault = takeFault(kind);
    if (fault && "reset" in fault && fault.reset === "before") {
      request.socket.resetAndDestroy();
      return;
    }
    if (kind === "output") return deliver(outputs.get(subject), fault, response);
    const body = kind === "upload" ? await drained(request) : await bodyOf(request);
    if (request.headers.authorization !== `Bearer ${token}`) {
      const detail = "You did not pass a valid authentication token";
      return void reply(response, 401, { title: "Unauthenticated", detail, status: 401 });
    }
    if (fault && "status" in fault) return faulty(fault, response, {});
    if (kind === "upload") {
      const id = newId();
      return answer(fault, response, 201, { id, urls: { get: `${url}/files/${id}` } });
    }
    if (kind === "create") return create(subject, body, fault, response);
    const found = predictions.find(({ id }) => id === subject);
    if (kind === "list") {
      return answer(fault, response, 200, {
        previous: null,
        next: null,
        results: [...predictions].reverse().slice(0, 100),
      });
    }
    if (!found)
      return void reply(response, 404, { detail: "The requested resource was not found." });
    if (kind === "cancel" && !found.completed_at) await finish(found, "canceled");
    return answer(fault, response, 200, found);
  }

  async function create(
    ref: string,
    body: Record<string, unknown>,
    fault: Fault | undefined,
    response: ServerResponse,
  ): Promise<void> {
    const model = ref || String(body.version ?? "").split(":")[0] || "";
    if (!isModel(model) || retired.has(model))
      return void reply(response, 404, { detail: "The requested resource was not found." });
    const input = (body.input ?? {}) as Record<string, unknown>;
    const problems = inputProblems(model, input);
    if (problems.length > 0) {
      violations.push(...problems.map((problem) => `${model}: ${problem}`));
      const detail = problems.map((problem) => `- ${problem}\n`).join("");
      return void reply(response, 422, { title: "Input validation failed", detail, status: 422 });
    }
    const { webhook, webhook_events_filter } = body as Partial<TestPrediction>;
    if (webhook !== undefined && !webhook.startsWith("https://")) {
      violations.push(`webhook: ${webhook} is no HTTPS URL`);
    }
    const refusal = options.refuse?.(input);
    if (refusal) return faulty(refusal, response, {});
    const id = newId();
    const prediction: TestPrediction = {
      id,
      model,
      version: "hidden",
      input,
      status: "starting",
      output: null,
      error: null,
      logs: "",
      data_removed: false,
      source: "api",
      metrics: {},
      ...(webhook ? { webhook, webhook_events_filter: webhook_events_filter ?? [] } : {}),
      created_at: now(),
      started_at: null,
      completed_at: null,
      urls: { get: `${url}/predictions/${id}`, cancel: `${url}/predictions/${id}/cancel` },
    };
    predictions.push(prediction);
    const ending = endings.shift() ?? options.ending?.(input) ?? "succeeded";
    if (ending !== "never") {
      void pause(takes, undefined, { ref: false }).then(() => finish(prediction, ending));
    }
    return answer(fault, response, 201, { ...prediction });
  }

  async function finish(prediction: TestPrediction, ending: Ending = "succeeded"): Promise<void> {
    if (prediction.completed_at) return;
    if (ending === "succeeded" || (typeof ending === "object" && "output" in ending)) {
      const output =
        ending === "succeeded" ? await make(prediction.model, prediction.input) : ending.output;
      if (prediction.completed_at) return;
      const file = `${newId()}.${output.extension}`;
      outputs.set(file, output);
      const address = `${new URL(url).origin}/delivery/${file}`;
      prediction.output = prediction.model.startsWith("bytedance/seedream-") ? [address] : address;
      prediction.status = "succeeded";
      prediction.metrics = { predict_time: 0.25 };
    } else if (ending === "emptied") {
      prediction.output = [];
      prediction.status = "succeeded";
    } else if (typeof ending === "object" && "failed" in ending) {
      prediction.status = "failed";
      prediction.error = ending.failed;
    } else prediction.status = "canceled";
    prediction.completed_at = now();
  }

  function webhookOf(
    prediction: TestPrediction,
    { id = `msg_${newId()}`, age = 0 }: { id?: string; age?: number } = {},
  ): Delivery {
    const body = JSON.stringify(prediction);
    const timestamp = String(Math.floor(Date.now() / 1_000) - age);
    const key = Buffer.from((options.webhookSecret ?? "whsec_").slice(6), "base64");
    const signature = createHmac("sha256", key)
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
    return {
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${signature}`,
      },
      body,
    };
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      violations.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  let url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    standBehind: (address) => {
      url = address;
    },
    calls,
    predictions,
    violations,
    retired,
    next: (kind, ...more) => {
      for (const fault of more) faults.push({ kind, fault });
    },
    end: (...more) => void endings.push(...more),
    webhookOf,
    finish,
    forget: () => {
      retired.clear();
      for (const list of [calls, predictions, violations, faults, endings]) list.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Which call of the API an address is, and what it is about. */
function callOf(method: string, path: string): [CallKind | null, string] {
  const delivery = /^\/delivery\/([\w.]+)$/.exec(path);
  if (delivery && method === "GET") return ["output", delivery[1] ?? ""];
  const model = /^\/v1\/models\/([\w.-]+\/[\w.-]+)\/predictions$/.exec(path);
  if (model && method === "POST") return ["create", model[1] ?? ""];
  if (path === "/v1/files" && method === "POST") return ["upload", ""];
  if (path === "/v1/predictions") return [method === "POST" ? "create" : "list", ""];
  const one = /^\/v1\/predictions\/(\w+)(\/cancel)?$/.exec(path);
  if (one?.[2] && method === "POST") return ["cancel", one[1] ?? ""];
  return one && method === "GET" ? ["get", one[1] ?? ""] : [null, ""];
}

function answer(
  fault: Fault | undefined,
  response: ServerResponse,
  status: number,
  body: object,
): void | Promise<void> {
  return fault ? faulty(fault, response, body) : reply(response, status, body);
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** A form with a file, which is thrown away. */
async function drained(request: IncomingMessage): Promise<Record<string, unknown>> {
  for await (const _ of request);
  return {};
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  return text ? JSON.parse(text) : {};
}
