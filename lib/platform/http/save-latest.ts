import type { z } from "zod";
import { ApiError, currentRowOf } from "./api-error";

/** Saves that a newer version refuses; the next one is based on that version. */
const maxAttempts = 3;

interface SaveLatestOptions<Row, Changes> {
  schema: z.ZodType<Row>;
  /** What the author changed, as it applies to a version; null if that version contradicts it. */
  changesFor: (row: Row) => Changes | null;
  send: (changes: Changes & { version: number }) => Promise<Row>;
  /** Caches a newer version. */
  keep: (newer: Row) => unknown;
}

/**
 * Saves changes of a row against the version that the author saw. Where another tab or device was
 * faster, they are saved onto its version, unless that contradicts them.
 * @throws ApiError, `stale_version` for a contradiction, with the newer version cached
 */
export async function saveLatest<Row extends { version: number }, Changes>(
  seen: Row,
  { schema, changesFor, send, keep }: SaveLatestOptions<Row, Changes>,
): Promise<Row> {
  let row = seen;
  let refusal: unknown = new ApiError(
    "This was changed elsewhere in the meantime. Please look at the current version before saving.",
    409,
    "stale_version",
  );
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const changes = changesFor(row);
    if (!changes) break;
    try {
      return await send({ ...changes, version: row.version });
    } catch (error) {
      const newer = currentRowOf(error, schema);
      if (!newer) throw error;
      await keep(newer);
      row = newer;
      refusal = error;
    }
  }
  throw refusal;
}

/** The changes of fields, for a version that has left these fields as the author saw them. */
export const changesUnlessStale =
  <Row extends object, Changes extends object>(seen: Row, changes: Changes) =>
  (row: Row): Changes | null =>
    Object.keys(changes).every((name) => isSame(fieldOf(row, name), fieldOf(seen, name)))
      ? changes
      : null;

const fieldOf = (row: object, name: string) => (row as Record<string, unknown>)[name];
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
