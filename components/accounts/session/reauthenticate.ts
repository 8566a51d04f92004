import type { Query } from "@tanstack/react-query";
import { getQueryClient } from "@/components/shell/query-client";
import { createListeners } from "@/components/ui/utils/listeners";
import type { User } from "@/lib/accounts/schema";
import { isUnauthorized } from "@/lib/platform/http/api-error";
import {
  getLastViewer,
  hasSessionHint,
  reauthenticationDialog,
  refetchViewer,
  setLastViewer,
} from "./session";

/** The one question, however many calls wait for its answer. */
let pendingPrompt: { answer: Promise<boolean>; settle: (isBack: boolean) => void } | null = null;
/** Whom the page was made for when the question came up. */
let pageOwner: User | null = null;
/** It was closed: what the page asks for by itself does not open it again. */
let isDeclined = false;
/** When somebody was last signed in again, and for how many milliseconds that is news. */
let signedInAt = Number.NEGATIVE_INFINITY;
const recentSignInTime = 10_000;
const { notify, subscribe } = createListeners();

export const signInPromptStore = {
  subscribe,
  isOpen: () => pendingPrompt !== null,
};

/** Opens the dialog. @returns whether the person of this page is signed in again */
export function requestSignIn(): Promise<boolean> {
  if (!pendingPrompt) {
    pageOwner = getLastViewer();
    let settle = (_isBack: boolean) => {};
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    pendingPrompt = { answer, settle };
    notify();
    // Without a connection it does not arrive: what waited fails, and says so.
    reauthenticationDialog.open().catch(() => settleSignInPrompt(null));
  }
  return pendingPrompt.answer;
}

/** Closes the dialog; what waited for it fails, or goes on with whoever is there now. */
export async function settleSignInPrompt(viewer: User | null): Promise<void> {
  const isBack = viewer !== null && (await ensureSameViewer(viewer, pageOwner));
  const asked = pendingPrompt;
  pendingPrompt = null;
  isDeclined = !isBack;
  if (isBack) signedInAt = performance.now();
  notify();
  asked?.settle(isBack);
  if (!isBack) return;
  void getQueryClient().refetchQueries({
    predicate: ({ state }: Query) => isUnauthorized(state.error),
  });
}

/** The page, and what was pressed on it, are of one person: for another one it is made anew. */
function ensureSameViewer(viewer: User, before: User | null): Promise<boolean> | true {
  if (!before || before._id === viewer._id) return true;
  setLastViewer(before);
  window.location.reload();
  return new Promise(() => {});
}

const toOutcome = (isBack: boolean) => (isBack ? "back" : "signed-out");

/** For a call whose answer may come of a session that has ended. */
export async function handleSessionExpired({
  status,
  isWrite,
}: {
  status: number;
  isWrite: boolean;
}) {
  if (pendingPrompt) return toOutcome(await pendingPrompt.answer);
  const before = getLastViewer();
  // A visitor: whoever called says what an account is needed for.
  if (!before && !hasSessionHint()) return "same";
  const viewer = await refetchViewer().catch(() => undefined);
  if (viewer === undefined) return "same";
  if (viewer) {
    await ensureSameViewer(viewer, before);
    // Refused, and yet there: another tab, or the dialog, has signed in since the call went out.
    return status === 401 || performance.now() - signedInAt < recentSignInTime ? "back" : "same";
  }
  return isDeclined && !isWrite ? "signed-out" : toOutcome(await requestSignIn());
}
