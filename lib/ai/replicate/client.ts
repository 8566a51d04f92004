import "server-only";
import Replicate from "replicate";
import { z } from "zod";
import { traceHeaders } from "@/lib/platform/trace";
import { readBody } from "../connection";
import { ProviderError } from "../provider-error";
import { errorFromResponse, type Medium, noAnswerError } from "./errors";

export const predictionStatus = z.enum([
  "queued",
  "starting",
  "processing",
  "succeeded",
  "failed",
  "canceled",
  "aborted",
]);

export const isPending = (status: z.infer<typeof predictionStatus>): boolean =>
  status === "queued" || status === "starting" || status === "processing";

/** The fields of a prediction that we read. */
export const predictionShape = z.object({
  id: z.string().regex(/^[a-z0-9]{8,64}$/i),
  status: predictionStatus,
  model: z.string().max(500).optional(),
  input: z.unknown(),
  output: z.unknown(),
  error: z.unknown(),
  data_removed: z.boolean().optional(),
  webhook: z.string().max(2000).nullish(),
  metrics: z.object({ predict_time: z.number().max(1e9).nullish() }).nullish(),
  created_at: z.iso.datetime({ offset: true }).max(60),
});
export type Prediction = z.infer<typeof predictionShape>;

const fileShape = z.object({ urls: z.object({ get: z.url().max(2000) }) });

const predictionList = z.object({ results: z.array(predictionShape).max(1000) });

interface ClientSettings {
  token: string;
  baseUrl: string;
  /** Limit of one request, in milliseconds. */
  timeoutMs?: number;
}

/** Large, because every answer repeats its inputs, pictures included. */
const maxResponseBytes = 64 * 1024 * 1024;
const defaultTimeoutMs = 30_000;

/** The calls of Replicate's HTTP API that we use; each is sent once. */
export function createReplicateClient({
  token,
  baseUrl,
  timeoutMs = defaultTimeoutMs,
}: ClientSettings) {
  async function call<S extends z.ZodType>(
    medium: Medium,
    shape: S,
    work: (replicate: Replicate) => Promise<unknown>,
    creation: { headers?: Record<string, string> } = {},
  ): Promise<z.output<S>> {
    const sending = sendOnce(timeoutMs, creation.headers);
    const { fetch } = sending;
    try {
      const replicate = new Replicate({ auth: token, baseUrl, fetch, useFileOutput: false });
      return shape.parse(await work(replicate));
    } catch (cause) {
      const answer = await sending.answer();
      if (!answer || answer.status < 300) throw noAnswerError(cause);
      throw errorFromResponse(medium, answer, creation.headers !== undefined);
    }
  }

  return {
    /** The only paid call. */
    async create(
      medium: Medium,
      ref: string,
      prediction: { input: Record<string, unknown>; webhook?: string; cancelAfter: number },
    ): Promise<Prediction> {
      const [model = "", version] = ref.split(":");
      const headers = { "cancel-after": `${Math.max(5, Math.ceil(prediction.cancelAfter))}s` };
      const request = {
        ...(version ? { version } : { model }),
        input: prediction.input,
        ...(prediction.webhook
          ? { webhook: prediction.webhook, webhook_events_filter: ["completed" as const] }
          : {}),
      };
      return call(medium, predictionShape, ({ predictions }) => predictions.create(request), {
        headers,
      });
    },
    /**
     * Uploads a picture for later predictions. Uploads are free; Replicate keeps them for a day.
     * @returns its URL, which only our token can read
     */
    async upload(medium: Medium, jpeg: Uint8Array): Promise<string> {
      const file = new File([new Uint8Array(jpeg)], "picture.jpg", { type: "image/jpeg" });
      try {
        return (await call(medium, fileShape, ({ files }) => files.create(file))).urls.get;
      } catch (error) {
        if (!(error instanceof ProviderError) || error.retryability === "final") throw error;
        // No prediction exists yet, so a retry need not look for one.
        throw new ProviderError(error.code, error.message, "anew", error.details);
      }
    },
    get: (medium: Medium, id: string): Promise<Prediction> =>
      call(medium, predictionShape, ({ predictions }) => predictions.get(encodeURIComponent(id))),
    /** The latest hundred predictions of the account, newest first. */
    latest: async (medium: Medium): Promise<Prediction[]> =>
      (await call(medium, predictionList, ({ predictions }) => predictions.list())).results,
    async cancel(medium: Medium, id: string): Promise<void> {
      try {
        await call(medium, z.unknown(), ({ predictions }) =>
          predictions.cancel(encodeURIComponent(id)),
        );
      } catch (error) {
        // A prediction that has ended or does not exist needs no cancellation.
        if (!(error instanceof ProviderError && error.retryability === "final")) throw error;
      }
    },
  };
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * A `fetch` that sends one request. The package retries up to six times on broken connections and a
 * busy service, even the paid call; each of its retries gets the first outcome.
 */
function sendOnce(timeoutMs: number, more: Record<string, string> = {}) {
  let outcome: Promise<Answer> | undefined;

  async function send(url: Request | string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(url, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...more, ...traceHeaders() },
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return {
      status: response.status,
      headers: response.headers,
      text: (await readBody(response, maxResponseBytes)).toString("utf8"),
    };
  }

  return {
    async fetch(url: Request | string, init?: RequestInit): Promise<Response> {
      outcome ??= send(url, init);
      const { status, headers, text } = await outcome;
      return new Response(text || null, { status, headers });
    },
    /** The response, or null without one. */
    answer: async (): Promise<Answer | null> => outcome?.catch(() => null) ?? null,
  };
}
