import { afterEach, expect, it, vi } from "vitest";
import { api, onSessionGone } from "@/lib/platform/http/fetch";

afterEach(() => vi.unstubAllGlobals());

const failing = (answer: () => Response) => {
  vi.stubGlobal("fetch", async () => answer());
  return api("/stories").catch((error: Error) => error);
};

it("a failed call says what the server says, and its own words where it says nothing", async () => {
  const said = await failing(() => Response.json({ message: "The tide is out." }, { status: 503 }));
  expect(said).toMatchObject({ message: "The tide is out.", status: 503 });
  const silent = await failing(() => new Response("<html>", { status: 502 }));
  expect(silent).toMatchObject({ message: "An error occurred", status: 502 });
  const away = await failing(() => {
    throw new TypeError("fetch failed");
  });
  expect(away).toMatchObject({
    message: "Network error - please check your connection",
    status: 0,
    code: "network_error",
  });
});

it("a call that finds the session gone goes out once more when somebody is signed in again", async () => {
  const asked: object[] = [];
  let who: "back" | "same" | "nobody" = "back";
  onSessionGone(async (call) => {
    asked.push(call);
    return who;
  });
  let calls = 0;
  const answers = (...statuses: number[]) => {
    calls = 0;
    vi.stubGlobal("fetch", async () => {
      const status = statuses[calls] ?? 401;
      calls += 1;
      return Response.json(status === 200 ? { ok: true } : { message: "Not for you." }, { status });
    });
  };
  answers(401, 200);
  expect(await api("/stories", { method: "POST" })).toEqual({ ok: true });
  answers(404, 404);
  await expect(api("/stories/1")).rejects.toMatchObject({ status: 404 });
  expect([calls, asked]).toEqual([
    2,
    [
      { status: 401, isWrite: true },
      { status: 404, isWrite: false },
    ],
  ]);
  who = "nobody";
  answers(401, 200);
  await expect(api("/stories")).rejects.toMatchObject({ status: 401, message: "Not for you." });
  expect(calls).toBe(1);
  // Whoever is signed out is not told that a draft of their own is not there.
  answers(404);
  await expect(api("/stories/1")).rejects.toMatchObject({
    status: 401,
    message: "Please sign in to continue.",
  });
  who = "same";
  answers(404);
  await expect(api("/stories/1")).rejects.toMatchObject({ status: 404 });
  answers(401);
  await expect(api("/auth/me", { asksWho: true })).rejects.toMatchObject({ status: 401 });
  expect(asked).toHaveLength(5);
});
