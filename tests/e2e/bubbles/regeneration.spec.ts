import { expect, test } from "@/tests/support/browser";
import { openScene } from "../settings/story";
import { atLettering, saveElsewhere } from "./lettering";

test("a scene lettered by hand is not made anew before its author has said what becomes of its balloons @full", async ({
  page,
}) => {
  const table = await atLettering(page);
  await saveElsewhere(page, table, (bubbles) =>
    bubbles.map((bubble) => ({ ...bubble, byHand: true })),
  );
  await page.reload();
  const asked: unknown[] = [];
  await page.route("**/ai/generate-scene", (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ status: 503, json: { success: false, message: "Not now." } });
  });
  const dialog = await openScene(page, 1);
  const again = dialog.getByRole("button", { name: "Regenerate Scene" });
  await again.click();
  const question = dialog.getByRole("alertdialog");
  await expect(question).toHaveAccessibleName(/^You lettered panel 1 by hand\./);
  await expect(question.getByRole("button", { name: "Keep My Bubbles" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(again).toBeFocused();
  expect(asked).toEqual([]);
  for (const [answer, keepBubbles] of [
    ["Keep My Bubbles", true],
    ["Write New Ones", undefined],
  ] as const) {
    await again.click();
    await question.getByRole("button", { name: answer }).click();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect((asked.pop() as { keepBubbles?: boolean }).keepBubbles).toBe(keepBubbles);
  }
});
test.use({ allowedConsoleErrors: [/status of 503/] });
