import "server-only";
import { createHash } from "node:crypto";
import { env } from "../env";

/**
 * Checks that engines are reachable, with free calls. Errors have our own messages, because those
 * of vendors may quote keys.
 */
const requestTimeoutMs = 5_000;

async function request(what: string, url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    headers,
    signal: AbortSignal.timeout(requestTimeoutMs),
    cache: "no-store",
    redirect: "manual",
  }).catch((cause: unknown) => {
    throw new Error(`${what} could not be reached.`, { cause });
  });
  const { status } = response;
  if (status === 401 || status === 403) throw new Error(`${what} refused the key.`);
  if (status === 429) throw new Error(`${what} asks for fewer calls.`);
  return response;
}

const assertOk = (what: string, { ok, status }: Response) => {
  if (!ok) throw new Error(`${what} answered ${status}.`);
};

/** Requests an address whose answer says only that it is there. */
async function ping(what: string, url: string, headers?: Record<string, string>): Promise<void> {
  const response = await request(what, url, headers);
  await response.body?.cancel();
  assertOk(what, response);
}

/** Requests the list of models, which is free on servers with OpenAI's protocol. */
export async function checkOpenAi(model: string): Promise<void> {
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = env();
  const what = OPENAI_BASE_URL ? "The server at OPENAI_BASE_URL" : "OpenAI";
  const base = (OPENAI_BASE_URL ?? "https://api.openai.com/v1").replace(/\/$/, "");
  const headers = OPENAI_API_KEY ? { authorization: `Bearer ${OPENAI_API_KEY}` } : undefined;
  const response = await request(what, `${base}/models`, headers);
  // A server without this endpoint is still reachable.
  if (response.status === 404) return void response.body?.cancel();
  assertOk(what, response);
  const { data } = (await response.json().catch(() => ({}))) as { data?: { id?: unknown }[] };
  if (Array.isArray(data) && data.length > 0 && !data.some(({ id }) => id === model)) {
    throw new Error(`${what} does not offer the model ${model}.`);
  }
}

/** Requests the token's account, which is free. */
export async function checkReplicate(): Promise<void> {
  const { REPLICATE_API_TOKEN, REPLICATE_BASE_URL } = env();
  const base = (REPLICATE_BASE_URL ?? "https://api.replicate.com/v1").replace(/\/$/, "");
  const authorization = `Bearer ${REPLICATE_API_TOKEN ?? ""}`;
  await ping("Replicate", `${base}/account`, { authorization });
}

/** Requests events from Inngest Cloud with our signing key. */
export async function checkInngestCloud(): Promise<void> {
  const key = env().INNGEST_SIGNING_KEY ?? "";
  // Like Inngest's SDKs: the prefix of the key, and a hash of the rest.
  const [prefix = "", rest = key] = key.split(/^(signkey-[\w]+-)/).filter(Boolean);
  const hash = createHash("sha256").update(Buffer.from(rest, "hex")).digest("hex");
  const authorization = `Bearer ${prefix}${hash}`;
  await ping("Inngest", "https://api.inngest.com/v1/events?limit=1", { authorization });
}

/** Checks that APP_URL leads to this app. */
export async function checkAddress(): Promise<void> {
  const { APP_URL } = env();
  if (APP_URL) await ping("APP_URL", new URL("/api/health", APP_URL).href);
}
