import type { Query } from "@tanstack/react-query";
import { getQueryClient } from "@/components/shell/query-client";
import type { User } from "@/lib/accounts/schema";
import { isUnauthorized } from "@/lib/platform/http/api-error";
import { createListeners } from "@/lib/platform/listeners";
import {
  getLastViewer,
  hasSessionHint,
  reauthenticationDialog,
  refetchViewer,
  setLastViewer,
} from "./session";

/** One prompt, shared by all calls that wait for its answer. */
let pendingPrompt: { answer: Promise<boolean>; settle: (isBack: boolean) => void } | null = null;
/** The viewer of the page when the prompt opened. */
let pageOwner: User | null = null;
/** Whether the person closed the prompt: background requests then do not open it again. */
let isDeclined = false;
/** Time of the last repeated sign-in, and the milliseconds during which it counts as recent. */
let signedInAt = Number.NEGATIVE_INFINITY;
const recentSignInTime = 10_000;
const { notify, subscribe } = createListeners();

export const signInPromptStore = {
  subscribe,
  isOpen: () => pendingPrompt !== null,
};

/** Opens the dialog. @returns whether the same person is signed in again */
export function requestSignIn(): Promise<boolean> {
  if (!pendingPrompt) {
    pageOwner = getLastViewer();
    let settle = (_isBack: boolean) => {};
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    pendingPrompt = { answer, settle };
    notify();
    // Without a connection the dialog cannot load: waiting calls fail with their own message.
    reauthenticationDialog.open().catch(() => settleSignInPrompt(null));
  }
  return pendingPrompt.answer;
}

/** Closes the dialog; waiting calls fail, or continue as the new viewer. */
export async function settleSignInPrompt(viewer: User | null): Promise<void> {
  const isBack = viewer !== null && (await ensureSameViewer(viewer, pageOwner));
  const prompt = pendingPrompt;
  pendingPrompt = null;
  isDeclined = !isBack;
  if (isBack) signedInAt = performance.now();
  notify();
  prompt?.settle(isBack);
  if (!isBack) return;
  void getQueryClient().refetchQueries({
    predicate: ({ state }: Query) => isUnauthorized(state.error),
  });
}

/**
 * Reloads the page if another person signs in, since its pending actions belong to the first one.
 */
function ensureSameViewer(viewer: User, before: User | null): Promise<boolean> | true {
  if (!before || before._id === viewer._id) return true;
  setLastViewer(before);
  window.location.reload();
  return new Promise(() => {});
}

const toOutcome = (isBack: boolean) => (isBack ? "back" : "signed-out");

/** Handles a call that may have failed because the session ended. */
export async function handleSessionExpired({
  status,
  isWrite,
}: {
  status: number;
  isWrite: boolean;
}) {
  if (pendingPrompt) return toOutcome(await pendingPrompt.answer);
  const before = getLastViewer();
  // A visitor: the caller explains why an account is needed.
  if (!before && !hasSessionHint()) return "same";
  const viewer = await refetchViewer().catch(() => undefined);
  if (viewer === undefined) return "same";
  if (viewer) {
    await ensureSameViewer(viewer, before);
    // The server refused the call although the viewer is signed in: another tab or the dialog
    // signed in after the call was sent.
    return status === 401 || performance.now() - signedInAt < recentSignInTime ? "back" : "same";
  }
  return isDeclined && !isWrite ? "signed-out" : toOutcome(await requestSignIn());
}
