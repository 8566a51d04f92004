import "server-only";
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { maxOf } from "@/lib/platform/min-max";
import { emptyResultError, endedEarlyError, notSetUpError } from "../own-engine";
import type { PaintedImage, PainterModels, PaintRequest } from "../painter";
import { fitPicture } from "../pictures";
import { referencesOf } from "../prompts/painting-prompt";
import type { DeferredProvider, Ticket } from "../provider";
import { flaggedError, ProviderError } from "../provider-error";
import type { ProviderUsage } from "../usage";
import { createComfyUiClient, type ImageFile, type Run } from "./client";
import { errorFromRun } from "./errors";
import { fillWorkflow } from "./fill";
import { followProgress } from "./progress";
import { missingFor } from "./requirements";
import { chooseWorkflow, picturesOf, type Workflow } from "./workflow";
import { type LoadedWorkflow, loadWorkflows } from "./workflow-queries";

export interface ComfyUiSettings {
  url: string;
  /** Folder of workflows. */
  folder?: string | undefined;
  /** Milliseconds for a request, and for a picture, the wait in the server's queue included. */
  timeoutMs?: number;
  deadlineMs: number;
  /** Milliseconds for which workflows are cached. */
  rememberMs?: number;
}

const name = "ComfyUI";
const provider = "comfyui";
const defaultRememberMs = 10_000;
/** Milliseconds for which a page waits to learn what the server lacks. */
const infoWaitMs = 3_000;

const ticketShape = z.object({
  attempt: z.string().max(200),
  createdAt: z.number(),
  width: z.number().max(10_000),
  height: z.number().max(10_000),
});

/** Stored with a run, so that it can be found and identified later. */
const markShape = z.object({
  attempt: z.string().max(200),
  workflow: z.string().max(200),
  note: z.string().max(500).optional(),
  carried: z.int().optional(),
});
const markOf = (extra: Record<string, unknown>) => markShape.safeParse(extra.inkwright).data;

/** Pictures by workflows on a ComfyUI server. */
export function createComfyUiPainter(
  settings: ComfyUiSettings,
): PainterModels &
  DeferredProvider<PaintRequest, PaintedImage> & { workflows(): Promise<WorkflowState[]> } {
  const client = createComfyUiClient(settings.url, settings.timeoutMs);
  const progress = followProgress(client.engine.base);
  const { rememberMs = defaultRememberMs } = settings;
  let known: { loaded: LoadedWorkflow[]; at: number } | undefined;

  async function load(): Promise<LoadedWorkflow[]> {
    if (!known || performance.now() - known.at > rememberMs) {
      known = { loaded: await loadWorkflows(settings.folder), at: performance.now() };
    }
    return known.loaded;
  }
  const usable = (): Workflow[] =>
    (known?.loaded ?? []).flatMap(({ workflow }) => (workflow ? [workflow] : []));

  /** The workflow and graph for a request. @throws ProviderError; nothing is queued yet */
  async function plan(request: PaintRequest) {
    await load();
    const workflow = chooseWorkflow(usable(), {
      hasMask: request.mask !== undefined,
      hasInitial: request.initialImage !== undefined,
      references: referencesOf(request, 100).length,
    });
    if (!workflow) throw noWorkflowError(request);
    const info = await client.info();
    const missing = missingFor(workflow, info);
    if (missing.length > 0) {
      throw notSetUpError(`ComfyUI lacks ${missing.join(", ")} (workflow ${workflow.name}).`);
    }
    const filled = await fillWorkflow(workflow, request, info, client.upload);
    if (filled) return { workflow, ...filled };
    throw notSetUpError(
      `The workflow ${workflow.name} needs more pictures than a request has, and no other fits.`,
    );
  }

  async function create(request: PaintRequest): Promise<string> {
    const { workflow, graph, ...told } = await beforeQueue(plan(request));
    const { attemptId: attempt } = request;
    if (!client.engine.hasPassword) progress.open();
    const runId = await client.submit(workflow.name, {
      prompt: graph,
      prompt_id: idOf(attempt),
      client_id: progress.clientId,
      extra_data: { inkwright: { attempt, workflow: workflow.name, ...told } },
    });
    if (!client.engine.hasPassword) progress.follow(runId);
    return runId;
  }

  /** The run once it has ended, null before. @throws ProviderError if the server lost it */
  async function endOf(id: string): Promise<Run | null> {
    const ended = await client.ended(id);
    if (ended) return ended;
    const { running, pending } = await client.queue();
    if ([...running, ...pending].some(([, one]) => one === id)) return null;
    // It may have ended between the two calls. Otherwise a restart has emptied the queue.
    const late = await client.ended(id);
    if (!late) throw endedEarlyError(new Error(`run ${id} is gone`));
    return late;
  }

  async function view(file: ImageFile): Promise<Uint8Array> {
    return client.view(file).catch((error: unknown) => {
      // This is how the server answers for a missing file.
      if (!(error instanceof ProviderError && error.code === "ai_unavailable")) throw error;
      if (error.retryability !== "final") throw error;
      const message = "The finished picture was no longer on the image server. Please try again.";
      throw new ProviderError("image_failed", message, "anew", { cause: error });
    });
  }

  async function workflows(): Promise<WorkflowState[]> {
    known = undefined;
    const loaded = await load();
    const late = pause(infoWaitMs, null, { ref: false });
    const info = await Promise.race([client.info().catch(() => null), late]);
    return loaded.map(({ workflow, ...rest }) => ({
      ...rest,
      kind: workflow?.kind ?? null,
      pictures: workflow ? picturesOf(workflow) : 0,
      missing: workflow && info ? missingFor(workflow, info) : [],
    }));
  }

  return {
    name,
    demo: false,
    onlyModel: name,
    deadlineMs: settings.deadlineMs,
    billed: () => ({ provider, model: name }),
    prepare: async () => void (await load()),
    get takesLora() {
      return usable().some(({ slots }) => slots.has("lora"));
    },
    takesMask: () => usable().some(({ kind }) => kind === "repair"),
    maxReferences: () =>
      maxOf([
        0,
        ...usable()
          .filter(({ kind, slots }) => kind !== "repair" && !slots.has("init image"))
          .map(({ references }) => references),
      ]),
    workflows,
    async check() {
      const all = await workflows();
      // `workflows` does not fail if the server does not answer.
      await client.info();
      if (all.length === 0) throw new Error(noWorkflows);
      const faults = all.flatMap(({ name: of, problem, missing }) => {
        if (problem) return [`${of}: ${problem}`];
        return missing.length > 0 ? [`${of}: ComfyUI lacks ${missing.join(", ")}.`] : [];
      });
      if (faults.length > 0) throw new Error(faults.join(" "));
    },
    deferred: {
      hasWebhook: false,
      createTicket: ({ attemptId: attempt, width, height }) => ({
        medium: "image",
        provider,
        model: name,
        attempt,
        createdAt: Date.now(),
        width,
        height,
      }),
      create,
      async find(ticket) {
        const { attempt } = ticketShape.parse(ticket);
        const [{ running, pending }, ended] = await Promise.all([client.queue(), client.latest()]);
        return [...ended.map(({ prompt }) => prompt), ...running, ...pending].flatMap(
          ([, id, , extra]) => (markOf(extra)?.attempt === attempt ? [id] : []),
        );
      },
      async fetchResult(id, ticket, onUsage) {
        const run = await endOf(id);
        if (!run) return null;
        progress.forget(id);
        onUsage?.(usageOf(run, ticket));
        if (run.status?.status_str === "error") throw errorFromRun(run.status.messages);
        const file = pictureIn(run);
        if (!file) throw emptyResultError(new Error(`run ${id} has no picture`));
        const mark = markOf(run.prompt[3]);
        return {
          bytes: await fitPicture(await view(file), ticketShape.parse(ticket)),
          // Workflows report no faces.
          faces: [],
          model: mark ? `${name}, ${mark.workflow}`.slice(0, 80) : name,
          ...(mark?.note && { note: mark.note }),
          ...(mark?.carried !== undefined && { carried: mark.carried }),
        };
      },
      async fetchUsage(id, ticket) {
        const run = await endOf(id);
        return run && usageOf(run, ticket);
      },
      async cancel(id) {
        progress.forget(id);
        await client.remove(id);
        // Old versions interrupt whatever runs, so it has to be ours.
        const { running } = await client.queue();
        if (running.some(([, one]) => one === id)) await client.interrupt(id);
      },
      progressOf: progress.percentOf,
    },
  };
}

