import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { findKnownModel } from "@/lib/ai/known-models";
import { createOpenAiPainter } from "@/lib/ai/openai/painter";
import type { PaintRequest } from "@/lib/ai/painter";
import { clearRetired } from "@/lib/ai/retired-models";
import { face } from "../replicate/support";
import { pictureReply } from "./pictures";
import type { Reply } from "./replies";
import { type OpenAiServer, startOpenAiServer } from "./server";

/** Image servers that speak OpenAI's protocol in ways of their own. */
let server: OpenAiServer;
afterEach(async () => {
  clearRetired();
  await server.close();
});

const open = async (
  options: Parameters<typeof startOpenAiServer>[0] = {},
  model = "stable-diffusion",
) => {
  server = await startOpenAiServer({
    answers: { generation: pictureReply, edit: pictureReply },
    ...options,
  });
  return createOpenAiPainter({ baseUrl: server.url, model });
};

const request: PaintRequest = {
  kind: "panel",
  prompt: "Mara finds the lamp.",
  artStyle: "watercolor",
  width: 768,
  height: 1024,
  seed: "seed",
  figures: [],
  model: "",
  attemptId: "job:1",
};

const paintedSize = async (painter: ReturnType<typeof createOpenAiPainter>) => {
  const { bytes } = await painter.make(request);
  const { format, width, height } = await sharp(bytes).metadata();
  return `${format} ${(width / height).toFixed(2)}`;
};

describe("answers", () => {
  const withUrl = (url: string): Reply => ({ json: { data: [{ url }] } });

  it("with the address of a file of the same server: it is fetched", async () => {
    const painter = await open();
    server.next("generation", withUrl(new URL("/pictures/one.jpg", server.url).href));
    server.next("generation", withUrl("/pictures/one.jpg"));
    expect(await paintedSize(painter)).toBe("jpeg 0.75");
    expect(await paintedSize(painter)).toBe("jpeg 0.75");
  });

  it("with a picture inside an address, or a prefix before base64", async () => {
    const painter = await open();
    const { json } = await pictureReply({ size: "1024x1024" });
    const { b64_json } = (json as { data: { b64_json: string }[] }).data[0] as { b64_json: string };
    const inline = `data:image/png;base64,${b64_json}`;
    server.next("generation", withUrl(inline), { json: { data: [{ b64_json: inline }] } });
    expect(await paintedSize(painter)).toBe("jpeg 0.75");
    expect(await paintedSize(painter)).toBe("jpeg 0.75");
  });

  it.each([
    [
      "of another server on this machine",
      "invalid_image",
      (port: string) => `http://127.0.0.1:${port}/x`,
    ],
    ["of a network at home", "invalid_image", () => "https://192.168.1.1/x.jpg"],
    ["that is gone", "image_failed", () => "/pictures/none.jpg"],
  ])("with an address %s: no picture, asked once", async (_, code, urlOf) => {
    const painter = await open();
    server.next("generation", withUrl(urlOf("9")));
    await expect(painter.make(request)).rejects.toMatchObject({
      code,
      details: { permanent: true },
    });
    expect(server.created("generation")).toBe(1);
  });
});

