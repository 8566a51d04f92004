import { afterPaint } from "@/components/ui/after-paint";

/** What a visitor reached for that needs an account, and where on the page; null when nothing is asked. */
export interface Invitation {
  wish: "like" | "remix";
  /** Path and place to come back to after signing in. */
  from: string;
}

let open: Invitation | null = null;
const listeners = new Set<() => void>();

export const invitation = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => open,
  getOnServer: () => null,
};

/** Invites to sign in; the form leads back to the part of the page that `near` stands in. */
export function inviteToSignIn(wish: Invitation["wish"], near: Element): void {
  const place = near.closest("section[id]")?.id;
  const from = `${window.location.pathname}${place ? `#${place}` : ""}`;
  afterPaint(() => become({ wish, from }));
}

/** Another one, asked for since, stays. */
export function closeInvitation(asked: Invitation): void {
  if (open === asked) become(null);
}

function become(next: Invitation | null) {
  open = next;
  for (const listener of listeners) listener();
}
