export type ArchiveList = "characters" | "locations" | "scenes";

export interface OpenedDocument {
  /** With empty lists; `entry` returns their entries one by one. */
  document: unknown;
  lengths: Record<ArchiveList, number>;
  /** Names of the media files. */
  names: string[];
}

/**
 * Its methods throw an Error named `Refused`, whose message says what is wrong with the archive.
 */
export function createReader(): {
  open(bytes: Uint8Array, maxBytes: number): Promise<OpenedDocument>;
  entry(list: ArchiveList, index: number): unknown;
  file(name: string): Promise<{ bytes: Uint8Array }>;
};
