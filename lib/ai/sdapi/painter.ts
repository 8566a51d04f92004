import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import {
  emptyResultError,
  endedEarlyError,
  engineClient,
  errorFromResponse,
  parseAnswer,
} from "../own-engine";
import type { PaintedImage, PainterModels, PaintRequest } from "../painter";
import { fitPicture } from "../pictures";
import { PromiseCache } from "../promise-cache";
import type { ImmediateProvider } from "../provider";
import { flaggedError, ProviderError } from "../provider-error";
import { isRefusalMessage } from "../provider-messages";
import type { ProviderUsage } from "../usage";
import { type Offers, readOffers } from "./offers";
import { requestOf } from "./request";

export interface SdApiSettings {
  url: string;
  /** Fields of every request. */
  options: Record<string, unknown>;
  /** Milliseconds for a picture, the wait in the server's queue included. */
  deadlineMs: number;
  /** Milliseconds between two looks at the progress. */
  lookMs?: number;
}

const name = "Stable Diffusion";
const provider = "sdapi";
/** Milliseconds for which the server's offers are cached. */
const offersTtlMs = 60_000;
const defaultLookMs = 2_000;

const answerShape = z.object({
  images: z.array(z.string().max(90_000_000)),
  /** JSON, or a text. */
  info: z.unknown(),
});
const progressShape = z.object({ progress: z.number() });
const taskShape = z.object({ active: z.boolean(), queued: z.boolean() });

/** Pictures by a server with the API of AUTOMATIC1111's web UI. */
export function createSdApiPainter(
  settings: SdApiSettings,
): PainterModels & ImmediateProvider<PaintRequest, PaintedImage> {
  const { options, deadlineMs, lookMs = defaultLookMs } = settings;
  const engine = engineClient(settings.url);
  const cache = new PromiseCache<Offers>(1, offersTtlMs);
  let known: Offers | undefined;

  async function offers(): Promise<Offers> {
    known = await (cache.get("") ?? cache.set("", readOffers(engine)));
    return known;
  }

  /** Reports the progress until the work ends. A server with a queue reports on its first task. */
  function follow({ onProgress }: PaintRequest): () => void {
    let percent = 0;
    const timer = setInterval(() => {
      const look = engine.call("/sdapi/v1/progress?skip_current_image=true", { timeoutMs: lookMs });
      look.then(
        (response) => {
          const found = response.status < 300 ? parseAnswer(progressShape, response).progress : 0;
          percent = Math.max(percent, Math.min(99, Math.round(found * 100)));
          if (percent > 0) onProgress?.(percent);
        },
        () => {},
      );
    }, lookMs);
    return () => clearInterval(timer);
  }

  /**
   * Stops an abandoned picture once its turn has come. The server interrupts whatever it is drawing,
   * so that must be this task; a server without tasks finishes the picture.
   */
  async function stop(task: string): Promise<void> {
    for (const until = Date.now() + deadlineMs; Date.now() < until; await pause(lookMs)) {
      const json = { id_task: task, live_preview: false };
      const response = await engine.call("/internal/progress", { method: "POST", json });
      const { active, queued } = parseAnswer(taskShape, response);
      if (active) await engine.call("/sdapi/v1/interrupt", { method: "POST" });
      if (active || !queued) return;
    }
  }

  async function make(request: PaintRequest): Promise<PaintedImage> {
    const start = performance.now();
    const report = (outcome: ProviderUsage["outcome"]) =>
      request.onUsage?.({
        provider,
        model: modelName(),
        kind: "image",
        outcome,
        milliseconds: Math.round(performance.now() - start),
        units: outcome === "completed" ? { images: 1 } : {},
      });
    const { path, body, note } = await requestOf(request, await offers(), options);
    const unfollow = follow(request);
    try {
      const json = { ...body, force_task_id: request.attemptId };
      const call = { json, timeoutMs: deadlineMs, signal: request.signal };
      const response = await engine.wait(path, call).catch((error: unknown) => {
        void stop(request.attemptId).catch(ignore);
        return asLost(error);
      });
      if (response.status >= 300) throw errorFromResponse(response);
      const { images, info } = parseAnswer(answerShape, response);
      const [picture] = images;
      if (isRefusalMessage(refusalIn(info))) throw flaggedError();
      if (!picture) throw emptyResultError();
      report("completed");
      const bytes = Buffer.from(picture.replace(/^data:image\/[\w.+-]+;base64,/, ""), "base64");
      return {
        bytes: await fitPicture(bytes, request),
        // The API reports no faces.
        faces: [],
        model: modelName(),
        ...(note ? { note } : {}),
      };
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.code === "content_flagged";
      if (error instanceof ProviderError && error.code !== "invalid_image")
        report(isRefused ? "refused" : "failed");
      throw error;
    } finally {
      unfollow();
    }
  }

  /** The checkpoint of the options, if they name one. */
  const checkpoint = () =>
    (options.override_settings as { sd_model_checkpoint?: unknown } | undefined)
      ?.sd_model_checkpoint;
  const modelName = () =>
    typeof checkpoint() === "string" ? `${name}, ${checkpoint()}`.slice(0, 80) : name;

  return {
    name,
    demo: false,
    onlyModel: name,
    deadlineMs,
    billed: () => ({ provider, model: name }),
    prepare: () => offers().then(ignore, ignore),
    takesLora: true,
    takesMask: () => true,
    maxReferences: () => known?.references?.most ?? 0,
    async check() {
      const { samplers, checkpoints } = await offers();
      const lacks = [
        ...[options.sampler_name].filter(
          (one) => one !== undefined && !samplers.includes(`${one}`),
        ),
        ...[checkpoint()].filter((one) => one !== undefined && !checkpoints.includes(`${one}`)),
      ];
      if (lacks.length > 0) {
        throw new Error(`The server of SDAPI_URL lacks ${lacks.join(" and ")} of SDAPI_OPTIONS.`);
      }
      if (checkpoints.length === 0) throw new Error("The server of SDAPI_URL has no model.");
    },
    make,
  };
}

const ignore = () => {};

/** A broken call costs nothing, so it may be repeated; an error of the server itself stays. */
function asLost(error: unknown): never {
  if (!(error instanceof ProviderError) || error.retryability !== "unknown") throw error;
  const isTimeout = (error.cause as Error | undefined)?.name === "TimeoutError";
  throw isTimeout
    ? new ProviderError(
        "ai_unavailable",
        "The image server did not finish in time. Please try again.",
        "anew",
        { cause: error.cause },
      )
    : endedEarlyError(error.cause);
}

/** The refusal in an answer's information, where some servers report it. */
function refusalIn(info: unknown): string {
  const text = typeof info === "string" ? info : JSON.stringify(info ?? "");
  const [, flag = ""] = /"(?:has_nsfw_concept|nsfw)(?:_content)?":\s*(\[?\s*true)/.exec(text) ?? [];
  return flag ? "NSFW" : "";
}
