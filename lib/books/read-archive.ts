import "server-only";
import { createHash } from "node:crypto";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { AppError } from "@/lib/platform/errors";
import { parseJson } from "@/lib/platform/http/body";
import { archiveDocument, filesOf, type StoryArchive, storyArchive } from "./archive";
import { maxArchiveBytes } from "./archive-limits";

/** What an archive may hold at most, whatever it says of itself. */
const most = {
  entries: 12_000,
  document: 32 * 1024 * 1024,
  picture: 12 * 1024 * 1024,
  video: 64 * 1024 * 1024,
  /** Pictures are as small as they get, so all of it is hardly more than the archive. */
  whole: maxArchiveBytes * 2,
};

const mediaName = /^media\/([0-9a-f]{64})\.(jpg|png|gif|webp|mp4|webm)$/;

const choose = "Please choose one that was downloaded as 'Story archive'";

const refused = (why: string, cause?: unknown) =>
  new AppError("bad_request", `This file cannot be imported: ${why}.`, { cause });

/** An archive that was looked through: nothing in it is taken on trust but what was checked. */
export interface OpenArchive {
  archive: StoryArchive;
  /** Bytes of a file that the story names; their hash is the one in the name. @throws AppError `bad_request` */
  read(file: string): Promise<Uint8Array>;
  close(): void;
}

/**
 * Opens an archive of a story. Names, numbers and sizes are checked before anything is unpacked.
 * @throws AppError `bad_request` with what is wrong with it
 */
export async function openArchive(bytes: Uint8Array): Promise<OpenArchive> {
  const zip = await opened(bytes);
  try {
    const entries = await directory(zip);
    const document = entries.get(archiveDocument);
    if (!document) throw refused(`it is no archive of a story. ${choose}`);
    const archive = parsed(await content(zip, document));
    const named = filesOf(archive);
    for (const name of entries.keys()) {
      if (name !== archiveDocument && !named.has(name))
        throw refused("it holds a file that belongs to no story");
    }
    for (const name of named)
      if (!entries.has(name)) throw refused("a picture of the story is missing");
    return {
      archive,
      close: () => zip.close(),
      read: async (file) => {
        const entry = entries.get(file);
        if (!entry) throw refused("a picture of the story is missing");
        const whole = await content(zip, entry);
        const hash = createHash("sha256").update(whole).digest("hex");
        if (hash !== mediaName.exec(file)?.[1])
          throw refused("a picture is not the one that it says it is");
        return whole;
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const opened = (bytes: Uint8Array) =>
  new Promise<ZipFile>((resolve, reject) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // It refuses absolute names, backslashes and '..' by itself; the names that we take are narrower.
    yauzl.fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error || !zip
        ? reject(refused(`it is no ZIP file, or a damaged one. ${choose}`, error))
        : resolve(zip),
    );
  });

/** What systems add when they pack a folder: no part of the story. */
const isOfSystem = (name: string) =>
  name.endsWith("/") || name.startsWith("__MACOSX/") || name.split("/").at(-1) === ".DS_Store";

/** The folder that all of it lies in, where somebody unpacked an archive and packed it again. */
function folderOf(names: readonly string[]): string {
  const [first = ""] = names;
  const folder = first.slice(0, first.indexOf("/") + 1);
  const isInside = !names.includes(archiveDocument) && names.every((one) => one.startsWith(folder));
  return isInside ? folder : "";
}

/** All entries by name, once each is known to be one of ours. */
function directory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > most.entries) throw refused("it holds too many files");
  const found: Entry[] = [];
  return new Promise((resolve, reject) => {
    zip.on("error", (error: unknown) => reject(refused("it is damaged", error)));
    zip.on("end", () => {
      try {
        resolve(checked(found));
      } catch (error) {
        reject(error);
      }
    });
    zip.on("entry", (entry: Entry) => {
      if (!isOfSystem(entry.fileName)) found.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function checked(found: readonly Entry[]): Map<string, Entry> {
  const folder = folderOf(found.map(({ fileName }) => fileName));
  const entries = new Map<string, Entry>();
  let whole = 0;
  for (const entry of found) {
    const name = entry.fileName.slice(folder.length);
    check(name, entry);
    if (entries.has(name)) throw refused("two files in it have one name");
    whole += entry.uncompressedSize;
    if (whole > most.whole) throw refused("what it unpacks to is too large");
    entries.set(name, entry);
  }
  return entries;
}

function limitOf(name: string): number | null {
  if (name === archiveDocument) return most.document;
  const [, , extension] = mediaName.exec(name) ?? [];
  if (!extension) return null;
  return extension === "mp4" || extension === "webm" ? most.video : most.picture;
}

function check(name: string, entry: Entry): void {
  const limit = limitOf(name);
  if (limit === null) throw refused(`it holds a file that belongs to no story. ${choose}`);
  if (entry.isEncrypted() || !entry.canDecodeFileData())
    throw refused("it is locked or packed in a way that is not known here");
  if (entry.uncompressedSize > limit) throw refused("a file in it is too large");
}

/** Unpacks an entry; never more than it said, and that was checked. */
function content(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(refused("it is damaged", error));
    zip.openReadStream(entry, (error, stream) => {
      if (error) return fail(error);
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", fail);
      stream.on("end", () => resolve(Buffer.concat(chunks)));
    });
  });
}

function parsed(bytes: Buffer): StoryArchive {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (error) {
    throw refused("its story cannot be read", error);
  }
  const { version } = (value ?? {}) as { version?: unknown };
  if (typeof version === "number" && version > 1) {
    throw refused("it was made by a newer Inkwright than this one");
  }
  const result = storyArchive.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refused(
    `its story is not whole (${issue?.path.join(".") || "at its beginning"})`,
    result.error,
  );
}
