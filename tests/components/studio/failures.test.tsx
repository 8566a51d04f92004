import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import type { SceneProgress } from "@/lib/generation/schema";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { draftEntry } from "@/tests/support/draft-entry";
import {
  anImageJob,
  aPanel,
  aPicture,
  aScene,
  aSceneProgress,
  aStory,
  testId,
} from "../support/builders";
import { advanceTime, fakeTime, fill } from "../support/render";
import { failWith, networkError, raw } from "../support/server";
import { renderWorkspace } from "../support/workspace";

const make = "POST /api/ai/generate-scene";
const paint = "POST /api/ai/regenerate-panel";
const prompt = "Odile climbs to the lamp room at night";

/** Each test has a story of its own: what a tab knows of one is not said of the other. */
let stories = 0;
let story: ReturnType<typeof aStory>;
let scene: Scene | null;
let ending: Partial<SceneProgress>;
beforeEach(() => {
  fakeTime();
  stories += 1;
  const _id = testId(`6${stories}`);
  sessionStorage.setItem(...draftEntry("onboarded", _id, true));
  story = aStory({ _id });
  scene = null;
  ending = {};
});

const panels = (...changes: Partial<Panel>[]) =>
  changes.map((change, index) =>
    aPanel(index + 1, { _id: testId(`7${stories}${index}`), ...change }),
  );
const begun = (number: number, changes: Partial<Scene> = {}) =>
  aScene(number, 1, {
    _id: testId(`8${stories}${number}`),
    storyId: story._id,
    prompt,
    status: "generating",
    panels: [],
    ...changes,
  });

/** A workspace without a scene, whose writer and painter end as the test says. */
async function atWorkspace() {
  const { api, user } = await renderWorkspace(story);
  api.answer({
    "GET /api/stories/{storyId}": () => ({ ...story, scenes: scene ? [scene] : [] }),
    "GET /api/ai/scene-status/{sceneId}": () =>
      aSceneProgress({ scene: scene ?? begun(1), isGenerating: false, progress: 100, ...ending }),
  });
  return { api, user };
}
const box = () => screen.getByLabelText<HTMLTextAreaElement>("What happens in the next scene?");
const sheet = () => within(document.querySelector<HTMLElement>("#scene-1") as HTMLElement);
const pictures = () => document.querySelectorAll("#scene-1 figure img").length;
const toasted = (text: string) =>
  waitFor(() => {
    const toasts = [...document.querySelectorAll(".toast")].map(({ textContent }) => textContent);
    expect(toasts.join("\n")).toContain(text);
  });

const reply = (of: Scene) => ({
  scene: of,
  newCharacters: [],
  newLocations: [],
  jobId: testId("7"),
});

async function ask(user: Awaited<ReturnType<typeof atWorkspace>>["user"], words: string) {
  await fill(user, box(), words);
  await user.keyboard("{Enter}");
}

it.each([failureMessages.quota, failureMessages.busy, failureMessages.writing])(
  "a scene whose writer ends with '%s' keeps its prompt and is made by another try",
  async (sentence) => {
    const before = await atWorkspace();
    before.api.answer({
      [make]() {
        const opened = begun(1);
        scene = { ...opened, status: "failed", errorMessage: sentence };
        ending = { hasError: true, errorMessage: sentence };
        return reply(opened);
      },
    });
    await ask(before.user, prompt);
    await toasted(sentence);
    await waitFor(() => sheet().getByText(prompt));
    const said = () => expect(sheet().getByRole("alert").textContent).toContain(sentence);
    said();
    // A reload loses neither.
    cleanup();
    story = { ...story, scenes: scene ? [scene] : [] };
    const { api, user } = await atWorkspace();
    said();
    sheet().getByText(prompt);
    api.answer({
      [make]() {
        scene = begun(1, { status: "completed", panels: panels({}, {}) });
        ending = { isComplete: true };
        return reply(begun(1));
      },
    });
    await user.click(sheet().getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(pictures()).toBe(2));
    expect(sheet().queryByText(sentence)).toBeNull();
    expect(api.sent(make).at(-1)).toMatchObject({ prompt, regenerateExisting: true });
  },
);

const flagged: Partial<Panel> = {
  status: "failed",
  hasImage: false,
  imageUrl: null,
  imageGenerationError: { message: failureMessages.flagged, isContentFlag: true },
};

it("a scene of which no picture could be painted says why once, and is made by another try", async () => {
  const { api, user } = await atWorkspace();
  api.answer({
    [make]() {
      scene = begun(1, { status: "failed", panels: panels(flagged, flagged) });
      ending = { hasError: true };
      return reply(begun(1));
    },
  });
  await ask(user, prompt);
  await toasted("Scene generation failed during image creation");
  await toasted("Scene 1");
  await waitFor(() => sheet().getByText("Content flagged as sensitive"));
  sheet().getByText("Try rephrasing with gentler language");
  expect(sheet().getAllByText("No image generated")).toHaveLength(2);
  api.answer({
    [make]() {
      scene = begun(1, { status: "completed", panels: panels({}, {}) });
      ending = { isComplete: true };
      return reply(begun(1));
    },
  });
  await user.click(sheet().getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(pictures()).toBe(2));
  expect(api.sent(make).at(-1)).toMatchObject({ prompt });
});

it("a panel refused by the safety filter is marked, says why it has no retry, and leaves the painted panels visible", async () => {
  const { api, user } = await atWorkspace();
  const only = (second: Partial<Panel>) =>
    begun(1, { status: "completed", panels: panels({}, second) });
  api.answer({
    [make]() {
      scene = only(flagged);
      ending = { hasPartialErrors: true, isComplete: true };
      return reply(begun(1));
    },
  });
  await ask(user, prompt);
  await toasted("Scene completed but some images failed to generate");
  const panel = within(await screen.findByRole("group", { name: "Panel 2" }));
  await panel.findByText("Content flagged as sensitive");
  panel.getByText("Try rephrasing with gentler language");
  expect(pictures()).toBe(1);
  const unknown = { success: false, error: { code: "unknown" }, message: "" };
  for (const [answer, sentence] of [
    [
      failWith("rate_limited", "Slow down."),
      "Rate limit reached. Please wait a moment and try again.",
    ],
    [raw({ success: true, data: {} }, 202), "No job ID in response"],
    [
      raw({ ...unknown, message: "the brush broke" }, 500),
      "Panel regeneration failed: the brush broke",
    ],
    [raw(unknown, 500), "Regeneration failed. Please try again."],
    [
      raw({ ...unknown, message: "E005" }, 500),
      "Content flagged as sensitive. Try a different prompt.",
    ],
  ] as const) {
    api.answer({ [paint]: answer });
    await user.click(panel.getByRole("button", { name: "Regenerate image" }));
    await toasted(sentence);
  }
  // The picture is being painted, and how far it is cannot be asked: five times, ever slower.
  const status = "GET /api/ai/image-status/{jobId}";
  api.answer({ [paint]: { jobId: anImageJob().jobId }, [status]: networkError() });
  await user.click(panel.getByRole("button", { name: "Regenerate image" }));
  await waitFor(() => expect(api.calls(paint)).toHaveLength(6));
  scene = only({ imageUrl: aPicture("9") });
  for (let second = 0; second < 90 && api.calls(status).length < 5; second += 1)
    await advanceTime(1_000);
  await toasted("Failed to check image generation status");
  await advanceTime(30_000);
  expect(api.calls(status)).toHaveLength(5);
  // It was painted all the same, and what is painted is shown.
  await waitFor(() => expect(pictures()).toBe(2));
});
