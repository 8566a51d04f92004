import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { readMigrations } from "../../prisma/apply-migrations.mjs";
import { StartupError } from "../../prisma/postgres/startup-error.ts";

/** Increases when older versions can no longer read the format. */
export const FORMAT = 1;

/** Paths in the folder of a backup. */
export const pathsIn = (folder: string) => ({
  manifest: path.join(folder, "manifest.json"),
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

/** A list without two entries of one name. */
const named = <Entry extends z.ZodType<{ name: string }>>(entry: Entry, max: number) =>
  z
    .array(entry)
    .max(max)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
      error: "names something twice",
    });

const manifestSchema = z.strictObject({
  product: z.literal("inkwright"),
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime().max(40),
  /** Version of the server that the rows come from. */
  postgres: z.string().max(100),
  /** The migrations that created the tables, in order. */
  migrations: named(migration, 10_000),
  tables: named(table, 2000),
  sequences: named(sequence, 2000),
  /** `missing`: objects that rows name but the store lacked. */
  media: z.strictObject({ objects: count, bytes: count, missing: count, sha256 }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type SavedTable = Manifest["tables"][number];

/** A summary of a backup, for people. */
export function summary({ tables, media }: Manifest): string {
  const rows = tables.reduce((sum, each) => sum + each.rows, 0);
  const bytes = tables.reduce((sum, each) => sum + each.bytes, media.bytes);
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return `${rows} rows of ${tables.length} tables and ${media.objects} objects (${megabytes} MB)`;
}

export const damagedError = (name: string, why: string) =>
  new StartupError(
    `This backup is damaged or was tampered with: ${name}: ${why}. Nothing was restored. Use another copy of it, or an earlier backup.`,
  );

const newerError = (why: string) =>
  new StartupError(
    `This backup was made by a newer version of Inkwright: ${why}. Install that version or a later one, and restore with it.`,
  );

/**
 * Size and SHA-256 of a regular file. Rejects links, which could point anywhere, and pipes, which
 * may never end.
 * @throws StartupError
 */
export async function digestOf(file: string): Promise<{ sha256: string; bytes: number }> {
  const name = path.relative(path.dirname(path.dirname(file)), file);
  const found = await lstat(file).catch(() => null);
  if (!found) throw damagedError(name, "it is missing");
  if (!found.isFile()) throw damagedError(name, "it is not an ordinary file");
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return { sha256: hash.digest("hex"), bytes: found.size };
}

/** The folder of a backup, with links resolved, and its manifest. @throws StartupError */
export async function openBackup(given: string): Promise<{ folder: string; manifest: Manifest }> {
  const folder = await realpath(given).catch(() => null);
  if (!folder)
    throw new StartupError(`There is no backup at ${given}. Give the path of its folder.`);
  for (const place of [folder, pathsIn(folder).tables, pathsIn(folder).media]) {
    const found = await lstat(place).catch(() => null);
    if (found?.isDirectory()) continue;
    throw new StartupError(
      `${given} is not the folder of a backup: it has no folder ${path.basename(place)}. Give the path of a folder that \`npm run backup\` has written.`,
    );
  }
  await digestOf(pathsIn(folder).manifest);
  return { folder, manifest: parseManifest(await readFile(pathsIn(folder).manifest, "utf8")) };
}

function parseManifest(text: string): Manifest {
  let raw: { format?: unknown } | null;
  try {
    raw = JSON.parse(text);
  } catch {
    throw damagedError("manifest.json", "it is not whole");
  }
  if (typeof raw?.format === "number" && raw.format > FORMAT) {
    throw newerError(`it is of format ${raw.format}, and this version reads ${FORMAT}`);
  }
  const parsed = manifestSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damagedError("manifest.json", `${issue?.path.join(".")}: ${issue?.message}`);
}

/** The migrations of this version that create the tables of a backup. @throws StartupError */
export function migrationsOf(manifest: Manifest, folder?: string) {
  const ours = readMigrations(folder);
  for (const { name, checksum } of manifest.migrations) {
    const known = ours.find((each) => each.name === name);
    if (!known) throw newerError(`its tables need the migration ${name}, which is not here`);
    if (known.checksum !== checksum) {
      throw new StartupError(
        `The migration ${name} is not the one that the tables of this backup were made by. Restore with the version of Inkwright that made the backup, then update.`,
      );
    }
  }
  const expected = new Set(manifest.migrations.map(({ name }) => name));
  return ours.filter(({ name }) => expected.has(name));
}
