import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reportUnlessUnloading } from "@/components/onboarding/report-unless-unloading";
import {
  countPictures,
  type Extraction,
  findNewEntityIds,
  getExtractionPhase,
} from "@/components/onboarding/steps/extraction-phase";
import {
  getScenePhase,
  isFirstSceneReady,
  watchPhaseTimes,
} from "@/components/onboarding/steps/scene-phase";
import { ApiError } from "@/lib/platform/http/api-error";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("phases of the first scene", () => {
  const phaseAt = (elapsed: number | null, hasScene = false, isDrawn = false) =>
    getScenePhase({ elapsed, hasScene, isDrawn });

  it("follows the clock for the first two changes and the work for the others", () => {
    expect(phaseAt(null)).toBe("idle");
    expect(phaseAt(0)).toBe("processing");
    expect(phaseAt(999, true)).toBe("processing");
    expect(phaseAt(1000, true)).toBe("creating-scene");
    expect(phaseAt(1999, true)).toBe("creating-scene");
    expect(phaseAt(2000)).toBe("generating-images");
    expect(phaseAt(60_000)).toBe("generating-images");
    expect(phaseAt(2000, true)).toBe("waiting-for-panel-images");
    expect(phaseAt(300, true, true)).toBe("complete");
  });

  it("ticks at 1 s and at 2 s, and not at all after that", async () => {
    const onChange = vi.fn();
    watchPhaseTimes(0, onChange);
    await vi.advanceTimersByTimeAsync(999);
    expect(onChange).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(onChange).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(onChange).toHaveBeenCalledTimes(2);
    watchPhaseTimes(1500, onChange);
    await vi.advanceTimersByTimeAsync(500);
    expect(onChange).toHaveBeenCalledTimes(3);
    watchPhaseTimes(2000, onChange);
    const stop = watchPhaseTimes(0, onChange);
    stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(onChange).toHaveBeenCalledTimes(3);
  });

  it("ends with the first panel's picture, both fields of it", () => {
    const scene = (status: "generating" | "completed" | "failed", ...panels: object[]) =>
      isFirstSceneReady({
        status,
        panels: panels.map((panel) => ({ imageUrl: null, hasImage: false, ...panel })),
      });
    const drawn = { imageUrl: "/media/a", hasImage: true };
    expect(scene("generating", drawn, {})).toBe(true);
    expect(scene("generating", {}, drawn)).toBe(false);
    expect(scene("generating", { hasImage: true })).toBe(false);
    expect(scene("generating", { imageUrl: "/media/a" })).toBe(false);
    expect(scene("generating")).toBe(false);
    expect(scene("failed", {})).toBe(false);
    // Nothing more will come: the other panels are worth seeing.
    expect(scene("completed", {}, drawn)).toBe(true);
  });
});

describe("phases of a search for characters and locations", () => {
  const entity = (_id: string, primaryImageUrl: string | null = null) => ({ _id, primaryImageUrl });
  const extraction = (changes: Partial<Extraction> = {}): Extraction => ({
    before: ["old"],
    found: ["a", "b"],
    isOver: false,
    ...changes,
  });

  it("goes from idle over extracting and generating-images to complete", () => {
    const blank = [entity("old", "/media/o"), entity("a"), entity("b")];
    expect(getExtractionPhase(null, blank)).toBe("idle");
    expect(getExtractionPhase(extraction({ found: null }), blank)).toBe("extracting");
    expect(getExtractionPhase(extraction(), blank)).toBe("generating-images");
    const half = [entity("a", "/media/a"), entity("b")];
    expect(getExtractionPhase(extraction(), half)).toBe("generating-images");
    expect(countPictures(extraction(), half)).toEqual({ drawn: 1, total: 2 });
    expect(
      getExtractionPhase(extraction(), [entity("a", "/media/a"), entity("b", "/media/b")]),
    ).toBe("complete");
    expect(getExtractionPhase(extraction({ isOver: true }), half)).toBe("complete");
    expect(getExtractionPhase(extraction({ found: [] }), [])).toBe("complete");
  });

  it("no longer waits for a deleted entity", () => {
    expect(getExtractionPhase(extraction(), [entity("a", "/media/a")])).toBe("complete");
  });

  it("distinguishes new entities from earlier ones", () => {
    expect(findNewEntityIds(extraction(), [entity("old"), entity("c")])).toEqual(["c"]);
  });
});

describe("a call without a response", () => {
  it("is reported at once, but a lost connection only where the page stays open", async () => {
    const tell = vi.fn();
    reportUnlessUnloading(new ApiError("The text service is busy", 429, "ai_rate_limited"), tell);
    expect(tell).toHaveBeenCalledTimes(1);
    reportUnlessUnloading(new ApiError("Network error", 0, "network_error"), tell);
    expect(tell).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(tell).toHaveBeenCalledTimes(2);
  });
});
