import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { draw } from "./drawing";
import { type Node, publishedNodes } from "./nodes";
import { type Prompt, refusalOf } from "./validation";
import { openSockets } from "./websocket";

/**
 * A server with ComfyUI's HTTP API and websocket, on loopback, after `server.py` and `execution.py`:
 * it validates prompts, runs one at a time, and fails as it is told.
 */

/** How a run goes; `endless`: it makes progress and never ends. */
export type Ending = "memory" | "nsfw" | "crash" | "empty" | "endless" | { size: [number, number] };

/** How a call goes wrong. `after`: it has been taken all the same. */
export type Fault = { status: number; body?: string } | { reset: "before" | "after" };

type Entry = [number: number, id: string, prompt: Prompt, extra: { client_id?: string }];
interface Run {
  prompt: Entry;
  outputs: Record<string, { images?: { filename: string; subfolder: string; type: string }[] }>;
  status?: { status_str: string; completed: boolean; messages: [string, object][] };
}

interface Options {
  /** Milliseconds of a run; the first one also loads the model. */
  takes?: number;
  loads?: number;
  /** As versions of 2024: no ids of clients, no status in the history. */
  isOld?: boolean;
  /** `user:password` that it asks for. */
  credentials?: string;
}

export async function startComfyUi({ takes = 10, loads = 0, isOld, credentials }: Options = {}) {
  const nodes: Record<string, Node> = publishedNodes();
  const calls: string[] = [];
  const faults = new Map<string, Fault[]>();
  const endings: Ending[] = [];
  const uploads = new Map<string, Buffer>();
  const results = new Map<string, Buffer>();
  let pending: Entry[] = [];
  let running: Entry | undefined;
  let history: Record<string, Run> = {};
  let number = 0;
  let isLoaded = loads === 0;
  let interrupted = "";

  const work = async () => {
    const entry = pending[0];
    if (running || !entry) return;
    pending = pending.slice(1);
    running = entry;
    const run = await runOf(entry);
    if (running !== entry) return;
    running = undefined;
    // Old versions drop runs that failed.
    if (run && (!isOld || run.status?.completed)) {
      if (isOld) delete run.status;
      history[entry[1]] = run;
    }
    void work();
  };

  async function runOf(entry: Entry): Promise<Run | undefined> {
    const [, id, prompt, { client_id = "" }] = entry;
    const ending = endings.shift();
    const messages: [string, object][] = [];
    const tell = (event: string, data: object) => {
      messages.push([event, { prompt_id: id, ...data, timestamp: Date.now() }]);
      sockets.send(client_id, { type: event, data: { prompt_id: id, ...data } });
    };
    const end = (status_str: string, outputs: Run["outputs"] = {}): Run => ({
      prompt: entry,
      outputs,
      status: { status_str, completed: status_str === "success", messages },
    });
    tell("execution_start", {});
    if (!isLoaded) await pause(loads);
    isLoaded = true;
    for (let value = 1; value <= 4 || ending === "endless"; value += 1) {
      await pause(takes / 4);
      const data = { node: "6", value: Math.min(value, 4), max: 4, prompt_id: id };
      sockets.send(client_id, { type: "progress", data });
      if (interrupted === id) {
        tell("execution_interrupted", { node_id: "6" });
        return end("error");
      }
      if (running !== entry) return undefined;
    }
    const fail = (exception_type: string, exception_message: string) => {
      tell("execution_error", {
        node_id: "6",
        node_type: "KSampler",
        exception_type,
        exception_message,
      });
      return end("error");
    };
    if (ending === "memory") {
      return fail("torch.OutOfMemoryError", "Allocation on device 0 would exceed allowed memory.");
    }
    if (ending === "nsfw") return fail("Exception", "Potential NSFW content was detected.");
    if (ending === "crash")
      return fail("RuntimeError", "mat1 and mat2 shapes cannot be multiplied");
    if (ending === "empty") return end("success");
    const drawn = await draw(prompt, uploads);
    const [width, height] = typeof ending === "object" ? ending.size : [];
    const filename = `inkwright_${String(results.size).padStart(5, "0")}_.png`;
    results.set(filename, width ? await sharp(drawn).resize(width, height).toBuffer() : drawn);
    tell("execution_success", {});
    const preview = { filename, subfolder: "", type: "temp" };
    return end("success", {
      preview: { images: [preview] },
      saved: { images: [{ ...preview, type: "output" }] },
    });
  }

  async function answer(method: string, url: URL, request: IncomingMessage): Promise<Reply> {
    const route = `${method} ${url.pathname}`;
    if (route === "GET /object_info") return { json: nodes };
    if (route === "GET /queue") {
      return { json: { queue_running: running ? [running] : [], queue_pending: pending } };
    }
    if (route === "GET /history") return { json: history };
    if (url.pathname.startsWith("/history/")) {
      const id = url.pathname.slice(9);
      return { json: history[id] ? { [id]: history[id] } : {} };
    }
    if (route === "GET /view") {
      const bytes = results.get(url.searchParams.get("filename") ?? "");
      return bytes ? { bytes } : { status: 404 };
    }
    if (route === "POST /upload/image") return upload(request);
    const body = JSON.parse((await buffer(request)).toString() || "{}");
    if (route === "POST /prompt") return queue(body);
    if (route === "POST /queue") {
      pending = pending.filter(([, id]) => !body.delete.includes(id));
      return {};
    }
    if (route !== "POST /interrupt") return { status: 404 };
    if (running && (isOld || body.prompt_id === running[1])) interrupted = running[1];
    return {};
  }

  async function upload(request: IncomingMessage): Promise<Reply> {
    const headers = { "content-type": String(request.headers["content-type"]) };
    const form = await new Response(new Uint8Array(await buffer(request)), { headers }).formData();
    const [file, subfolder] = [form.get("image") as File, String(form.get("subfolder") ?? "")];
    const name = subfolder ? `${subfolder}/${file.name}` : file.name;
    uploads.set(name, Buffer.from(await file.arrayBuffer()));
    return { json: { name: file.name, subfolder, type: "input" } };
  }

  function queue(body: {
    prompt: Prompt;
    prompt_id?: string;
    client_id?: string;
    extra_data?: object;
  }): Reply {
    const refusal = refusalOf(body.prompt, nodes, new Set(uploads.keys()));
    if (refusal) return { status: 400, json: refusal };
    const prompt_id = (!isOld && body.prompt_id) || randomUUID();
    const extra = { ...body.extra_data, client_id: body.client_id ?? "" };
    number += 1;
    pending.push([number, prompt_id, body.prompt, extra]);
    void work();
    return { json: { prompt_id, number, node_errors: {} } };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const name = `${request.method} /${url.pathname.split("/")[1]}`;
    calls.push(name);
    const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
    const fault =
      wanted && request.headers.authorization !== wanted
        ? { status: 401 }
        : faults.get(name)?.shift();
    if (fault && "reset" in fault && fault.reset === "before") return void request.socket.destroy();
    if (fault && "status" in fault)
      return send(response, { status: fault.status, text: fault.body ?? "" });
    const reply = await answer(request.method ?? "GET", url, request);
    if (fault) return void request.socket.destroy();
    send(response, reply);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      send(response, { status: 500, text: `${error}` }),
    );
  });
  const sockets = openSockets(server, "/ws");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    nodes,
    calls,
    uploads,
    results,
    sockets,
    prompts: () => [
      ...(running ? [running] : []),
      ...pending,
      ...Object.values(history).map(({ prompt }) => prompt),
    ],
    isRunning: () => running !== undefined,
    end: (...more: Ending[]) => void endings.push(...more),
    next: (call: string, ...more: Fault[]) => void faults.set(call, more),
    /** Another client's run, in front of the next. */
    occupy: () => void queue({ prompt: otherPrompt }),
    /** As if the server were started again: its queue and history are empty. */
    restart() {
      [pending, running, history] = [[], undefined, {}];
      sockets.closeAll();
    },
    close: () =>
      new Promise<void>((resolve) => {
        running = undefined;
        sockets.closeAll();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type ComfyUiServer = Awaited<ReturnType<typeof startComfyUi>>;

interface Reply {
  status?: number;
  json?: unknown;
  bytes?: Buffer;
  text?: string;
}

function send(response: ServerResponse, { status = 200, json, bytes, text = "" }: Reply): void {
  const type = json === undefined ? (bytes ? "image/png" : "text/plain") : "application/json";
  response.writeHead(status, { "content-type": type });
  response.end(json === undefined ? (bytes ?? text) : JSON.stringify(json));
}

const otherPrompt: Prompt = {
  a: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "sd_xl_base_1.0.safetensors" } },
  b: { class_type: "CLIPTextEncode", inputs: { text: "A boat", clip: ["a", 1] } },
  c: { class_type: "EmptyLatentImage", inputs: { width: 64, height: 64, batch_size: 1 } },
  d: {
    class_type: "KSampler",
    inputs: {
      model: ["a", 0],
      positive: ["b", 0],
      negative: ["b", 0],
      latent_image: ["c", 0],
      seed: 1,
      steps: 4,
      cfg: 1,
      denoise: 1,
      sampler_name: "euler",
      scheduler: "simple",
    },
  },
  e: { class_type: "VAEDecode", inputs: { samples: ["d", 0], vae: ["a", 2] } },
  f: { class_type: "SaveImage", inputs: { images: ["e", 0], filename_prefix: "other" } },
};
