import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Story } from "@/lib/stories/schema";
import { aScene, aStory } from "../support/builders";
import { advanceTime, fakeTime } from "../support/render";
import { renderWorkspace } from "../support/workspace";

it("a story is published once by a double click and by Enter, even if the response comes before the second press", async () => {
  fakeTime();
  let story = aStory({ scenes: [aScene()] });
  const { api, user } = await renderWorkspace(story);
  const save = "PUT /api/stories/{storyId}";
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
