import "server-only";
import { env, painterNames } from "@/lib/platform/env";
import { isServerless } from "@/lib/platform/serverless";
import { absoluteUrl } from "@/lib/platform/site";
import type { Animator } from "./animator";
import { createComfyUiPainter } from "./comfyui/painter";
import { demoAnimator, demoPainter, demoVision, demoWriter } from "./demo";
import type { Moderator } from "./moderator";
import type { TimeoutLimits } from "./openai/call-timeout";
import type { OpenAiAccess } from "./openai/client";
import { createOpenAiModerator } from "./openai/moderator";
import { createOpenAiPainter } from "./openai/painter";
import { createOpenAiVision } from "./openai/vision";
import { createOpenAiWriter } from "./openai/writer";
import type { Painter } from "./painter";
import { createReplicateAnimator } from "./replicate/animator";
import { createReplicatePainter } from "./replicate/painter";
import { replicateUrl } from "./replicate/predictions";
import { createSdApiPainter } from "./sdapi/painter";
import type { Vision } from "./vision";
import type { Writer } from "./writer";

interface Providers {
  writer: Writer;
  painter: Painter;
  /** Configured but not chosen. */
  otherPainters: Painter[];
  comfyUi: ReturnType<typeof createComfyUi>;
  animator: Animator;
  moderator: Moderator | null;
  vision: Vision | null;
}

const holder = globalThis as { inkwrightProviders?: Providers };

/**
 * Cheap, and streams at once: reasoning models think first, and the first picture waits for that.
 */
const defaultTextModel = "gpt-4.1-mini";

function currentProviders(): Providers {
  holder.inkwrightProviders ??= createProviders();
  return holder.inkwrightProviders;
}

/** A configured provider that fails is an error: the demo studio never replaces it. */
function createProviders(): Providers {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, ...set } = env();
  const openAi = apiKey || baseUrl ? { apiKey, baseUrl } : null;
  const replicate = replicateSettings();
  const comfyUi = createComfyUi();
  const [painter, ...otherPainters] = createPainters(comfyUi, replicate, openAi);
  return {
    writer: openAi
      ? createOpenAiWriter({
          ...openAi,
          model: set.OPENAI_MODEL ?? defaultTextModel,
          limits: writerLimits(),
          maxTokens: set.OPENAI_MAX_TOKENS,
        })
      : demoWriter({ durationMs: set.DEMO_WRITER_MS }),
    painter,
    otherPainters,
    comfyUi,
    animator: replicate ? createReplicateAnimator(replicate) : demoAnimator(),
    moderator:
      openAi && set.OPENAI_MODERATION !== "off"
        ? createOpenAiModerator({ ...openAi, optional: set.OPENAI_MODERATION === "auto" })
        : null,
    vision:
      openAi && set.OPENAI_VISION_MODEL
        ? createOpenAiVision({
            ...openAi,
            model: set.OPENAI_VISION_MODEL,
            maxTokens: set.OPENAI_MAX_TOKENS,
          })
        : painter.demo
          ? demoVision()
          : null,
  };
}

/**
 * Seconds for one answer on a host that ends requests after 300 s; a request takes at most two
 * answers.
 */
const hostedAnswerSeconds = 150;

/** In milliseconds. */
export function writerLimits(): TimeoutLimits {
  const set = env();
  const total = isServerless()
    ? Math.min(set.OPENAI_ANSWER_SECONDS, hostedAnswerSeconds)
    : set.OPENAI_ANSWER_SECONDS;
  return {
    firstChunk: Math.min(set.OPENAI_FIRST_TOKEN_SECONDS, total) * 1_000,
    idle: set.OPENAI_SILENCE_SECONDS * 1_000,
    total: total * 1_000,
  };
}

function createComfyUi() {
  const { COMFYUI_URL: url, COMFYUI_WORKFLOWS: folder, OWN_PAINTER_SECONDS } = env();
  return url
    ? createComfyUiPainter({ url, folder, deadlineMs: OWN_PAINTER_SECONDS * 1_000 })
    : null;
}

/** The configured painters: the one of PAINTER first, then in the order of `painterNames`. */
function createPainters(
  comfyui: Painter | null,
  replicate: ReturnType<typeof replicateSettings>,
  openAi: OpenAiAccess | null,
): [Painter, ...Painter[]] {
  const set = env();
  const model = set.OPENAI_IMAGE_MODEL;
  const painters: Record<(typeof painterNames)[number], Painter | null> = {
    comfyui,
    sdapi: set.SDAPI_URL
      ? createSdApiPainter({
          url: set.SDAPI_URL,
          options: set.SDAPI_OPTIONS,
          deadlineMs:
            Math.min(set.OWN_PAINTER_SECONDS, isServerless() ? hostedAnswerSeconds : 840) * 1_000,
        })
      : null,
    replicate: replicate && createReplicatePainter(replicate),
    openai: openAi && model ? createOpenAiPainter({ ...openAi, model }) : null,
    demo: null,
  };
  const demo = demoPainter({ delayMs: set.DEMO_PAINTER_MS });
  const chosen = set.PAINTER === "demo" ? demo : set.PAINTER && painters[set.PAINTER];
  const others = painterNames.flatMap((name) => painters[name] ?? []);
  const [first = demo, ...rest] = chosen
    ? [chosen, ...others.filter((one) => one !== chosen)]
    : others;
  return [first, ...rest];
}

/**
 * Null without a token. The webhook needs a public https address and a secret for its signatures.
 */
function replicateSettings() {
  const {
    REPLICATE_API_TOKEN: token,
    REPLICATE_BASE_URL: baseUrl,
    REPLICATE_WEBHOOK_SECRET: secret,
    REPLICATE_VIDEO_MODEL: model,
  } = env();
  if (!token) return null;
  const webhook = absoluteUrl("/api/webhooks/replicate");
  const isReachable = secret !== undefined && webhook.startsWith("https://");
  return {
    token,
    baseUrl: replicateUrl(baseUrl),
    model,
    ...(isReachable ? { webhook } : {}),
  };
}

/** The only place that chooses the adapters. */
export const writer = (): Writer => currentProviders().writer;
export const painter = (): Painter => currentProviders().painter;
/** All configured painters, the chosen one first. */
export const painters = (): Painter[] => [painter(), ...currentProviders().otherPainters];
/** For its workflows; null if no ComfyUI is configured. */
export const comfyUi = () => currentProviders().comfyUi;
export const animator = (): Animator => currentProviders().animator;
/** Checks texts before generation; null when no moderation is configured. */
export const moderator = (): Moderator | null => currentProviders().moderator;
/** Looks at pictures; null if a model paints and no vision model is configured. */
export const vision = (): Vision | null => currentProviders().vision;

/** Replaces providers, for example with fast ones for demo content or failing ones for tests. */
export function overrideProviders(providers: Partial<Providers>): void {
  holder.inkwrightProviders = { ...currentProviders(), ...providers };
}

/** Name of the engine behind each port, as the status page shows it. */
export const aiEngines = {
  text: () => writer().name,
  pictures: () => painter().name,
  videos: () => animator().name,
  vision: () => vision()?.name ?? "none",
};
export type AiPort = keyof typeof aiEngines;
