export type ArchiveList = "characters" | "locations" | "scenes";

export interface OpenedDocument {
  /** Its lists are empty: their entries are asked for one by one. */
  document: unknown;
  lengths: Record<ArchiveList, number>;
  /** Of the files beside it. */
  names: string[];
}

/** Each throws an Error with the name `Refused`, whose message says what is wrong with the archive. */
export function createReader(): {
  open(bytes: Uint8Array, mostBytes: number): Promise<OpenedDocument>;
  entry(list: ArchiveList, index: number): unknown;
  file(name: string): Promise<{ bytes: Uint8Array }>;
};
