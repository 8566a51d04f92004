/** Milliseconds between two looks at pictures that are being drawn, and how often is looked. */
export const pollEvery = 3_000;
export const mostPolls = 40;

interface Polling {
  /** One look; what it throws counts as a look. */
  poll: () => Promise<unknown>;
  /** After the last look, where nobody ended it before. */
  onEnd: () => void;
  every?: number;
  most?: number;
}

/**
 * Looks again and again, each time a while after the answer before.
 * @returns a function that ends it
 */
export function pollUpTo({
  poll,
  onEnd,
  every = pollEvery,
  most = mostPolls,
}: Polling): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const wait = (count: number) => {
    timer = setTimeout(async () => {
      await poll().catch(() => undefined);
      if (isStopped) return;
      if (count >= most) onEnd();
      else wait(count + 1);
    }, every);
  };
  wait(1);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
