import "server-only";
import type { S3Client } from "@aws-sdk/client-s3";
import { AppError } from "../errors";
import { mediaTypeOf } from "./media-types";
import type { ListedObject, Storage, StoredObject } from "./storage";

interface S3Settings {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  forcePathStyle: boolean;
  /** Absent: the machine's own role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

const incomingPrefix = "incoming/";
/** How long a browser may take to begin sending, in seconds. */
const ticketLife = 300;
const atOnce = 8;

const away = (cause: unknown) =>
  new AppError(
    "unavailable",
    "Pictures cannot be stored right now. Please try again in a moment.",
    { retryAfter: 5, cause },
  );

const isMissing = (error: unknown) => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === "NoSuchKey" || name === "NotFound" || $metadata?.httpStatusCode === 404;
};

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : away(error);
  }
}

/**
 * Objects in a bucket of Amazon S3 or of anything that speaks its protocol. The library is loaded
 * with the first call: most machines keep their pictures in a folder.
 */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket } = settings;
  let loaded: Promise<{ sdk: typeof import("@aws-sdk/client-s3"); client: S3Client }> | undefined;

  function open() {
    loaded ??= import("@aws-sdk/client-s3").then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region: settings.region,
        ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
        ...(settings.credentials ? { credentials: settings.credentials } : {}),
        forcePathStyle: settings.forcePathStyle,
        // Checksums of the newer protocol are unknown to many stores; TLS and our hashes stand in.
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
        maxAttempts: 3,
        requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000 },
      }),
    }));
    return loaded;
  }

  async function read(key: string, maxBytes = Number.POSITIVE_INFINITY) {
    const { sdk, client } = await open();
    try {
      const answer = await client.send(new sdk.GetObjectCommand({ Bucket, Key: key }));
      if ((answer.ContentLength ?? 0) > maxBytes) {
        (answer.Body as { destroy?: () => void } | undefined)?.destroy?.();
        return null;
      }
      return (await answer.Body?.transformToByteArray()) ?? null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw away(error);
    }
  }

  /** One call each: not every store deletes several at once. */
  const remove = (keys: string[]) =>
    guarded(async () => {
      const { sdk, client } = await open();
      for (let from = 0; from < keys.length; from += atOnce) {
        const some = keys.slice(from, from + atOnce);
        await Promise.all(
          some.map((Key) =>
            client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch((error) => {
              if (!isMissing(error)) throw error;
            }),
          ),
        );
      }
    });

  async function* listAll(Prefix?: string): AsyncIterable<ListedObject> {
    const { sdk, client } = await open();
    let ContinuationToken: string | undefined;
    do {
      const page = await guarded(() =>
        client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
      );
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key && LastModified) yield { key: Key, storedAt: LastModified };
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  return {
    name: `bucket ${Bucket}`,
    async put(key: string, { bytes, mediaType }: StoredObject) {
      if (!mediaTypeOf(key)) throw new AppError("internal", `Not a key of an object: ${key}`);
      await guarded(async () => {
        const { sdk, client } = await open();
        await client.send(
          new sdk.PutObjectCommand({
            Bucket,
            Key: key,
            Body: bytes,
            ContentType: mediaType,
            CacheControl: "public, max-age=31536000, immutable",
          }),
        );
      });
    },
    async get(key: string) {
      const mediaType = mediaTypeOf(key);
      const bytes = mediaType ? await read(key) : null;
      return mediaType && bytes ? { bytes, mediaType } : null;
    },
    delete: remove,
    async *list() {
      for await (const object of listAll()) if (mediaTypeOf(object.key)) yield object;
    },
    incoming: {
      presign: (key, { size, mediaType }) =>
        guarded(async () => {
          const { sdk, client } = await open();
          const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
          const command = new sdk.PutObjectCommand({
            Bucket,
            Key: key,
            ContentType: mediaType,
            ContentLength: size,
          });
          const url = await getSignedUrl(client, command, {
            expiresIn: ticketLife,
            signableHeaders: new Set(["host", "content-type", "content-length"]),
          });
          return { url, headers: { "content-type": mediaType } };
        }),
      read,
      delete: remove,
      list: () => listAll(incomingPrefix),
    },
    /** Asks for one name: a key that may not read may not write either, and nothing is left behind. */
    async check() {
      await guarded(async () => {
        const { sdk, client } = await open();
        await client.send(new sdk.ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
      });
    },
  };
}
