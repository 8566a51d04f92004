/** The renders of pages that have begun and not ended, one for each key of Next's cache. */
export class InFlightRenders {
  /**
   * Notes that a page begins to be rendered. What is noted of the same page has ended, or failed:
   * Next has one render of it at a time.
   * @param isOutdated whether those who join would get something old; by default, after any write
   * @returns ends this render alone
   */
  begin(key: string, isOutdated?: () => boolean): () => void;
  /** When the render of a page began, ms since 1970; undefined where none is in flight. */
  beganAt(key: string): number | undefined;
  /** Notes that a page is kept. */
  end(key: string): void;
  /** Notes that something may have changed on any page. */
  noteWrite(): void;
  /**
   * @param key of a page; without it, of any
   * @returns null where nobody can join an outdated render of it; or else a promise that resolves
   * when nobody can any more, or when nobody should wait any longer
   */
  outdated(key?: string): Promise<void> | null;
}
