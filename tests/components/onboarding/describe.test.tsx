import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { fill } from "../support/render";
import { defer, failWith, raw } from "../support/server";
import { atStep, described, inWizard, storyPreview } from "./wizard";

const improve = "POST /api/ai/improve-text";
const save = "PUT /api/stories/{storyId}";
const seeds = "POST /api/ai/scene-suggestions";
const title = "POST /api/ai/generate-title";
const blank = "A story that has just begun.";
const words = "A cat finds a key under the stairs.";

const value = (of: Element) => (of as HTMLTextAreaElement).value;
const alertSays = async (sentence: string) =>
  waitFor(() => expect(screen.getByRole("alert").textContent).toBe(sentence));

describe("the description of a new story", () => {
  it("shows its errors, and advises focus above 600 characters", async () => {
    const { saved, user, press } = await inWizard(1, blank);
    const box = described();
    expect(value(box)).toBe("");
    await press("Continue");
    await alertSays("Please provide a story description");
    expect(document.activeElement).toBe(box);
    const hint = /at most 8 characters and 6 locations/;
    await fill(user, box, "x".repeat(600));
    expect(screen.queryByText(hint)).toBeNull();
    await fill(user, box, "x".repeat(601));
    screen.getByText(hint);
    await fill(user, box, "x".repeat(1001));
    screen.getByText("1001 / 1000");
    await press("Continue");
    await alertSays("Story description must be 1000 characters or less");
    await atStep(1);
    await fill(user, box, "  A cat finds a key.  ");
    await press("Continue");
    await atStep(2);
    expect(saved.now().description).toBe("A cat finds a key.");
  });

  it("is improved, and the author's own words come back, also after a reload", async () => {
    const improvedText = "A cat named Tuna finds a huge key, and then a door.";
    const { api, user, press, reload } = await inWizard(1, blank, {
      answers: { [improve]: { improvedText } },
    });
    for (const [short, sentence] of [
      ["", "Please enter some text to improve"],
      ["123456789", "Please enter at least 10 characters to improve"],
      ["x".repeat(1001), "Text is too long for improvement (max 1000 characters)"],
    ] as const) {
      await fill(user, described(), short);
      await press("AI Improve");
      await alertSays(sentence);
    }
    const own = "a cat named tuna finds a very big key and then a door";
    await fill(user, described(), own);
    await press("AI Improve");
    await waitFor(() => expect(value(described())).toBe(improvedText));
    await waitFor(() => expect(described()).toHaveProperty("readOnly", false));
    expect(api.sent(improve)).toEqual([{ text: own, context: { storyId: expect.anything() } }]);
    await press("Undo");
    expect(value(described())).toBe(own);
    await press("Redo");
    expect(value(described())).toBe(improvedText);
    await reload();
    expect(value(described())).toBe(improvedText);
    await press("Undo");
    expect(value(described())).toBe(own);
  });

  it.each([
    [
      failWith("ai_rate_limited", "AI service is busy - please try again in a moment!"),
      "AI service is busy - please try again in a moment!",
    ],
    [
      failWith("ai_unavailable", "AI service temporarily unavailable"),
      "AI service temporarily unavailable",
    ],
    [
      failWith("writer_failed", "The AI's answer could not be used. Please try again."),
      "The AI's answer could not be used. Please try again.",
    ],
    [
      failWith("bad_request", "no"),
      "Text validation failed. Please ensure your text is meaningful and between 10-1000 characters.",
    ],
  ])("stays where it cannot be improved, with the reason: %s", async (failure, sentence) => {
    const { user, press } = await inWizard(1, blank, { answers: { [improve]: failure } });
    await fill(user, described(), words);
    await press("AI Improve");
    await alertSays(sentence);
    expect(value(described())).toBe(words);
  });

  it("stays with a notice where there is nothing to improve", async () => {
    const answers = { [improve]: { improvedText: words } };
    const { user, press } = await inWizard(1, blank, { answers });
    await fill(user, described(), words);
    await press("AI Improve");
    await screen.findByText("Nothing to improve. Your text is unchanged.");
    expect(value(described())).toBe(words);
  });

  it("stays where it cannot be saved, and Continue works again", async () => {
    const { api, saved, user, press, proceedTo } = await inWizard(1, blank);
    api.answer({ [save]: failWith("unavailable", "Please try again.") });
    await fill(user, described(), words);
    await press("Continue");
    await alertSays("Please try again.");
    expect(value(described())).toBe(words);
    api.answer(saved.answers);
    await proceedTo(2);
  });

  it("stays as it was sent while it is being saved", async () => {
    const { api, saved, user, press, backTo } = await inWizard(1, blank);
    const answer = defer(saved.answers[save]);
    api.answer({ [save]: answer.answer });
    await fill(user, described(), words);
    await press("Continue");
    await user.type(described(), " And a door");
    await answer.release();
    await atStep(2);
    await backTo(1);
    expect(value(described())).toBe(saved.now().description);
    expect(saved.now().description).toBe(words);
  });

  it("starts from a seed where the author wants one", async () => {
    const ideas = (set: string) =>
      [1, 2, 3, 4, 5].map((number) => ({ emoji: "🐋", text: `Idea ${set}${number} of a whale` }));
    const { api, user, press } = await inWizard(1, blank, {
      answers: { [seeds]: { suggestions: ideas("a"), isNewStory: true } },
    });
    await fill(user, described(), "My own idea of a story");
    await press("Or start from Story Seeds");
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: /Idea a\d/ })).toHaveLength(5),
    );
    api.answer({ [seeds]: { suggestions: ideas("b"), isNewStory: true } });
    await press("New story seeds");
    await user.click(await screen.findByRole("button", { name: /Idea b3/ }));
    expect(screen.queryByRole("button", { name: /Idea a/ })).toBeNull();
    expect(value(described())).toBe("Idea b3 of a whale");
    await press("Undo");
    expect(value(described())).toBe("My own idea of a story");
  });

  it("shows an error where seeds cannot be loaded", async () => {
    const answers = { [seeds]: failWith("ai_unavailable", "AI service temporarily unavailable") };
    const { press } = await inWizard(1, words, { answers });
    await press("Or start from Story Seeds");
    await screen.findByText("Couldn't fetch new ideas right now");
  });
});

