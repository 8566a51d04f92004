import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { choicesOf } from "@/lib/ai/comfyui/graph";
import { readWorkflow } from "@/lib/ai/comfyui/workflow";
import type { PaintRequest } from "@/lib/ai/painter";
import type { ProviderUsage } from "@/lib/ai/usage";
import { db } from "@/lib/platform/db";
import { pictureOf } from "../../integration/generation/support";
import { face, request } from "../replicate/support";
import { publishedNodes } from "./nodes";
import { type ComfyUiServer, startComfyUi } from "./server";
import { colourAt, leftHalf, painterAt } from "./support";

let server: ComfyUiServer;
beforeEach(async () => {
  server = await startComfyUi();
});
afterEach(async () => {
  await server.close();
  await db.comfyUiWorkflow.deleteMany();
});

let before: Buffer;
beforeAll(async () => {
  before = await pictureOf("before", 512, 640);
});

const lastGraph = () => server.prompts().at(-1)?.[2] ?? {};
const titled = (title: string) =>
  Object.values(lastGraph()).find(({ _meta }) => _meta?.title?.split(", ").includes(title))?.inputs;

describe("the workflows of the documentation", () => {
  const folder = "docs/workflows";
  it.each(readdirSync(folder))("%s: each node is published, and its inputs are found", (file) => {
    const json = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
    const { kind, slots, graph } = readWorkflow(file, json);
    const expected = {
      "text-to-picture.json": ["text", ["height", "lora", "negative", "prompt", "seed", "width"]],
      "edit-with-references.json": [
        "edit",
        [
          "height",
          "lora",
          "negative",
          "prompt",
          "reference 1",
          "reference 2",
          "reference 3",
          "seed",
          "width",
        ],
      ],
      "masked-repair.json": [
        "repair",
        ["init image", "lora", "mask", "negative", "prompt", "seed"],
      ],
    }[file];
    expect([kind, [...slots.keys()].sort()]).toEqual(expected);
    const nodes = publishedNodes();
    for (const node of Object.values(graph)) {
      const { required = {}, optional = {} } = nodes[node.class_type]?.input ?? {};
      expect(Object.keys(required), node.class_type).not.toEqual([]);
      for (const field of Object.keys(node.inputs)) {
        expect({ ...required, ...optional }, node.class_type).toHaveProperty(field);
      }
      if (node.class_type === "LoadImageMask") {
        expect(choicesOf(nodes, node, "channel")).toContain(node.inputs.channel);
      }
    }
  });
});

