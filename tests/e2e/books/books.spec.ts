import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { readZip } from "@/tests/support/books/zip";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { pickOption } from "@/tests/support/pick-option";
import { seedStory } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { atWorkspace } from "../studio/workspace";

const title = "The Bell of Low Quay";
const row = (within: Page | Locator, name: string) =>
  within.getByRole("listitem", { name, exact: true });

/** Has a format made, waits for it, and saves it. */
async function save(page: Page, within: Page | Locator, name: string): Promise<Download> {
  const one = row(within, name);
  await one.getByRole("button", { name: `Make ${name}` }).click();
  const link = one.getByRole("link", { name: `Save ${name}` });
  await expect(link).toBeVisible({ timeout: 90_000 });
  await expect(link).toBeFocused();
  await expect(one.getByText(/^Ready: \d+(\.\d)? (kB|MB)/)).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return download;
}

const bytesOf = async (download: Download) => readFile(await download.path());

test("an author exports a draft as files, and imports one of them as a draft", async ({ page }) => {
  test.slow();
  const storyId = await atWorkspace(page, { title, scenes: [3, 1] });
  const opener = page.getByRole("button", { name: "Download as a book" });
  await opener.click();
  const sheet = page.getByRole("dialog", { name: "Download as a book" });
  await expect(sheet.getByRole("heading", { level: 3 })).toHaveText([
    "PDF",
    "EPUB",
    "CBZ",
    "Webtoon strips",
    "Divina",
    "PDF for print",
    "Story archive",
  ]);
  await expectAccessible(page, "the sheet of books");
  // Name, size and button of each format stand in this order, in one line.
  const pdfRow = row(sheet, "PDF");
  const [heading, size, make] = await Promise.all([
    pdfRow.getByRole("heading").boundingBox(),
    pdfRow.getByRole("combobox").boundingBox(),
    pdfRow.getByRole("button", { name: "Make PDF" }).boundingBox(),
  ]);
  expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThanOrEqual(size?.x ?? 0);
  expect((size?.x ?? 0) + (size?.width ?? 0)).toBeLessThanOrEqual(make?.x ?? 0);

  const cbz = await save(page, sheet, "CBZ");
  expect(cbz.suggestedFilename()).toBe("inkwright-the-bell-of-low-quay.cbz");
  const files = readZip(await bytesOf(cbz));
  expect(files.get("ComicInfo.xml")?.toString()).toContain(`<Title>${title}</Title>`);

  // Another size is another file.
  await sheet.getByRole("combobox", { name: "Page size of PDF", exact: true }).click();
  await pickOption(page.getByRole("option", { name: "A5" }));
  const pdf = await save(page, sheet, "PDF");
  expect(pdf.suggestedFilename()).toBe("inkwright-the-bell-of-low-quay-a5.pdf");
  expect((await bytesOf(pdf)).toString("latin1", 0, 5)).toBe("%PDF-");

  const print = await save(page, sheet, "PDF for print");
  expect([...readZip(await bytesOf(print)).keys()]).toContain("ai-disclosure.txt");
  await expect(row(sheet, "PDF for print").getByText(/KDP prints 24 or more/)).toBeVisible();

  const archive = await save(page, sheet, "Story archive");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();

  // The finished book is still there.
  await opener.click();
  await expect(row(sheet, "CBZ").getByRole("link", { name: "Save CBZ" })).toBeVisible();

  await page.goto("/my-stories");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import a story" }).click();
  await (await chooser).setFiles(await archive.path());
  await expect(page.getByText(`"${title}" was imported as a draft`)).toBeVisible({
    timeout: 30_000,
  });
  await expect(page).toHaveURL(/\/story\/[0-9a-f-]{36}$/, { timeout: 30_000 });
  expect(page.url()).not.toContain(storyId);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();
  const copy = await call<{ scenes: { panels: unknown[] }[] }>(
    page,
    "GET",
    `/stories/${page.url().split("/").at(-1)}`,
  );
  expect(copy.scenes.map(({ panels }) => panels.length)).toEqual([3, 1]);
});

test("a reader downloads a published story as a book from its reading page", {
  tag: ["@phone", "@full"],
}, async ({ page, browser }) => {
  test.slow();
  const visitor = await browser.newPage();
  const username = await signIn(visitor);
  await visitor.close();
  const storyId = await seedStory({
    username,
    title,
    scenes: [2],
    publishedAt: "2025-01-05T00:00:00Z",
  });
  await page.goto(`/story/${storyId}/read`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("link", { name: "Download as a book" }).click();
  await expect(page).toHaveURL(`/story/${storyId}/book`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Download as a book");
  await expect(page.getByText(title)).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "PDF",
    "EPUB",
    "CBZ",
    "Webtoon strips",
    "Divina",
  ]);
  await expectAccessible(page, "the page of books");
  const epub = await save(page, page, "EPUB");
  expect(epub.suggestedFilename()).toBe("inkwright-the-bell-of-low-quay.epub");
  expect(
    readZip(await bytesOf(epub))
      .get("mimetype")
      ?.toString(),
  ).toBe("application/epub+zip");
  await page.getByRole("link", { name: "Back to the story" }).click();
  await expect(page).toHaveURL(`/story/${storyId}/read`);
});
