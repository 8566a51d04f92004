import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAccessible } from "../support/accessibility";
import { aScene, aStory, aTake } from "../support/builders";
import { fill } from "../support/render";
import { connection } from "../support/server";
import { renderWorkspace } from "../support/workspace";

const waits = "You are offline. Your changes are sent once you are back online.";
const story = aStory({ scenes: [aScene()] });

it("a dialog says that the page is offline, and saves once it can", async () => {
  const { api, user } = await renderWorkspace(story);
  const renamed = { ...story, title: "The Short Tide", version: 2 };
  const save = "PUT /api/stories/{storyId}";
  api.answer({ [save]: renamed, "GET /api/stories/tags": [] });
  await user.click(screen.getByRole("button", { name: "Settings" }));
  const settings = within(await screen.findByRole("dialog", { name: "Story Settings" }));
  await connection("lost");
  await fill(user, settings.getByLabelText("Title"), "The Short Tide");
  await user.click(settings.getByRole("button", { name: "Save" }));
  await settings.findByText(waits);
  await expectAccessible();
  expect(api.calls(save)).toEqual([]);
  api.answer({ "GET /api/stories/{storyId}": renamed });
  await connection("back");
  await screen.findByText("Story settings saved");
  await screen.findByRole("heading", { name: "The Short Tide" });
  expect(api.sent(save)).toHaveLength(1);
});

it("an action that needs the network shows an error and keeps the text", async () => {
  const { api, user } = await renderWorkspace(story);
  api.answer({ "GET /api/scenes/{sceneId}/panels/{panelNumber}/takes": [aTake()] });
  const [edit] = await screen.findAllByRole("button", { name: "Edit media" });
  await user.click(edit as HTMLElement);
  const media = within(await screen.findByRole("dialog", { name: "Edit Media" }));
  const box = (await media.findAllByRole("textbox"))[0] as HTMLInputElement;
  await connection("lost");
  await fill(user, box, "Make the lamp burn brighter");
  await user.keyboard("{Enter}");
  const conversation = within(media.getByRole("log"));
  await conversation.findByText(/Network error - please check your connection/);
  expect(box.value).toBe("Make the lamp burn brighter");
  await connection("back");
  await waitFor(() => expect(screen.queryByText(/^You are offline/)).toBeNull());
});