describe("the title of a new story", () => {
  it("is generated in the background, and appears at once", async () => {
    const { api, saved, storyId, proceedTo } = await inWizard(1, words);
    expect(value(described())).toBe(words);
    storyPreview().getByText("My New Story");
    await proceedTo(2);
    await storyPreview().findByText("The Title Found");
    expect(saved.now().title).toBe("The Title Found");
    expect(api.sent(title)).toEqual([{ description: words, context: { storyId } }]);
  });

  it("is generated again after a reload interrupted it", async () => {
    const { api, proceedTo, reload } = await inWizard(1, words, {
      answers: { [title]: defer({ title: "Lost" }).answer },
    });
    await proceedTo(2);
    expect(api.calls(title)).toHaveLength(1);
    api.answer({ [title]: { title: "The Title Found" } });
    await reload();
    await atStep(2);
    await storyPreview().findByText("The Title Found");
  });

  it("stays unchanged, without an error, where none can be generated", async () => {
    const answers = { [title]: raw({ success: false, message: "no" }, 502) };
    const { api, saved, proceedTo } = await inWizard(1, words, { answers });
    await proceedTo(2);
    await waitFor(() => expect(api.calls(title)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText("Finding a title...")).toBeNull());
    storyPreview().getByText("My New Story");
    expect(document.querySelector("[data-sonner-toast]")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(saved.now().title).toBe("My New Story");
  });

  it("follows another description that arrives before it", async () => {
    const first = defer({ title: "The Title Found" });
    const { api, user, backTo, proceedTo } = await inWizard(1, words, {
      answers: { [title]: first.answer },
    });
    await proceedTo(2);
    await backTo(1);
    await fill(user, described(), "A sailor named Finn dives for a sunken bell");
    await proceedTo(2);
    api.answer({ [title]: { title: "Another Title" } });
    await first.release();
    await storyPreview().findByText("Another Title");
  });

  it("follows another description, where its author has not named the story", async () => {
    const { api, saved, user, backTo, proceedTo, reload } = await inWizard(1, words);
    await proceedTo(2);
    await storyPreview().findByText("The Title Found");
    await backTo(1);
    await fill(user, described(), "A sailor named Finn dives for a sunken bell");
    api.answer({ [title]: { title: "Another Title" } });
    await proceedTo(2);
    await storyPreview().findByText("Another Title");

    saved.change({ title: "The Bell of Finn" });
    await reload();
    await backTo(1);
    await fill(user, described(), "A sailor named Finn dives for a sunken crown");
    await proceedTo(2);
    storyPreview().getByText("The Bell of Finn");
    expect(api.calls(title)).toHaveLength(2);
  });
});
