import { Readable } from "node:stream";
import { type EndOptions, ZipFile } from "yazl";

/** An entry of an archive; a stream of its bytes is read when its turn comes. */
export interface ZipEntry {
  /** A relative path with slashes. */
  name: string;
  modified: Date;
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** False for media, which are compressed already. */
  compress: boolean;
  /** Stored without compression or a data descriptor, as EPUB requires of its first entry. */
  stored?: boolean;
}

/**
 * Hands a stream over once and drops its reference, because the archive holds this closure until
 * the end. A top-level function, so that the closure captures nothing else.
 */
function openOnce(stream: Readable) {
  let unread: Readable | null = stream;
  return (open: (error: null, stream: Readable) => void) => {
    const given = unread as Readable;
    unread = null;
    open(null, given);
  };
}

/**
 * Streams an archive. Only its directory is held in memory, so its length does not matter. Throws
 * errors of reading an entry; if the consumer stops, no further entry is read.
 */
export async function* zip(
  entries: AsyncIterable<ZipEntry>,
  options: EndOptions = { forceZip64Format: false, comment: "" },
): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  archive.on("error", fail);
  let current: Readable | undefined;
  const add = async ({ name, modified, bytes, compress, stored }: ZipEntry) => {
    const chunks = bytes instanceof Uint8Array ? [bytes] : bytes;
    if (stored) {
      const content = Buffer.concat(await Array.fromAsync(chunks));
      archive.addBuffer(content, name, {
        mtime: modified,
        compress: false,
        forceDosTimestamp: true,
      });
      return;
    }
    await new Promise<void>((done) => {
      current = Readable.from(chunks).once("error", fail).once("close", done);
      // Media are deflated as well, at the lowest level: streaming readers can detect only the end
      // of deflated entries.
      const level = compress ? 6 : 1;
      const how = { mtime: modified, compressionLevel: level };
      archive.addReadStreamLazy(name, how, openOnce(current));
    });
  };
  const feed = async () => {
    for await (const entry of entries) {
      if (output.destroyed) return;
      await add(entry);
    }
    archive.end(options);
  };
  feed().catch(fail);
  try {
    yield* output;
  } finally {
    current?.destroy();
  }
}