describe("requests", () => {
  it.each([
    [["response_format"], "stable-diffusion"],
    [["quality", "output_format"], "gpt-image-1"],
    [["size", "response_format"], "flux"],
  ])("without %j, which the server does not know: learned once", async (unknownFields, model) => {
    const painter = await open({ unknownFields }, model);
    expect(await paintedSize(painter)).toBe("jpeg 0.75");
    expect(await paintedSize(painter)).toBe("jpeg 0.75");
    expect(server.calls).toHaveLength(2 + unknownFields.length);
    expect(server.created("generation")).toBe(2);
  });

  it("without a mask, which the server does not know: learned once", async () => {
    const painter = await open({ unknownFields: ["mask"] }, "gpt-image-1");
    expect(painter.takesMask?.("")).toBe(true);
    const picture = {
      create: { width: 96, height: 128, channels: 3 as const, background: "#fff" },
    };
    const png = await sharp(picture).png().toBuffer();
    const mask = { png, box: { x: 0, y: 0, width: 1, height: 1 } };
    const edit = { ...request, initialImage: { bytes: png } };
    // The whole picture is never painted in place of the spot: the caller plans anew.
    for (const repair of Array(2).fill({ ...edit, mask }))
      await expect(painter.make(repair)).rejects.toMatchObject({
        message: "The image service takes no mask. Please try again.",
        retryability: "anew",
      });
    expect(painter.takesMask?.("")).toBe(false);
    await painter.make(edit);
    expect(server.calls.map(({ body }) => "mask" in body)).toEqual([true, false]);
  });

  const pictured = async (changes: Partial<PaintRequest> = {}): Promise<PaintRequest> => ({
    ...request,
    references: await Promise.all(["Mara", "Tom"].map(face)),
    ...changes,
  });
  const sent = () =>
    server.calls.map(({ kind, body }) => [
      kind,
      [body.image ?? []].flat().length,
      note(body.prompt),
    ]);
  const note = (prompt: string) => prompt.includes("image 1 is Mara");
  const dropped = "Drawn without reference pictures: the image server of this site takes none.";

  it("with references, to a model of which nothing is known: as an edit, in their order", async () => {
    const painter = await open();
    expect(painter.maxReferences("")).toBe(4);
    expect(await painter.make(await pictured())).not.toHaveProperty("note");
    expect(sent()).toEqual([["edit", 2, true]]);
  });

  it.each<[string, Parameters<typeof open>[0], Reply | null]>([
    ["has no such call", { without: ["edit"] }, null],
    ["takes one picture", {}, { status: 400, message: "Only one image is supported" }],
    ["takes none", {}, { status: 422, message: "extra fields not permitted: image" }],
  ])("without references, where the server %s: learned once", async (_, options, reply) => {
    const painter = await open(options);
    if (reply) server.next("edit", reply);
    const references = await pictured();
    expect(await painter.make(references)).toMatchObject({ note: dropped, carried: 0 });
    expect(painter.maxReferences("")).toBe(0);
    expect(await painter.make(references)).not.toHaveProperty("note");
    const edits = sent().filter(([kind]) => kind === "edit");
    expect(edits).toEqual(reply ? [["edit", 2, true]] : []);
    expect(sent().slice(edits.length)).toEqual(Array(2).fill(["generation", 0, false]));
  });

  it("a change with references that are refused: of the picture alone", async () => {
    const painter = await open();
    server.next("edit", { status: 400, message: "too many images" });
    const { bytes } = await face("before");
    expect(await painter.make(await pictured({ initialImage: { bytes } }))).toMatchObject({
      note: dropped,
      carried: 0,
    });
    expect(sent().map(([kind, count]) => [kind, count])).toEqual([
      ["edit", 3],
      ["edit", 1],
    ]);
  });

  it.each<[string, Reply[], Reply[]]>([
    ["an error of another kind", [{ status: 500, message: "image generation failed" }], []],
    ["a refused prompt", [{ status: 400, code: "content_policy_violation" }], []],
    [
      "a refusal that holds without references too",
      [{ status: 400, message: "The image is too large" }],
      [{ status: 400, message: "The image is too large" }],
    ],
  ])("with references still, after %s", async (_, edits, generations) => {
    const painter = await open();
    server.next("edit", ...edits);
    server.next("generation", ...generations);
    await expect(painter.make(await pictured())).rejects.toThrow();
    expect(sent()).toHaveLength(1 + generations.length);
    expect(painter.maxReferences("")).toBe(4);
  });

  it("to a gateway's model name: the limits, options and successor of its family", async () => {
    const painter = await open({}, "openai/gpt-image-1");
    expect(painter.maxReferences("")).toBe(4);
    server.next("generation", { status: 404, code: "model_not_found" });
    await painter.make(request);
    expect(server.calls.map(({ body }) => [body.model, body.size, body.quality])).toEqual([
      ["openai/gpt-image-1", "1024x1536", "medium"],
      ["openai/gpt-image-2.6-sunburst", "768x1024", "medium"],
    ]);
    const name = "OpenAI: openai/gpt-image-1";
    const file = Buffer.from(`\u0000\u0000${String.fromCharCode(0x60 + name.length)}${name} more`);
    file[1] = 0x78;
    file[2] = name.length;
    expect(findKnownModel(file)).toBe("openai/gpt-image-1");
  });
});
