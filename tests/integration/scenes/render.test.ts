import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { manifest } from "@/app/api/manifest";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { bubble, makeStory, type Person, person } from "../http/harness";

const ada = await person("ada");
const bob = await person("bob");
const red = await sharp({ create: { width: 300, height: 100, channels: 3, background: "#c02040" } })
  .png()
  .toBuffer();

const path = "/scenes/{sceneId}/panels/{panelNumber}/render";
const endpoint = manifest.find((entry) => entry.path === path)?.endpoints.GET;

async function render(
  params: { sceneId: string; panelNumber: string },
  query = "",
  { as, ...init }: { as?: Person; method?: "HEAD"; headers?: Record<string, string> } = {},
) {
  if (!endpoint) throw new Error("the call is not in the manifest");
  const url = `http://comics.test/api/scenes/${params.sceneId}/panels/${params.panelNumber}/render${query}`;
  const request = new Request(url, {
    ...init,
    headers: { ...init.headers, ...(as ? { authorization: `Bearer ${as.token}` } : {}) },
  });
  const response = await endpoint(request, { params: Promise.resolve(params) });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

async function panelOf(setup: { status?: "draft" | "published"; origin?: "model" | "photo" } = {}) {
  const { story, scenes } = await makeStory({ author: ada, status: setup.status ?? "published" });
  const sceneId = scenes[0]?.id ?? "";
  const picture = await storePicture(red, { origin: setup.origin ?? "model" });
  const panel = await db.panel.update({
    where: { sceneId_panelNumber: { sceneId, panelNumber: 1 } },
    data: {
      imageMediaId: picture.id,
      textBubbles: [bubble("Hold on, שלום 😀 ちょっと Привет!")],
    },
  });
  return { story, panel, params: { sceneId, panelNumber: "1" } };
}

const pixel = async (bytes: Buffer, x: number, y: number) => {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
};

describe("a panel as one picture", () => {
  it("is the picture, cropped as on pages, with its bubbles, in each format", async () => {
    const { params } = await panelOf();
    for (const [query, format] of [
      ["?width=672", "png"],
      ["?width=672&format=png", "png"],
      ["?width=672&format=jpeg", "jpeg"],
      ["?width=672&format=webp", "webp"],
    ] as const) {
      const { status, headers, bytes } = await render(params, query);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe(`image/${format}`);
      expect(headers.get("content-length")).toBe(String(bytes.byteLength));
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ format, width: 672, height: 896 });
      const [r = 0, g = 0, b = 0] = await pixel(bytes, 20, 860);
      expect([Math.abs(r - 0xc0), Math.abs(g - 0x20), Math.abs(b - 0x40)].every((d) => d < 8)).toBe(
        true,
      );
      // The white of a bubble and the black of its letters, which the picture lacks.
      for (const { min, max } of (await sharp(bytes).stats()).channels.slice(0, 3)) {
        expect(min).toBeLessThan(20);
        expect(max).toBeGreaterThan(250);
      }
    }
  });

  it("says in its file that a model made it, and nothing of a photo", async () => {
    const made = await render(
      (await panelOf({ origin: "model" })).params,
      "?format=jpeg&width=200",
    );
    expect((await sharp(made.bytes).metadata()).xmp?.toString()).toContain(
      "digitalsourcetype/trainedAlgorithmicMedia",
    );
    const photo = await render(
      (await panelOf({ origin: "photo" })).params,
      "?format=jpeg&width=200",
    );
    expect((await sharp(photo.bytes).metadata()).xmp).toBeUndefined();
  });

  it("is as wide as its picture unless a width is asked for", async () => {
    const { params } = await panelOf();
    expect(await sharp((await render(params)).bytes).metadata()).toMatchObject({ width: 300 });
    for (const width of [64, 2048]) {
      const { bytes } = await render(params, `?width=${width}`);
      expect(await sharp(bytes).metadata()).toMatchObject({
        width,
        height: Math.round((width * 4) / 3),
      });
    }
  });

  it("is blank paper where there is no picture", async () => {
    const { params } = await panelOf();
    await db.panel.updateMany({
      where: { sceneId: params.sceneId },
      data: { imageMediaId: null },
    });
    const { status, bytes } = await render(params, "?width=672");
    expect(status).toBe(200);
    expect(await pixel(bytes, 20, 860)).toEqual([0xfa, 0xf5, 0xea]);
  });

  it("is cached for a moment where it is published, and revalidated by its ETag", async () => {
    const { params, panel } = await panelOf();
    const first = await render(params, "?width=100");
    expect(first.headers.get("cache-control")).toMatch(/^public, max-age=\d+/);
    const etag = first.headers.get("etag") ?? "";
    const again = await render(params, "?width=100", { headers: { "if-none-match": etag } });
    expect([again.status, again.bytes.byteLength]).toEqual([304, 0]);
    const asked = await render(params, "?width=100", { method: "HEAD" });
    expect([asked.status, asked.bytes.byteLength]).toEqual([200, 0]);
    const wider = await render(params, "?width=101", { headers: { "if-none-match": etag } });
    expect(wider.status).toBe(200);
    await db.panel.update({ where: { id: panel.id }, data: { textBubbles: [bubble("Other")] } });
    const changed = await render(params, "?width=100", { headers: { "if-none-match": etag } });
    expect(changed.status).toBe(200);
  });

  it("has the letters of its page where these are asked for", async () => {
    const { scenes } = await makeStory({ author: ada, panels: 3 });
    const sceneId = scenes[0]?.id ?? "";
    await db.scene.update({ where: { id: sceneId }, data: { layout: "lead-2" } });
    await db.panel.updateMany({ where: { sceneId }, data: { textBubbles: [bubble("Hold on.")] } });
    const drawn = async (panelNumber: number) => {
      const [alone, onPage] = await Promise.all(
        ["alone", "page"].map((letters) =>
          render({ sceneId, panelNumber: `${panelNumber}` }, `?width=300&letters=${letters}`),
        ),
      );
      // The files have credentials of their own.
      const [one, other] = await Promise.all(
        [alone, onPage].map((answer) => sharp(answer?.bytes).raw().toBuffer()),
      );
      return one?.equals(other ?? Buffer.alloc(0));
    };
    expect([await drawn(1), await drawn(2)]).toEqual([false, true]);
  });

  it("of a draft is for its author alone", async () => {
    const { params } = await panelOf({ status: "draft" });
    const own = await render(params, "?width=100", { as: ada });
    expect([own.status, own.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    for (const as of [undefined, bob]) {
      const { status, headers } = await render(params, "?width=100", as ? { as } : {});
      expect([status, headers.get("cache-control")]).toEqual([404, "private, no-store"]);
    }
  });

  it("refuses other widths and formats", async () => {
    const { params } = await panelOf();
    for (const query of [
      "?width=63",
      "?width=2049",
      "?width=0",
      "?width=-100",
      "?width=1e3",
      "?width=100.5",
      "?width=",
      "?width=%20100",
      "?width=100&width=200",
      "?format=gif",
      "?format=svg",
      "?format=PNG",
      "?format[]=png",
      "?layout=900",
      "?width=99999999999999999999",
    ]) {
      expect((await render(params, query)).status, query).toBe(400);
    }
  });
});
