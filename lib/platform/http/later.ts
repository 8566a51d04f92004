import type { api } from "./fetch";

/**
 * `api` for pages that begin without it: its code comes with the first call.
 * @throws ApiError
 */
export const apiLater: typeof api = async (path, request) => {
  const { api } = await import("./fetch").catch(() => {
    throw new Error("Network error - please check your connection");
  });
  return api(path, request);
};

/** Whether a call failed because nobody is signed in (any more). */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && "status" in error && error.status === 401;
