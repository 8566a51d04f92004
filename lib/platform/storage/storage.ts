/** Objects of our own: put once under a name made of their content, never changed. */
export interface StoredObject {
  bytes: Uint8Array;
  mediaType: string;
}

/** An object without its bytes, as a sweep sees it. */
export interface ListedObject {
  key: string;
  /** When it was put last. */
  storedAt: Date;
}

export interface Storage {
  /** Shown by readiness and the launcher, such as 'folder .data/objects'. */
  readonly name: string;
  /** Putting the same key again is harmless. @throws AppError `unavailable` */
  put(key: string, object: StoredObject): Promise<void>;
  /** Null where there is no such object. @throws AppError `unavailable` */
  get(key: string): Promise<StoredObject | null>;
  /** Keys without an object are passed over. @throws AppError `unavailable` */
  delete(keys: string[]): Promise<void>;
  /** Every object there is, in no particular order. @throws AppError `unavailable` */
  list(): AsyncIterable<ListedObject>;
  /** @throws where objects cannot be written right now */
  check(): Promise<void>;
}
