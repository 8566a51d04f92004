export class ExpiryChannel {
  constructor(options: {
    connectionString: string;
    /**
     * Another instance has written: pages with one of these tags are old. It is answered when this
     * has resolved.
     */
    onExpired: (tags: string[]) => void | Promise<void>;
    /** Messages may have been missed: every page is old. */
    onMissed: () => void;
    onError: (error: unknown) => void;
  });
  /** Listens from now on; safe to call again and again. */
  start(): void;
  /**
   * Resolves when every other instance that listens has expired them; one that does not answer is
   * waited for half a second, once, and a database that does not for a second.
   */
  publish(tags: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}
