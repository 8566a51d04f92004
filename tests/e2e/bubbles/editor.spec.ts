import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { tabAndPress, tabTo } from "../journeys/keyboard";
import { panel } from "../studio/workspace";
import {
  atLettering,
  centreOf,
  drawn,
  editor,
  grips,
  line,
  savedPanel,
  stage,
  words,
} from "./lettering";

const tool = (page: Page, name: string) =>
  editor(page).getByRole("toolbar").getByRole("button", { name });
const slider = (page: Page, name: string) =>
  editor(page).locator(".bubble-side").getByRole("slider", { name });

/** Chooses one of a row by what is drawn for it. */
const choose = (page: Page, name: string) =>
  editor(page)
    .locator("label.choice")
    .filter({ has: page.getByRole("radio", { name, exact: true }) })
    .click();

test("with the keyboard alone: added, written, styled, placed, pointed, undone and saved", async ({
  page,
}) => {
  const lettering = await atLettering(page);
  const before = await savedPanel(page, lettering);
  await tabAndPress(page, panel(page, 1, 1).getByRole("button", { name: "Add speech bubble" }));
  await expect(words(page)).toBeFocused();
  await expect(editor(page)).toHaveAccessibleDescription("Panel 1 of scene 1 · Not saved yet");
  await expect(tool(page, "Paste style").getByText("Paste style")).toBeVisible();
  await expect(editor(page).getByText("Saved", { exact: true })).toHaveCount(0);
  await page.keyboard.type("Wait for me!");
  await expect.poll(() => drawn(stage(page))).toContain("Wait for me!");

  await tabTo(page, editor(page).getByRole("radio", { name: "Speech Default" }));
  await page.keyboard.press("ArrowRight");
  await expect(editor(page).getByRole("radio", { name: "Shout" })).toBeChecked();
  await tabTo(page, slider(page, "Font size"));
  await expect(slider(page, "Font size")).toHaveValue("24");
  await page.keyboard.press("ArrowRight");
  await expect(slider(page, "Font size")).toHaveValue("25");

  // On the stage: arrows by 1 %, with Shift by 5 %, with Alt the size.
  const own = stage(page).getByRole("button", { name: /Wait for me!/ });
  await tabTo(page, own, { back: true });
  const at = async () => {
    const [dot, frame] = await Promise.all([centreOf(own), stage(page).boundingBox()]);
    return {
      x: (dot.x - (frame?.x ?? 0)) / (frame?.width ?? 1),
      y: (dot.y - (frame?.y ?? 0)) / (frame?.height ?? 1),
    };
  };
  const start = await at();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await expect.poll(async () => (await at()).y - start.y).toBeCloseTo(0.05, 2);
  expect((await at()).x - start.x).toBeCloseTo(0.03, 2);
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: /^Moved to \d+ % from the left, \d+ % from the top/ }),
  ).toHaveCount(1);
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(slider(page, "Bubble width")).toHaveValue("230");
  await expect(slider(page, "Font size")).toHaveValue("24");

  // The tail's tip, and back to the bubble.
  await page.keyboard.press("t");
  const tip = stage(page).getByRole("button", { name: /^Tip of the tail/ });
  await expect(tip).toBeFocused();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Escape");
  await expect(own).toBeFocused();
  await expect(editor(page)).toBeVisible();

  // Duplicated and deleted; undone one by one, done again, and the tail is where it was.
  await page.keyboard.press("ControlOrMeta+d");
  await expect(grips(page)).toHaveCount(4);
  await expect(grips(page).nth(3)).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(grips(page)).toHaveCount(3);
  await page.keyboard.press("Backspace");
  await expect(grips(page)).toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(grips(page)).toHaveCount(3);
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+y");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(grips(page)).toHaveCount(3);

  await page.keyboard.press("ControlOrMeta+s");
  await expect(editor(page).getByText("Saved", { exact: true }).first()).toBeVisible();
  const { textBubbles } = await savedPanel(page, lettering);
  expect(textBubbles).toHaveLength(3);
  expect(textBubbles.slice(0, 2)).toEqual(before.textBubbles);
  expect(textBubbles[2]).toMatchObject({
    text: "Wait for me!",
    type: "speech",
    byHand: true,
    style: { fontSize: 24, maxWidth: 230, borderWidth: 3 },
  });
  expect(textBubbles[2]?.id).toMatch(/^[a-z0-9]{8}-[a-z0-9]+$/);
  expect(textBubbles[2]?.style.tailTip?.y).toBeGreaterThan(textBubbles[2]?.position.y ?? 1);
  await page.keyboard.press("Escape");
  await expect(editor(page)).toBeHidden();
  await expect(panel(page, 1, 1).getByRole("button", { name: /Wait for me!/ })).toBeVisible();
});

test("Advanced scrolls into view, and letters have their own font @full", async ({ page }) => {
  await atLettering(page);
  await line(page).click();
  await choose(page, "Creepster");
  await expect(stage(page).locator("svg text").first()).toHaveCSS("font-family", /Creepster/);
  await editor(page).getByText("Advanced", { exact: true }).click();
  await expect(editor(page).getByRole("combobox", { name: "Anchor" })).toBeInViewport();
});

