import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { OnboardingGate } from "@/components/onboarding/onboarding-gate";
import { initialState } from "@/components/onboarding/wizard-state";
import { getQueryClient } from "@/components/shell/query-client";
import { Workspace } from "@/components/studio/workspace";
import { draftEntry } from "@/tests/support/draft-entry";
import { expectAccessible } from "../support/accessibility";
import {
  aCharacter,
  aLocation,
  aScene,
  aSceneProgress,
  testId,
  testUser,
} from "../support/builders";
import { isPopoverOpen } from "../support/popover";
import { advanceTime, fakeTime, fill, render } from "../support/render";
import { emitStoryChange, failWith, server } from "../support/server";
import { renderWorkspace, workspaceAnswers } from "../support/workspace";
import {
  beginsScenes,
  generate,
  promptBox,
  reload,
  sceneStatus,
  sheet,
  storyAddress,
  storyOf,
} from "./workspace";

const characters = Array.from({ length: 10 }, (_, index) =>
  aCharacter({ _id: testId(`50${index}`), name: `Keeper ${index + 1}` }),
);
const locations = [1, 2].map((number) =>
  aLocation({ _id: testId(`60${number}`), name: `Pier ${number}` }),
);
const peopled = () => storyOf([1], { characters, locations });

describe("the cast beside the workspace", () => {
  const rail = () =>
    within(screen.getByRole("complementary", { name: "Characters and locations" }));

  it("opens its sheets and lists", async () => {
    const empty = { pictures: [], outfits: [], takesLora: false };
    const { user } = await renderWorkspace(peopled(), {
      "GET /api/characters/{characterId}/references": empty,
      "GET /api/locations/{locationId}/references": empty,
    });
    expect(rail().getAllByRole("button", { name: /^Keeper \d/ })).toHaveLength(8);
    expect(rail().getAllByRole("button", { name: /^Pier \d/ })).toHaveLength(2);
    for (const [name, title] of [
      [/^Keeper 2/, "Edit Character"],
      [/^Pier 1/, "Edit Location"],
      ["Characters (10)", "Characters (10)"],
      ["+2 Show all", "Characters (10)"],
      ["Locations (2)", "Locations (2)"],
    ] as const) {
      await user.click(rail().getByRole("button", { name }));
      const dialog = await screen.findByRole("dialog", { name: title });
      if (title === "Edit Character")
        expect(within(dialog).getByLabelText("Name")).toHaveProperty("value", "Keeper 2");
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());
    }
    await expectAccessible();
  });

  it("shows for three minutes that the portrait of a new character is being drawn", async () => {
    fakeTime();
    const story = storyOf([1], { characters: characters.slice(0, 2) });
    const { api } = await renderWorkspace(story);
    const drawn = () => rail().queryAllByText("Generating Image");
    expect(drawn()).toHaveLength(0);
    const createdAt = new Date(Date.now() - 170_000).toISOString();
    const newcomer = aCharacter({ _id: testId("509"), name: "Keeper 3", createdAt });
    api.answer({ [storyAddress]: { ...story, characters: [...story.characters, newcomer] } });
    await emitStoryChange(story._id);
    await waitFor(() => expect(drawn()).toHaveLength(1));
    await expectAccessible();
    // And when the time is over it is not, without anything being said.
    await advanceTime(11_000);
    expect(drawn()).toHaveLength(0);
  });
});

