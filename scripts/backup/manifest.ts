import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { readMigrations } from "../../prisma/apply-migrations.mjs";
import { StartupError } from "../../prisma/postgres/startup-error.ts";
import { damagedError, openRegularFile } from "./files.ts";

/** Increases when older versions can no longer read the format. */
export const FORMAT = 1;

const MANIFEST = "manifest.json";
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** Paths in the folder of a backup. */
export const pathsIn = (folder: string) => ({
  manifest: path.join(folder, MANIFEST),
  table: (name: string) => path.join(folder, "tables", `${name}.copy`),
  tables: path.join(folder, "tables"),
  media: path.join(folder, "media"),
  object: (key: string) => path.join(folder, "media", key),
  /** A line `<sha256>  media/<key>` for each object, in the format of `sha256sum --check`. */
  sums: path.join(folder, "media.sha256"),
});

const count = z.int().nonnegative().max(1e15);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Becomes part of paths and of statements. */
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const migration = z.strictObject({ name: z.string().regex(/^\w{1,200}$/), checksum: sha256 });
const table = z.strictObject({
  name: identifier,
  columns: z.array(identifier).min(1).max(2000),
  rows: count,
  bytes: count,
  sha256,
});
const sequence = z.strictObject({
  name: identifier,
  value: z.string().regex(/^-?\d{1,19}$/),
  isCalled: z.boolean(),
});

const manifestSchema = z.strictObject({
  product: z.literal("inkwright"),
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime().max(40),
  /** Version of the server that the rows come from. */
  postgres: z.string().max(100),
  /** The migrations that created the tables, in order. */
  migrations: z.array(migration).min(1).max(10_000),
  tables: z.array(table).min(1).max(2000),
  sequences: z.array(sequence).max(2000),
  /** `missing`: objects that rows name but the store lacked. */
  media: z.strictObject({ objects: count, bytes: count, missing: count, sha256 }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type SavedTable = Manifest["tables"][number];

/** The folder of a backup, with links resolved. @throws StartupError */
export async function findBackup(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => null);
  if (!real)
    throw new StartupError(`There is no backup at ${folder}. Give the path of its folder.`);
  for (const place of [real, pathsIn(real).tables, pathsIn(real).media]) {
    const found = await lstat(place).catch(() => null);
    if (found?.isDirectory()) continue;
    throw new StartupError(
      `${folder} is not the folder of a backup: it has no folder ${path.basename(place)}. Give the path of a folder that \`npm run backup\` has written.`,
    );
  }
  return real;
}

/** @throws StartupError if it is no manifest of ours, or of a newer version */
export async function readManifest(folder: string): Promise<Manifest> {
  const handle = await openRegularFile(pathsIn(folder).manifest, MANIFEST);
  try {
    if ((await handle.stat()).size > MAX_MANIFEST_BYTES)
      throw damagedError(MANIFEST, "it is too long");
    return parseManifest(await handle.readFile("utf8"));
  } finally {
    await handle.close();
  }
}

function parseManifest(text: string): Manifest {
  let raw: { format?: unknown } | null;
  try {
    raw = JSON.parse(text);
  } catch {
    throw damagedError(MANIFEST, "it is not whole");
  }
  if (typeof raw?.format === "number" && raw.format > FORMAT) {
    throw newer(`it is of format ${raw.format}, and this version reads ${FORMAT}`);
  }
  const parsed = manifestSchema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw damagedError(
      MANIFEST,
      `${issue?.path.join(".") || "its content"} is not as it should be`,
    );
  }
  const { tables, migrations } = parsed.data;
  for (const list of [tables, migrations]) {
    const names = list.map(({ name }) => name);
    if (new Set(names).size < names.length)
      throw damagedError(MANIFEST, "it names something twice");
  }
  return parsed.data;
}

const newer = (why: string) =>
  new StartupError(
    `This backup was made by a newer version of Inkwright: ${why}. Install that version or a later one, and restore with it.`,
  );

/** The migrations of this version that create the tables of a backup. @throws StartupError */
export function migrationsOf(manifest: Manifest, folder?: string) {
  const ours = readMigrations(folder);
  for (const { name, checksum } of manifest.migrations) {
    const known = ours.find((each) => each.name === name);
    if (!known) throw newer(`its tables need the migration ${name}, which is not here`);
    if (known.checksum !== checksum) {
      throw new StartupError(
        `The migration ${name} is not the one that the tables of this backup were made by. Restore with the version of Inkwright that made the backup, then update.`,
      );
    }
  }
  const expected = new Set(manifest.migrations.map(({ name }) => name));
  return ours.filter(({ name }) => expected.has(name));
}