describe("a picture", () => {
  it("from words: prompt, negative, seed and size are set, and the model is named", async () => {
    const usage: ProviderUsage[] = [];
    const painter = painterAt(server);
    const painted = await painter.make({ ...request, onUsage: (one) => void usage.push(one) });
    expect(painted).toMatchObject({ model: "ComfyUI, text-to-picture", faces: [] });
    expect(await sharp(painted.bytes).metadata()).toMatchObject({ width: 768, height: 1024 });
    expect(titled("prompt")?.text).toContain("Mara on the pier at dusk");
    expect(titled("prompt")?.text).not.toContain("lettering");
    expect(titled("negative")?.text).toMatch(/^blurry, deformed, text, lettering/);
    expect(titled("width")).toMatchObject({ width: 768, height: 1024 });
    expect(titled("seed")?.seed).toEqual(expect.any(Number));
    // Without a LoRA its node is bypassed.
    expect(titled("lora")).toBeUndefined();
    expect(usage).toMatchObject([
      { provider: "comfyui", model: "text-to-picture", outcome: "completed", units: { images: 1 } },
    ]);
    expect((await painter.make(request)).bytes).toEqual(painted.bytes);
    expect((await painter.make({ ...request, seed: "other" })).bytes).not.toEqual(painted.bytes);
  });

  it.each([1, 2, 3])(
    "with %i reference pictures: the others' nodes are taken out",
    async (count) => {
      const painter = painterAt(server);
      await painter.prepare?.();
      expect(painter.maxReferences("")).toBe(3);
      const names = ["Mara", "Tom", "Ida"].slice(0, count);
      const references = await Promise.all(names.map(face));
      const painted = await painter.make({ ...request, references });
      expect(painted.model).toBe("ComfyUI, edit-with-references");
      expect([...server.uploads.keys()]).toHaveLength(count);
      const encode = titled("prompt") ?? {};
      expect(["image1", "image2", "image3"].filter((field) => field in encode)).toHaveLength(count);
      expect(encode.prompt).toContain(`image ${count} is ${names.at(-1)}`);
    },
  );

  it("changed as a whole, and within a mask", async () => {
    const painter = painterAt(server);
    await painter.prepare?.();
    expect(painter.takesMask?.("")).toBe(true);
    const edit: PaintRequest = {
      ...request,
      width: 512,
      height: 640,
      initialImage: { bytes: before },
    };
    const references = await Promise.all(["Mara", "Tom", "Ida"].map(face));
    // The picture to change takes one of its places.
    expect(await painter.make({ ...edit, references })).toMatchObject({
      model: "ComfyUI, edit-with-references",
      carried: 2,
    });
    const mask = await leftHalf(512, 640);
    const repaired = await painter.make({ ...edit, mask });
    expect(repaired.model).toBe("ComfyUI, masked-repair");
    expect(titled("prompt")?.text).not.toContain("Change the first picture");
    const [left, right] = await Promise.all(
      [0.25, 0.75].map((x) => colourAt(repaired.bytes, x, 0.5)),
    );
    expect(right).toEqual(await colourAt(before, 0.75, 0.5));
    expect(left).not.toEqual(right);
    // Servers that read the opacity find the same mask there.
    const file = server.uploads.get(String(titled("mask")?.image));
    const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4), ...data.subarray(-4)]).toEqual([
      255, 255, 255, 0, 0, 0, 0, 255,
    ]);
  });

  it("with the LoRAs of its characters, chained; its note names a missing one", async () => {
    const lora = (name: string, weight: number) => ({
      id: name,
      name,
      description: "",
      lora: { name, weight },
    });
    const figures = [lora("mira", 0.8), lora("tom_V2", 0.5), lora("nobody", 1)];
    const painted = await painterAt(server).make({ ...request, figures });
    expect(painted.note).toBe("Drawn without nobody: the image server has no such LoRA.");
    const loaders = Object.values(lastGraph()).filter(
      ({ class_type }) => class_type === "LoraLoader",
    );
    expect(loaders.map(({ inputs }) => [inputs.lora_name, inputs.strength_clip])).toEqual(
      expect.arrayContaining([
        ["mira.safetensors", 0.8],
        ["people/Tom_v2.safetensors", 0.5],
      ]),
    );
    expect(loaders).toHaveLength(2);
  });

  it("by a workflow of /setup, which replaces the folder's of the same name", async () => {
    const graph = JSON.parse(readFileSync("docs/workflows/text-to-picture.json", "utf8"));
    graph[3].inputs.text = "miraclay style, {prompt}";
    await db.comfyUiWorkflow.create({ data: { name: "text-to-picture", graph } });
    await painterAt(server).make(request);
    expect(titled("prompt")?.text).toMatch(/^miraclay style, One panel/);
  });

  it("is followed by the websocket, and polled without it", async () => {
    await server.close();
    server = await startComfyUi({ takes: 400 });
    const { deferred } = painterAt(server);
    const ticket = deferred.createTicket(request);
    const id = await deferred.create(request);
    const seen = new Set<number | null>();
    let result = null;
    while (!result) {
      result = await deferred.fetchResult(id, ticket);
      seen.add(deferred.progressOf?.(id) ?? null);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(
      [...seen].filter((percent) => percent && percent > 0 && percent < 100).length,
    ).toBeGreaterThan(1);
    await expect.poll(() => server.sockets.count()).toBe(0);
    // Another process has no websocket, and collects it all the same.
    expect(await painterAt(server).deferred.fetchResult(id, ticket)).toMatchObject({ faces: [] });
  });

  it("at a server with a password, and at one of an old version", async () => {
    await server.close();
    server = await startComfyUi({ isOld: true, credentials: "ann:s€cret" });
    const url = server.url.replace("//", "//ann:s%E2%82%ACcret@");
    const painter = painterAt(server, { url });
    await painter.make(request);
    const ticket = painter.deferred.createTicket(request);
    const id = await painter.deferred.create(request);
    expect(await painter.deferred.find(ticket, new Date())).toContain(id);
    await expect(painterAt(server).make(request)).rejects.toMatchObject({
      code: "ai_unavailable",
      details: { permanent: true },
    });
  });
});