describe("the cast of the next scene", () => {
  const chosen = () =>
    screen
      .queryAllByRole("button", { name: /^Remove .* from this scene$/ })
      .map((button) => button.getAttribute("aria-label")?.slice(7, -16));
  const remove = (name: string) =>
    screen.getByRole("button", { name: `Remove ${name} from this scene` });
  const opener = () => screen.getByRole("button", { name: "Characters and location" });
  const list = () => screen.getByRole("dialog", { name: "Characters and locations of this scene" });

  it("is chosen, kept, sent and cleared", async () => {
    const story = peopled();
    const { user } = await renderWorkspace(story);

    // By the keyboard alone, with the filter; Enter draws nothing.
    opener().focus();
    await user.keyboard("{Enter}");
    expect(isPopoverOpen(list())).toBe(true);
    await user.tab();
    const filter = within(list()).getByLabelText("Filter by name");
    expect(document.activeElement).toBe(filter);
    await user.keyboard("keeper 7{Enter}");
    expect(within(list()).getAllByRole("checkbox")).toHaveLength(1);
    await user.tab();
    await user.keyboard(" ");
    expect(chosen()).toEqual(["Keeper 7"]);
    await user.clear(filter);
    for (const name of ["Keeper 2", "Keeper 3", "Pier 2"])
      await user.click(within(list()).getByRole("checkbox", { name }));
    await expectAccessible();
    await user.keyboard("{Escape}");
    expect(isPopoverOpen(list())).toBe(false);
    expect(document.activeElement).toBe(opener());
    expect(chosen()).toEqual(["Keeper 7", "Keeper 2", "Keeper 3", "Pier 2"]);

    // A cross takes one away, and the focus stays in the row; a reload keeps the rest.
    await user.click(remove("Keeper 2"));
    expect(document.activeElement).toBe(remove("Keeper 3"));
    await fill(user, promptBox(), "They go down to the water with the lamp");
    await reload(story);
    expect(chosen()).toEqual(["Keeper 7", "Keeper 3", "Pier 2"]);

    // A character that was deleted meanwhile is told, and the others are asked for.
    const left = { ...story, characters: characters.filter(({ name }) => name !== "Keeper 3") };
    const workspace = await reload(left);
    const { api } = workspace;
    screen.getByText("No longer in this story, so not in this scene: Keeper 3");
    expect(chosen()).toEqual(["Keeper 7", "Pier 2"]);

    // A request that fails keeps the chips.
    api.answer({ [generate]: failWith("unavailable", "Please try again.") });
    await workspace.user.click(screen.getByRole("button", { name: "Draw it" }));
    await screen.findByText("Please try again.");
    expect(chosen()).toEqual(["Keeper 7", "Pier 2"]);

    beginsScenes(workspace, left);
    await workspace.user.click(screen.getByRole("button", { name: "Draw it" }));
    await waitFor(() => sheet(2));
    expect(api.sent(generate).at(-1)).toMatchObject({
      characterIds: [characters[6]?._id],
      locationIds: [locations[1]?._id],
    });
    expect(chosen()).toEqual([]);
  });

  it("is chosen for the first scene in the wizard as well", async () => {
    const story = storyOf([], { characters: characters.slice(0, 2), locations });
    const state = { ...initialState(story), step: 4 };
    localStorage.setItem(...draftEntry("onboarding", story._id, state));
    const api = server(workspaceAnswers(story));
    const page = (
      <OnboardingGate initial={story}>
        <Workspace initial={story} otherPainter={null} />
      </OnboardingGate>
    );
    const begun = await render(page, { viewer: testUser() });
    await begun.user.click(opener());
    await begun.user.click(within(list()).getByRole("checkbox", { name: "Keeper 2" }));
    await expectAccessible();
    begun.unmount();
    getQueryClient().clear();
    const { user } = await render(page, { viewer: testUser() });
    remove("Keeper 2");
    // Short, and long enough in a script without spaces.
    const prompt = "灯台守の夜";
    await fill(user, screen.getByLabelText("How does your story begin?"), prompt);
    const scene = aScene(1, 1, { storyId: story._id });
    api.answer({
      [generate]: { scene, newCharacters: [], newLocations: [], jobId: testId("7") },
      [sceneStatus]: aSceneProgress({ scene, isGenerating: false, isComplete: true }),
      [storyAddress]: { ...story, scenes: [scene] },
    });
    await user.click(screen.getByRole("button", { name: "Create Your Story" }));
    await waitFor(() => within(sheet(1)).getByRole("img"));
    expect(api.sent(generate)).toMatchObject([{ prompt, characterIds: [characters[1]?._id] }]);
    // The chips went with their words.
    expect(chosen()).toEqual([]);
  });

  it("cannot be chosen in a story without characters and locations", async () => {
    await renderWorkspace(storyOf([1]));
    promptBox();
    expect(screen.queryByRole("button", { name: "Characters and location" })).toBeNull();
  });
});
