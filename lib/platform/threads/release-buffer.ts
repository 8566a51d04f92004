/**
 * Frees the memory of unused bytes at once, which empties them. Left to the garbage collector,
 * megabytes of buffers trigger a collection of the whole heap, which blocks the server for 20 ms.
 */
export function releaseBuffer(bytes: Uint8Array): void {
  // Small arrays share a pooled buffer.
  if (bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength) {
    bytes.buffer.transfer(0);
  }
}
