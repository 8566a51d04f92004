import "server-only";
import path from "node:path";
import { env } from "../env";
import { createDiskStorage } from "./disk";
import { createS3Storage } from "./s3";
import type { Storage } from "./storage";

const holder = globalThis as { inkwrightStorage?: Storage };

/** The only place that chooses the adapter for storage. */
export function storage(): Storage {
  holder.inkwrightStorage ??= create();
  return holder.inkwrightStorage;
}

function create(): Storage {
  const { DATA_DIR, S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_FORCE_PATH_STYLE, ...rest } = env();
  if (!S3_BUCKET) return createDiskStorage(path.join(DATA_DIR, "objects"));
  return createS3Storage({
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    forcePathStyle: S3_FORCE_PATH_STYLE ?? Boolean(S3_ENDPOINT),
    ...(rest.S3_PUBLIC_BASE_URL && { publicBaseUrl: rest.S3_PUBLIC_BASE_URL }),
    ...(rest.S3_ACCESS_KEY_ID && rest.S3_SECRET_ACCESS_KEY
      ? {
          credentials: {
            accessKeyId: rest.S3_ACCESS_KEY_ID,
            secretAccessKey: rest.S3_SECRET_ACCESS_KEY,
          },
        }
      : {}),
  });
}

/** Replaces the storage, for tests of failures. @returns the previous one */
export function replaceStorage(next: Storage): Storage {
  const before = storage();
  holder.inkwrightStorage = next;
  return before;
}
