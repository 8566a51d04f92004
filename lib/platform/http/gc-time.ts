/**
 * Milliseconds that an unused result stays in the query cache. On the server each render has its
 * own cache, and a timer would keep the render in memory, so there it is infinite.
 */
export const gcTime = (ms: number): number =>
  typeof window === "undefined" ? Number.POSITIVE_INFINITY : ms;
