import { act, fireEvent, render as renderAlone } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { ReauthenticationHost } from "@/components/accounts/session/reauthentication-host";
import { setViewer } from "@/components/accounts/session/session";
import { Providers } from "@/components/shell/providers";
import { OfflineNotice } from "@/components/ui/offline-notice";
import { ToastHost } from "@/components/ui/toast";
import type { User } from "@/lib/accounts/schema";
import { router } from "./router";
import { addDefaultAnswers } from "./server";

interface RenderOptions {
  /** Who is signed in, as the page knows it already; without one a visitor. */
  viewer?: User;
  /** The page's address, with its parameters. */
  at?: string;
  params?: Record<string, string>;
}

/** As app/layout.tsx: one query client for all, and places for messages and for signing in again. */
const Layout = ({ children }: { children: ReactNode }) => (
  <Providers>
    <OfflineNotice className="offline-slot" />
    <main id="main" tabIndex={-1}>
      {children}
    </main>
    <ToastHost />
    <ReauthenticationHost />
  </Providers>
);

/** What a person sees of `ui` on a page of ours, and their hands. */
export async function render(ui: ReactNode, { viewer, at, params }: RenderOptions = {}) {
  if (at) router.at(at, params);
  if (viewer) {
    addDefaultAnswers({ "GET /api/auth/me": { user: viewer } });
    await setViewer(viewer);
  }
  const user = userEvent.setup({ delay: null });
  const shown = renderAlone(ui, { wrapper: Layout });
  return { ...shown, user };
}

/** Puts words into a field at once, in the place of what is there: typing renders a page per letter. */
export async function fill(user: UserEvent, field: Element, words: string): Promise<void> {
  await user.clear(field);
  if (words) await user.paste(words);
}

/**
 * Enter in the field that has the focus, where the form's button stands outside of it, as in a dialog:
 * user-event sends no such form, browsers do.
 */
export async function submitByEnter(): Promise<void> {
  const { form } = document.activeElement as HTMLInputElement;
  if (!form || !document.querySelector(`[type="submit"][form="${form.id}"]`))
    throw new Error("Enter sends no form here.");
  const isHandled = !fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
  if (!isHandled) await act(async () => form.requestSubmit());
}

/**
 * From now on time passes by itself and by `pass`: before `render`, for what waits for seconds
 * (a message that leaves, a retry, a draft that is kept).
 */
export const fakeTime = () => vi.useFakeTimers({ shouldAdvanceTime: true });

export const advanceTime = (milliseconds: number) =>
  act(() => vi.advanceTimersByTimeAsync(milliseconds));
