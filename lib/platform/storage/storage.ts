/** Objects of our own: put once under a name made of their content, never changed. */
export interface StoredObject {
  bytes: Uint8Array;
  mediaType: string;
}

export interface Storage {
  /** Shown by readiness and the launcher, such as 'folder .data/objects'. */
  readonly name: string;
  /** Putting the same key again is harmless. @throws AppError `unavailable` */
  put(key: string, object: StoredObject): Promise<void>;
  /** Null where there is no such object. @throws AppError `unavailable` */
  get(key: string): Promise<StoredObject | null>;
  delete(keys: string[]): Promise<void>;
  /** @throws where objects cannot be written right now */
  check(): Promise<void>;
}
