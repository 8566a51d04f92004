/**
 * Keeps the latest results by key. Concurrent requests for a key share one piece of work, and a
 * failure is forgotten.
 */
export class PromiseCache<T> {
  private readonly entries = new Map<string, { work: Promise<T>; at: number }>();

  constructor(
    private readonly most: number,
    private readonly lifetimeMs = Number.POSITIVE_INFINITY,
  ) {}

  get(key: string): Promise<T> | undefined {
    const known = this.entries.get(key);
    return known && performance.now() - known.at < this.lifetimeMs ? known.work : undefined;
  }

  set(key: string, work: Promise<T>): Promise<T> {
    this.entries.delete(key);
    this.entries.set(key, { work, at: performance.now() });
    work.catch(() => {
      if (this.entries.get(key)?.work === work) this.entries.delete(key);
    });
    const oldest = this.entries.size > this.most ? this.entries.keys().next().value : undefined;
    if (oldest !== undefined) this.entries.delete(oldest);
    return work;
  }
}
