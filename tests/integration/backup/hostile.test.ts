import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Storage } from "@/lib/platform/storage/storage";
import type { Manifest } from "@/scripts/backup/manifest";
import {
  corruptedCopy,
  edit,
  firstObject,
  forgeSums,
  forgeTable,
  rowsOf,
  sha256,
  smallBackup,
} from "./corrupt-backup";
import {
  emptyDatabase,
  emptyStore,
  newPath,
  objectHashes,
  restore,
  root,
  tableHashes,
} from "./support";

let good: string;
let url: string;
let store: Storage;

beforeAll(async () => {
  good = await smallBackup();
});
beforeEach(async () => {
  url = await emptyDatabase();
  store = emptyStore();
});

/** Neither rows nor tables nor objects. */
async function nothingWritten(): Promise<void> {
  expect(await tableHashes(url)).toEqual({});
  expect(await objectHashes(store)).toEqual({});
}

const outside = mkdtempSync(path.join(root, "outside-"));

describe("a damaged archive", () => {
  it.each<[string, RegExp, (folder: string) => void]>([
    ["without its manifest", /manifest.json: it is missing/, (f) => rmSync(`${f}/manifest.json`)],
    [
      "with half a manifest",
      /manifest.json: it is not whole/,
      (f) => truncateSync(`${f}/manifest.json`, 400),
    ],
    [
      "with half a table",
      /user_account.copy: \d+ bytes instead of/,
      (f) => truncateSync(`${f}/tables/user_account.copy`, 10),
    ],
    [
      "with another table",
      /user_account.copy: its SHA-256 differs/,
      (f) =>
        writeFileSync(
          `${f}/tables/user_account.copy`,
          rowsOf(f, "user_account").replace("ada", "eve"),
        ),
    ],
    ["without a table", /total.copy: it is missing/, (f) => rmSync(`${f}/tables/total.copy`)],
    ["without an object", /media\/\w+\.\w+: it is missing/, (f) => rmSync(firstObject(f))],
    [
      "with half an object",
      /media\/\w+\.\w+: its SHA-256 differs/,
      (f) => truncateSync(firstObject(f), 20),
    ],
    [
      "with half a list of objects",
      /media.sha256: its SHA-256 differs/,
      (f) => truncateSync(`${f}/media.sha256`, 70),
    ],
    [
      "with fewer objects than were counted",
      /media.sha256: it does not name as many/,
      (f) => forgeSums(f, `${readFileSync(`${f}/media.sha256`, "utf8").split("\n")[0]}\n`),
    ],
    [
      "whose manifest names a path",
      /manifest.json: tables.0.name/,
      (f) => edit(f, ({ tables }) => Object.assign(tables[0] ?? {}, { name: "../../etc/passwd" })),
    ],
    [
      "whose manifest names an absolute path",
      /manifest.json: tables.0.name/,
      (f) => edit(f, ({ tables }) => Object.assign(tables[0] ?? {}, { name: "/etc/passwd" })),
    ],
    [
      "with a statement for a column",
      /manifest.json: tables.0.columns/,
      (f) =>
        edit(f, ({ tables }) =>
          Object.assign(tables[0] ?? {}, { columns: ["id\") FROM PROGRAM 'id' --"] }),
        ),
    ],
    [
      "with a table named twice",
      /names something twice/,
      (f) => edit(f, ({ tables }) => tables.push({ ...(tables[0] as Manifest["tables"][0]) })),
    ],
    [
      "whose list leaves the folder",
      /names no object of ours/,
      (f) => forgeSums(f, `${sha256("x")}  media/../../outside.webp\n`),
    ],
    [
      "whose list names an absolute path",
      /names no object of ours/,
      (f) => forgeSums(f, `${sha256("x")}  /etc/passwd\n`),
    ],
    [
      "with an object that would be a page",
      /names no object of ours/,
      (f) => forgeSums(f, `${sha256("x")}  media/${sha256("x")}.html\n`),
    ],
    [
      "with a line that never ends",
      /too long to be ours/,
      (f) => forgeSums(f, "a".repeat(3_000_000)),
    ],
    [
      "with a link for a table",
      /user_account.copy: it is not an ordinary file/,
      (f) => {
        renameSync(`${f}/tables/user_account.copy`, `${outside}/rows`);
        symlinkSync(`${outside}/rows`, `${f}/tables/user_account.copy`);
      },
    ],
    [
      "with a link for an object",
      /media\/\w+\.\w+: it is not an ordinary file/,
      (f) => {
        const object = firstObject(f);
        renameSync(object, `${outside}/object`);
        symlinkSync(`${outside}/object`, object);
      },
    ],
    [
      "with a link for its folder of objects",
      /has no folder media/,
      (f) => {
        renameSync(`${f}/media`, `${outside}/media`);
        symlinkSync(`${outside}/media`, `${f}/media`);
      },
    ],
    [
      "with a link for its manifest",
      /manifest.json: it is not an ordinary file/,
      (f) => {
        renameSync(`${f}/manifest.json`, `${outside}/manifest`);
        symlinkSync(`${outside}/manifest`, `${f}/manifest.json`);
      },
    ],
    [
      "with a folder for a table",
      /total.copy: it is not an ordinary file/,
      (f) => {
        rmSync(`${f}/tables/total.copy`);
        mkdirSync(`${f}/tables/total.copy`);
      },
    ],
  ])("%s is refused before a byte is written", async (_, message, change) => {
    await expect(restore(corruptedCopy(good, change), url, store)).rejects.toThrow(message);
    await nothingWritten();
  });

  it("is no backup at all where the path is wrong", async () => {
    await expect(restore(newPath(), url, store)).rejects.toThrow("There is no backup at");
    await expect(restore(path.join(good, "tables"), url, store)).rejects.toThrow(
      "is not the folder of a backup",
    );
  });
});

