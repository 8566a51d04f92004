/**
 * How long, in ms, an answer that nobody looks at stays in the query cache. On the server, where each
 * render has a cache of its own, a timer would keep the whole render in memory for that time: no end.
 */
export const gcTime = (ms: number): number =>
  typeof window === "undefined" ? Number.POSITIVE_INFINITY : ms;
