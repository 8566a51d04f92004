import "server-only";
import { createHash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { AppError } from "../errors";

export interface S3Settings {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  forcePathStyle: boolean;
  /** Absent: the credentials of the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Milliseconds until a response begins, and between two chunks of it. */
  timeouts?: { answer: number; piece: number };
}

type Sdk = typeof import("@aws-sdk/client-s3");
/** Loads the SDK and creates the client on the first call. */
type Connect = () => Promise<{ sdk: Sdk; client: S3Client }>;

export function createConnector(settings: S3Settings): Connect {
  const { answer, piece } = settings.timeouts ?? { answer: 30_000, piece: 15_000 };
  let loaded: ReturnType<Connect> | undefined;
  const load = async () => {
    const sdk = await import("@aws-sdk/client-s3");
    const client = new sdk.S3Client({
      region: settings.region,
      ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
      ...(settings.credentials ? { credentials: settings.credentials } : {}),
      forcePathStyle: settings.forcePathStyle,
      // Many stores do not support the newer checksums; TLS and our own hashes protect the data.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: 3,
      requestHandler: {
        connectionTimeout: 3_000,
        requestTimeout: answer,
        // Without this option the SDK only logs a warning and keeps waiting.
        throwOnRequestTimeout: true,
        socketTimeout: piece,
      },
    });
    addContentMd5(client);
    return { sdk, client };
  };
  return () => {
    loaded ??= load();
    return loaded;
  };
}

/**
 * A call that deletes several objects must have a checksum of its body. The SDK sends the newer
 * kind; every store, including Amazon's, accepts the older Content-MD5.
 */
function addContentMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const request = args.request as { headers: Record<string, string>; body?: unknown };
        if (commandName === "DeleteObjectsCommand" && typeof request.body === "string") {
          for (const name of Object.keys(request.headers)) {
            if (/^x-amz-(checksum|sdk-checksum)-/i.test(name)) delete request.headers[name];
          }
          request.headers["content-md5"] = createHash("md5").update(request.body).digest("base64");
        }
        return next(args);
      },
    // After the SDK's own checksum, before the signature.
    { step: "build", name: "addContentMd5", priority: "low" },
  );
}

/** The HTTP status of a store's response, also from the cause of an AppError. */
export function statusOf(error: unknown): number | undefined {
  const cause = error instanceof AppError ? error.details.cause : error;
  return (cause as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

/** Whether an object is missing; a missing bucket is an error. */
export const isMissing = (error: unknown): boolean => {
  const { name } = error as { name?: string };
  return name !== "NoSuchBucket" && (name === "NoSuchKey" || statusOf(error) === 404);
};
