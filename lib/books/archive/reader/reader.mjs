// Reads a story archive, which is untrusted like any upload. Plain JavaScript, so that the worker
// thread loads it without a build (`worker.mjs`); without a worker, the server's thread runs it.
import { createHash } from "node:crypto";
import yauzl from "yauzl";
import { isLarger, parseJsonWithin } from "../../../platform/json.mjs";

/** Limits of an archive, whatever its directory declares; sizes in bytes. */
const limits = {
  entries: 12_000,
  document: 16 * 1024 * 1024,
  picture: 12 * 1024 * 1024,
  video: 64 * 1024 * 1024,
  /** JSON values in the document; a story of 3,000 panels with two takes each has some 550,000. */
  values: 600_000,
  depth: 32,
  keys: 100,
  /** JSON values per message, because the server's thread deserialises a message in one go. */
  valuesOfPart: 40_000,
};

const documentName = "story.json";
const mediaName = /^media\/([0-9a-f]{64})\.(jpg|png|gif|webp|mp4|webm)$/;
/** Lists of the story that are sent entry by entry. */
const lists = ["characters", "locations", "scenes"];

const choose = "Please choose one that was downloaded as 'Story archive'";
const refused = (why) => Object.assign(new Error(why), { name: "Refused" });

const opened = (bytes) =>
  new Promise((resolve, reject) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // yauzl refuses absolute names, backslashes and '..'; `check` allows fewer names still.
    yauzl.fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(refused(`it is no ZIP file, or a damaged one. ${choose}`)) : resolve(zip),
    );
  });

/** Files that operating systems add to a packed folder. */
const isOfSystem = (name) =>
  name.endsWith("/") || name.startsWith("__MACOSX/") || name.split("/").at(-1) === ".DS_Store";

/** The common folder of all entries, present when an archive was unpacked and packed again. */
function folderOf(names) {
  const [first = ""] = names;
  const folder = first.slice(0, first.indexOf("/") + 1);
  const isInside = !names.includes(documentName) && names.every((one) => one.startsWith(folder));
  return isInside ? folder : "";
}

/** All entries by name; rejects unless all of them are allowed. */
function directory(zip, maxBytes) {
  if (zip.entryCount > limits.entries) throw refused("it holds too many files");
  const found = [];
  return new Promise((resolve, reject) => {
    zip.on("error", () => reject(refused("it is damaged")));
    zip.on("end", () => {
      try {
        resolve(checkEntries(found, maxBytes));
      } catch (error) {
        reject(error);
      }
    });
    zip.on("entry", (entry) => {
      if (!isOfSystem(entry.fileName)) found.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function checkEntries(found, maxBytes) {
  const folder = folderOf(found.map(({ fileName }) => fileName));
  const entries = new Map();
  let total = 0;
  for (const entry of found) {
    const name = entry.fileName.slice(folder.length);
    check(name, entry);
    if (entries.has(name)) throw refused("two files in it have one name");
    total += entry.uncompressedSize;
    if (total > maxBytes) throw refused("what it unpacks to is too large");
    entries.set(name, entry);
  }
  return entries;
}

function limitOf(name) {
  if (name === documentName) return limits.document;
  const [, , extension] = mediaName.exec(name) ?? [];
  if (!extension) return null;
  return extension === "mp4" || extension === "webm" ? limits.video : limits.picture;
}

function check(name, entry) {
  const limit = limitOf(name);
  if (limit === null) throw refused(`it holds a file that belongs to no story. ${choose}`);
  if (entry.isEncrypted() || !entry.canDecodeFileData())
    throw refused("it is locked or packed in a way that is not known here");
  if (entry.uncompressedSize > limit) throw refused("a file in it is too large");
}

/** Unpacks an entry; yauzl enforces the declared size, which was checked. */
function content(zip, entry) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(refused("it is damaged"));
    zip.openReadStream(entry, (error, stream) => {
      if (error) return fail();
      const buffer = Buffer.allocUnsafeSlow(entry.uncompressedSize);
      let length = 0;
      stream.on("data", (chunk) => {
        length += chunk.copy(buffer, length);
      });
      stream.on("error", fail);
      stream.on("end", () => (length === buffer.length ? resolve(buffer) : fail()));
    });
  });
}

const faults = {
  depth: "its story is nested too deeply",
  values: "its story is too large",
  syntax: "its story cannot be read",
  letters: "its story has characters that cannot be stored",
};

function parsed(bytes) {
  let document;
  try {
    document = parseJsonWithin(bytes, limits);
  } catch (error) {
    throw refused(faults[error.code] ?? faults.syntax);
  }
  if (typeof document?.version === "number" && document.version > 1)
    throw refused("it was made by a newer Inkwright than this one");
  return document;
}

const part = (value) => {
  if (isLarger(value, limits.valuesOfPart)) throw refused("a part of its story is too large");
  return value;
};

/** A reader of one archive: call `open` first, then `entry` and `file` in any order. */
export function createReader() {
  let zip;
  let entries;
  const parts = {};
  return {
    /**
     * Checks names, count and sizes before unpacking.
     * @returns the document without its long lists, their lengths, and the names of the media files
     */
    async open(bytes, maxBytes) {
      zip = await opened(bytes);
      entries = await directory(zip, maxBytes);
      const entry = entries.get(documentName);
      if (!entry) throw refused(`it is no archive of a story. ${choose}`);
      const document = parsed(await content(zip, entry));
      entries.delete(documentName);
      const { story } = document ?? {};
      for (const list of lists) {
        if (!Array.isArray(story?.[list])) continue;
        parts[list] = story[list];
        story[list] = [];
      }
      const lengths = Object.fromEntries(lists.map((list) => [list, parts[list]?.length ?? 0]));
      return { document: part(document), lengths, names: [...entries.keys()] };
    },
    entry: (list, index) => part(parts[list][index]),
    /** @returns the bytes of a file, after comparing their hash with its name */
    async file(name) {
      const buffer = await content(zip, entries.get(name));
      const hash = createHash("sha256").update(buffer).digest("hex");
      if (hash !== mediaName.exec(name)?.[1])
        throw refused("a picture is not the one that it says it is");
      return { bytes: new Uint8Array(buffer.buffer) };
    },
  };
}
