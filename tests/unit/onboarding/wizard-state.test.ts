import { describe, expect, it } from "vitest";
import { resolveOnboardingView } from "@/components/onboarding/onboarding-view";
import { getCurrentText } from "@/components/onboarding/text-versions";
import {
  getArtStyle,
  getTextVersions,
  initialState,
  type WizardAction,
  wizardReducer,
  wizardStateSchema,
} from "@/components/onboarding/wizard-state";
import { artStyles, defaultArtStyle } from "@/lib/stories/art-styles";
import { placeholderDescription } from "@/lib/stories/story-defaults";

const begun = initialState({ description: placeholderDescription, artStyle: "" });
const stateAfter = (...actions: WizardAction[]) => actions.reduce(wizardReducer, begun);

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
  it("Back keeps everything", () => {
    const state = stateAfter(
      { type: "typed", field: "description", text: "A cat" },
      { type: "went", step: 2 },
      { type: "styled", style: { isCustom: true, custom: " Ink wash " } },
      { type: "went", step: 1 },
    );
    expect(state.step).toBe(1);
    expect(getCurrentText(state.description)).toBe("A cat");
    expect(getArtStyle(state.style)).toBe("Ink wash");
  });

  it("generated text never replaces the author's for good", () => {
    const improved = stateAfter(
      { type: "typed", field: "description", text: "mine" },
      { type: "given", field: "description", text: "improved" },
      { type: "typed", field: "description", text: "improved by me" },
      { type: "given", field: "description", text: "better still" },
    );
    expect(getCurrentText(improved.description)).toBe("better still");
    const back = (state: typeof improved, by: -1 | 1) =>
      wizardReducer(state, { type: "moved", field: "description", by });
    const once = back(improved, -1);
    expect(getCurrentText(once.description)).toBe("improved by me");
    expect(getCurrentText(back(once, -1).description)).toBe("mine");
    expect(getCurrentText(back(back(back(once, -1), -1), 1).description)).toBe("improved by me");
    expect(getCurrentText(back(back(once, 1), 1).description)).toBe("better still");
  });

  it("an empty field is no version to go back to", () => {
    const state = stateAfter({ type: "given", field: "description", text: "A seed" });
    expect(state.description).toEqual({ texts: ["A seed"], at: 0 });
  });

  it("keeps at most twenty versions", () => {
    const many = Array.from({ length: 30 }, (_, index): WizardAction => {
      return { type: "given", field: "description", text: `take ${index}` };
    });
    expect(stateAfter(...many).description.texts).toHaveLength(20);
    expect(getCurrentText(stateAfter(...many).description)).toBe("take 29");
  });

  it("an untouched prompt is the opening of the description; a cleared one stays clear", () => {
    const told = stateAfter({ type: "typed", field: "description", text: "A cat finds a key." });
    expect(getCurrentText(getTextVersions(told, "prompt"))).toBe("A cat finds a key.");
    const cleared = wizardReducer(told, { type: "typed", field: "prompt", text: "" });
    expect(getCurrentText(getTextVersions(cleared, "prompt"))).toBe("");
    const idea = wizardReducer(told, { type: "given", field: "prompt", text: "An idea" });
    expect(getTextVersions(idea, "prompt")).toEqual({
      texts: ["A cat finds a key.", "An idea"],
      at: 1,
    });
  });
});

describe("work that was started", () => {
  const asked: WizardAction = { type: "scene-asked", key: "k", prompt: "A cat", at: 5 };

  it("a refused scene is no longer awaited, an existing one is", () => {
    const refused = stateAfter(asked, { type: "scene-refused" });
    expect(refused.run).toMatchObject({ isRefused: true, sceneId: null });
    const known = wizardReducer(refused, { type: "scene-known", sceneId: "s" });
    expect(known.run).toMatchObject({ isRefused: false, sceneId: "s" });
    // Another try is about the same scene.
    expect(wizardReducer(known, { ...asked, key: "k2" }).run?.sceneId).toBe("s");
    expect(wizardReducer(known, { type: "scene-gone" }).run).toBeNull();
  });

  it("a search that failed leaves no trace", () => {
    const searching = stateAfter({ type: "search-started", before: ["a"] });
    expect(searching.extraction).toEqual({ before: ["a"], found: null, isOver: false });
    expect(wizardReducer(searching, { type: "search-failed" }).extraction).toBeNull();
    const found = wizardReducer(searching, { type: "search-found", found: ["b"] });
    const over = { before: ["a"], found: ["b"], isOver: true };
    expect(wizardReducer(found, { type: "search-over" }).extraction).toEqual(over);
  });

  it("saved state is restored, and anything else is refused", () => {
    const state = stateAfter(
      asked,
      { type: "search-started", before: [] },
      { type: "went", step: 4 },
    );
    expect(wizardStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
    expect(wizardStateSchema.safeParse({ ...state, step: 5 }).success).toBe(false);
    const broken = { ...state, description: { texts: ["a"], at: 1 } };
    expect(wizardStateSchema.safeParse(broken).success).toBe(false);
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
