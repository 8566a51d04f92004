import { ApiError } from "@/lib/platform/http/api-error";

/**
 * For removals: where the thing is gone already, as after a removal in another tab, the goal is
 * reached.
 */
export const ignoreNotFound =
  (message: string) =>
  (error: unknown): { message: string } => {
    if (error instanceof ApiError && error.status === 404) return { message };
    throw error;
  };
