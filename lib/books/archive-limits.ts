/** Bytes of an archive that is taken back. */
export const maxArchiveBytes = 95 * 1024 * 1024;
