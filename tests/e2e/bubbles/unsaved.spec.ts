import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { answer, failure, panel } from "../studio/workspace";
import {
  atLettering,
  centreOf,
  drawn,
  editor,
  grips,
  line,
  savedPanel,
  saveElsewhere,
  stage,
  words,
} from "./lettering";

test.use({ allowedConsoleErrors: [/status of (409|503)|ERR_FAILED/] });

const question = (page: Page) => editor(page).getByRole("alertdialog");

test("what was written for a panel that another tab removed is not its neighbour's @full", {
  tag: "@phone",
}, async ({ page }) => {
  const table = await atLettering(page, 3);
  await panel(page, 1, 2).hover();
  await panel(page, 1, 2).getByRole("button", { name: "Add speech bubble" }).click();
  await words(page).fill("Meant for the second");
  const [second, third] = [await savedPanel(page, table, 2), await savedPanel(page, table, 3)];
  await call(page, "DELETE", `/scenes/${table.sceneId}/panels/2?version=${second.version}`);
  await expect(page.getByText("This panel is no longer there.")).toBeVisible();
  await expect(words(page)).toHaveValue("Meant for the second");
  await editor(page).getByRole("button", { name: "Add Bubble" }).click();
  await expect(
    page.getByText("Failed to update panel: This panel is no longer there."),
  ).toBeVisible();
  await expect(words(page)).toHaveValue("Meant for the second");
  const stands = await savedPanel(page, table, 2);
  expect(stands._id).toBe(third._id);
  expect(stands.textBubbles).toEqual(third.textBubbles);
});

