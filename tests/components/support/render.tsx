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
  /** The signed-in account, known before the first render; without one a visitor. */
  viewer?: User;
  /** The page's address, with its query. */
  at?: string;
  params?: Record<string, string>;
}

/** As app/layout.tsx: one query client, the toasts, and the dialog for signing in again. */
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

/** Renders `ui` within the app's providers. @returns the view and a user for its events */
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

/** Replaces the text of a field at once: typing renders once per letter. */
export async function fill(user: UserEvent, field: Element, words: string): Promise<void> {
  await user.clear(field);
  if (words) await user.paste(words);
}

/**
 * Presses Enter in the focused field of a form whose button is outside of it, as in a dialog:
 * user-event does not submit such a form, browsers do.
 */
export async function submitByEnter(): Promise<void> {
  const { form } = document.activeElement as HTMLInputElement;
  if (!form || !document.querySelector(`[type="submit"][form="${form.id}"]`))
    throw new Error("Enter sends no form here.");
  const isHandled = !fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
  if (!isHandled) await act(async () => form.requestSubmit());
}

/**
 * From now on time passes by itself and by `advanceTime`. Call it before `render`, for waits of seconds
 * (a toast that closes, a retry, a draft that is saved).
 */
export const fakeTime = () => vi.useFakeTimers({ shouldAdvanceTime: true });

export const advanceTime = (milliseconds: number) =>
  act(() => vi.advanceTimersByTimeAsync(milliseconds));
