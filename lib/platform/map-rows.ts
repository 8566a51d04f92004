import { log } from "./log";

/**
 * Maps the rows of a list. An unreadable row is logged and skipped, so that it does not fail the
 * list.
 */
export function mapReadableRows<R extends { id: string }, T>(
  rows: readonly R[],
  show: (row: R) => T,
): T[] {
  return rows.flatMap((row) => {
    try {
      return [show(row)];
    } catch (err) {
      log.error({ err, row: row.id }, "a row of a list cannot be read");
      return [];
    }
  });
}

/** For the parts of a story: its author gets the error instead of a story with missing parts. */
export const rowMapperFor = (isEditor: boolean): typeof mapReadableRows =>
  isEditor ? (rows, show) => rows.map((row) => show(row)) : mapReadableRows;
