import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { panel } from "../studio/workspace";
import {
  atLettering,
  centreOf,
  draggedText,
  drawn,
  editor,
  line,
  savedPanel,
  saveInOtherTab,
  stage,
  words,
} from "./lettering";

test("a tap opens the editor; a hold or 5 px start a drag that is saved on release", async ({
  page,
}) => {
  const lettering = await atLettering(page);
  const before = await savedPanel(page, lettering);
  const puts: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && puts.push(request.url()));

  // Held for longer than 150 ms and let go of in place: neither opened nor saved.
  const at = await centreOf(line(page));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.waitForTimeout(250);
  await page.mouse.up();
  await page.waitForTimeout(200);
  await expect(editor(page)).toBeHidden();
  expect(puts).toEqual([]);

  // More than 5 px at once: a drag, seen while it lasts and saved with the version.
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y + 60, { steps: 6 });
  await expect.poll(async () => (await centreOf(draggedText(page))).y).toBeGreaterThan(at.y + 40);
  expect(puts).toEqual([]);
  await page.mouse.up();
  const response = await saved;
  expect(response.request().postDataJSON()).toMatchObject({ version: before.version });
  const after = await savedPanel(page, lettering);
  expect(after.version).toBe(before.version + 1);
  const was = before.textBubbles[0];
  const is = after.textBubbles[0];
  expect(is?.position.y).toBeGreaterThan((was?.position.y ?? 1) + 0.03);
  expect(after.textBubbles[1]).toEqual(before.textBubbles[1]);
  // The tools of a panel that is taller than the window stand in reach above the prompt bar.
  const tools = await panel(page, 1, 1).getByRole("button", { name: "Edit media" }).boundingBox();
  const bar = await page.locator(".prompt-bar").boundingBox();
  expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);

  // Dragged out of the panel it stays at the margin of 1 to 2 percent; Escape gives a drag up.
  const now = await centreOf(line(page));
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(now.x - 900, now.y, { steps: 8 });
  await page.mouse.up();
  await expect
    .poll(async () => (await savedPanel(page, lettering)).version)
    .toBe(before.version + 2);
  const frame = await panel(page, 1, 1).boundingBox();
  const box = await line(page).boundingBox();
  const margin = ((box?.x ?? 0) - (frame?.x ?? 0)) / (frame?.width ?? 1);
  expect(margin).toBeGreaterThan(0.01);
  expect(margin).toBeLessThan(0.03);
  const edge = await centreOf(line(page));
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 80, edge.y, { steps: 4 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect
    .poll(async () => Math.round((await centreOf(line(page))).x))
    .toBe(Math.round(edge.x));
  expect(puts).toHaveLength(2);

  // A tap.
  await page.mouse.click(edge.x, edge.y);
  await expect(editor(page)).toBeVisible();
  await expect(words(page)).toHaveValue(was?.text ?? "");
  expect(await drawn(stage(page))).toHaveLength(2);
});

