import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Story } from "@/lib/stories/schema";
import { expectAccessible } from "../support/accessibility";
import { aScene, aStory, aTake } from "../support/builders";
import { advanceTime, fakeTime, fill } from "../support/render";
import { connection, failWith } from "../support/server";
import { renderWorkspace } from "../support/workspace";

const waits = "You are offline. Your changes are sent once you are back online.";
const story = aStory({ scenes: [aScene()] });

const save = "PUT /api/stories/{storyId}";

/** Saves another title in the settings while the page is offline. */
async function saveOffline(answer: unknown) {
  const { api, user } = await renderWorkspace(story);
  api.answer({ [save]: answer, "GET /api/stories/tags": [] });
  await user.click(screen.getByRole("button", { name: "Settings" }));
  const settings = within(await screen.findByRole("dialog", { name: "Story Settings" }));
  await connection("lost");
  await fill(user, settings.getByLabelText("Title"), "The Short Tide");
  await user.click(settings.getByRole("button", { name: "Save" }));
  await settings.findByText(waits);
  return { api, user };
}

it("a dialog says that the page is offline, and saves once it can", async () => {
  const renamed = { ...story, title: "The Short Tide", version: 2 };
  const { api } = await saveOffline(renamed);
  await expectAccessible();
  expect(api.calls(save)).toEqual([]);
  api.answer({ "GET /api/stories/{storyId}": renamed });
  await connection("back");
  await screen.findByText("Story settings saved");
  await screen.findByRole("heading", { name: "The Short Tide" });
  expect(api.sent(save)).toHaveLength(1);
});

it("a save that is refused after its dialog was closed says why", async () => {
  const refusal = "This title is taken.";
  const errors = [{ field: "title", message: refusal }];
  const { user } = await saveOffline(failWith("validation_failed", refusal, { errors }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await connection("back");
  await screen.findByText(refusal);
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

it("a story is published once by a double click and by Enter, even if the response comes before the second press", async () => {
  fakeTime();
  let story = aStory({ scenes: [aScene()] });
  const { api, user } = await renderWorkspace(story);
  api.answer({
    "GET /api/stories/{storyId}": () => story,
    "GET /api/stories/tags": [],
    [save]({ body }: { body: unknown }) {
      const { status } = body as Pick<Story, "status">;
      story = { ...story, status, version: story.version + 1 };
      return story;
    },
  });
  const statuses = () => api.sent(save).map((body) => (body as Story).status);
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const dialog = await screen.findByRole("dialog");
  const publish = within(dialog).getByRole("button", { name: "Publish" });
  await user.click(publish);
  await advanceTime(90);
  await user.click(publish);
  const unpublish = await within(dialog).findByRole("button", { name: "Unpublish" });
  await waitFor(() => expect(unpublish).toHaveProperty("disabled", false));
  expect(statuses()).toEqual(["published"]);
  await user.click(within(dialog).getByRole("button", { name: "Unpublish" }));
  const question = within(await screen.findByRole("alertdialog"));
  question.getByRole("button", { name: "Unpublish" }).focus();
  await user.keyboard("{Enter}");
  await advanceTime(200);
  await user.keyboard("{Enter}");
  await within(dialog).findByRole("button", { name: "Publish" });
  await advanceTime(500);
  await waitFor(() => expect(statuses()).toEqual(["published", "draft"]));
});