test(
  "Cancel leaves nothing of a new bubble, and adding again never accumulates @full",
  {
    tag: "@phone",
  },
  async ({ page }, { project }) => {
    const table = await atLettering(page);
    const before = await savedPanel(page, table);
    const saved = before.textBubbles.length;
    const add = panel(page, 1, 1).getByRole("button", { name: "Add speech bubble" });
    for (const text of ["Once", "Twice"]) {
      await panel(page, 1, 1).hover();
      await add.click();
      await expect(grips(page)).toHaveCount(saved + 1);
      await expect(words(page)).toHaveValue("");
      await words(page).fill(text);
      await editor(page).getByRole("button", { name: "Cancel" }).click();
      await expect(editor(page)).toBeHidden();
    }
    await line(page).click();
    await expect(grips(page)).toHaveCount(saved);
    await expect(editor(page).getByText("Your unsaved changes are back.")).toBeHidden();

    // Asked for twice, one waits for its words; with words, another one comes.
    const more = editor(page).getByRole("button", { name: "Add another bubble" });
    // Without a mouse the tools have words, and help speaks of fingers.
    if (project.name === "phone") {
      await expect(more.getByText("Add", { exact: true })).toBeVisible();
      await editor(page).getByRole("button", { name: "Help", exact: true }).click();
      const help = editor(page).getByRole("region", { name: "Help" });
      await expect(help).toContainText("One tap");
      await help.getByRole("button", { name: "Close help" }).click();
    }
    await more.click();
    await more.click();
    await expect(grips(page)).toHaveCount(saved + 1);
    await words(page).fill("Half a thought");
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeVisible();
    await expect(question(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeHidden();
    await expect(words(page)).toBeFocused();
    await expect(words(page)).toHaveValue("Half a thought");
    await editor(page).getByRole("button", { name: "Close" }).click();
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(editor(page)).toBeHidden();

    await line(page).click();
    await expect(grips(page)).toHaveCount(saved);
    await words(page).fill("Said aloud");
    const cancel = editor(page).getByRole("button", { name: "Cancel" });
    await cancel.click();
    await question(page).getByRole("button", { name: "Keep editing" }).click();
    await expect(cancel).toBeFocused();
    await cancel.click();
    await question(page).getByRole("button", { name: "Save" }).click();
    await expect(editor(page)).toBeHidden();
    const after = await savedPanel(page, table);
    expect(after.textBubbles).toHaveLength(saved);
    expect(after.textBubbles[0]?.text).toBe("Said aloud");
  },
);

test("Back closes what lies over the page, asks where something is unsaved, and leaves no page", {
  tag: "@phone-only",
}, async ({ page }) => {
  await page.addInitScript(() => {
    type Watcher = EventTarget & { requestClose(): void; destroy(): void };
    const place = window as unknown as { CloseWatcher: new () => Watcher; back: () => void };
    const all = new Set<Watcher>();
    place.CloseWatcher = class extends place.CloseWatcher {
      constructor() {
        super();
        all.add(this);
        this.addEventListener("close", () => all.delete(this));
      }
      override destroy() {
        all.delete(this);
        super.destroy();
      }
    };
    // As a phone's Back is told: to the newest that listens.
    place.back = () => [...all].at(-1)?.requestClose();
  });
  const back = () => page.evaluate(() => (window as unknown as { back(): void }).back());
  await atLettering(page);
  const here = page.url();
  await line(page).click();
  await expect(editor(page)).toBeVisible();
  await back();
  await expect(editor(page)).toBeHidden();

  await line(page).click();
  await words(page).fill("Half a thought");
  // Above the sheet Back is told to the list, and to the question.
  const type = editor(page).getByRole("combobox", { name: "Type" });
  await type.click();
  await expect(page.getByRole("option", { name: "Thought" })).toBeVisible();
  await back();
  await expect(page.getByRole("option", { name: "Thought" })).toBeHidden();
  await back();
  await expect(question(page)).toBeVisible();
  await back();
  await expect(question(page)).toBeHidden();
  await expect(words(page)).toHaveValue("Half a thought");
  await back();
  await question(page).getByRole("button", { name: "Discard" }).click();
  await expect(editor(page)).toBeHidden();
  expect(page.url()).toBe(here);
});

test("unsaved bubbles survive a reload, and whoever adds again goes on with them @full", async ({
  page,
}) => {
  const table = await atLettering(page);
  const before = await savedPanel(page, table);
  const add = panel(page, 1, 1).getByRole("button", { name: "Add speech bubble" });
  await panel(page, 1, 1).hover();
  await add.click();
  await expect(editor(page).getByRole("button", { name: "Add Bubble" })).toBeVisible();
  await editor(page).getByRole("button", { name: "Cancel" }).click();
  await expect(editor(page)).toBeHidden();
  await line(page).click();
  await expect(editor(page).getByText("Your unsaved changes are back.")).toBeHidden();

  await words(page).fill("Half a thought!");
  let asked = 0;
  page.on("dialog", (question) => {
    expect(question.type()).toBe("beforeunload");
    asked += 1;
    void question.accept();
  });
  await page.reload();
  expect(asked).toBe(1);
  await line(page).click();
  await expect(editor(page).getByText("Your unsaved changes are back.")).toBeVisible();
  await expect(words(page)).toHaveValue("Half a thought!");
  expect(await savedPanel(page, table)).toEqual(before);
  await editor(page).getByRole("button", { name: "Discard" }).click();
  await expect(words(page)).toHaveValue(before.textBubbles[0]?.text ?? "");
  await page.keyboard.press("Escape");
  await page.reload();
  expect(asked).toBe(1);

  await panel(page, 1, 1).hover();
  await add.click();
  await words(page).fill("Left behind");
  await page.reload();
  expect(asked).toBe(2);
  await panel(page, 1, 1).hover();
  await add.click();
  await expect(words(page)).toHaveValue("Left behind");
  await expect(grips(page)).toHaveCount(before.textBubbles.length + 1);
  await editor(page).getByRole("button", { name: "Cancel" }).click();
  await expect(editor(page)).toBeHidden();
  await page.reload();
  expect(asked).toBe(2);
});

test("what cannot be saved is told and stays @full", async ({ page }) => {
  await atLettering(page);
  await line(page).click();
  await answer(page, /\/panels\/1$/, 503, failure("Not now."));
  await words(page).fill("Other words");
  await editor(page).getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Failed to update text: Not now.")).toBeVisible();
  await editor(page).getByRole("slider", { name: "Bubble width" }).last().press("End");
  await editor(page).getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Failed to update panel: Not now.")).toBeVisible();
  await expect(words(page)).toHaveValue("Other words");
  await page.unroute(/\/panels\/1$/);
  await editor(page).getByRole("button", { name: "Save Changes" }).click();
  await expect(editor(page)).toBeHidden();
  // Saved: nothing of it is kept.
  await panel(page, 1, 1)
    .getByRole("button", { name: /“Other words”/ })
    .click();
  await expect(editor(page).getByText("No changes yet")).toBeVisible();
  await expect(editor(page).getByText("Your unsaved changes are back.")).toBeHidden();
});

test("changed in two tabs, both versions are shown and one is chosen, in the editor and on the table @full", async ({
  page,
}) => {
  const table = await atLettering(page);
  const retitled = (text: string) =>
    saveElsewhere(page, table, (bubbles) =>
      bubbles.map((bubble, index) => (index === 0 ? { ...bubble, text } : bubble)),
    );
  const asked = editor(page).getByText(
    "The bubbles of this panel were changed elsewhere in the meantime",
  );

  // Nothing of one's own: the other tab's bubbles come by themselves.
  await line(page).click();
  await retitled("From the other tab");
  await expect(words(page)).toHaveValue("From the other tab");
  await expect(asked).toBeHidden();

  // The live stream tells of a change before anything is saved.
  await words(page).fill("Mine");
  await retitled("Theirs");
  await expect(asked).toBeVisible();
  const versions = editor(page).locator(".bubble-version");
  expect((await drawn(versions.nth(0)))[0]).toBe("Mine");
  expect((await drawn(versions.nth(1)))[0]).toBe("Theirs");
  await expectAccessible(page);
  await editor(page).getByRole("button", { name: "Save Changes" }).click();
  await expect(editor(page)).toBeVisible();
  expect((await savedPanel(page, table)).textBubbles[0]?.text).toBe("Theirs");
  await editor(page).getByRole("button", { name: "Use the saved ones" }).click();
  await expect(words(page)).toHaveValue("Theirs");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(words(page)).toHaveValue("Mine");
  await retitled("Theirs again");
  await editor(page).getByRole("button", { name: "Keep mine" }).click();
  await editor(page).getByRole("button", { name: "Save Changes" }).click();
  await expect(editor(page)).toBeHidden();
  expect((await savedPanel(page, table)).textBubbles[0]?.text).toBe("Mine");

  // On the table, with news that have not come: the save is refused and the editor asks.
  await page.route(/\/live$|\/stories\/[^/]+$/, (route) => route.abort());
  await retitled("Theirs once more");
  const at = await centreOf(line(page));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 20, at.y + 90, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText(/^Failed to save position: This panel was changed/)).toBeVisible();
  await expect(asked).toBeVisible();
  const { textBubbles } = await savedPanel(page, table).catch(() => ({ textBubbles: [] }));
  expect(textBubbles.every(({ text }) => text !== "Mine")).toBe(true);
  await editor(page).getByRole("button", { name: "Keep mine" }).click();
  await editor(page).getByRole("button", { name: "Save Changes" }).click();
  await expect(editor(page)).toBeHidden();
  await page.unroute(/\/live$|\/stories\/[^/]+$/);
  const saved = (await savedPanel(page, table)).textBubbles[0];
  expect(saved?.text).toBe("Mine");
  expect(saved?.position.y).toBeGreaterThan(0.1);
  await expect(stage(page)).toBeHidden();
});

test("on a phone the refused save leads to what is to be decided @full", {
  tag: "@phone-only",
}, async ({ page }) => {
  const table = await atLettering(page);
  await line(page).tap();
  await words(page).fill("Mine");
  await saveElsewhere(page, table, (bubbles) =>
    bubbles.map((bubble, index) => (index === 0 ? { ...bubble, text: "Theirs" } : bubble)),
  );
  const told = editor(page).getByText(
    "The bubbles of this panel were changed elsewhere in the meantime",
  );
  await expect(told).toBeVisible();
  await words(page).scrollIntoViewIfNeeded();
  await editor(page).getByRole("button", { name: "Save Changes" }).tap();
  await expect(told).toBeFocused();
  const desk = editor(page).locator(".bubble-work-area");
  const foot = editor(page).locator(".dialog-foot");
  /** Whether it lies between the picture and the buttons at the foot. */
  const isInSight = (target: Locator) => async () => {
    const [box, above, below] = await Promise.all([
      target.boundingBox(),
      desk.boundingBox(),
      foot.boundingBox(),
    ]);
    return box && above && below && box.y >= above.y + above.height && box.y < below.y;
  };
  await expect.poll(isInSight(told)).toBe(true);
  await editor(page).getByRole("button", { name: "Use the saved ones" }).tap();
  await expect(words(page)).toHaveValue("Theirs");
  await expect.poll(isInSight(editor(page).getByText("Text", { exact: true }).first())).toBe(true);
});
