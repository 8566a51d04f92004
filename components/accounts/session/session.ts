import { queryOptions } from "@tanstack/react-query";
import { getQueryClient } from "@/components/shell/query-client";
import type { User } from "@/lib/accounts/schema";
import { fetchMe, logout } from "@/lib/accounts/session-client";
import { signedInCookie } from "@/lib/platform/auth/cookie-names";
import { ApiError, isUnauthorized } from "@/lib/platform/http/api-error";
import { writeHintCookie } from "../hint-cookies";

/** Who uses this browser tab, as far as it is known yet. */
export type Session =
  | { viewer: null; status: "loading" | "unauthenticated" }
  | { viewer: User; status: "authenticated" };

/** The token's cookie is closed to scripts; this one beside it says that there may be one. */
export const hasSessionHint = () =>
  document.cookie.split(";").some((cookie) => cookie.trim() === `${signedInCookie}=1`);

/** Who was last here, until they sign out in this tab: what its page was made for. */
let lastSeenViewer: User | null = null;
export const getLastViewer = (): User | null => lastSeenViewer;

/** Milliseconds after which a page that should have been made anew still stands there. */
const reloadTimeout = 5_000;

/** Whom this page is of, where somebody else has signed in on it and it was not made anew. */
export function setLastViewer(viewer: User): void {
  lastSeenViewer = viewer;
}

/** Brings the dialog in which one signs in again; its place is in the root layout. */
export const reauthenticationDialog = { open: async (): Promise<void> => {} };

/** Who is signed in, or null. Only a browser that may have a session asks the server. */
export const meOptions = queryOptions({
  queryKey: ["me"],
  async queryFn({ signal }): Promise<User | null> {
    if (!hasSessionHint()) return null;
    // Further wishes to know within this time cancel the question and ask anew.
    await new Promise((resolve) => setTimeout(resolve, 100));
    signal.throwIfAborted();
    try {
      const viewer = await fetchMe(signal);
      signal.throwIfAborted();
      if (lastSeenViewer && lastSeenViewer._id !== viewer._id) {
        // Somebody else has signed in in another tab. Where the reload is refused, what is written
        // here still goes out as of whom the page was made for, and is turned away.
        window.location.reload();
        await new Promise((resolve) => setTimeout(resolve, reloadTimeout));
        throw new Error("This page belongs to another account.");
      }
      lastSeenViewer = viewer;
      return viewer;
    } catch (error) {
      if (signal.aborted || !isUnauthorized(error)) throw error;
      clearEndedSession();
      return null;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  // A server that is busy or away has signed nobody out. Without a connection the next look asks again.
  retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status >= 500,
  // Another tab may have signed in or out meanwhile.
  refetchOnWindowFocus: ({ state }) =>
    hasSessionHint() === Boolean(state.data) ? false : "always",
});

export const toSession = (viewer: User | null | undefined, isPending: boolean): Session =>
  viewer
    ? { viewer, status: "authenticated" }
    : { viewer: null, status: isPending ? "loading" : "unauthenticated" };

/** What is known now stands above the answer to an older question. */
async function setKnownViewer(viewer: User | null): Promise<void> {
  lastSeenViewer = viewer ?? lastSeenViewer;
  const client = getQueryClient();
  await client.cancelQueries({ queryKey: meOptions.queryKey });
  client.setQueryData(meOptions.queryKey, viewer);
}

let endedAt = Number.NEGATIVE_INFINITY;
let pendingLogout: Promise<unknown> = Promise.resolve();

/** Takes the cookies away, at most once a second, however many calls find the session gone. */
function clearEndedSession() {
  const now = performance.now();
  if (now - endedAt < 1000) return;
  endedAt = now;
  // The hint goes with the token, by one answer: whatever is fetched with the token alone, such as a
  // page in advance, would bring the hint back (next.config.ts).
  pendingLogout = logout().catch(() => undefined);
}

/** Asks the server who is here now; a session that is gone is cleared. @throws where nobody answers */
export const refetchViewer = (): Promise<User | null> =>
  getQueryClient().fetchQuery({ ...meOptions, staleTime: 0 });

/**
 * A sign-in, with nothing of an old session beside it: an answer that takes the old cookie away would
 * take the new one if it came later, and a question after the old one would sign out who came in.
 */
export async function runSignIn<T>(attempt: () => Promise<T>): Promise<T> {
  const client = getQueryClient();
  await client.cancelQueries({ queryKey: meOptions.queryKey });
  await pendingLogout;
  try {
    return await attempt();
  } catch (error) {
    // Who is there was not answered meanwhile.
    void client.invalidateQueries({ queryKey: meOptions.queryKey });
    throw error;
  }
}

/** Signs out. @throws ApiError, and then the session goes on */
export async function signOut(): Promise<void> {
  await logout();
  await clearSession();
}

/** For whoever has just deleted the account: the server has taken the cookies away. */
export function clearSession(): Promise<void> {
  lastSeenViewer = null;
  writeHintCookie(signedInCookie, "; Max-Age=0");
  return setKnownViewer(null);
}

/** Who is there, as a sign-in, a change of the profile or a page made for them has said. */
export function setViewer(viewer: User): Promise<void> {
  if (!hasSessionHint()) writeHintCookie(signedInCookie, "1; Max-Age=604800");
  return setKnownViewer(viewer);
}
