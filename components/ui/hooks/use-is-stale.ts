"use client";
import { useEffect, useState } from "react";

/**
 * Whether data is older than `staleTime`. Renders again at the moment when the data becomes stale.
 * @param readAt milliseconds since the epoch
 * @param staleTime milliseconds
 */
export function useIsStale(readAt: number, staleTime: number): boolean {
  const [staleReadAt, setStaleReadAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setStaleReadAt(readAt), readAt + staleTime - Date.now());
    return () => clearTimeout(timer);
  }, [readAt, staleTime]);
  return staleReadAt === readAt;
}
