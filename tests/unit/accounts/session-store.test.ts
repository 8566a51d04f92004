import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const user = { _id: "1", username: "ada", firstName: "Ada", lastName: "", email: "ada@a.co" };
let cookies: string;
let calls: string[];
/** What the server says to /auth/me. */
let me: () => Response;
let events: Map<string, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  cookies = "theme=x; signed_in=1";
  calls = [];
  events = new Map();
  me = () => Response.json({ success: true, user });
  vi.stubGlobal("document", {
    visibilityState: "visible",
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      if (text.startsWith("signed_in=;")) cookies = "theme=x";
      if (text.startsWith("signed_in=1;")) cookies = "theme=x; signed_in=1";
    },
    addEventListener: (name: string, listener: () => void) => events.set(name, listener),
    removeEventListener: (name: string) => events.delete(name),
  });
  vi.stubGlobal("fetch", async (url: string) => {
    calls.push(url);
    return url === "/api/auth/me" ? me() : Response.json({ success: true, message: "" });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const load = async () => {
  // What talks to the server comes with the first question; here it is there already.
  await import("@/lib/accounts/client");
  return import("@/components/accounts/session-store");
};
const refused = () =>
  Response.json({ success: false, error: { code: "unauthorized" }, message: "" }, { status: 401 });

describe("the session in the browser", () => {
  it("starts as loading, asks once after 100 ms, and is authenticated", async () => {
    const { sessionStore } = await load();
    expect([sessionStore.get().status, sessionStore.getOnServer().status]).toEqual([
      "loading",
      "loading",
    ]);
    sessionStore.subscribe(() => undefined);
    sessionStore.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(99);
    expect([calls, sessionStore.get().status]).toEqual([[], "loading"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toEqual(["/api/auth/me"]);
    expect(sessionStore.get()).toEqual({ viewer: user, status: "authenticated" });
    expect(sessionStore.get()).toBe(sessionStore.get());
  });

  it("asks nothing where nobody has signed in", async () => {
    cookies = "theme=x; not_signed_in=1";
    const { sessionStore } = await load();
    sessionStore.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1000);
    expect([calls, sessionStore.get().status]).toEqual([[], "unauthenticated"]);
  });

  it("listens to no question about an old session once somebody signs in", async () => {
    let answer = (_reply: Response) => {};
    const { sessionStore, setViewer, signingIn } = await load();
    vi.stubGlobal("fetch", (url: string) => {
      calls.push(url);
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    });
    sessionStore.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    const answerOfOld = answer;
    await signingIn(async () => "in");
    setViewer(user as never);
    answerOfOld(refused());
    await vi.advanceTimersByTimeAsync(1000);
    expect(sessionStore.get().status).toBe("authenticated");
    expect([cookies, calls]).toEqual(["theme=x; signed_in=1", ["/api/auth/me"]]);
  });

  it("lets a sign-in wait until the old cookie is taken away", async () => {
    let answer = (_reply: Response) => {};
    const { clearSession, signingIn } = await load();
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    clearSession();
    const attempt = vi.fn(async () => "in");
    const signedIn = signingIn(attempt);
    await vi.advanceTimersByTimeAsync(1000);
    expect(attempt).not.toHaveBeenCalled();
    answer(Response.json({ success: true, message: "" }));
    expect(await signedIn).toBe("in");
  });

  it("asks again who is there when a sign-in failed", async () => {
    const { sessionStore, signingIn } = await load();
    sessionStore.subscribe(() => undefined);
    const failed = signingIn(() => Promise.reject(new Error("Wrong password.")));
    await expect(failed).rejects.toThrow("Wrong password.");
    await vi.advanceTimersByTimeAsync(100);
    expect([calls, sessionStore.get().status]).toEqual([["/api/auth/me"], "authenticated"]);
  });

  it("takes the cookies away when the server knows nobody", async () => {
    me = refused;
    const { sessionStore } = await load();
    sessionStore.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(sessionStore.get().status).toBe("unauthenticated");
    expect([cookies, calls]).toEqual(["theme=x", ["/api/auth/me", "/api/auth/logout"]]);
  });

  it("signs nobody out because the network is away", async () => {
    me = () => {
      throw new TypeError("offline");
    };
    const { sessionStore } = await load();
    sessionStore.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect([sessionStore.get().status, cookies]).toEqual([
      "unauthenticated",
      "theme=x; signed_in=1",
    ]);
    me = () => Response.json({ success: true, user });
    events.get("visibilitychange")?.();
    await vi.advanceTimersByTimeAsync(100);
    expect(sessionStore.get().status).toBe("authenticated");
  });

  it("clears the session at most once a second", async () => {
    const { clearSession } = await load();
    for (let i = 0; i < 5; i++) clearSession();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(["/api/auth/logout"]);
    await vi.advanceTimersByTimeAsync(999);
    clearSession();
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    clearSession();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(2);
  });

  it("follows a sign-out in another tab", async () => {
    const { sessionStore } = await load();
    sessionStore.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    cookies = "theme=x";
    events.get("visibilitychange")?.();
    expect(sessionStore.get().status).toBe("unauthenticated");
  });

  it("keeps the session when signing out did not reach the server", async () => {
    const { sessionStore, setViewer, signOut } = await load();
    setViewer(user as never);
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("offline");
    });
    await expect(signOut()).rejects.toThrow("Network error");
    expect(sessionStore.get().status).toBe("authenticated");
  });
});
