import { randomUUID } from "node:crypto";
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
import { beforeEach, describe, expect, it } from "vitest";
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

let store: Storage;

const good = await smallBackup();
// No test leaves anything in it.
const url = await emptyDatabase();
beforeEach(() => {
  store = emptyStore();
});

/** Neither rows nor tables nor objects. */
async function nothingWritten(): Promise<void> {
  expect(await tableHashes(url)).toEqual({});
  expect(await objectHashes(store)).toEqual({});
}

const outside = mkdtempSync(path.join(root, "outside-"));

type Damage = (folder: string) => void;
const users = "tables/user_account.copy";
const manifest = "manifest.json";
const gone = (file: string) => (f: string) => rmSync(`${f}/${file}`);
const cut = (file: string, bytes: number) => (f: string) => truncateSync(`${f}/${file}`, bytes);
const firstTable = (changes: object) => (f: string) =>
  edit(f, ({ tables }) => Object.assign(tables[0] ?? {}, changes));
const sums = (text: string) => (f: string) => forgeSums(f, text);
/** Puts a link where the file, or the first object, is. */
const linked = (name?: string) => (f: string) => {
  const file = name ? `${f}/${name}` : firstObject(f);
  const target = `${outside}/${randomUUID()}`;
  renameSync(file, target);
  symlinkSync(target, file);
};

describe("a damaged archive", () => {
  const hash = sha256("x");
  const table = "user_account.copy";
  it.each<[string, RegExp, Damage]>([
    ["without its manifest", /manifest.json: it is missing/, gone(manifest)],
    ["with half a manifest", /manifest.json: it is not whole/, cut(manifest, 400)],
    ["with half a table", new RegExp(`${table}: \\d+ bytes instead of`), cut(users, 10)],
    [
      "with another table",
      new RegExp(`${table}: its SHA-256 differs`),
      (f) => writeFileSync(`${f}/${users}`, rowsOf(f, "user_account").replace("ada", "eve")),
    ],
    ["without a table", /total.copy: it is missing/, gone("tables/total.copy")],
    ["without an object", /media\/\w+\.\w+: it is missing/, (f) => rmSync(firstObject(f))],
    [
      "with half an object",
      /media\/\w+\.\w+: its SHA-256 differs/,
      (f) => truncateSync(firstObject(f), 20),
    ],
    ["with half a list of objects", /media.sha256: its SHA-256 differs/, cut("media.sha256", 70)],
    [
      "with fewer objects than were counted",
      /media.sha256: it does not name as many/,
      (f) => forgeSums(f, `${readFileSync(`${f}/media.sha256`, "utf8").split("\n")[0]}\n`),
    ],
    ["whose manifest names a path", /tables.0.name/, firstTable({ name: "../../etc/passwd" })],
    ["whose manifest names an absolute path", /tables.0.name/, firstTable({ name: "/etc/passwd" })],
    [
      "with a statement for a column",
      /manifest.json: tables.0.columns/,
      firstTable({ columns: ["id\") FROM PROGRAM 'id' --"] }),
    ],
    [
      "with a table named twice",
      /names something twice/,
      (f) => edit(f, ({ tables }) => tables.push({ ...(tables[0] as Manifest["tables"][0]) })),
    ],
    ["whose list leaves the folder", /no object of ours/, sums(`${hash}  media/../../a.webp\n`)],
    ["whose list names another path", /no object of ours/, sums(`${hash}  /etc/passwd\n`)],
    ["with an object that is a page", /no object of ours/, sums(`${hash}  media/${hash}.html\n`)],
    ["with a line without end", /no object of ours/, sums("a".repeat(3_000_000))],
    ["with a link for a table", new RegExp(`${table}: it is not an ordinary file`), linked(users)],
    ["with a link for an object", /media\/\w+\.\w+: it is not an ordinary file/, linked()],
    ["with a link for its folder of objects", /has no folder media/, linked("media")],
    ["with a link for its manifest", /manifest.json: it is not an ordinary file/, linked(manifest)],
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

  const zero = "00000000-0000-0000-0000-000000000000";
  const upload = `${zero}\t${zero}\t2026-11-01 00:00:00+00\n`;
  const counter = { name: "mine", value: "1", isCalled: true };
  const totalOf = ({ tables }: Manifest) => tables.find(({ name }) => name === "total");
  it.each<[string, RegExp, Damage]>([
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
      (f) => forgeTable(f, "media_upload", upload, 1),
    ],
    [
      "has migrations that its rows do not have",
      /other migrations than the rows do/,
      (f) => forgeTable(f, "_prisma_migrations", "", 0),
    ],
    [
      "lacks a table",
      /the table total is not in it/,
      (f) => edit(f, (it) => it.tables.splice(it.tables.indexOf(totalOf(it) as never), 1)),
    ],
    [
      "has a table of its own",
      /make no table total_of_mine/,
      (f) => {
        cpSync(`${f}/tables/total.copy`, `${f}/tables/total_of_mine.copy`);
        edit(f, (it) =>
          it.tables.push({
            ...(totalOf(it) as never as Manifest["tables"][0]),
            name: "total_of_mine",
          }),
        );
      },
    ],
    [
      "has a column of its own",
      /make no table total with these columns/,
      (f) => edit(f, (it) => totalOf(it)?.columns.push("more")),
    ],
    [
      "has a counter of its own",
      /make no sequence mine/,
      (f) => edit(f, ({ sequences }) => sequences.push(counter)),
    ],
  ])("and %s leaves no rows", async (_, message, change) => {
    await refused(corruptedCopy(good, change), message);
  });
});
