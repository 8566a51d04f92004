import "server-only";
import { createHash } from "node:crypto";
import { jpegDataUri, toInputJpeg } from "../pictures";
import { retryabilityOf } from "../provider-error";

/** Most bytes of base64 in one request; Replicate recommends file uploads beyond one megabyte. */
const maxInlineBytes = 1_000_000;
/** Milliseconds during which an uploaded file is reused; Replicate keeps it for a day. */
const fileTtlMs = 3_600_000;
const maxRemembered = 200;

/**
 * Returns a URL for each reference picture: a data URI while it fits into the request, else an
 * uploaded file. The panels of a scene share the files.
 * @param upload resolves to the file's URL
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
            // Without a file API at the server, the request contains the picture itself.
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
