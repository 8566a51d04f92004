import { expect, test } from "@/tests/support/browser";
import { answer, atWorkspace, failure } from "../studio/workspace";
import { ask, conversation, openMedia } from "./workspace";

test.use({ allowedConsoleErrors: [/status of 503/] });

test("the conversation stays at its end, unless the author scrolled up @full", async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  const media = await openMedia(page);
  await answer(page, "**/api/ai/generate-image", 503, failure("The painter is away."));
  const end = () =>
    conversation(media).evaluate(
      ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    );
  for (let turn = 0; turn < 6; turn += 1) {
    await ask(media, "Modify", `Make it night, for the ${turn + 1}th time`);
    await expect(conversation(media).getByText("Image generation failed:")).toHaveCount(turn + 1);
    expect(await end()).toBeLessThan(4);
  }
  await conversation(media).evaluate((element) => element.scrollTo(0, 0));
  await ask(media, "Modify", "Make it night once more");
  await expect(conversation(media).getByText("Image generation failed:")).toHaveCount(7);
  expect(await conversation(media).evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(4);
});
