import { Readable } from "node:stream";
import { type EndOptions, ZipFile } from "yazl";

/** A file on its way into an archive; its bytes are asked for when its turn comes. */
export interface ZipEntry {
  /** A relative path with slashes. */
  name: string;
  modified: Date;
  bytes: AsyncIterable<Uint8Array>;
  /** Pictures and videos are as small as they get. */
  compress: boolean;
  /** Written as it is and without anything beside it: an EPUB's first file, of some bytes, alone. */
  stored?: boolean;
}

/**
 * Gives a stream away once and keeps nothing of it: the archive holds this until its end. It stands by
 * itself, since a function keeps what is in sight where it was made.
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
 * An archive while it is made: nothing is kept but the list of its files, so it may be of any length.
 * Throws what reading an entry throws; an archive that nobody reads on reads no further entry.
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
    if (stored) {
      const whole = Buffer.concat(await Array.fromAsync(bytes));
      archive.addBuffer(whole, name, { mtime: modified, compress: false, forceDosTimestamp: true });
      return;
    }
    await new Promise<void>((done) => {
      current = Readable.from(bytes).once("error", fail).once("close", done);
      // Even what gains nothing is deflated, if hardly: readers that see the archive pass by know
      // the end of deflated files alone.
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
