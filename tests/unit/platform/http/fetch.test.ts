import { afterEach, expect, it, vi } from "vitest";
import { api, apiData, setSessionCheck } from "@/lib/platform/http/fetch";
import { z } from "@/lib/platform/zod";

const response = z.object({ ok: z.literal(true) });

afterEach(() => vi.unstubAllGlobals());

const failing = (answer: () => Response) => {
  vi.stubGlobal("fetch", async () => answer());
  return api("/stories", { response }).catch((error: Error) => error);
};

it("a failed call has the server's message, or a default", async () => {
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

it("a call that finds the session expired is sent again after a new sign-in", async () => {
  const asked: object[] = [];
  let who: "back" | "same" | "signed-out" = "back";
  setSessionCheck(async (call) => {
    asked.push(call);
    return who;
  });
  let calls = 0;
  const answers = (...statuses: number[]) => {
    calls = 0;
    vi.stubGlobal("fetch", async () => {
      const status = statuses[calls] ?? 401;
      calls += 1;
      return Response.json(
        status === 200 ? { success: true, ok: true } : { message: "Not for you." },
        { status },
      );
    });
  };
  answers(401, 200);
  expect(await api("/stories", { method: "POST", response })).toEqual({ ok: true });
  answers(404, 404);
  await expect(api("/stories/1", { response })).rejects.toMatchObject({ status: 404 });
  expect([calls, asked]).toEqual([
    2,
    [
      { status: 401, isWrite: true },
      { status: 404, isWrite: false },
    ],
  ]);
  who = "signed-out";
  answers(401, 200);
  await expect(api("/stories", { response })).rejects.toMatchObject({
    status: 401,
    message: "Not for you.",
  });
  expect(calls).toBe(1);
  // An author whose session expired does not get a 404 for their own draft.
  answers(404);
  await expect(api("/stories/1", { response })).rejects.toMatchObject({
    status: 401,
    message: "Please sign in to continue.",
  });
  who = "same";
  answers(404);
  await expect(api("/stories/1", { response })).rejects.toMatchObject({ status: 404 });
  answers(401);
  await expect(api("/auth/me", { skipSessionCheck: true, response })).rejects.toMatchObject({
    status: 401,
  });
  expect(asked).toHaveLength(5);
});

it("a response that violates its schema is reported in a sentence", async () => {
  const unexpected = { message: "An unexpected error occurred", status: 200 };
  const data = z.object({ title: z.string() });
  for (const [body, code] of [
    ["", "unknown"],
    ["<html>Sign in to this network</html>", "unknown"],
    ["null", "invalid_answer"],
    ["[]", "invalid_answer"],
    ['{"success":true}', "invalid_answer"],
    ['{"success":true,"data":null}', "invalid_answer"],
    ['{"success":true,"data":{"title":3}}', "invalid_answer"],
    ['{"data":{"title":"Low Tide"}}', "invalid_answer"],
  ]) {
    vi.stubGlobal("fetch", async () => new Response(body));
    const failed = { ...unexpected, code, name: "ApiError" };
    await expect(apiData("/stories/1", { response: data }), body).rejects.toMatchObject(failed);
    await expect(api("/stories/1", { response }), body).rejects.toMatchObject(failed);
    // An empty body is no such response.
    await expect(api("/stories/1", { response: null }), body).rejects.toMatchObject(unexpected);
  }
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  expect(await api("/stories/1", { response: null })).toBeUndefined();
  await expect(api("/stories/1", { response })).rejects.toMatchObject({ status: 204 });
});

it("a lazily loaded schema checks the response as well, and its absence is a network error", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: true, ok: true }));
  expect(await api("/stories", { response: async () => response })).toEqual({ ok: true });
  vi.stubGlobal("fetch", async () => Response.json([]));
  const called = api("/stories", { response: async () => response });
  await expect(called).rejects.toThrow(/^An unexpected error occurred$/);
  const lost = () => Promise.reject<typeof response>(new TypeError("Failed to fetch"));
  await expect(api("/stories", { response: lost })).rejects.toMatchObject({
    message: "Network error - please check your connection",
    code: "network_error",
  });
});

it("a refusal of another shape still has its message", async () => {
  const body = { error: null, errors: [null, 3, { field: "title", message: "Too long" }] };
  vi.stubGlobal("fetch", async () => Response.json(body, { status: 400 }));
  await expect(api("/stories", { response })).rejects.toMatchObject({
    code: "unknown",
    errors: [{ field: "title", message: "Too long" }],
  });
});
