import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { painters, writer } from "@/lib/ai";
import { jsonOf } from "@/lib/ai/json-of";
import type { Painter, PaintRequest } from "@/lib/ai/painter";
import { untilAborted } from "@/lib/ai/until-aborted";
import type { OnUsage, ProviderUsage } from "@/lib/ai/usage";
import type { WriterRequest } from "@/lib/ai/writer";
import { auditCall } from "@/lib/platform/audit-service";
import { requireAdministrator } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { AppError } from "@/lib/platform/errors";
import {
  countHit,
  enforceRateLimit,
  type RateRule,
  resetRateLimit,
} from "@/lib/platform/rate-limit";
import { isServerless } from "@/lib/platform/serverless";
import { withBudget } from "@/lib/spending/budget-service";
import { costOfPicture, costOfText } from "@/lib/spending/estimates";
import { recordCall } from "@/lib/spending/service";
import { imageModels } from "@/lib/stories/schema";
import type { Trial, TrialName, TrialResult } from "./schema";
import { sentenceOf } from "./service";

const trialLimit: RateRule = { name: "setup-trial", max: 120, windowSeconds: 3_600 };

/** Seconds for one trial; a host may end requests after 90. */
const limitSeconds = () => (isServerless() ? 75 : 240);
/** Milliseconds between two polls of a prediction. */
const pollMs = 500;
const side = 512;

/** The lock of the running trial; it expires if the trial's process dies. */
const runningTrial = (): RateRule => ({
  name: "setup-trial-running",
  max: 1,
  windowSeconds: limitSeconds() + 15,
});

/**
 * Tries one engine with a small task: draw, change a picture, change it within a mask, draw with a
 * reference picture, or write. The ledger records its cost; one trial runs at a time.
 * @param script the request for the writer
 * @throws AppError `not_found`, `rate_limited`, `conflict` while another one runs, `budget_exceeded`
 */
export async function tryEngine(
  viewer: Viewer | null,
  trial: Trial,
  script: WriterRequest,
): Promise<TrialResult> {
  requireAdministrator(viewer);
  await enforceRateLimit(trialLimit, "all");
  await auditCall(viewer, "POST /api/setup/trials", { ...trial });
  const isScript = trial.trial === "script";
  const engine = isScript ? undefined : painters().find(({ name }) => name === trial.engine);
  if (isScript ? writer().name !== trial.engine : !engine) {
    throw new AppError("not_found", "This engine is not configured any more. Reload the page.");
  }
  await engine?.prepare?.();
  const reason = engine && inabilityOf(engine, trial.trial);
  if (reason) return { outcome: "unable", seconds: 0, detail: reason };
  if ((await countHit(runningTrial(), "all")).hits > 1) {
    throw new AppError("conflict", "A trial is running already. Please wait until it has ended.");
  }
  const cost = engine ? costOfPicture(imageModels[0], undefined, engine) : costOfText();
  try {
    const result = await withBudget(viewer.id, cost, () =>
      run(viewer, trial.trial, engine, script),
    );
    // A server may refuse a mask or references only once it is asked.
    const found = engine && inabilityOf(engine, trial.trial);
    return found ? { ...result, outcome: "unable", detail: found } : result;
  } finally {
    await resetRateLimit(runningTrial(), "all");
  }
}

/** @param engine a painter; without one the writer */
async function run(
  viewer: Viewer,
  trial: TrialName,
  engine: Painter | undefined,
  script: WriterRequest,
): Promise<TrialResult> {
  const start = performance.now();
  const result = (outcome: TrialResult["outcome"], detail: string | null = null) => ({
    outcome,
    detail,
    seconds: Math.round((performance.now() - start) / 100) / 10,
  });
  const ledger = { userId: viewer.id, storyId: null, sceneId: null, jobId: null };
  const writes: Promise<void>[] = [];
  const onUsage: OnUsage = (usage: ProviderUsage) =>
    void writes.push(recordCall(ledger, usage).catch(() => {}));
  const signal = AbortSignal.timeout(limitSeconds() * 1_000);
  try {
    const note = await (engine
      ? paint(engine, trial, signal, onUsage)
      : write({ ...script, signal, onUsage }));
    return result("works", note);
  } catch (error) {
    const late = `It was not done after ${limitSeconds()} s. A model that is still loading is quicker the next time.`;
    return result("fails", signal.aborted ? late : sentenceOf(error));
  } finally {
    await Promise.all(writes);
  }
}

