import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Settings } from "./options";
import {
  EXECUTION_VERSION,
  headers,
  type Operation,
  operations,
  type ProtocolError,
  parseRetryAfter,
  protocolError,
} from "./protocol";
import type { ClaimedItem } from "./queue";
import { DISCOVERY } from "./runs";
import { canonicalJson, sign, verify } from "./signature";

/** Where the app is, and the key that it shares with the engine. */
type App = Pick<Settings, "appUrl" | "signingKey">;

interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  body: string;
}

/** Nothing ran: no connection, or an answer that the SDK did not sign. */
export class UnreachableError extends Error {}

/**
 * Sends a signed request and returns a signed answer. Each has a connection of its own, so that a
 * refused connection differs from one that broke while the app was working.
 * @throws UnreachableError if nothing ran, another Error if something may have run
 */
export async function callApp(
  { appUrl, signingKey }: App,
  method: "PUT" | "POST",
  content: { query?: Record<string, string>; body: object; headers?: Record<string, string> },
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Answer> {
  const body = canonicalJson(content.body);
  const request = httpRequest(`${appUrl}?${new URLSearchParams(content.query)}`, {
    method,
    agent: false,
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      [headers.signature]: sign(body, signingKey),
      [headers.serverKind]: "cloud",
      ...content.headers,
    },
    ...(signal && { signal }),
  });
  let isConnected = false;
  request.once("socket", (socket) => {
    socket.setNoDelay(true).once("connect", () => {
      isConnected = true;
    });
  });
  request.setTimeout(timeoutMs, () => {
    request.destroy(new Error(`No answer within ${Math.round(timeoutMs / 1_000)} s`));
  });
  // Errors after the answer has begun belong to its body.
  request.on("error", () => undefined);
  request.end(body);
  let answer: Answer;
  try {
    const [response] = await once(request, "response");
    answer = { status: response.statusCode, headers: response.headers, body: await text(response) };
  } catch (error) {
    const { message } = error as Error;
    if (!isConnected) throw new UnreachableError(message || "The connection failed");
    throw new Error(`The call to the app broke off: ${message}`);
  }
  // Any other answer comes from a proxy, a page of the app, or an SDK that refused our signature.
  if (verify(answer.headers[headers.signature], answer.body, signingKey)) return answer;
  throw new UnreachableError(
    answer.status === 401
      ? "The app refused the engine's signature; both need the same signing key"
      : `The app answered ${answer.status} without the SDK's signature`,
  );
}

/** Result of a call. */
export type CallResult =
  | { kind: "returned"; output: unknown }
  /** Steps ran or were discovered. */
  | { kind: "steps"; operations: Operation[]; noRetry: boolean; retryAfterMs: number | null }
  /** The function threw, or the call was interrupted or timed out. */
  | { kind: "threw"; error: ProtocolError; noRetry: boolean; retryAfterMs: number | null }
  /** The app was unreachable, so nothing ran. */
  | { kind: "unreachable"; reason: string };

export const threw = (message: string, noRetry = false): CallResult => ({
  kind: "threw",
  error: { name: "Error", message },
  noRetry,
  retryAfterMs: null,
});

/** Makes one call of a function or step. An error of the app is a result and never thrown. */
export async function callFunction(
  app: App,
  item: ClaimedItem,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<CallResult> {
  const body = {
    version: EXECUTION_VERSION,
    event: item.event,
    events: [item.event],
    steps: Object.fromEntries(item.steps.map(({ id, state }) => [id, state])),
    // Without `fn_id` the SDK never reports steps to checkpoint calls, whatever its settings.
    ctx: {
      run_id: item.runId,
      attempt: item.attempt,
      max_attempts: item.definition.maxAttempts,
      disable_immediate_execution: item.stepId !== DISCOVERY,
      use_api: false,
      stack: { stack: item.steps.map(({ id }) => id), current: item.steps.length },
    },
  };
  try {
    const query = { fnId: item.definition.id, stepId: item.stepId };
    return readAnswer(await callApp(app, "POST", { query, body }, options));
  } catch (error) {
    const { message } = error as Error;
    return error instanceof UnreachableError
      ? { kind: "unreachable", reason: message }
      : threw(message);
  }
}

function readAnswer(answer: Answer): CallResult {
  const body: unknown = answer.body === "" ? null : JSON.parse(answer.body);
  if (answer.status === 200) return { kind: "returned", output: body };
  const noRetry = answer.headers[headers.noRetry] === "true";
  const retryAfterMs = parseRetryAfter(answer.headers[headers.retryAfter]);
  if (answer.status !== 206) {
    return { kind: "threw", error: protocolError.parse(body), noRetry, retryAfterMs };
  }
  const parsed = operations.safeParse([body].flat());
  if (parsed.success) return { kind: "steps", operations: parsed.data, noRetry, retryAfterMs };
  return threw(
    `The app's answer holds steps that the embedded engine does not know; Inngest's own server does (inngest/engine/README.md): ${z.prettifyError(parsed.error)}`,
    true,
  );
}
