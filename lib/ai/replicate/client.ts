import "server-only";
import { z } from "zod";
import { ProviderError } from "../provider-error";
import { type Medium, refusalOf, unheard } from "./failures";

export const predictionStatus = z.enum([
  "queued",
  "starting",
  "processing",
  "succeeded",
  "failed",
  "canceled",
  "aborted",
]);

/** Whether something may still come of it. */
export const isUnderWay = (status: z.infer<typeof predictionStatus>): boolean =>
  status === "queued" || status === "starting" || status === "processing";

/** What is read of a prediction; everything else of it is left alone. */
export const predictionShape = z.object({
  id: z.string().regex(/^[a-z0-9]{8,64}$/i),
  status: predictionStatus,
  model: z.string().optional(),
  input: z.unknown(),
  output: z.unknown(),
  error: z.unknown(),
  data_removed: z.boolean().optional(),
  webhook: z.string().nullish(),
  metrics: z.object({ predict_time: z.number().nullish() }).nullish(),
  created_at: z.iso.datetime({ offset: true }),
});
export type Prediction = z.infer<typeof predictionShape>;

const predictionList = z.object({ results: z.array(predictionShape) });

export interface ClientSettings {
  token: string;
  baseUrl: string;
  /** Milliseconds that one request may take. */
  patience?: number;
}

/** Inputs come back with every answer, pictures included. */
const maxAnswer = 64 * 1024 * 1024;
const usualPatience = 30_000;

/**
 * The four calls that we make of Replicate's HTTP API. Not by its SDK: that repeats a creation up to
 * six times by itself, and whoever pays has to know each one.
 */
export function createReplicateClient({
  token,
  baseUrl,
  patience = usualPatience,
}: ClientSettings) {
  const root = baseUrl.replace(/\/+$/, "");

  async function call<S extends z.ZodType>(
    medium: Medium,
    path: string,
    answer: S,
    request: { body?: object; headers?: Record<string, string>; method?: "POST" } = {},
  ): Promise<z.output<S>> {
    const creating = request.body !== undefined;
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${root}${path}`, {
        method: creating ? "POST" : (request.method ?? "GET"),
        headers: {
          authorization: `Bearer ${token}`,
          accept: "application/json",
          ...(creating ? { "content-type": "application/json" } : {}),
          ...request.headers,
        },
        ...(creating ? { body: JSON.stringify(request.body) } : {}),
        redirect: "error",
        cache: "no-store",
        signal: AbortSignal.timeout(patience),
      });
      text = await readText(response);
    } catch (cause) {
      throw unheard(cause);
    }
    if (!response.ok) {
      const { status, headers } = response;
      throw refusalOf(medium, { status, headers, text }, creating);
    }
    const parsed = answer.safeParse(parseJson(text));
    if (!parsed.success) throw unheard(new Error(`No answer of Replicate's: ${path}`));
    return parsed.data;
  }

  return {
    /** The one call that is paid for. */
    async create(
      medium: Medium,
      ref: string,
      order: { input: Record<string, unknown>; webhook?: string; cancelAfter: number },
    ): Promise<Prediction> {
      const [model = "", version] = ref.split(":");
      return call(
        medium,
        version ? "/predictions" : `/models/${model}/predictions`,
        predictionShape,
        {
          headers: { "cancel-after": `${Math.max(5, Math.ceil(order.cancelAfter))}s` },
          body: {
            ...(version ? { version } : {}),
            input: order.input,
            ...(order.webhook
              ? { webhook: order.webhook, webhook_events_filter: ["completed"] }
              : {}),
          },
        },
      );
    },
    get: (medium: Medium, id: string): Promise<Prediction> =>
      call(medium, `/predictions/${encodeURIComponent(id)}`, predictionShape),
    /** The latest hundred of the account, newest first. */
    latest: async (medium: Medium): Promise<Prediction[]> =>
      (await call(medium, "/predictions", predictionList)).results,
    async cancel(medium: Medium, id: string): Promise<void> {
      const path = `/predictions/${encodeURIComponent(id)}/cancel`;
      try {
        await call(medium, path, z.unknown(), { method: "POST" });
      } catch (error) {
        // What has ended, or was never there, needs no end.
        if (!(error instanceof ProviderError && error.fate === "final")) throw error;
      }
    },
  };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxAnswer) throw new Error("An answer without an end");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