/** Why an engine cannot do the task; null if it can. */
function inabilityOf(painter: Painter, trial: TrialName): string | null {
  const [model] = imageModels;
  if (trial === "mask" && !painter.takesMask?.(model)) {
    return "It takes no mask: a repair sends the part around it, and words.";
  }
  if (trial === "reference" && painter.maxReferences(model) === 0) {
    return "It takes no reference pictures: people are described in words.";
  }
  return null;
}

/** @returns the engine's note */
async function paint(
  painter: Painter,
  trial: TrialName,
  signal: AbortSignal,
  onUsage: OnUsage,
): Promise<string | null> {
  const request = {
    ...(await requestFor(trial)),
    attemptId: `trial:${randomUUID()}`,
    signal,
    onUsage,
  };
  const { deferred } = painter;
  if (!deferred) return (await untilAborted(signal, painter.make(request))).note ?? null;
  const ticket = deferred.createTicket(request);
  const id = await deferred.create(request);
  try {
    for (;;) {
      const painted = await deferred.fetchResult(id, ticket, onUsage);
      if (painted) return painted.note ?? null;
      await pause(pollMs, null, { signal });
    }
  } finally {
    if (signal.aborted) await deferred.cancel(id).catch(() => {});
  }
}

const lighthouse = {
  kind: "free",
  prompt: "A red lighthouse on a cliff by the sea",
  artStyle: "ink and watercolour",
  width: side,
  height: side,
  seed: "trial",
  figures: [],
  model: imageModels[0],
} as const satisfies Omit<PaintRequest, "attemptId">;

async function requestFor(trial: TrialName): Promise<Omit<PaintRequest, "attemptId">> {
  if (trial === "picture") return lighthouse;
  const bytes = await svg(
    `<rect width="512" height="512" fill="#9cc4e4"/><rect y="380" width="512" height="132" fill="#6b8e5a"/><circle cx="256" cy="220" r="90" fill="#f0c9a4"/><rect x="186" y="310" width="140" height="150" rx="30" fill="#c0392b"/>`,
  );
  if (trial === "reference") {
    const [id, name] = ["trial", "Mara"];
    const reference = {
      role: "face" as const,
      name,
      label: "",
      mediaId: id,
      characterId: id,
      bytes,
    };
    const figures = [{ id, name, description: "In a red coat." }];
    return { ...lighthouse, prompt: "Mara before a lighthouse", figures, references: [reference] };
  }
  const loadProvenance = async () => ({ ...lighthouse, model: "", changes: [] });
  const edit = { ...lighthouse, prompt: "It is night", initialImage: { bytes, loadProvenance } };
  if (trial === "edit") return edit;
  const png = await svg(
    `<rect width="512" height="512"/><rect width="512" height="256" fill="#fff"/>`,
  );
  return { ...edit, mask: { png, box: { x: 0, y: 0, width: 1, height: 0.5 } } };
}

const svg = (shapes: string): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">${shapes}</svg>`),
  )
    .flatten()
    .png()
    .toBuffer();

/** Asks the writer. @throws Error if its answer does not fit the script's schema */
async function write(script: WriterRequest): Promise<null> {
  const read = async () => {
    let text = "";
    for await (const part of writer().write(script)) text += part;
    return text;
  };
  const { schema, signal } = script;
  const text = await untilAborted(signal, read());
  if (schema.safeParse(jsonOf(text)).success) return null;
  throw new Error("It answered, but not in the form that was asked for.");
}
