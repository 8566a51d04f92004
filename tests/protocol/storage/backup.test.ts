import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { noisePicture } from "@/tests/support/noise-picture";
import {
  emptyDatabase,
  emptyStore,
  newPath,
  objectHashes,
  restore,
  save,
  tableHashes,
} from "../../integration/backup/support";
import { person } from "../../integration/http/harness";
import { createTestBucket } from "./bucket";

const s3 = createTestBucket();
const source = () => process.env.DATABASE_URL ?? "";

/** More pictures than one page of the bucket's list names, one of them larger than a piece. */
async function fill(): Promise<void> {
  await db.mediaObject.deleteMany();
  await person("ada");
  for (const width of [64, 65, 66, 67, 900]) {
    await storePicture(await noisePicture(width, 700, 60).png().toBuffer(), { origin: "photo" });
  }
}

describe("a backup of a bucket", () => {
  it("is written to a folder, and restored to an empty bucket", async () => {
    await fill();
    const [rows, objects] = [await tableHashes(source()), await objectHashes(s3.store)];
    // A bucket that fails for a moment is asked again.
    s3.server.fail(2);
    const { folder, manifest } = await save(source(), s3.store);
    expect(manifest.media).toMatchObject({ objects: 5, missing: 0 });
    expect(readdirSync(path.join(folder, "media")).sort()).toEqual(Object.keys(objects));

    s3.server.objects.clear();
    const url = await emptyDatabase();
    await restore(folder, url, s3.store);
    expect(await objectHashes(s3.store)).toEqual(objects);
    expect(await tableHashes(url)).toEqual(rows);
    const [kept] = s3.server.objects.values();
    expect(kept).toMatchObject({
      type: "image/jpeg",
      cacheControl: "public, max-age=3600",
    });

    // The other way: a bucket's backup into a machine that keeps pictures in a folder.
    const store = emptyStore();
    await restore(folder, await emptyDatabase(), store);
    expect(await objectHashes(store)).toEqual(objects);
  });

  it("refuses a bucket with foreign objects, even beyond the first page", async () => {
    await fill();
    const { folder } = await save(source(), s3.store);
    const bytes = Buffer.from("x");
    await s3.store.put(`${"f".repeat(64)}.webp`, { bytes, mediaType: "image/webp" });
    const url = await emptyDatabase();
    await expect(restore(folder, url, s3.store)).rejects.toThrow(
      `The bucket comics holds objects that are not in this backup, such as ${"f".repeat(64)}`,
    );
    expect(await tableHashes(url)).toEqual({});
  });

  it("reports a bucket that is unavailable or cuts a response", async () => {
    await fill();
    const folder = newPath();
    const away = s3.createStore({ bucket: "elsewhere" });
    await expect(save(source(), away, folder)).rejects.toThrow(
      /The bucket elsewhere cannot be used/,
    );
    s3.server.habits.stallsAfter = 20;
    const impatient = s3.createStore({ timeouts: { answer: 1_000, piece: 200 } });
    await expect(save(source(), impatient, folder)).rejects.toThrow(/bucket comics cannot be used/);
    s3.server.habits.stallsAfter = null;
    expect((await save(source(), s3.store, folder)).manifest.media.missing).toBe(0);
  });
});
