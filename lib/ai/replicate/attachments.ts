import "server-only";
import { createHash } from "node:crypto";
import { jpegDataUri, toInputJpeg } from "../pictures";
import { PromiseCache } from "../promise-cache";
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
  const files = new PromiseCache<string>(maxRemembered, fileTtlMs);
  const fileOf = (jpeg: Uint8Array): Promise<string> => {
    const key = createHash("sha256").update(jpeg).digest("base64");
    return files.get(key) ?? files.set(key, upload(jpeg));
  };

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
