import "server-only";
import { AppError } from "@/lib/platform/errors";
import { defaultSharePicture } from "./share-picture-version";

/** One hour: shared caches must not show a withdrawn story for longer. */
export const pictureCacheControl = "public, max-age=3600";

/** Other sites cache link previews: a preview without a picture would stay without one. */
export function defaultIfBusy(error: unknown) {
  const isBusy =
    error instanceof AppError && /^(rate_limited|unavailable|storage_full)$/.test(error.code);
  if (isBusy) return { movedTo: defaultSharePicture };
  throw error;
}

export function redirectToPicture(location: string): Response {
  const lifetime = location === defaultSharePicture ? "no-store" : "public, max-age=300";
  return new Response(null, { status: 302, headers: { location, "cache-control": lifetime } });
}
