import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { type EngineResponse, engineClient, errorFromResponse, parseAnswer } from "../own-engine";
import { PromiseCache } from "../promise-cache";
import { errorFromRefusal } from "./errors";
import type { ObjectInfo } from "./graph";
import type { Graph } from "./workflow";

const id = z.string().max(200);
const data = z.record(z.string(), z.unknown());
const image = z.object({
  filename: z.string().max(500),
  subfolder: z.string().max(500).default(""),
  type: z.string().max(40).default("output"),
});
export type ImageFile = z.infer<typeof image>;

/** A prompt as queue and history keep it: number, id, graph, extra data, outputs. */
const entry = z.tuple([z.unknown(), id, z.unknown(), data.catch({})]).rest(z.unknown());
const run = z.object({
  prompt: entry,
  outputs: z.record(z.string(), z.looseObject({ images: z.array(image).catch([]) })).catch({}),
  /** Absent in old versions, whose history keeps only runs that succeeded. */
  status: z
    .object({
      status_str: z.string().max(40),
      messages: z.array(z.tuple([z.string(), data.catch({})])).catch([]),
    })
    .nullish(),
});
export type Run = z.infer<typeof run>;
const history = z.record(z.string(), run);
const queue = z.object({ queue_running: z.array(entry), queue_pending: z.array(entry) });

const nodeInfo = z.looseObject({
  input: z.object({ required: data.catch({}), optional: data.catch({}) }).partial(),
  output: z.array(z.unknown()),
  output_node: z.boolean().optional(),
});

/** Milliseconds for which the list of the server's nodes and files is cached. */
const infoTtlMs = 60_000;
const uploadTtlMs = 3_600_000;
const folder = "inkwright";

/** The calls of ComfyUI's HTTP API (`server.py`) that we use; each is sent once. */
export function createComfyUiClient(url: string, timeoutMs?: number) {
  const engine = engineClient(url);
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const infos = new PromiseCache<ObjectInfo>(1, infoTtlMs);
  const uploads = new PromiseCache<string>(200, uploadTtlMs);

  const get = async (path: string) => successful(await engine.call(path, limit));
  const post = async (path: string, json: unknown) =>
    successful(await engine.call(path, { method: "POST", json, ...limit }));

  async function upload(bytes: Uint8Array, name: string): Promise<string> {
    const form = new FormData();
    form.set("image", new Blob([new Uint8Array(bytes)]), name);
    form.set("subfolder", folder);
    form.set("overwrite", "true");
    const stored = await engine
      .call("/upload/image", { method: "POST", form, ...limit })
      .then(successful);
    const file = parseAnswer(
      z.object({ name: z.string().max(500), subfolder: z.string().max(500) }),
      stored,
    );
    return file.subfolder ? `${file.subfolder}/${file.name}` : file.name;
  }

  return {
    engine,
    /** Queues a workflow. @returns the id of its run: ours, except in versions that make their own */
    async submit(
      workflow: string,
      body: { prompt: Graph; prompt_id: string; client_id: string; extra_data: object },
    ): Promise<string> {
      const response = await engine.call("/prompt", { method: "POST", json: body, ...limit });
      if (response.status >= 300) throw errorFromRefusal(workflow, response);
      return parseAnswer(z.object({ prompt_id: id }), response).prompt_id;
    },
    /** A run that has ended; undefined while it waits or runs, or if the server does not know it. */
    ended: async (runId: string): Promise<Run | undefined> =>
      parseAnswer(history, await get(`/history/${encodeURIComponent(runId)}`))[runId],
    /** The latest runs that have ended. */
    latest: async (): Promise<Run[]> =>
      Object.values(parseAnswer(history, await get("/history?max_items=100"))),
    async queue() {
      const { queue_running, queue_pending } = parseAnswer(queue, await get("/queue"));
      return { running: queue_running, pending: queue_pending };
    },
    /** @throws ProviderError `image_failed` if the file is gone */
    async view({ filename, subfolder, type }: ImageFile): Promise<Uint8Array> {
      const query = new URLSearchParams({ filename, subfolder, type });
      return (await get(`/view?${query}`)).bytes;
    },
    /** Uploads a picture once. @returns the value of an input that loads it */
    upload(bytes: Uint8Array): Promise<string> {
      const name = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.png`;
      return uploads.get(name) ?? uploads.set(name, upload(bytes, name));
    },
    remove: (runId: string) => post("/queue", { delete: [runId] }),
    interrupt: (runId: string) => post("/interrupt", { prompt_id: runId }),
    info: (): Promise<ObjectInfo> =>
      infos.get("") ??
      infos.set(
        "",
        get("/object_info").then((answer) => parseAnswer(z.record(z.string(), nodeInfo), answer)),
      ),
  };
}

function successful(response: EngineResponse): EngineResponse {
  if (response.status < 300) return response;
  throw errorFromResponse(response);
}
