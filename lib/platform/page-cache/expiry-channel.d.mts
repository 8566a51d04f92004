export class ExpiryChannel {
  constructor(options: {
    connectionString: string;
    /** Another instance has written: pages with one of these tags are old. */
    onExpired: (tags: string[]) => void;
    /** Messages may have been missed: every page is old. */
    onMissed: () => void;
    onError: (error: unknown) => void;
  });
  /** Listens from now on; safe to call again and again. */
  start(): void;
  /** Resolves when the other instances have been told, or after a second. */
  publish(tags: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}
