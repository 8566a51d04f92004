import { afterAll, beforeAll, beforeEach } from "vitest";
import { replaceStorage } from "@/lib/platform/storage";
import { createS3Storage } from "@/lib/platform/storage/s3";
import type { Storage } from "@/lib/platform/storage/storage";
import { bucket, keys, type S3Server, startS3Server } from "./s3-server";

/** A bucket on a server of our own as the storage of all tests of a file, empty before each. */
export function createTestBucket() {
  const made = {} as {
    server: S3Server;
    store: Storage;
    /** The storage before the bucket replaced it. */
    before: Storage;
  };
  const createStore = (settings: Partial<Parameters<typeof createS3Storage>[0]> = {}) =>
    createS3Storage({
      bucket,
      region: "eu-test-1",
      endpoint: made.server.url,
      forcePathStyle: true,
      credentials: keys,
      ...settings,
    });
  beforeAll(async () => {
    made.server = await startS3Server();
    made.store = createStore();
    made.before = replaceStorage(made.store);
  });
  beforeEach(() => {
    made.server.objects.clear();
    made.server.calls.length = 0;
    Object.assign(made.server.habits, { batches: "known", ranges: true, stallsAfter: null });
  });
  afterAll(async () => {
    replaceStorage(made.before);
    await made.server.close();
  });
  return Object.assign(made, { createStore });
}
