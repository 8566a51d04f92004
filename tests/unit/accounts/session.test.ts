import { environmentManager, focusManager, QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testId, testUser } from "@/tests/support/api-responses";

// The library serves the next file of the worker as well.
afterAll(() => environmentManager.setIsServer(() => true));

const user = testUser();
let cookiesAtLogout = "";
let cookies: string;
let calls: string[];
/** The server's response to /auth/me. */
let me: () => Response;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  cookies = "theme=x; signed_in=1";
  calls = [];
  stop = () => undefined;
  me = () => Response.json({ success: true, user });
  environmentManager.setIsServer(() => false);
  vi.stubGlobal("document", {
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      if (text.startsWith("signed_in=;")) cookies = "theme=x";
      if (text.startsWith("signed_in=1;")) cookies = "theme=x; signed_in=1";
    },
  });
  vi.stubGlobal("fetch", async (url: string) => {
    calls.push(url);
    if (url === "/api/auth/me") return me();
    cookiesAtLogout = cookies;
    cookies = "theme=x";
    return Response.json({ success: true, message: "" });
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function load() {
  // Comes with the first answer, which no clock of these tests waits for.
  await import("@/lib/accounts/schema");
  const session = await import("@/components/accounts/session/session");
  const { getQueryClient } = await import("@/components/shell/query-client");
  const client = getQueryClient();
  client.mount();
  /** A part of the page that wants to know who is there. */
  function watch() {
    const end = new QueryObserver(client, session.meOptions).subscribe(() => undefined);
    const before = stop;
    stop = () => {
      before();
      end();
      client.unmount();
    };
  }
  function currentSession() {
    const state = client.getQueryState(session.meOptions.queryKey);
    return session.toSession(state?.data, state === undefined || state.status === "pending");
  }
  return { ...session, watch, currentSession, status: () => currentSession().status };
}
const refused = () =>
  Response.json({ success: false, error: { code: "unauthorized" }, message: "" }, { status: 401 });

describe("the session in the browser", () => {
  it("starts as loading, asks once after 100 ms, and is authenticated", async () => {
    const { watch, status, currentSession } = await load();
    expect(status()).toBe("loading");
    watch();
    watch();
    await vi.advanceTimersByTimeAsync(99);
    expect([calls, status()]).toEqual([[], "loading"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toEqual(["/api/auth/me"]);
    expect(currentSession()).toEqual({ viewer: user, status: "authenticated" });
    watch();
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toHaveLength(1);
  });

  it("requests nothing where no account has signed in", async () => {
    cookies = "theme=x; not_signed_in=1";
    const { watch, status } = await load();
    watch();
    await vi.advanceTimersByTimeAsync(1000);
    expect([calls, status()]).toEqual([[], "unauthenticated"]);
  });

  it("ignores a response about an old session after a new sign-in", async () => {
    let answer = (_reply: Response) => {};
    const { watch, status, setViewer, runSignIn } = await load();
    vi.stubGlobal("fetch", (url: string) => {
      calls.push(url);
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    });
    watch();
    await vi.advanceTimersByTimeAsync(100);
    const answerOfOld = answer;
    await runSignIn(async () => "in");
    await setViewer(user as never);
    answerOfOld(refused());
    await vi.advanceTimersByTimeAsync(1000);
    expect(status()).toBe("authenticated");
    expect([cookies, calls]).toEqual(["theme=x; signed_in=1", ["/api/auth/me"]]);
  });

  it("is not undone by an earlier request that was in flight", async () => {
    me = () => Response.json({ success: true, user: { ...user, username: "old" } });
    const { watch, currentSession, setViewer } = await load();
    watch();
    await vi.advanceTimersByTimeAsync(50);
    await setViewer(user as never);
    await vi.advanceTimersByTimeAsync(1000);
    expect(currentSession().viewer?.username).toBe("ada");
  });

  it("delays a sign-in, and the news of an ended session, until the old cookie is removed", async () => {
    let answer = (_reply: Response) => {};
    const { refetchViewer, runSignIn } = await load();
    vi.stubGlobal("fetch", (url: string) =>
      url === "/api/auth/me"
        ? Promise.resolve(refused())
        : new Promise<Response>((resolve) => (answer = resolve)),
    );
    const onKnown = vi.fn();
    const asked = refetchViewer();
    asked.then(onKnown, () => {});
    await vi.advanceTimersByTimeAsync(100);
    expect(onKnown).not.toHaveBeenCalled();
    answer(Response.json({ success: true, message: "" }));
    expect(await asked).toBe(null);
    await vi.advanceTimersByTimeAsync(1000);
    refetchViewer().catch(() => {});
    await vi.advanceTimersByTimeAsync(100);
    const attempt = vi.fn(async () => "in");
    const signedIn = runSignIn(attempt);
    await vi.advanceTimersByTimeAsync(1000);
    expect(attempt).not.toHaveBeenCalled();
    answer(Response.json({ success: true, message: "" }));
    expect(await signedIn).toBe("in");
  });

  it("loads the session again after a failed sign-in", async () => {
    const { watch, status, runSignIn } = await load();
    watch();
    const failed = runSignIn(() => Promise.reject(new Error("Wrong password.")));
    await expect(failed).rejects.toThrow("Wrong password.");
    await vi.advanceTimersByTimeAsync(100);
    expect([calls, status()]).toEqual([["/api/auth/me"], "authenticated"]);
  });

  it("removes the cookies when the server knows no session", async () => {
    me = refused;
    const { watch, status } = await load();
    watch();
    await vi.advanceTimersByTimeAsync(100);
    expect(status()).toBe("unauthenticated");
    expect([cookies, calls]).toEqual(["theme=x", ["/api/auth/me", "/api/auth/logout"]]);
    // A page that is asked for meanwhile must not carry the token alone.
    expect(cookiesAtLogout).toBe("theme=x; signed_in=1");
  });

  it("stays signed in while offline", async () => {
    me = () => {
      throw new TypeError("offline");
    };
    const { watch, status } = await load();
    watch();
    await vi.advanceTimersByTimeAsync(100);
    expect([status(), cookies]).toEqual(["unauthenticated", "theme=x; signed_in=1"]);
    me = () => Response.json({ success: true, user });
    focusManager.onFocus();
    await vi.advanceTimersByTimeAsync(100);
    expect(status()).toBe("authenticated");
  });

  it("clears the session at most once a second", async () => {
    me = refused;
    const { refetchViewer, status } = await load();
    const ended = () => calls.filter((url) => url === "/api/auth/logout").length;
    /** Another tab says that there is a session, and the server knows of none. */
    async function find() {
      cookies = "theme=x; signed_in=1";
      void refetchViewer();
      await vi.advanceTimersByTimeAsync(100);
    }
    for (let i = 0; i < 5; i++) await find();
    expect([ended(), status()]).toEqual([1, "unauthenticated"]);
    await vi.advanceTimersByTimeAsync(600);
    await find();
    expect(ended()).toBe(2);
  });

  it("follows a sign-out in another tab", async () => {
    const { watch, status } = await load();
    watch();
    await vi.advanceTimersByTimeAsync(100);
    focusManager.onFocus();
    await vi.advanceTimersByTimeAsync(1000);
    expect([calls, status()]).toEqual([["/api/auth/me"], "authenticated"]);
    cookies = "theme=x";
    focusManager.onFocus();
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toBe("unauthenticated");
  });

  it("reloads where another account has signed in, and stays bound to its own account", async () => {
    const reload = vi.fn();
    vi.stubGlobal("window", { location: { reload } });
    const { refetchViewer, setViewer, getLastViewer, currentSession } = await load();
    await setViewer(user as never);
    me = () =>
      Response.json({ success: true, user: testUser({ _id: testId("2"), username: "grace" }) });
    const asked = expect(refetchViewer()).rejects.toThrow("another account");
    await vi.advanceTimersByTimeAsync(10_000);
    await asked;
    expect(reload).toHaveBeenCalledOnce();
    expect([getLastViewer()?._id, currentSession().viewer?.username]).toEqual([testId("1"), "ada"]);
  });

  it("keeps the session when the sign-out did not reach the server", async () => {
    const { setViewer, signOut, status } = await load();
    await setViewer(user as never);
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("offline");
    });
    await expect(signOut()).rejects.toThrow("Network error");
    expect(status()).toBe("authenticated");
    // A session that has ended already is what was asked for.
    vi.stubGlobal("fetch", async () => Response.json({ success: false }, { status: 401 }));
    await signOut();
    expect(status()).toBe("unauthenticated");
  });
});
