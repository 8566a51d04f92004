import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../support/accessibility";
import { advanceTime, fakeTime, fill } from "../support/render";
import { defer, failWith } from "../support/server";
import { renderWorkspace } from "../support/workspace";
import {
  beginsScenes,
  generate,
  promptBox,
  sheet,
  storyOf,
  stubIntersectionObserver,
} from "./workspace";

const suggestions = "POST /api/ai/scene-suggestions";
/** Four ideas; those of another list have other words. */
const ideasOf = (list: string) =>
  [1, 2, 3, 4].map((number) => ({ text: `The keeper hears ${list} bell ${number}`, emoji: "🔔" }));
const seeds = (list: string) => ({ suggestions: ideasOf(list), isNewStory: false });
const textsOf = (list: string) => ideasOf(list).map(({ emoji, text }) => emoji + text);

stubIntersectionObserver();
const block = (name = "Story Seeds") => within(screen.getByRole("region", { name }));
const shown = (name?: string) =>
  block(name)
    .queryAllByRole("listitem")
    .map((item) => item.textContent);
const expectShown = (list: string, name?: string) =>
  waitFor(() => expect(shown(name)).toEqual(textsOf(list)));

/** `renderWorkspace` says that there are none: answered when the test says so. */
async function withIdeas(panels: number[], answer: unknown) {
  const story = storyOf(panels);
  const workspace = await renderWorkspace(story, { [suggestions]: answer });
  return { ...workspace, story };
}

describe("ideas for the story", () => {
  it("are four for the next chapter; a chosen one fills the prompt and starts one scene", async () => {
    const workspace = await withIdeas([1], seeds("a"));
    const { api, user, story } = workspace;
    block().getByText("Choose your next chapter");
    await expectShown("a");
    expect(api.sent(suggestions)).toEqual([
      {
        storyId: story._id,
        maxSuggestions: 4,
        suggestionType: "continuationSeeds",
        timestamp: expect.any(Number),
      },
    ]);
    await expectAccessible();

    await fill(user, promptBox(), "What I was writing myself, not finished");
    const scene = defer(beginsScenes(workspace, story));
    api.answer({ [generate]: scene.answer });
    const chosen = ideasOf("a")[1]?.text as string;
    await user.dblClick(block().getByRole("button", { name: chosen }));
    expect(promptBox().value).toBe(chosen);
    // It stands there until it is drawn: what is typed into it is no draft.
    await user.type(promptBox(), "!");
    await scene.release();
    await waitFor(() => sheet(2));
    expect(api.sent(generate)).toMatchObject([{ prompt: chosen }]);
    expect(promptBox().value).toBe("What I was writing myself, not finished");
  });

  it("are fewer than asked for with a word that says so", async () => {
    const one = { text: "The keeper hears a bell", emoji: "🔔" };
    await withIdeas([1], { suggestions: [one], isNewStory: false });
    await waitFor(() => block().getByText(/^Only one idea came this time\./));
  });

  it("are openings for a new story, which go with its first scene", async () => {
    const workspace = await withIdeas([], { suggestions: ideasOf("an opening"), isNewStory: true });
    const { api, user, story } = workspace;
    block("Story Opening Ideas").getByText("Choose how your tale begins");
    await expectShown("an opening", "Story Opening Ideas");
    beginsScenes(workspace, story);
    api.answer({ [suggestions]: seeds("another") });
    const words = "Mara opens the door of the lighthouse and looks out at the sea.";
    await fill(user, promptBox(), words);
    await user.click(screen.getByRole("button", { name: "Draw it" }));
    // From the moment the scene is there, also while it is being drawn.
    await waitFor(() => sheet(1));
    expect(screen.queryByRole("region", { name: "Story Opening Ideas" })).toBeNull();
    await expectShown("another");
  });

  it("are requested again where the writer fails, and the old ones stay until new ones arrive", async () => {
    fakeTime();
    const away = failWith("unavailable", "The writer is away.");
    const first = defer(away);
    const { api, user } = await withIdeas([1], first.answer);
    block().getByText("Thinking of ideas...");
    await first.release();
    await advanceTime(10_000);
    await block().findByText("Couldn't fetch new ideas right now");
    await expectAccessible();
    api.answer({ [suggestions]: seeds("a") });
    block().getByRole("button", { name: "Try Again" }).focus();
    await user.keyboard("{Enter}");
    await expectShown("a");
    // The focus is where the ideas are.
    expect(
      screen.getByRole("region", { name: "Story Seeds" }).contains(document.activeElement),
    ).toBe(true);

    // Asking anew brings other ideas; where that fails the old ones stay.
    api.answer({ [suggestions]: seeds("another") });
    await user.click(block().getByRole("button", { name: "New ideas" }));
    await expectShown("another");
    api.answer({ [suggestions]: away });
    // A press within 400 ms of the last one counts as its repetition.
    await advanceTime(500);
    await user.click(block().getByRole("button", { name: "New ideas" }));
    const refused = "Failed to refresh story seeds";
    // The toast comes after the retries and goes after four seconds.
    for (let second = 0; second < 10 && !screen.queryByText(refused); second += 1)
      await advanceTime(1_000);
    await screen.findByText(refused);
    expect(shown()).toEqual(textsOf("another"));
  });

  it.each(["budget_exceeded", "rate_limited"] as const)("say why they are %s", async (code) => {
    const refused = failWith(code, "You can go on in 5 hours.");
    const { api, user } = await withIdeas([1], refused);
    await block().findByText("Couldn't fetch new ideas right now");
    block().getByText("You can go on in 5 hours.");
    expect(api.calls(suggestions)).toHaveLength(1);
    api.answer({ [suggestions]: seeds("a") });
    await user.click(block().getByRole("button", { name: "Try Again" }));
    await expectShown("a");
    api.answer({ [suggestions]: refused });
    await user.click(block().getByRole("button", { name: "New ideas" }));
    await screen.findByText("Failed to refresh story seeds");
    screen.getByText("You can go on in 5 hours.");
    expect(api.calls(suggestions)).toHaveLength(3);
  });
});
