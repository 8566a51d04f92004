import "server-only";
import { enforceRateLimit, type RateRule } from "@/lib/platform/rate-limit";

/**
 * Draws pictures under a rate limit. Concurrent requests for a picture share one drawing, which
 * counts once.
 */
export function createDrawings<T>(limit: RateRule) {
  const pending = new Map<string, Promise<T>>();
  /** @throws AppError `rate_limited`, and errors of `draw` */
  return async (name: string, asker: string, draw: () => Promise<T>): Promise<T> => {
    const known = pending.get(name);
    if (known) return known;
    await enforceRateLimit(limit, asker);
    const drawing = pending.get(name) ?? draw();
    pending.set(name, drawing);
    void drawing.catch(() => undefined).then(() => pending.delete(name));
    return drawing;
  };
}
