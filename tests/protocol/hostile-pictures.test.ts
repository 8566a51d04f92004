import { createServer, request as forward, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createOpenAiPainter } from "@/lib/ai/openai/painter";
import type { PaintedImage, PaintRequest } from "@/lib/ai/painter";
import { retryabilityOf } from "@/lib/ai/provider-error";
import { createSdApiPainter } from "@/lib/ai/sdapi/painter";
import type { AppError } from "@/lib/platform/errors";
import { startComfyUi } from "./comfyui/server";
import { painterAt } from "./comfyui/support";
import { pictureReply } from "./openai/pictures";
import { startOpenAiServer } from "./openai/server";
import { request } from "./replicate/support";
import { startSdApi } from "./sdapi/server";

/** Image servers, and what stands between, that answer with something else than a picture. */

const megabyte = Buffer.alloc(1024 * 1024, "a");

/** 300 MB, as far as they are read; `form` is the beginning of a valid answer. */
function pour(response: ServerResponse, form: string): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.write(form);
  let left = 300;
  const more = () => {
    while (left-- > 0) if (!response.write(megabyte)) return void response.once("drain", more);
    response.end('"}]}');
  };
  more();
}

const engines = {
  ComfyUI: {
    open: startComfyUi,
    path: "/view",
    form: "",
    painter: (url: string) => painterAt({ url } as never),
  },
  "the SD API": {
    open: startSdApi,
    path: "/sdapi/v1/txt2img",
    form: '{"images":["',
    painter: (url: string) => createSdApiPainter({ url, options: {}, deadlineMs: 20_000 }),
  },
  "OpenAI's protocol": {
    open: () => startOpenAiServer({ answers: { generation: pictureReply } }),
    path: "/v1/images/generations",
    form: '{"data":[{"b64_json":"',
    painter: (url: string) => createOpenAiPainter({ baseUrl: `${url}/v1`, model: "unknown" }),
  },
};
type Name = keyof typeof engines;

let close = async () => {};
afterEach(() => close());

/** The painter of an engine whose picture is answered by `hostile`. */
async function painterOf(name: Name, hostile: (response: ServerResponse, form: string) => void) {
  const { open, path, form, painter } = engines[name];
  const engine = await open();
  const hits: string[] = [];
  const between = createServer((incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", engine.url);
    hits.push(pathname);
    if (pathname === "/private") return void response.end("secret");
    if (pathname === path) return void incoming.resume().on("end", () => hostile(response, form));
    const { method, headers } = incoming;
    const target = new URL(incoming.url ?? "/", engine.url);
    const onward = forward(target, { method: method ?? "GET", headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  close = async () => {
    between.closeAllConnections();
    between.close();
    await engine.close();
  };
  const { make } = painter(url) as { make: (request: PaintRequest) => Promise<PaintedImage> };
  const told = () =>
    make(request).then(
      () => "done",
      (error: AppError) => `${error.code} ${retryabilityOf(error)}: ${error.message}`,
    );
  return { told, hits, url };
}

const unusable = "The picture that came back could not be used. Please try again.";
const tooLarge = "image_failed final: The answer is too large to be a picture.";
const html = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<!doctype html><title>Sign in</title>");
};

describe.each(Object.keys(engines) as Name[])("%s", (name) => {
  it("a page instead of a picture", async () => {
    const { told } = await painterOf(name, html);
    expect(await told()).toBe(
      {
        ComfyUI: `invalid_image final: ${unusable}`,
        "the SD API": "image_failed final: The image server's answer was not usable.",
        "OpenAI's protocol": `invalid_image final: ${unusable}`,
      }[name],
    );
  });

  it("a picture of 300 MB: given up, and not asked for again", async () => {
    const { told, hits } = await painterOf(name, pour);
    expect(await told()).toBe(tooLarge);
    expect(hits.filter((path) => path === engines[name].path)).toHaveLength(1);
  });

  it("a redirect to an address of the network: not followed", async () => {
    const { told, hits } = await painterOf(name, (response) => {
      response.writeHead(302, { location: "/private" });
      response.end();
    });
    expect(await told()).toMatch(/^(ai_unavailable|image_failed|invalid_image) /);
    expect(hits).not.toContain("/private");
  });
});
