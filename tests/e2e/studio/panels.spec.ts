import { expect, test } from "@/tests/support/browser";
import { atWorkspace, panel, sheet } from "./workspace";

test("scenes of one to six panels are pages of a comic", { tag: ["@phone", "@full"] }, async ({
  page,
  isMobile,
}) => {
  await atWorkspace(page, { scenes: [1, 2, 3, 4, 5, 6, 0] });
  for (let count = 1; count <= 6; count += 1) {
    const scene = sheet(page, count);
    await scene.scrollIntoViewIfNeeded();
    await expect(scene.locator("figure img")).toHaveCount(count);
    const panels = scene.getByRole("group", { name: /^Panel \d$/ });
    await expect(panels).toHaveCount(count);
    // On a phone their tools stand under the pictures.
    const boxes = await panels.locator("figure").evaluateAll((pictures) =>
      pictures.map((one) => {
        const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
        return { left, top, right, bottom, width, height };
      }),
    );
    const page1 = await scene.locator(".comic-page").evaluate((tiers) => {
      const { left, right, top, bottom } = tiers.getBoundingClientRect();
      return { left, right, top, bottom };
    });
    // Every panel is whole and in the story's format, and no two lie on each other.
    for (const [index, box] of boxes.entries()) {
      expect(box.width / box.height).toBeCloseTo(3 / 4, 1);
      expect(box.left).toBeGreaterThanOrEqual(page1.left - 1);
      expect(box.right).toBeLessThanOrEqual(page1.right + 1);
      for (const other of boxes.slice(index + 1)) {
        const apart =
          box.right <= other.left + 1 ||
          other.right <= box.left + 1 ||
          box.bottom <= other.top + 1 ||
          other.bottom <= box.top + 1;
        expect(apart).toBe(true);
      }
    }
    // On a desk the page is full: its last tier ends where its tallest panel does.
    if (!isMobile && count > 1) {
      expect(Math.max(...boxes.map(({ right }) => right))).toBeCloseTo(page1.right, 0);
      expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeCloseTo(page1.bottom, 0);
    }
    // Not a table: a page has panels of different sizes, except four of them, and on a phone.
    if (!isMobile && count >= 3 && count !== 4) {
      const widths = new Set(boxes.map(({ width }) => Math.round(width / 20)));
      expect(widths.size).toBeGreaterThan(1);
    }
  }
  await sheet(page, 7).scrollIntoViewIfNeeded();
  await expect(sheet(page, 7).getByText("No panels in this scene")).toBeVisible();
});

for (const aspectRatio of ["3:2", "square"] as const) {
  test(`panels of the aspect ratio ${aspectRatio} keep it`, { tag: "@full" }, async ({ page }) => {
    await atWorkspace(page, { scenes: [4, 3], aspectRatio });
    const ratio = aspectRatio === "3:2" ? 1024 / 683 : 1;
    for (let number = 1; number <= 4; number += 1) {
      const box = await panel(page, 1, number).boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(ratio, 1);
    }
  });
}

test("the tools of a panel that is taller than the window are in reach", {
  tag: "@full",
}, async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  const tall = panel(page, 1, 1);
  const bar = page.locator(".prompt-bar");
  for (const block of ["start", "center", "end"] as const) {
    await tall
      .locator("figure")
      .evaluate((picture, at) => picture.scrollIntoView({ block: at }), block);
    await tall.locator("figure").hover({ position: { x: 200, y: 300 } });
    const tool = tall.getByRole("button", { name: "Edit media" });
    await expect(tool).toBeInViewport({ ratio: 1 });
    const [button, prompt] = await Promise.all([tool.boundingBox(), bar.boundingBox()]);
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(prompt?.y ?? 0);
    await tool.click({ trial: true });
  }
});