test("on the stage: taps and double taps, handles, the tail to a mouth, order, copied styles", async ({
  page,
}) => {
  const lettering = await atLettering(page);
  await line(page).click();
  const dialog = editor(page);
  const frame = await stage(page).boundingBox();
  if (!frame) throw new Error("There is no stage.");

  // A tap selects, and on the picture lets go; a double tap on a free spot puts a bubble there.
  await grips(page).nth(1).click();
  await expect(words(page)).toHaveValue("Later, at the 1th bell.");
  const spot = { x: frame.x + frame.width * 0.7, y: frame.y + frame.height * 0.6 };
  await page.mouse.click(spot.x, spot.y);
  await expect(words(page)).toBeHidden();
  await expect(dialog.getByRole("list", { name: "Bubbles in reading order" })).toBeVisible();
  await expectAccessible(page);
  await page.mouse.dblclick(spot.x, spot.y);
  await expect(grips(page)).toHaveCount(3);
  await expect(words(page)).toBeFocused();
  await page.keyboard.type("Here");
  const here = stage(page).getByRole("button", { name: /“Here”/ });
  const at = await centreOf(here);
  expect(Math.abs(at.x - spot.x)).toBeLessThan(4);
  expect(Math.abs(at.y - spot.y)).toBeLessThan(4);

  // Handles: the edge is the width, the corner the letters, the round one the tail.
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };
  const corner = await centreOf(stage(page).getByRole("slider", { name: "Text size" }));
  await drag(corner, { x: corner.x + 30, y: corner.y + 15 });
  await expect
    .poll(async () => Number(await slider(page, "Font size").inputValue()))
    .toBeGreaterThan(20);
  // A side is dragged alone, and the bubble is as near to it as its words allow.
  await words(page).fill("Here we are at last, all of us together again");
  const edge = () => centreOf(stage(page).getByRole("slider", { name: /right edge/ }));
  const drawn = async () => {
    const { x = 0, width = 0 } =
      (await stage(page).locator(".bubble-grip-selected").boundingBox()) ?? {};
    return { x, width };
  };
  const whole = await drawn();
  const from = await edge();
  await drag(from, { x: from.x - 60, y: from.y });
  await expect.poll(async () => (await drawn()).width).toBeLessThan(whole.width - 15);
  const narrow = await drawn();
  expect(Math.abs(narrow.x - whole.x)).toBeLessThan(3);
  const again = await edge();
  await drag(again, { x: again.x + 60, y: again.y });
  await expect.poll(async () => (await drawn()).width).toBeGreaterThan(narrow.width + 15);
  expect(Math.abs((await drawn()).x - whole.x)).toBeLessThan(3);
  await words(page).fill("Here");
  const tip = stage(page).getByRole("button", { name: /^Tip of the tail/ });
  const mouth = { x: frame.x + frame.width * 0.25, y: frame.y + frame.height * 0.85 };
  await drag(await centreOf(tip), mouth);
  const pointed = await centreOf(tip);
  expect(Math.hypot(pointed.x - mouth.x, pointed.y - mouth.y)).toBeLessThan(12);

  // Pointed by a press as well.
  await dialog.getByRole("button", { name: "Point the tail" }).click();
  await expect(dialog.getByText("Press where the tail should end")).toBeVisible();
  await page.mouse.click(frame.x + frame.width * 0.6, frame.y + frame.height * 0.7);
  await expect(dialog.getByText("Press where the tail should end")).toBeHidden();
  expect((await centreOf(tip)).x).toBeCloseTo(frame.x + frame.width * 0.6, -1);
  await drag(await centreOf(tip), mouth);

  // Dragged on the stage; the tail still ends at the mouth.
  const rest = await centreOf(here);
  await drag(rest, { x: rest.x - 60, y: rest.y - 40 });
  const still = await centreOf(tip);
  expect(Math.hypot(still.x - pointed.x, still.y - pointed.y)).toBeLessThan(3);

  // Sent back it is read earlier; its style is given to the narration.
  await tool(page, "Send backward").click();
  await expect(grips(page).nth(1)).toHaveAccessibleName(/“Here”.*bubble 2 of 3/);
  await tool(page, "Copy style").click();
  await grips(page).nth(2).click();
  await tool(page, "Paste style").click();
  await tool(page, "Keys").click();
  await expect(dialog.getByRole("region", { name: "Keys" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("region", { name: "Keys" })).toBeHidden();
  await expect(tool(page, "Keys")).toBeFocused();

  // A double tap on a bubble puts the cursor into its text; Delete Bubble deletes it.
  await grips(page).nth(1).dblclick();
  await expect(words(page)).toBeFocused();
  await expect(words(page)).toHaveValue("Here");
  await grips(page).nth(0).click();
  await dialog.getByRole("button", { name: "Delete Bubble" }).click();
  await expect(grips(page)).toHaveCount(2);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  const { textBubbles } = await savedPanel(page, lettering);
  expect(textBubbles.map(({ text }) => text)).toEqual(["Here", "Later, at the 1th bell."]);
  expect(textBubbles[0]?.style.tailTip?.x).toBeCloseTo(0.25, 1);
  expect(textBubbles[1]?.style).toMatchObject({
    maxWidth: textBubbles[0]?.style.maxWidth,
    fontSize: textBubbles[0]?.style.fontSize,
    tailTip: null,
  });
});
