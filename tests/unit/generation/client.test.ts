import { environmentManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  generatePortrait,
  generateScene,
  generateVideo,
  refineImage,
  regeneratePanel,
} from "@/lib/generation/client";
import { sceneProgressOptions } from "@/lib/jobs/client";

// The library serves the next file of the worker as well.
afterAll(() => environmentManager.setIsServer(() => true));

const id = "01a1f944-5670-745b-8f52-116530fdc30d";
const calls: { url: string; init: RequestInit }[] = [];
let answer: () => Response;

// Queries poll in browsers alone.
environmentManager.setIsServer(() => false);

beforeEach(() => {
  vi.useFakeTimers();
  calls.length = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ok = (data: unknown) => Response.json({ success: true, data });
/** Seconds at which a query asked, seen over some time. */
async function polls(options: object, seconds: number): Promise<number[]> {
  const observer = new QueryObserver(new QueryClient(), options as never);
  const began = Date.now();
  const at: number[] = [];
  const seen = () => {
    while (at.length < calls.length) at.push(Math.round((Date.now() - began) / 1_000));
  };
  const stop = observer.subscribe(() => {});
  for (let step = 0; step <= seconds * 10; step += 1) {
    seen();
    await vi.advanceTimersByTimeAsync(100);
  }
  stop();
  return at;
}

it("waits six minutes for the call that starts a video, and 90 seconds for one of a picture", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  answer = () => ok({ jobId: id });
  await generateVideo({ storyId: id, sceneId: id, panelNumber: 1, ...video });
  await regeneratePanel(id, 1);
  expect(timeout.mock.calls.flat()).toEqual([360_000, 90_000]);
  timeout.mockRestore();
});
const video = { prompt: "Rain", imageUrl: "/media/a.png" };

describe("polling a scene", () => {
  it("stops where the response says that polling is useless", async () => {
    answer = () => new Response("{}", { status: 404 });
    const options = { ...sceneProgressOptions(id), retry: false };
    expect(await polls(options, 30)).toHaveLength(1);
  });
});

describe("calls", () => {
  it("send the fields of the contract", async () => {
    answer = () => ok({ jobId: id });
    expect(await regeneratePanel(id, 2)).toBe(id);
    await regeneratePanel(id, 2, { prompt: "A keeper of lamps.", choose: false });
    const place = { storyId: id, sceneId: id, panelNumber: 2, prompt: "Make it night" };
    await refineImage({ ...place, initialImageUrl: "/media/a.jpg", aspectRatio: "3:2" });
    await generateVideo({ ...place, imageUrl: "/media/a.jpg" });
    await generatePortrait("character", id, "A keeper of lamps.");
    await generatePortrait("location", id);
    expect(calls.map(({ url, init }) => [url, JSON.parse(String(init.body))])).toEqual([
      ["/api/ai/regenerate-panel", { sceneId: id, panelNumber: 2 }],
      [
        "/api/ai/regenerate-panel",
        { sceneId: id, panelNumber: 2, prompt: "A keeper of lamps.", choose: false },
      ],
      [
        "/api/ai/generate-image",
        {
          ...place,
          initialImageUrl: "/media/a.jpg",
          width: 1024,
          height: 683,
          isRefineMode: true,
        },
      ],
      ["/api/ai/generate-video", { ...place, imageUrl: "/media/a.jpg" }],
      ["/api/ai/generate-character-image", { characterId: id, prompt: "A keeper of lamps." }],
      ["/api/ai/generate-location-image", { locationId: id }],
    ]);
  });

  it("report a response without a job", async () => {
    for (const data of [{}, { jobId: "" }, { jobId: null }]) {
      answer = () => ok(data);
      const failed = { name: "ApiError", message: "No job ID in response" };
      await expect(generatePortrait("character", id)).rejects.toMatchObject(failed);
      await expect(regeneratePanel(id, 2)).rejects.toMatchObject(failed);
    }
  });

  it("carry the messages of a refusal", async () => {
    answer = () =>
      Response.json(
        {
          success: false,
          error: { code: "rate_limit" },
          message: "Please wait",
          timeRemaining: 4,
        },
        { status: 429 },
      );
    await expect(
      generateScene({ storyId: id, prompt: "A long enough prompt" }, "k"),
    ).rejects.toMatchObject({ status: 429, code: "rate_limit", body: { timeRemaining: 4 } });
    expect(new Headers(calls[0]?.init.headers).get("idempotency-key")).toBe("k");
  });
});
