import { ApiError } from "@/lib/platform/http/api-error";

/** For what is to be removed: where it is gone already, as by another tab, that is done. */
export const ignoreNotFound =
  (message: string) =>
  (error: unknown): { message: string } => {
    if (error instanceof ApiError && error.status === 404) return { message };
    throw error;
  };