describe("a forged archive whose hashes agree", () => {
  /** Rows are refused by the database: the transaction leaves nothing. */
  async function refused(folder: string, message: RegExp): Promise<void> {
    await expect(restore(folder, url, store)).rejects.toThrow(message);
    expect(await tableHashes(url)).toEqual({});
  }

  it.each<[string, RegExp, (folder: string) => void]>([
    [
      "counts rows that are not there",
      /user_account.copy: 1 rows instead of 2/,
      (f) => forgeTable(f, "user_account", rowsOf(f, "user_account"), 2),
    ],
    [
      "has a row of other columns",
      /rows of user_account could not be restored/,
      (f) => forgeTable(f, "user_account", "a\tb\n"),
    ],
    [
      "points at what is not there",
      /foreign key constraint/,
      (f) => forgeTable(f, "media_upload", `${zero}\t${zero}\t2026-11-01 00:00:00+00\n`, 1),
    ],
    [
      "has migrations that its rows do not have",
      /other migrations than the rows do/,
      (f) => forgeTable(f, "_prisma_migrations", "", 0),
    ],
    [
      "lacks a table",
      /the table total is not in it/,
      (f) =>
        edit(f, (manifest) => {
          manifest.tables = manifest.tables.filter(({ name }) => name !== "total");
        }),
    ],
    [
      "has a table of its own",
      /make no table total_of_mine/,
      (f) => {
        cpSync(`${f}/tables/total.copy`, `${f}/tables/total_of_mine.copy`);
        edit(f, ({ tables }) => {
          const total = tables.find(({ name }) => name === "total");
          if (total) tables.push({ ...total, name: "total_of_mine" });
        });
      },
    ],
    [
      "has a column of its own",
      /make no table total with these columns/,
      (f) =>
        edit(f, ({ tables }) => {
          tables.find(({ name }) => name === "total")?.columns.push("more");
        }),
    ],
    [
      "has a counter of its own",
      /make no sequence mine/,
      (f) =>
        edit(f, ({ sequences }) => sequences.push({ name: "mine", value: "1", isCalled: true })),
    ],
  ])("and %s leaves no rows", async (_, message, change) => {
    await refused(corruptedCopy(good, change), message);
  });
  const zero = "00000000-0000-0000-0000-000000000000";
});
