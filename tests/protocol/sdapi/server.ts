import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json as readJson } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";

/**
 * A server with the `sdapi` interface, on loopback: AUTOMATIC1111's (`modules/api`), with ControlNet's
 * routes where it has that extension, or stable-diffusion.cpp's (`routes_sdapi.cpp`). It draws one
 * picture at a time, and fails as it is told.
 */

/** How a call fails. `reset`: the server is started again meanwhile. */
export type Failure =
  | { status: number; json?: object; headers?: Record<string, string> }
  | { reset: true }
  | { images: string[]; info?: string }
  | { endless: true };

interface Options {
  /** SD.Next numbers its tasks itself. */
  flavour?: "webui" | "sdnext" | "sdcpp";
  /** Units of ControlNet; without it the extension is not there. */
  units?: number;
  adapters?: boolean;
  takes?: number;
  /** Milliseconds of the first picture, for which the model is loaded. */
  loads?: number;
  credentials?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the caller sent, which tests look into
type Body = any;

export async function startSdApi(options: Options = {}) {
  const { flavour = "webui", units, adapters = true, takes = 5, loads = 0, credentials } = options;
  const calls: { path: string; body: Body }[] = [];
  const failures: Failure[] = [];
  let line: Promise<unknown> = Promise.resolve();
  let isLoaded = loads === 0;
  let progress = 0;
  /** The task that is drawn, as its caller names it. */
  let current: string | undefined;
  const queued = new Set<string>();
  const interrupted: (string | undefined)[] = [];
  const checkpoints = [{ title: "toon.safetensors [abc]", model_name: "toon" }];

  const lists: Record<string, unknown> = {
    "/sdapi/v1/samplers": [{ name: "DPM++ 2M", aliases: ["k_dpmpp_2m"], options: {} }],
    "/sdapi/v1/sd-models": checkpoints,
    "/sdapi/v1/loras":
      flavour === "sdcpp"
        ? [{ name: "mira", path: "people/mira.safetensors" }]
        : [{ name: "mira", alias: "mira", path: "/srv/lora/mira.safetensors", metadata: {} }],
    ...(units !== undefined && {
      "/controlnet/model_list": {
        model_list: ["canny [1]", ...(adapters ? ["ip-adapter-plus_sdxl [2]"] : [])],
      },
      "/controlnet/module_list": {
        module_list: [
          "none",
          "canny",
          ...(adapters ? ["ip-adapter_face_id", "ip-adapter-auto"] : []),
        ],
      },
      "/controlnet/settings": { control_net_unit_count: units },
    }),
    ...(flavour === "sdcpp" && {
      "/sdcpp/v1/capabilities": { features_by_mode: { img_gen: { ref_images: true, lora: true } } },
    }),
  };

  async function draw(path: string, body: Body): Promise<Buffer> {
    const [r = 0, g = 0, b = 0] = createHash("sha256")
      .update(`${body.prompt}${body.seed}`)
      .digest();
    const { width, height } = body;
    const paint = sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
    if (path.endsWith("txt2img")) return paint.png().toBuffer();
    const init = sharp(Buffer.from(body.init_images[0], "base64")).resize(width, height);
    const level = body.mask ? 255 : Math.round(255 * body.denoising_strength);
    const mask = body.mask
      ? await sharp(Buffer.from(body.mask, "base64"))
          .extractChannel("red")
          .resize(width, height, { fit: "fill", kernel: "nearest" })
          .raw()
          .toBuffer()
      : Buffer.alloc(width * height, level);
    const patch = await paint
      .joinChannel(mask, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
    return init
      .composite([{ input: patch }])
      .png()
      .toBuffer();
  }

  async function generate(path: string, body: Body, response: ServerResponse): Promise<void> {
    const failure = failures.shift();
    const task: string | undefined = flavour === "sdnext" ? undefined : body.force_task_id;
    queued.delete(`${task}`);
    current = task;
    const stopped = interrupted.length;
    if (!isLoaded) await pause(loads);
    isLoaded = true;
    if (failure && "status" in failure)
      return send(response, failure.status, failure.json ?? {}, failure.headers);
    for (
      let step = 1;
      step <= 4 || (failure && "endless" in failure && !response.destroyed);
      step += 1
    ) {
      progress = Math.min(step, 4) / 4;
      await pause(takes / 4);
      if (interrupted.length > stopped) break;
    }
    progress = 0;
    current = undefined;
    if (failure && "reset" in failure) return void response.socket?.destroy();
    const told = failure && "images" in failure ? failure : null;
    const images = told?.images ?? [(await draw(path, body)).toString("base64")];
    send(response, 200, { images, parameters: {}, info: told?.info ?? "{}" });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
    if (wanted && request.headers.authorization !== wanted) {
      return send(response, 401, { detail: "Incorrect username or password" });
    }
    if (pathname === "/internal/progress" && flavour !== "sdcpp") {
      const { id_task } = (await readJson(request)) as { id_task: string };
      const [active, isQueued] = [id_task === current, queued.has(id_task)];
      return send(response, 200, { active, queued: isQueued, completed: false, progress });
    }
    if (pathname === "/sdapi/v1/interrupt" && request.method === "POST") {
      interrupted.push(current);
      return send(response, 200, {});
    }
    if (pathname === "/sdapi/v1/progress" && flavour !== "sdcpp") {
      return send(response, 200, { progress, eta_relative: 1, state: {} });
    }
    if (pathname in lists) return send(response, 200, lists[pathname]);
    if (!/^\/sdapi\/v1\/(?:txt2img|img2img)$/.test(pathname) || request.method !== "POST") {
      return send(response, 404, { detail: "Not Found" });
    }
    const body: Body = await readJson(request);
    calls.push({ path: pathname, body });
    if (typeof body.prompt !== "string" || body.width % 8 || body.height % 8) {
      return send(response, 422, { detail: [{ msg: "value is not valid" }] });
    }
    if (flavour === "webui") queued.add(body.force_task_id);
    line = line.then(() => generate(pathname, body, response));
    await line;
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => send(response, 500, { error: `${error}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    checkpoints,
    /** What was drawn at each interruption. */
    interrupted,
    isQueued: (task: string) => queued.has(task),
    isDrawing: (task: string) => current === task,
    last: (): Body => calls.at(-1)?.body,
    fail: (...more: Failure[]) => void failures.push(...more),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type SdApiServer = Awaited<ReturnType<typeof startSdApi>>;

function send(response: ServerResponse, status: number, json: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(json));
}
