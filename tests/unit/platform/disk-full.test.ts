import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { createDiskStorage } from "@/lib/platform/storage/disk";

const folder = mkdtempSync(path.join(tmpdir(), "inkwright-full-"));
afterEach(() => vi.restoreAllMocks());

it("R11 on a full disk writes fail with a message, readiness reports it, and reads work", async () => {
  const storage = createDiskStorage(folder);
  const object = { bytes: new Uint8Array([1, 2, 3]), mediaType: "image/webp" };
  const kept = `${"a".repeat(64)}.webp`;
  await storage.put(kept, object);
  await storage.check();

  const file = await open(path.join(folder, "probe"), "w");
  const handles = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  vi.spyOn(handles, "writeFile").mockRejectedValue(
    Object.assign(new Error("no space left on device"), { code: "ENOSPC", syscall: "write" }),
  );
  const refused = {
    code: "storage_full",
    status: 507,
    message: expect.stringMatching(/^There is no room left for pictures\./),
  };
  await expect(storage.put(`${"b".repeat(64)}.webp`, object)).rejects.toMatchObject(refused);
  await expect(storage.check()).rejects.toMatchObject(refused);
  expect((await storage.get(kept))?.bytes).toHaveLength(3);
  expect(readdirSync(path.join(folder, "unfinished"))).toEqual([]);

  vi.restoreAllMocks();
  await storage.check();
  await storage.put(`${"b".repeat(64)}.webp`, object);
  rmSync(folder, { recursive: true });
});
