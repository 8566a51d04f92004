import { spawnSync } from "node:child_process";
import path from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { encodeInWorker } from "@/lib/media/encoder/worker-client";
import type { AppError } from "@/lib/platform/errors";
import { noisePicture } from "@/tests/support/noise-picture";

const serverless = vi.hoisted(() => ({ is: false }));
vi.mock("@/lib/platform/serverless", () => ({ isServerless: () => serverless.is }));

interface Holder {
  inkwrightEncoder?: { worker: { terminate: () => Promise<number>; threadId: number } };
}
const holder = globalThis as Holder;

const noise = (width: number, height: number) => noisePicture(width, height, 30).jpeg().toBuffer();

/** Red, green, blue and white, from the upper left. */
const quarters = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 1],
] as const;
/** Where a pixel of the file belongs in the upright picture of 80 × 120 (Exif 2.3, 4.6.4). */
const uprights: ((x: number, y: number) => [x: number, y: number])[] = [
  (x, y) => [x, y],
  (x, y) => [79 - x, y],
  (x, y) => [79 - x, 119 - y],
  (x, y) => [x, 119 - y],
  (x, y) => [y, x],
  (x, y) => [79 - y, x],
  (x, y) => [79 - y, 119 - x],
  (x, y) => [y, 119 - x],
];

/** A picture of four quarters as a file of this orientation. */
async function turned(kind: "jpeg" | "png" | "webp" | "moving webp", orientation: number) {
  const [width, height] = orientation > 4 ? [120, 80] : [80, 120];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = uprights[orientation - 1]?.(at % width, Math.floor(at / width)) ?? [0, 0];
    const quarter = quarters[(y < 60 ? 0 : 2) + (x < 40 ? 0 : 1)] ?? [];
    pixels.set(
      quarter.map((value) => value * 255),
      at * 3,
    );
  }
  const raw = { width, height, channels: 3 as const };
  if (kind !== "moving webp") {
    return sharp(pixels, { raw }).withMetadata({ orientation })[kind]().toBuffer();
  }
  const both = Buffer.concat([Buffer.alloc(pixels.length, 90), pixels]);
  return sharp(both, { raw: { ...raw, height: height * 2, pageHeight: height } })
    .withMetadata({ orientation })
    .webp({ delay: [70, 90] })
    .toBuffer();
}

afterEach(async () => {
  serverless.is = false;
  await holder.inkwrightEncoder?.worker.terminate();
  delete holder.inkwrightEncoder;
});

describe("the thread that encodes", () => {
  it("gives the same result as encoding in the main thread, and keeps the caller's bytes", async () => {
    const picture = await noise(600, 400);
    const before = Buffer.from(picture);
    const apart = await encodeInWorker("encodeMain", picture, { detail: "photo" });
    expect(holder.inkwrightEncoder).toBeDefined();
    expect(picture.equals(before)).toBe(true);
    serverless.is = true;
    const inPlace = await encodeInWorker("encodeMain", picture, { detail: "photo" });
    expect({ ...apart, bytes: Buffer.from(apart.bytes) }).toEqual(inPlace);
    expect(apart).toMatchObject({ width: 600, height: 400, extension: "jpg", origin: "photo" });
  });

  it("is not started where the host ends processes between requests", async () => {
    serverless.is = true;
    await encodeInWorker("encodeMain", await noise(60, 40), { detail: "photo" });
    expect(holder.inkwrightEncoder).toBeUndefined();
  });

  it("takes over transferable bytes, also as a view of a larger buffer", async () => {
    const file = await noise(1200, 900);
    const form = Buffer.concat([Buffer.alloc(200), file, Buffer.alloc(60)]);
    const part = form.subarray(200, 200 + file.byteLength);
    const made = await encodeInWorker("encodeMain", part, { detail: "drawn", handOver: true });
    expect([made.width, made.height, made.origin]).toEqual([1200, 900, "drawn"]);
    expect(form.byteLength).toBe(0);
  });

  it.each(["jpeg", "png", "webp", "moving webp"] as const)(
    "stores a %s upright from all eight orientations",
    async (kind) => {
      for (let orientation = 1; orientation <= 8; orientation += 1) {
        const bytes = await turned(kind, orientation);
        const { bytes: made } = await encodeInWorker("encodeMain", bytes, { detail: "photo" });
        const { pages = 1, delay } = await sharp(made).metadata();
        expect([pages, delay]).toEqual(kind === "moving webp" ? [2, [70, 90]] : [1, undefined]);
        const pixels = sharp(made, { page: pages - 1 })
          .removeAlpha()
          .raw();
        const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
        expect(info).toMatchObject({ width: 80, height: 120, channels: 3 });
        const seen = [20 + 30 * 80, 60 + 30 * 80, 20 + 90 * 80, 60 + 90 * 80].map((at) =>
          [...data.subarray(at * 3, at * 3 + 3)].map((value) => (value > 127 ? 1 : 0)),
        );
        expect(seen, `orientation ${orientation}`).toEqual(quarters);
      }
    },
  );

  it("reports a refusal, and continues", async () => {
    const broken = Buffer.from("no picture");
    await expect(encodeInWorker("encodeMain", broken, { detail: "photo" })).rejects.toThrow(
      "not a format of ours",
    );
    const thread = holder.inkwrightEncoder?.worker.threadId;
    await encodeInWorker("encodeMain", await noise(60, 40), { detail: "photo" });
    expect(holder.inkwrightEncoder?.worker.threadId).toBe(thread);
  });

  it("fails with a clear message where it dies, and restarts for the next", async () => {
    const large = await noise(3000, 2000);
    const under = encodeInWorker("encodeMain", large, { detail: "photo" });
    const failure = under.catch((error: AppError) => error);
    await holder.inkwrightEncoder?.worker.terminate();
    expect(await failure).toMatchObject({
      code: "unavailable",
      message: "The picture could not be prepared right now. Please try again in a moment.",
    });
    const next = await encodeInWorker("encodeMain", large, { detail: "photo" });
    expect([next.width, next.height]).toEqual([2048, 1365]);
  });

  it("does not keep its process alive", () => {
    const script = `
      const { encodeInWorker } = await import("./lib/media/encoder/worker-client.ts");
      const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
      await encodeInWorker("encodeMain", gif, { detail: "photo" });
      console.log(globalThis.inkwrightEncoder ? "apart" : "in place");
    `;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--conditions=react-server", "--import=tsx", "--input-type=module", "--eval", script],
      {
        cwd: path.resolve(import.meta.dirname, "../../.."),
        encoding: "utf8",
        timeout: 20_000,
        env: {
          ...process.env,
          DATABASE_URL: "postgresql://nobody@127.0.0.1/none",
          NODE_OPTIONS: "",
        },
      },
    );
    expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: "apart\n" });
  });
});
