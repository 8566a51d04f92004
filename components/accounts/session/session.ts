import { queryOptions } from "@tanstack/react-query";
import { forgetReadings } from "@/components/reading-progress/storage-keys";
import { getQueryClient } from "@/components/shell/query-client";
import { avatarHintKey, showAvatarHint } from "@/components/shell/theme";
import { hash } from "@/components/ui/utils/hash";
import { initials } from "@/lib/accounts/display-name";
import type { User } from "@/lib/accounts/schema";
import { fetchMe, logout } from "@/lib/accounts/sign-in/session-client";
import { signedInCookie } from "@/lib/platform/auth/cookie-names";
import { ApiError, isUnauthorized } from "@/lib/platform/http/api-error";
import { tryStorage } from "@/lib/platform/try-storage";
import { writeHintCookie } from "../hint-cookies";

/** The user of this tab, as far as it is known. */
export type Session =
  | { viewer: null; status: "loading" | "unauthenticated" }
  | { viewer: User; status: "authenticated" };

/** Scripts cannot read the token's cookie; this second cookie says that a token may exist. */
export const hasSessionHint = () =>
  document.cookie.split(";").some((cookie) => cookie.trim() === `${signedInCookie}=1`);

/** The last viewer of this tab until they sign out, for whom the page was rendered. */
let lastSeenViewer: User | null = null;
export const getLastViewer = (): User | null => lastSeenViewer;

/** Milliseconds after which a requested reload counts as refused. */
const reloadTimeout = 5_000;

/** Sets the owner of this page after another person signed in and the reload was refused. */
export function setLastViewer(viewer: User): void {
  lastSeenViewer = viewer;
}

/** Opens the re-authentication dialog; its host in the root layout assigns `open`. */
export const reauthenticationDialog = { open: async (): Promise<void> => {} };

/** The signed-in person, or null. Only a browser with a session hint asks the server. */
export const meOptions = queryOptions({
  queryKey: ["me"],
  async queryFn({ signal }): Promise<User | null> {
    if (!hasSessionHint()) return null;
    // Debounce: a further request within this time cancels this one and starts anew.
    await new Promise((resolve) => setTimeout(resolve, 100));
    signal.throwIfAborted();
    try {
      const viewer = await fetchMe(signal);
      signal.throwIfAborted();
      if (lastSeenViewer && lastSeenViewer._id !== viewer._id) {
        // Another person signed in in another tab. If the reload is refused, writes still name the
        // page's owner and the server rejects them.
        window.location.reload();
        await new Promise((resolve) => setTimeout(resolve, reloadTimeout));
        throw new Error("This page belongs to another account.");
      }
      lastSeenViewer = viewer;
      writeAvatarHint(viewer);
      return viewer;
    } catch (error) {
      if (signal.aborted || !isUnauthorized(error)) throw error;
      clearEndedSession();
      // Without the cookies, pages know that no session is left.
      await pendingLogout;
      return null;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  // A busy or unreachable server has signed no one out. Without a connection the next refetch
  // retries.
  retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status >= 500,
  // Another tab may have signed in or out meanwhile.
  refetchOnWindowFocus: ({ state }) =>
    hasSessionHint() === Boolean(state.data) ? false : "always",
});

export const toSession = (viewer: User | null | undefined, isPending: boolean): Session =>
  viewer
    ? { viewer, status: "authenticated" }
    : { viewer: null, status: isPending ? "loading" : "unauthenticated" };

/** Cancels requests in flight, so that their older answer does not overwrite this one. */
async function setKnownViewer(viewer: User | null): Promise<void> {
  lastSeenViewer = viewer ?? lastSeenViewer;
  writeAvatarHint(viewer);
  const client = getQueryClient();
  await client.cancelQueries({ queryKey: meOptions.queryKey });
  client.setQueryData(meOptions.queryKey, viewer);
}

let endedAt = Number.NEGATIVE_INFINITY;
let pendingLogout: Promise<unknown> = Promise.resolve();

/** Clears the cookies, at most once a second, however many calls find the session ended. */
function clearEndedSession() {
  const now = performance.now();
  if (now - endedAt < 1000) return;
  endedAt = now;
  writeAvatarHint(null);
  // One response clears hint and token: a request with the token alone, such as a prefetch, would
  // restore the hint (next.config.ts).
  pendingLogout = logout().catch(() => undefined);
}

/** Refetches the viewer; clears an ended session. @throws if the server cannot be reached */
export const refetchViewer = (): Promise<User | null> =>
  getQueryClient().fetchQuery({ ...meOptions, staleTime: 0 });

/**
 * Runs a sign-in without requests of the old session in flight: a late response could clear the new
 * cookie, or a late answer sign the new viewer out.
 */
export async function runSignIn<T>(attempt: () => Promise<T>): Promise<T> {
  const client = getQueryClient();
  await client.cancelQueries({ queryKey: meOptions.queryKey });
  await pendingLogout;
  try {
    return await attempt();
  } catch (error) {
    // The cancelled viewer query has no answer yet.
    void client.invalidateQueries({ queryKey: meOptions.queryKey });
    throw error;
  }
}

/** Signs out. @throws ApiError if the request failed; the session then continues */
export async function signOut(): Promise<void> {
  await logout().catch((error) => {
    if (!isUnauthorized(error)) throw error;
  });
  await clearSession();
}

/**
 * Clears the session in the browser after the account was deleted; the server has cleared the
 * cookies.
 */
export function clearSession(): Promise<void> {
  lastSeenViewer = null;
  forgetReadings();
  writeHintCookie(signedInCookie, "; Max-Age=0");
  return setKnownViewer(null);
}

/** Sets the viewer that a sign-in, a profile change or a rendered page reported. */
export function setViewer(viewer: User): Promise<void> {
  if (!hasSessionHint()) writeHintCookie(signedInCookie, "1; Max-Age=604800");
  return setKnownViewer(viewer);
}

/**
 * Stores the initials and the colour of this browser's account, which the next page shows from the
 * first paint until its menu has loaded; null removes them.
 */
function writeAvatarHint(viewer: Pick<User, "username" | "firstName" | "lastName"> | null) {
  // Without storage the menu shows them a moment later.
  tryStorage(() => {
    if (!viewer) return localStorage.removeItem(avatarHintKey);
    const hint = `${hash(viewer.username, 5)}${initials(viewer)}`;
    showAvatarHint(hint);
    localStorage.setItem(avatarHintKey, hint);
  });
}
