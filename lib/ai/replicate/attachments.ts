import "server-only";
import { createHash } from "node:crypto";
import { jpegDataUri, toInputJpeg } from "../pictures";
import { retryabilityOf } from "../provider-error";

/**
 * Base64 of all pictures inside one request, in bytes; Replicate advises files for more than a
 * megabyte.
 */
const maxInlineBytes = 1_000_000;
/** Milliseconds for which a file is used again; Replicate keeps it for a day. */
const fileTtlMs = 3_600_000;
const maxRemembered = 200;

/**
 * Makes the addresses of reference pictures: data URIs as far as they fit into one request, files of
 * the provider for the others. The panels of a scene share the files.
 * @param upload resolves to a file's address
 */
export function createAttachments(upload: (jpeg: Uint8Array) => Promise<string>) {
  const files = new Map<string, { url: Promise<string>; at: number }>();

  function fileOf(jpeg: Uint8Array): Promise<string> {
    const key = createHash("sha256").update(jpeg).digest("base64");
    const known = files.get(key);
    if (known && performance.now() - known.at < fileTtlMs) return known.url;
    const url = upload(jpeg);
    files.delete(key);
    files.set(key, { url, at: performance.now() });
    url.catch(() => files.delete(key));
    const oldest = files.size > maxRemembered ? files.keys().next().value : undefined;
    if (oldest !== undefined) files.delete(oldest);
    return url;
  }

  return async (pictures: Uint8Array[], longest?: number): Promise<string[]> => {
    const jpegs = await Promise.all(pictures.map((bytes) => toInputJpeg(bytes, longest)));
    let room = maxInlineBytes;
    return Promise.all(
      jpegs.map(async (jpeg) => {
        const address = jpegDataUri(jpeg);
        if (address.length > room) {
          return fileOf(jpeg).catch((error: unknown) => {
            // A server without files gets the picture all the same.
            if (retryabilityOf(error) === "final") return address;
            throw error;
          });
        }
        room -= address.length;
        return address;
      }),
    );
  };
}
