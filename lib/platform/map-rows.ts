import { log } from "./log";

/**
 * The rows of a list as what is shown of them. A row that cannot be read is left out and logged, so
 * that it fails neither the list nor the rows beside it.
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

/** The same for the parts of a story. Its author gets the error, rather than a story that lacks them. */
export const rowMapperFor = (isEditor: boolean): typeof mapReadableRows =>
  isEditor ? (rows, show) => rows.map((row) => show(row)) : mapReadableRows;
