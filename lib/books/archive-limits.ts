/** Greatest archive that can be imported, in bytes. */
export const maxArchiveBytes = 95 * 1024 * 1024;
