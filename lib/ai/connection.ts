import { ProviderError } from "./provider-error";

/** Facts of an HTTP exchange that every provider needs. */

const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether no connection was made, so that the server cannot have received the call. */
export function hasNeverConnected(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (neverConnected.test(String((error as NodeJS.ErrnoException).code))) return true;
  }
  return false;
}

const tooLargeError = () =>
  new ProviderError("image_failed", "The answer is too large to be a picture.", "final");

/** Passes bytes on until there are too many. */
export function limitBytes(maxBytes: number) {
  let size = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLargeError();
      controller.enqueue(chunk);
    },
  });
}

/** The whole body of a response. @throws ProviderError beyond `maxBytes` */
export async function readBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body?.pipeThrough(limitBytes(maxBytes)) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}