/** A workflow with what the server lacks for it. */
export interface WorkflowState extends Omit<LoadedWorkflow, "workflow"> {
  kind: Workflow["kind"] | null;
  pictures: number;
  missing: string[];
}

const noWorkflows =
  "There is no workflow: put one into the folder of COMFYUI_WORKFLOWS, or paste one on this page.";

function noWorkflowError({ initialImage }: PaintRequest): ProviderError {
  if (!initialImage) return notSetUpError(noWorkflows);
  return new ProviderError(
    "image_failed",
    "The image server of this site cannot change a picture. A new one can be made instead.",
    "final",
    {
      advice: "No workflow takes a picture: it needs a node titled 'init image' or 'reference 1'.",
    },
  );
}

/** Nothing is queued yet, so a retry need not look for a run. */
const beforeQueue = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.retryability !== "unknown") throw error;
    throw new ProviderError(error.code, error.message, "anew", error.details);
  });

/** A UUID for an attempt. */
const idOf = (attempt: string): string =>
  createHash("sha256")
    .update(attempt)
    .digest("hex")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");

/** The picture that a run stored, or else showed. */
function pictureIn({ outputs }: Run): ImageFile | undefined {
  const images = Object.values(outputs).flatMap((one) => one.images);
  return images.find(({ type }) => type === "output") ?? images[0];
}

function usageOf({ prompt, status }: Run, ticket: Ticket): ProviderUsage {
  const isDone = status?.status_str !== "error";
  const isRefused = !isDone && errorFromRun(status?.messages ?? []).code === flaggedError().code;
  const times = (status?.messages ?? []).flatMap(([, { timestamp }]) =>
    typeof timestamp === "number" ? [timestamp] : [],
  );
  const [first, last = 0] = [times[0], times.at(-1)];
  const sinceCreation = Date.now() - ticketShape.parse(ticket).createdAt;
  return {
    provider,
    model: markOf(prompt[3])?.workflow ?? name,
    kind: "image",
    milliseconds: first === undefined ? sinceCreation : last - first,
    outcome: isDone ? "completed" : isRefused ? "refused" : "failed",
    units: isDone ? { images: 1 } : {},
    requestId: prompt[1],
  };
}