test.describe("with a finger", { tag: "@phone-only" }, () => {
  test("a hold on a bubble drags it while the page stays; else the page scrolls; a tap opens it", async ({
    page,
  }) => {
    const lettering = await atLettering(page);
    const before = await savedPanel(page, lettering);
    await line(page).scrollIntoViewIfNeeded();
    const client = await page.context().newCDPSession(page);
    const swipe = async (
      from: { x: number; y: number },
      by: { x: number; y: number },
      rests = 0,
    ) => {
      const point = (share: number) => [{ x: from.x + by.x * share, y: from.y + by.y * share }];
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(0) });
      await page.waitForTimeout(rests);
      for (let step = 1; step <= 8; step += 1) {
        await client.send("Input.dispatchTouchEvent", {
          type: "touchMove",
          touchPoints: point(step / 8),
        });
        await page.waitForTimeout(16);
      }
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      // No finger comes back sooner, and Chromium swallows a tap that follows a swipe at once.
      await page.waitForTimeout(400);
    };
    // From a bubble as from anywhere else.
    const at = () => page.evaluate(() => scrollY);
    const start = await at();
    await swipe(await centreOf(line(page)), { x: 0, y: -120 });
    await expect.poll(at).toBeGreaterThan(start + 40);
    await swipe(await centreOf(line(page)), { x: 40, y: 0 });
    expect((await savedPanel(page, lettering)).version).toBe(before.version);

    await line(page).scrollIntoViewIfNeeded();
    const scrolled = await at();
    await swipe(await centreOf(line(page)), { x: 0, y: 90 }, 400);
    await expect
      .poll(async () => (await savedPanel(page, lettering)).version)
      .toBe(before.version + 1);
    expect(await at()).toBe(scrolled);
    await expect(page.getByText("Bubble moved")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect
      .poll(async () => (await savedPanel(page, lettering)).version)
      .toBe(before.version + 2);
    expect((await savedPanel(page, lettering)).textBubbles).toEqual(before.textBubbles);

    // A change from another tab stays when a move is undone.
    await swipe(await centreOf(line(page)), { x: 0, y: 90 }, 400);
    await expect(page.getByText("Bubble moved")).toBeVisible();
    await saveInOtherTab(page, lettering, (bubbles) =>
      bubbles.map((bubble) => ({ ...bubble, text: `Twice. ${bubble.text}` })),
    );
    await expect(line(page)).toHaveAccessibleName(/Twice/);
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect
      .poll(async () => (await savedPanel(page, lettering)).version)
      .toBe(before.version + 5);
    const undone = await savedPanel(page, lettering);
    expect(undone.textBubbles.map(({ position }) => position)).toEqual(
      before.textBubbles.map(({ position }) => position),
    );
    expect(undone.textBubbles.every(({ text }) => text.startsWith("Twice."))).toBe(true);
    await saveInOtherTab(page, lettering, () => before.textBubbles);
    await expect(line(page)).not.toHaveAccessibleName(/Twice/);

    await line(page).tap();
    await expect(editor(page)).toBeVisible();
    // The panel and what is typed into are both on the screen.
    await expect(stage(page)).toBeInViewport();
    await expect(words(page)).toBeInViewport();
    await expect(words(page)).not.toBeFocused();
    await expect(editor(page).getByText(/To move a bubble without opening it/)).toBeVisible();
    const moved = await centreOf(stage(page).getByRole("button", { name: /^Keeper/ }));
    await swipe(moved, { x: 0, y: 60 });
    await expect
      .poll(async () => (await centreOf(stage(page).getByRole("button", { name: /^Keeper/ }))).y)
      .toBeGreaterThan(moved.y + 30);
    await expect(editor(page).getByText("Not saved yet")).toBeVisible();
    await editor(page).getByRole("button", { name: "Save Changes" }).tap();
    await expect(editor(page)).toBeHidden();
    await expect
      .poll(async () => (await savedPanel(page, lettering)).version)
      .toBe(before.version + 7);
  });

  test("the stage fills the screen beside its handles, zooms by buttons and gestures, and stays above the keyboard", {
    tag: "@full",
  }, async ({ page }) => {
    await atLettering(page);
    await line(page).tap();
    const room = editor(page).locator(".bubble-viewport");
    const width = async () => (await stage(page).boundingBox())?.width ?? 0;
    expect(await width()).toBe(342);
    await expectAccessible(page);

    // The names of shapes keep away from the edges of their cards.
    const shape = editor(page).locator(".bubble-shapes .choice", { hasText: "Rectangular" });
    const card = await shape.boundingBox();
    const name = await shape.locator(".choice-name").boundingBox();
    expect((name?.x ?? 0) - (card?.x ?? 0)).toBeGreaterThanOrEqual(8);

    // Every handle lies beside the words.
    const own = await stage(page).locator(".lettering").first().boundingBox();
    if (!own) throw new Error("There are no words.");
    const handles = stage(page).locator(".bubble-handle");
    expect(await handles.count()).toBeGreaterThan(2);
    for (const handle of await handles.all()) {
      const box = await handle.boundingBox();
      if (!box) throw new Error("A handle is nowhere.");
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      const isBeside =
        box.x >= own.x + own.width - 1 ||
        box.x + box.width <= own.x + 1 ||
        box.y >= own.y + own.height - 1 ||
        box.y + box.height <= own.y + 1;
      expect(isBeside, (await handle.getAttribute("aria-label")) ?? "").toBe(true);
    }

    const zoom = editor(page).getByRole("group", { name: "Zoom" });
    await zoom.getByRole("button", { name: "Zoom in" }).tap();
    await expect.poll(width).toBe(513);
    await zoom.getByRole("button", { name: "Zoom out" }).tap();
    await expect.poll(width).toBe(342);

    const client = await page.context().newCDPSession(page);
    const middle = await centreOf(room);
    const fingers = (apart: number) =>
      [-1, 1].map((side, id) => ({ id, x: middle.x + (side * apart) / 2, y: middle.y }));
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart?: number) =>
      client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: apart === undefined ? [] : fingers(apart),
      });
    await touch("touchStart", 80);
    for (const apart of [100, 120, 140, 160]) await touch("touchMove", apart);
    await touch("touchEnd");
    await expect.poll(width).toBeCloseTo(684, -1);
    // One's own page is not zoomed with it, and no bubble was moved or added.
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    await expect(editor(page).getByText("Not saved yet")).toBeHidden();

    // As a keyboard leaves it: stage, selected bubble and field are in sight together.
    await words(page).focus();
    await page.setViewportSize({ width: 390, height: 500 });
    await expect(words(page)).toBeInViewport({ ratio: 0.9 });
    await expect(room).toBeInViewport({ ratio: 1 });
    await expect(stage(page).getByRole("button", { name: /^Keeper/ })).toBeInViewport();
  });
});
