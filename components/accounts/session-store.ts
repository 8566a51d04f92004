import type { User } from "@/lib/accounts/schema";
import { signedInHint } from "@/lib/platform/auth/viewer-hint";
import { isUnauthorized } from "@/lib/platform/http/api-error";

/** Who uses this browser tab, as far as it is known yet. */
export type Session =
  | { viewer: null; status: "loading" | "unauthenticated" }
  | { viewer: User; status: "authenticated" };

const loading: Session = { viewer: null, status: "loading" };
const nobody: Session = { viewer: null, status: "unauthenticated" };

let session: Session = loading;
let asked = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let clearedAt = Number.NEGATIVE_INFINITY;
let cleared: Promise<unknown> = Promise.resolve();
let newest = 0;
const listeners = new Set<() => void>();

function become(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** Something is asked or known anew: the answer to an older question says nothing any more. */
function supersede() {
  clearTimeout(timer);
  newest += 1;
  return newest;
}

/** What talks to the server: visitors carry none of it. */
const client = () => import("@/lib/accounts/client");

/** The token's cookie is closed to scripts; this one beside it says that there may be one. */
const hasHint = () =>
  document.cookie.split(";").some((cookie) => cookie.trim() === `${signedInHint}=1`);

/** Asks the server who is there, a tenth of a second after the last wish to know. */
function check() {
  asked = true;
  if (!hasHint()) {
    become(nobody);
    return;
  }
  const question = supersede();
  const coming = client();
  // Its failure is that of the question below.
  coming.catch(() => undefined);
  timer = setTimeout(async () => {
    try {
      const { fetchMe } = await coming;
      const viewer = await fetchMe();
      if (question === newest) become({ viewer, status: "authenticated" });
    } catch (error) {
      if (question !== newest) return;
      if (isSessionLost(error)) clearSession();
      // Without a connection nobody was signed out: the next look asks again.
      else if (session.status === "loading") become(nobody);
    }
  }, 100);
}

/** Another tab may have signed in or out meanwhile. */
function onReturn() {
  if (document.visibilityState !== "visible") return;
  if (hasHint() !== (session.status === "authenticated")) check();
}

/** Whether a call to me, logout or profile failed because the session is over. */
export const isSessionLost = isUnauthorized;

/**
 * Forgets who was signed in, at most once a second, however many calls find the session gone. The
 * token's own cookie, which holds no more, goes with the answer of the logout call.
 */
export function clearSession() {
  const now = performance.now();
  if (now - clearedAt < 1000) return;
  clearedAt = now;
  forget();
  cleared = client()
    .then(({ logout }) => logout())
    .catch(() => undefined);
}

/**
 * A sign-in, with nothing of an old session beside it: an answer that takes the old cookie away would
 * take the new one if it came later, and a question after the old one would sign out who came in.
 */
export async function signingIn<T>(attempt: () => Promise<T>): Promise<T> {
  supersede();
  await cleared;
  try {
    return await attempt();
  } catch (error) {
    // Who is there was not answered meanwhile.
    if (asked) check();
    throw error;
  }
}

/** Signs out. @throws ApiError, and then the session goes on */
export async function signOut(): Promise<void> {
  await (await client()).logout();
  forget();
}

/** For whoever has just deleted the account: the server has taken the cookies away. */
export function forget() {
  supersede();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${signedInHint}=; Path=/; Max-Age=0; SameSite=Lax`;
  become(nobody);
}

/** Who is there, as a sign-in, a change of the profile or a page made for them has said. */
export function setViewer(viewer: User) {
  supersede();
  asked = true;
  if (!hasHint()) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${signedInHint}=1; Path=/; Max-Age=604800; SameSite=Lax`;
  }
  become({ viewer, status: "authenticated" });
}

export const sessionStore = {
  subscribe(listener: () => void) {
    if (listeners.size === 0) document.addEventListener("visibilitychange", onReturn);
    listeners.add(listener);
    if (!asked) check();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) document.removeEventListener("visibilitychange", onReturn);
    };
  },
  get: (): Session => session,
  getOnServer: (): Session => loading,
};
