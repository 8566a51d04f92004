/** Facts of an HTTP exchange that every provider needs. */

const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether no connection was made, so that the server cannot have received the call. */
export function hasNeverConnected(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (neverConnected.test(String((error as NodeJS.ErrnoException).code))) return true;
  }
  return false;
}

/** The whole body of a response. @throws Error beyond `maxBytes` */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error("The response exceeds its size limit");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
