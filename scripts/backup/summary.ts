import type { Manifest } from "./manifest.ts";

/** A summary of a backup, for people. */
export function summary({ tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, media.bytes);
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return `${rows} rows of ${tables.length} tables and ${media.objects} objects (${megabytes} MB)`;
}
