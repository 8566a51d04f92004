import { describe, expect, it, vi } from "vitest";
import { resolveOnboardingView } from "@/components/onboarding/onboarding-view";
import {
  appendVersion,
  createTextVersions,
  getCurrentText,
  moveVersion,
  replaceCurrentText,
} from "@/components/onboarding/steps/text-versions";
import {
  getArtStyle,
  getPromptVersions,
  initialState,
  wizardDrafts,
} from "@/components/onboarding/wizard-state";
import { artStyles, defaultArtStyle } from "@/lib/stories/art-styles";
import { placeholderDescription } from "@/lib/stories/story-defaults";
import { draftEntry } from "@/tests/support/draft-entry";

const begun = initialState({ description: placeholderDescription, artStyle: "" });

describe("the start of a story", () => {
  it("starts empty, or with the sentence from the home page", () => {
    expect(getCurrentText(begun.description)).toBe("");
    const told = initialState({ description: "A brass owl sings at midnight", artStyle: "" });
    expect(getCurrentText(told.description)).toBe("A brass owl sings at midnight");
    expect(begun.step).toBe(1);
  });

  it("knows the style: the default one, one of the six, or the author's own", () => {
    expect(getArtStyle(begun.style)).toBe(defaultArtStyle.prompt);
    const noir = artStyles.find(({ id }) => id === "noir")?.prompt ?? "";
    expect(getArtStyle(initialState({ description: "", artStyle: noir }).style)).toBe(noir);
    const own = initialState({ description: "", artStyle: "Woodcut in two colours" }).style;
    expect(own).toMatchObject({ isCustom: true, custom: "Woodcut in two colours" });
  });
});

describe("answers", () => {
  it("generated text never replaces the author's for good", () => {
    const mine = replaceCurrentText(createTextVersions(""), "mine");
    const byMe = replaceCurrentText(appendVersion(mine, "improved"), "improved by me");
    const improved = appendVersion(byMe, "better still");
    expect(getCurrentText(improved)).toBe("better still");
    const once = moveVersion(improved, -1);
    expect(getCurrentText(once)).toBe("improved by me");
    expect(getCurrentText(moveVersion(once, -1))).toBe("mine");
    const first = moveVersion(moveVersion(once, -1), -1);
    expect(getCurrentText(moveVersion(first, 1))).toBe("improved by me");
    expect(getCurrentText(moveVersion(moveVersion(once, 1), 1))).toBe("better still");
  });

  it("an empty field is no version to go back to", () => {
    expect(appendVersion(begun.description, "A seed")).toEqual({ texts: ["A seed"], at: 0 });
  });

  it("keeps at most twenty versions", () => {
    let versions = begun.description;
    for (let take = 0; take < 30; take += 1) versions = appendVersion(versions, `take ${take}`);
    expect(versions.texts).toHaveLength(20);
    expect(getCurrentText(versions)).toBe("take 29");
  });

  it("an untouched prompt is the opening of the description; a cleared one stays clear", () => {
    const told = { ...begun, description: createTextVersions("A cat finds a key.") };
    const opening = getPromptVersions(told);
    expect(getCurrentText(opening)).toBe("A cat finds a key.");
    const cleared = { ...told, prompt: replaceCurrentText(opening, "") };
    expect(getCurrentText(getPromptVersions(cleared))).toBe("");
    expect(appendVersion(opening, "An idea")).toEqual({
      texts: ["A cat finds a key.", "An idea"],
      at: 1,
    });
  });

  it("saved state is restored, and anything else is refused", () => {
    const storage = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => storage.get(key) ?? null });
    const run = { key: "k", prompt: "A cat", startedAt: 5, sceneId: null, isRefused: false };
    const state = { ...begun, step: 4 as const, run };
    const restored = (value: unknown) => {
      storage.set(...draftEntry("onboarding", "story", value));
      return wizardDrafts.get("story");
    };
    expect(restored(state)).toEqual(state);
    expect(restored({ ...state, step: 5 })).toBeNull();
    expect(restored({ ...state, description: { texts: ["a"], at: 1 } })).toBeNull();
    vi.unstubAllGlobals();
  });
});

describe("wizard or dashboard", () => {
  const blank = { status: "generating" as const, panels: [{ imageUrl: null, hasImage: false }] };
  const drawn = { ...blank, panels: [{ imageUrl: "/media/a", hasImage: true }] };

  it("the wizard shows only where there is no scene and it was not completed", () => {
    expect(resolveOnboardingView([], "open")).toBe("wizard");
    expect(resolveOnboardingView([], "completed")).toBe("dashboard");
    expect(resolveOnboardingView([blank], "open")).toBe("dashboard");
    expect(resolveOnboardingView([drawn], "open")).toBe("dashboard");
  });

  it("stays while its own first scene is requested, generated, or has failed", () => {
    expect(resolveOnboardingView([], "awaiting-scene")).toBe("wizard");
    expect(resolveOnboardingView([blank], "awaiting-scene")).toBe("wizard");
    expect(resolveOnboardingView([{ ...blank, status: "failed" }], "awaiting-scene")).toBe(
      "wizard",
    );
    expect(resolveOnboardingView([drawn], "awaiting-scene")).toBe("dashboard");
    expect(resolveOnboardingView([blank, blank], "awaiting-scene")).toBe("dashboard");
    expect(resolveOnboardingView([blank], "completed")).toBe("dashboard");
  });

  it("the server renders neither where only the browser knows", () => {
    expect(resolveOnboardingView([], null)).toBe("unknown");
    expect(resolveOnboardingView([blank], null)).toBe("unknown");
    expect(resolveOnboardingView([drawn], null)).toBe("dashboard");
  });
});
