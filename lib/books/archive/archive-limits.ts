/** Size limit of an imported archive, in bytes. */
export const maxArchiveBytes = 95 * 1024 * 1024;
