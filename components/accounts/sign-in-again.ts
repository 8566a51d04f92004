import type { Query } from "@tanstack/react-query";
import { getQueryClient } from "@/components/shell/query-client";
import { createListeners } from "@/components/ui/listeners";
import type { User } from "@/lib/accounts/schema";
import { isUnauthorized } from "@/lib/platform/http/api-error";
import { askWho, hasHint, lastViewer, sessionDialog, staysOf } from "./session";

/** The one question, however many calls wait for its answer. */
let question: { answer: Promise<boolean>; settle: (isBack: boolean) => void } | null = null;
/** Whom the page was made for when the question came up. */
let pageOf: User | null = null;
/** It was closed: what the page asks for by itself does not open it again. */
let isDeclined = false;
/** When somebody was last signed in again, and for how many milliseconds that is news. */
let backAt = Number.NEGATIVE_INFINITY;
const newsLasts = 10_000;
const { tell, subscribe } = createListeners();

export const questionStore = {
  subscribe,
  isOpen: () => question !== null,
};

/** Opens the dialog. @returns whether the person of this page is signed in again */
export function askToSignIn(): Promise<boolean> {
  if (!question) {
    pageOf = lastViewer();
    let settle = (_isBack: boolean) => {};
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    question = { answer, settle };
    tell();
    // Without a connection it does not arrive: what waited fails, and says so.
    sessionDialog.open().catch(() => settleQuestion(null));
  }
  return question.answer;
}

/** Closes the dialog; what waited for it fails, or goes on with whoever is there now. */
export async function settleQuestion(viewer: User | null): Promise<void> {
  const isBack = viewer !== null && (await isSamePerson(viewer, pageOf));
  const asked = question;
  question = null;
  isDeclined = !isBack;
  if (isBack) backAt = performance.now();
  tell();
  asked?.settle(isBack);
  if (!isBack) return;
  void getQueryClient().refetchQueries({
    predicate: ({ state }: Query) => isUnauthorized(state.error),
  });
}

/** The page, and what was pressed on it, are of one person: for another one it is made anew. */
function isSamePerson(viewer: User, before: User | null): Promise<boolean> | true {
  if (!before || before._id === viewer._id) return true;
  staysOf(before);
  window.location.reload();
  return new Promise(() => {});
}

const answered = (isBack: boolean) => (isBack ? "back" : "nobody");

/** For a call whose answer may come of a session that has ended. */
export async function whenSessionGone({ status, isWrite }: { status: number; isWrite: boolean }) {
  if (question) return answered(await question.answer);
  const before = lastViewer();
  // A visitor: whoever called says what an account is needed for.
  if (!before && !hasHint()) return "same";
  const viewer = await askWho().catch(() => undefined);
  if (viewer === undefined) return "same";
  if (viewer) {
    await isSamePerson(viewer, before);
    // Refused, and yet there: another tab, or the dialog, has signed in since the call went out.
    return status === 401 || performance.now() - backAt < newsLasts ? "back" : "same";
  }
  return isDeclined && !isWrite ? "nobody" : answered(await askToSignIn());
}
