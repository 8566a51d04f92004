import { environmentManager } from "@tanstack/react-query";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { testUser } from "@/tests/support/api-responses";

// The library serves the next file of the worker as well.
afterAll(() => environmentManager.setIsServer(() => true));

const ada = testUser();
let cookies: string;
let me: () => Response;
let asked: number;
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  reload.mockClear();
  cookies = "signed_in=1";
  asked = 0;
  me = () => Response.json({ message: "Please sign in." }, { status: 401 });
  environmentManager.setIsServer(() => false);
  vi.stubGlobal("window", { location: { reload } });
  vi.stubGlobal("document", {
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      cookies = text.startsWith("signed_in=1;") ? "signed_in=1" : "";
    },
  });
  vi.stubGlobal("fetch", async (url: string) => {
    if (url !== "/api/auth/me") return Response.json({ success: true });
    asked += 1;
    return me();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function load() {
  // Comes with the first answer, which no clock of these tests waits for.
  await import("@/lib/accounts/schema");
  const session = await import("@/components/accounts/session/session");
  const again = await import("@/components/accounts/session/reauthenticate");
  const opened = vi.fn(async () => undefined);
  session.reauthenticationDialog.open = opened;
  await session.setViewer(ada as never);
  return { ...session, ...again, opened };
}
const refused = { status: 401, isWrite: true };

it("asks once for all pending calls, and continues all of them", async () => {
  const { handleSessionExpired, settleSignInPrompt, opened, signInPromptStore } = await load();
  const waiting = Promise.all([
    handleSessionExpired(refused),
    handleSessionExpired({ status: 404, isWrite: false }),
    handleSessionExpired(refused),
  ]);
  await vi.advanceTimersByTimeAsync(200);
  expect([asked, opened.mock.calls.length, signInPromptStore.isOpen()]).toEqual([1, 1, true]);
  await settleSignInPrompt(ada as never);
  expect(await waiting).toEqual(["back", "back", "back"]);
  expect(signInPromptStore.isOpen()).toBe(false);
});

it("is opened again only by a press once it was closed", async () => {
  const { handleSessionExpired, settleSignInPrompt, signInPromptStore } = await load();
  const first = handleSessionExpired(refused);
  await vi.advanceTimersByTimeAsync(200);
  await settleSignInPrompt(null);
  expect(await first).toBe("signed-out");
  const poll = handleSessionExpired({ status: 401, isWrite: false });
  await vi.advanceTimersByTimeAsync(200);
  expect([await poll, signInPromptStore.isOpen()]).toEqual(["signed-out", false]);
  void handleSessionExpired(refused);
  await vi.advanceTimersByTimeAsync(200);
  expect(signInPromptStore.isOpen()).toBe(true);
});

it("leaves a 404 to its caller while the session is valid", async () => {
  me = () => Response.json({ success: true, user: ada });
  const { handleSessionExpired, opened } = await load();
  const missing = handleSessionExpired({ status: 404, isWrite: false });
  const lost = handleSessionExpired(refused);
  await vi.advanceTimersByTimeAsync(200);
  expect([await missing, await lost]).toEqual(["same", "back"]);
  expect(opened).not.toHaveBeenCalled();
});

it("requests a page again that was 404 just before the session was renewed", async () => {
  const { handleSessionExpired, requestSignIn, settleSignInPrompt } = await load();
  void requestSignIn();
  await settleSignInPrompt(ada as never);
  me = () => Response.json({ success: true, user: ada });
  const missing = async () => {
    const answer = handleSessionExpired({ status: 404, isWrite: false });
    await vi.advanceTimersByTimeAsync(200);
    return answer;
  };
  expect(await missing()).toBe("back");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await missing()).toBe("same");
});

it("prompts no visitor, and no account while offline", async () => {
  const { handleSessionExpired, clearSession, opened } = await load();
  me = () => {
    throw new TypeError("offline");
  };
  const away = handleSessionExpired(refused);
  await vi.advanceTimersByTimeAsync(200);
  expect(await away).toBe("same");
  await clearSession();
  expect(await handleSessionExpired(refused)).toBe("same");
  expect(opened).not.toHaveBeenCalled();
});

it("reloads the page for another account, and sends nothing on its behalf", async () => {
  const { handleSessionExpired, settleSignInPrompt } = await load();
  const done = vi.fn();
  void handleSessionExpired(refused).then(done);
  await vi.advanceTimersByTimeAsync(200);
  void settleSignInPrompt({ ...ada, _id: "2" } as never);
  await vi.advanceTimersByTimeAsync(200);
  expect([reload.mock.calls.length, done.mock.calls.length]).toEqual([1, 0]);
});

it("stays bound to its account where another signs in and the page stays open", async () => {
  const { requestSignIn, setViewer, settleSignInPrompt, getLastViewer } = await load();
  void requestSignIn();
  const grace = { ...ada, _id: "2" } as never;
  await setViewer(grace);
  void settleSignInPrompt(grace);
  await vi.advanceTimersByTimeAsync(100);
  expect(reload).toHaveBeenCalledOnce();
  expect(getLastViewer()?._id).toBe(ada._id);
});

it("fails pending calls where the dialog cannot be loaded", async () => {
  const { handleSessionExpired, reauthenticationDialog, signInPromptStore } = await load();
  reauthenticationDialog.open = () => Promise.reject(new Error("Failed to load chunk"));
  const waiting = handleSessionExpired(refused);
  await vi.advanceTimersByTimeAsync(200);
  expect([await waiting, signInPromptStore.isOpen()]).toEqual(["signed-out", false]);
});
