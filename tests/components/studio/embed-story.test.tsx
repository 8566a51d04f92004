import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { EmbedStory } from "@/components/studio/publishing/embed-story";
import { expectAccessible } from "../support/accessibility";
import { aScene, aStory, testUser } from "../support/builders";
import { render } from "../support/render";

it("the frame of one scene is chosen in the publishing sheet", async () => {
  const scenes = [aScene(1), aScene(2, 2)];
  const story = aStory({ title: 'The "Lamp"', status: "published", scenes });
  const { user } = await render(<EmbedStory story={story} />, { viewer: testUser() });
  await user.click(screen.getByText("Embed on your website"));
  const code = screen.getByLabelText<HTMLInputElement>("Embed code");
  const src = `${location.origin}/embed/story/${story._id}`;
  expect(code.value.startsWith(`<iframe src="${src}"`)).toBe(true);
  await expectAccessible();
  await user.click(screen.getByRole("combobox", { name: "Scenes" }));
  await user.click((await screen.findAllByRole("option"))[2] as HTMLElement);
  expect(code.value).toMatch(new RegExp(`^<iframe src="${src}\\?scene=2" .*</iframe>$`));
  await user.click(screen.getByRole("button", { name: "Copy the code" }));
  expect(await navigator.clipboard.readText()).toContain('title="The &quot;Lamp&quot;"');
});
