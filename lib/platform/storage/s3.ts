import "server-only";
import type { GetObjectCommandOutput } from "@aws-sdk/client-s3";
import { AppError } from "../errors";
import { mediaTypeOf } from "./media-types";
import type { ByteRange } from "./opened-object";
import { createConnector, isMissing, mapS3Errors, type S3Settings } from "./s3-client";
import { createBatchDelete } from "./s3-delete";
import { createS3Files } from "./s3-files";
import { openS3 } from "./s3-open";
import type { ListedObject, Storage, StoredObject } from "./storage";

const incomingPrefix = "incoming/";
/** Seconds within which a browser must begin an upload. */
const uploadUrlLifetimeSeconds = 300;

/**
 * Objects in a bucket of Amazon S3 or a compatible store. The SDK is lazy, because most
 * installations use a folder.
 */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket, publicBaseUrl } = settings;
  const connect = createConnector(settings);
  const remove = createBatchDelete(connect, Bucket);

  /** Null if the object does not exist. */
  const request = (Key: string): Promise<GetObjectCommandOutput | null> =>
    mapS3Errors(async () => {
      const { sdk, client } = await connect();
      try {
        return await client.send(new sdk.GetObjectCommand({ Bucket, Key }));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });

  const discard = ({ Body }: GetObjectCommandOutput) =>
    (Body as { destroy?: () => void } | undefined)?.destroy?.();

  async function read(key: string, maxBytes = Number.POSITIVE_INFINITY) {
    const answer = await request(key);
    if (!answer) return null;
    if ((answer.ContentLength ?? 0) > maxBytes) {
      discard(answer);
      return null;
    }
    return mapS3Errors(async () => (await answer.Body?.transformToByteArray()) ?? null);
  }

  async function open(key: string, range?: ByteRange) {
    const mediaType = mediaTypeOf(key);
    if (!mediaType) return null;
    const opened = await openS3(connect, Bucket, key, range);
    return opened && opened !== "unsatisfiable" ? { ...opened, mediaType } : opened;
  }

  async function* listAll(Prefix?: string): AsyncIterable<ListedObject> {
    const { sdk, client } = await connect();
    let ContinuationToken: string | undefined;
    do {
      const page = await mapS3Errors(() =>
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
    ...(publicBaseUrl && { publicUrl: (key) => `${publicBaseUrl.replace(/\/+$/, "")}/${key}` }),
    async put(key: string, { bytes, mediaType }: StoredObject) {
      if (!mediaTypeOf(key)) throw new AppError("internal", `Not a key of an object: ${key}`);
      await mapS3Errors(async () => {
        const { sdk, client } = await connect();
        await client.send(
          new sdk.PutObjectCommand({
            Bucket,
            Key: key,
            Body: bytes,
            ContentType: mediaType,
            CacheControl: "public, max-age=3600",
          }),
        );
      });
    },
    async get(key: string) {
      const mediaType = mediaTypeOf(key);
      const bytes = mediaType ? await read(key) : null;
      return mediaType && bytes ? { bytes, mediaType } : null;
    },
    open,
    delete: remove,
    async *list() {
      for await (const object of listAll()) if (mediaTypeOf(object.key)) yield object;
    },
    directUploads: {
      presign: (key, { size, mediaType }) =>
        mapS3Errors(async () => {
          const { sdk, client } = await connect();
          const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
          const command = new sdk.PutObjectCommand({
            Bucket,
            Key: key,
            ContentType: mediaType,
            ContentLength: size,
          });
          const url = await getSignedUrl(client, command, {
            expiresIn: uploadUrlLifetimeSeconds,
            signableHeaders: new Set(["host", "content-type", "content-length"]),
          });
          return { url, headers: { "content-type": mediaType } };
        }),
      read,
      delete: remove,
      list: () => listAll(incomingPrefix),
    },
    files: createS3Files(connect, Bucket, remove),
    /**
     * Lists one key: works without leaving an object behind, and credentials that may not read may
     * not write either.
     */
    async check() {
      await mapS3Errors(async () => {
        const { sdk, client } = await connect();
        await client.send(new sdk.ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
      });
    },
  };
}
