import type { Locator, Page, Request } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call, ownOrigin } from "@/tests/support/call";
import { sql } from "@/tests/support/seeding";
import { atWorkspace } from "../studio/workspace";
import {
  addEntity,
  dialogOf,
  entityOf,
  expectAccessibleEverywhere,
  openAdd,
  openEdit,
  openWorkspace,
  sheet,
} from "./workspace";

/** A small picture of one colour and of a few points that no other has, as a file. */
async function paint(page: Page, colour: string) {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement("canvas");
    canvas.width = 96;
    canvas.height = 128;
    const pen = canvas.getContext("2d");
    if (pen) pen.fillStyle = fill;
    pen?.fillRect(0, 0, 96, 128);
    for (let index = 0; index < 12; index += 1) {
      if (pen) pen.fillStyle = `hsl(${Math.random() * 360} 90% 50%)`;
      pen?.fillRect((index % 4) * 24, Math.floor(index / 4) * 40, 20, 36);
    }
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  }, colour);
  return { name: `${colour}.png`, mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error("It is not on the page");
  return box;
}

/** Puts a picture into storage. */
async function upload(page: Page, image: Awaited<ReturnType<typeof paint>>) {
  const origin = ownOrigin();
  const multipart = { image };
  const headers = { origin };
  const answer = await page.request.post(`${origin}/api/upload/image`, { headers, multipart });
  return (await answer.json()).data as { imageUrl: string };
}

test("a picture is drawn anew beside what is being typed, and every take can be chosen again @full", async ({
  page,
}) => {
  const storyId = await openWorkspace(page);
  await addEntity(page, "location", storyId);
  const dialog = await openEdit(page, "location", sheet.location.name);
  const picture = dialog.getByRole("img", { name: `Picture of ${sheet.location.name}` });
  const draw = dialog.getByRole("button", { name: /^(Generate|Regenerate)$/ });
  const prompt = dialog.getByLabel("Image prompt");

  await prompt.fill("   ");
  await draw.click();
  await expect(dialog.getByText("Please enter an image generation prompt first")).toBeVisible();
  await expect(prompt).toBeFocused();
  await prompt.fill("Too short");
  await draw.click();
  await expect(dialog.getByText("Image prompt must be at least 10 characters")).toBeVisible();

  await prompt.fill("A harbour market in deep snow with lanterns");
  await draw.click();
  await expect(page.getByText("Location image regeneration started...")).toBeVisible();
  await dialog.getByLabel("Description").fill("Typed while the picture is being drawn.");
  await expect(picture).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByLabel("Description")).toHaveValue(
    "Typed while the picture is being drawn.",
  );
  const first = await picture.getAttribute("src");

  // What was drawn from the words in the form is no picture of other words, saved or not.
  const stays = dialog.getByText("The picture changes only when you press Regenerate");
  await expect(stays).toBeHidden();
  await prompt.fill("A desert market at noon with palm trees and sand");
  await expect(stays).toBeVisible();
  await dialog.getByRole("button", { name: "Regenerate" }).click();
  const takes = dialog.getByRole("region", { name: "Takes" });
  await expect(takes.getByRole("button")).toHaveCount(2, { timeout: 30_000 });
  await expect(picture).not.toHaveAttribute("src", first ?? "");
  await expect(stays).toBeHidden();
  // Of the same words it is another one all the same.
  await dialog.getByRole("button", { name: "Regenerate" }).click();
  await expect(takes.getByRole("button")).toHaveCount(3, { timeout: 30_000 });
  await expect(takes.getByRole("button", { name: "Take 3" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await takes.getByRole("button", { name: "Take 1" }).focus();
  await page.keyboard.press("Enter");
  await expect(picture).toHaveAttribute("src", first ?? "");

  // Of two that are chosen one upon the other, the last holds.
  const chosen: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") chosen.push(request.postDataJSON().primaryImageUrl);
  });
  await takes.getByRole("button", { name: "Take 2" }).click();
  await takes.getByRole("button", { name: "Take 1" }).click();
  await expect.poll(() => chosen.length).toBe(2);
  expect(chosen[1]).toBe(first);
  await expect(picture).toHaveAttribute("src", first ?? "");
  await expect
    .poll(async () => entityOf(page, "location", storyId, sheet.location.name))
    .toMatchObject({ primaryImageUrl: first, description: sheet.location.description });

  // Choosing pictures made newer versions; the words typed meanwhile are saved all the same.
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Location saved")).toBeVisible();
  expect(await entityOf(page, "location", storyId, sheet.location.name)).toMatchObject({
    description: "Typed while the picture is being drawn.",
    imagePrompt: "A desert market at noon with palm trees and sand",
    primaryImageUrl: first,
  });
});

test("however many takes there are, they keep to the column of the portrait @full", {
  tag: "@phone",
}, async ({ page, viewport }) => {
  const storyId = await openWorkspace(page);
  const { _id } = await addEntity(page, "character", storyId);
  const keep = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const image = await paint(page, "teal");
      const { imageUrl } = await upload(page, image);
      await call(page, "PUT", `/characters/${_id}`, { primaryImageUrl: imageUrl });
    }
  };
  await keep(1);
  const dialog = await openEdit(page, "character", sheet.character.name);
  const takes = dialog.getByRole("region", { name: "Takes" }).getByRole("button");
  for (const count of [5, 12]) {
    await keep(count - (count === 5 ? 1 : 5));
    await expect(takes).toHaveCount(count);
    const body = dialog.locator(".dialog-body");
    expect(await body.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    const print = await boxOf(dialog.locator(".portrait-print"));
    const name = await boxOf(dialog.getByLabel("Name"));
    if ((viewport?.width ?? 0) > 768) expect(print.x + print.width).toBeLessThanOrEqual(name.x);
    else expect(print.y + print.height).toBeLessThanOrEqual(name.y);
    // The strip itself scrolls, so that each can be reached.
    await takes.last().click();
    await expect(takes.last()).toBeInViewport();
  }
});

test("a portrait is changed in words, and several pictures are uploaded at once @full", {
  tag: "@phone",
}, async ({ page }) => {
  const storyId = await openWorkspace(page);
  await addEntity(page, "character", storyId);
  const dialog = await openEdit(page, "character", sheet.character.name);
  const picture = dialog.getByRole("img", { name: `Portrait of ${sheet.character.name}` });
  const edit = dialog.getByRole("button", { name: "Edit", exact: true });
  const box = dialog.getByLabel("What should change?");
  const takes = dialog.getByRole("region", { name: "Takes" }).getByRole("button");
  await expect(edit).toBeDisabled();

  await dialog
    .getByLabel("Upload a picture")
    .setInputFiles([
      await paint(page, "salmon"),
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") },
      await paint(page, "teal"),
    ]);
  await expect(dialog.getByText("Failed to upload images")).toBeVisible();
  await expect(dialog.getByText(/^notes\.txt: Invalid file type/)).toBeVisible();
  await expect(takes).toHaveCount(2);
  const before = await picture.getAttribute("src");

  await edit.click();
  await expect(box).toBeFocused();
  await box.press("Enter");
  await expect(box).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByText("Image prompt is required")).toBeVisible();
  await box.fill("Red scarf");
  await box.press("Enter");
  await expect(dialog.getByText("Image prompt must be at least 10 characters")).toBeVisible();
  await box.fill("A red scarf and shorter hair");
  await box.press("Escape");
  await expect(box).toBeHidden();
  await expect(edit).toBeFocused();
  await edit.click();
  await expect(box).toHaveValue("A red scarf and shorter hair");
  // Words that were not sent hold back what closes the dialog, and nothing is saved.
  const saving: string[] = [];
  const noteSaving = (request: Request) =>
    void (request.method() === "PUT" && saving.push(request.url()));
  page.on("request", noteSaving);
  await dialog.getByLabel("Title").fill("Typed beside it");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(box).toBeFocused();
  await expect(
    dialog.getByText("Press “Change it” to apply this, or clear the text."),
  ).toBeVisible();
  await expect(box).toHaveValue("A red scarf and shorter hair");
  await expect(dialog.getByLabel("Title")).toHaveValue("Typed beside it");
  await dialog.getByLabel("Title").fill(sheet.character.title);
  await dialog.getByLabel("Title").press("Enter");
  await expect(box).toBeFocused();
  expect(saving).toEqual([]);
  page.off("request", noteSaving);
  await expectAccessibleEverywhere(page);
  const asked = page.waitForRequest("**/api/ai/generate-image");
  await box.press("Enter");
  expect((await asked).postDataJSON()).toEqual({
    ...{ storyId, prompt: "A red scarf and shorter hair", isRefineMode: true },
    ...{ initialImageUrl: before, width: 768, height: 1024 },
  });
  await expect(takes).toHaveCount(3, { timeout: 30_000 });
  await expect(picture).not.toHaveAttribute("src", before ?? "");
  await expect(box).toBeHidden();
  const after = await entityOf(page, "character", storyId, sheet.character.name);
  expect(after.primaryImageUrl).toBe(await picture.getAttribute("src"));
  // What it was changed to is painted in the scenes too.
  const told = `${sheet.character.imagePrompt.replace(/\.$/, "")}. Changed since: A red scarf and shorter hair`;
  expect(after.imagePrompt).toBe(told);
  await expect(dialog.getByLabel("Image prompt")).toHaveValue(told);
  // Back at the picture before, its words are back as well; what was written since stays.
  const prompt = dialog.getByLabel("Image prompt");
  await prompt.fill(`${told}. She limps.`);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Character saved")).toBeVisible();
  await page
    .getByRole("dialog", { name: /^Characters \(/ })
    .getByRole("button", { name: sheet.character.name })
    .click();
  await takes.nth(1).click();
  await expect(picture).toHaveAttribute("src", before ?? "");
  await expect(prompt).toHaveValue(`${sheet.character.imagePrompt}. She limps.`);
  await takes.first().click();
  await expect(picture).toHaveAttribute("src", after.primaryImageUrl ?? "");
  await expect(prompt).toHaveValue(
    `${sheet.character.imagePrompt}. She limps. Changed since: A red scarf and shorter hair`,
  );
  await edit.click();
  await expect(box).toHaveValue("");

  // A page that goes while one is drawn loses nothing: the next one waits on.
  await box.fill("A straw hat and longer hair");
  await box.press("Enter");
  // The answer has been read, and whose portrait it is to be is noted.
  const noted = () => Object.keys(localStorage).some((key) => key.includes("portrait-edit-job"));
  await expect.poll(() => page.evaluate(noted)).toBe(true);
  await page.goto("/dashboard");
  await page.goto(`/story/${storyId}`);
  await expect
    .poll(async () => (await entityOf(page, "character", storyId, sheet.character.name)).imageUrls)
    .toHaveLength(4);
  const last = await entityOf(page, "character", storyId, sheet.character.name);
  expect(last.primaryImageUrl).not.toBe(after.primaryImageUrl);
  // It is told once.
  await page.reload();
  await openEdit(page, "character", sheet.character.name);
  await expect(picture).toHaveAttribute("src", last.primaryImageUrl ?? "");
  await expect(takes).toHaveCount(4);
  // An emptied box is in nobody's way.
  await edit.click();
  await box.fill("A blue hat and no scarf");
  await box.fill("");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
});

test("the picture of a location is changed in words @full", { tag: "@phone" }, async ({ page }) => {
  const storyId = await openWorkspace(page);
  const { name } = await addEntity(page, "location", storyId);
  const dialog = await openEdit(page, "location", name);
  await dialog.getByLabel("Upload a picture").setInputFiles([await paint(page, "teal")]);
  const picture = dialog.getByRole("img", { name: `Picture of ${name}` });
  await expect(picture).toHaveAttribute("src", /^\/media\//);
  const before = (await picture.getAttribute("src")) ?? "";
  await dialog.getByRole("button", { name: "Edit", exact: true }).click();
  await dialog.getByLabel("What should change?").fill("At night, lanterns over the stalls");
  const asked = page.waitForRequest("**/api/ai/generate-image");
  await dialog.getByRole("button", { name: "Change it" }).click();
  expect((await asked).postDataJSON()).toMatchObject({
    ...{ isRefineMode: true, initialImageUrl: before, width: 1024, height: 683 },
  });
  await expect(picture).not.toHaveAttribute("src", before, { timeout: 30_000 });
  const after = await entityOf(page, "location", storyId, name);
  expect(after.primaryImageUrl).toBe(await picture.getAttribute("src"));
});

test("who is being added keeps every uploaded picture, and the chosen one is changed @full", async ({
  page,
}) => {
  const storyId = await openWorkspace(page);
  const adding = await openAdd(page, "character");
  const { name } = sheet.character;
  await writeCharacter(adding);
  let added = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/characters")) added += 1;
  });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/api/upload/image", async (route) => {
    await held;
    await route.continue();
  });
  await adding
    .getByLabel("Upload a picture")
    .setInputFiles([await paint(page, "salmon"), await paint(page, "teal")]);
  // A picture that is on its way is waited for: without it another would be drawn.
  await expect(adding.getByText("Your picture is being uploaded.")).toBeVisible();
  await adding.getByLabel("Name").press("Enter");
  await adding.getByRole("button", { name: "Generate", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(adding.getByRole("button", { name: "Cancel" })).toBeDisabled();
  letGo();
  const takes = page.getByRole("region", { name: "Takes" }).getByRole("button");
  await expect(takes).toHaveCount(2);
  await expect(adding.getByText("Your picture is being uploaded.")).toBeHidden();
  expect(added).toBe(0);
  await takes.last().click();
  const chosen = await adding.getByRole("img", { name: `Portrait of ${name}` }).getAttribute("src");
  await adding.getByRole("button", { name: "Edit", exact: true }).click();
  await adding.getByLabel("What should change?").fill("A red scarf and shorter hair");
  const asked = page.waitForRequest("**/api/ai/generate-image");
  await adding.getByRole("button", { name: "Change it" }).click();
  expect((await asked).postDataJSON().initialImageUrl).toBe(chosen);
  await expect(dialogOf(page, "Edit", "character")).toBeVisible();
  await expect(takes).toHaveCount(3, { timeout: 30_000 });
  expect((await entityOf(page, "character", storyId, name)).imageUrls).toHaveLength(3);
});

test.describe("what can go wrong", () => {
  test.use({ allowedConsoleErrors: [/status of (4\d\d|50\d)|ERR_FAILED/] });

  test("with a picture is said in its sentence, and the words stay @full", async ({ page }) => {
    const storyId = await openWorkspace(page);
    await addEntity(page, "character", storyId);
    const dialog = await openEdit(page, "character", sheet.character.name);
    const draw = dialog.getByRole("button", { name: "Generate", exact: true });
    const start = "**/api/ai/generate-character-image";

    await page.route(
      start,
      (route) =>
        route.fulfill({
          status: 429,
          json: { success: false, error: { code: "rate_limited" }, message: "Too many requests." },
        }),
      { times: 1 },
    );
    await draw.click();
    const toast = page.locator(".toast");
    const wait = "Rate limit exceeded. Please wait a moment before trying again.";
    await expect(toast.getByText(wait)).toBeVisible();
    await page.waitForTimeout(4_000);
    await expect(toast.getByText(wait)).toBeVisible();
    await expect(toast.getByText(wait)).toBeHidden({ timeout: 8_000 });

    await page.route(
      start,
      (route) => route.fulfill({ status: 202, json: { success: true, data: {} } }),
      { times: 1 },
    );
    await draw.click();
    await expect(dialog.getByText("No job ID in response")).toBeVisible();
    // In a narrow column, too, the words stand beside their sign.
    const notice = dialog.locator(".portrait .notice");
    const [sign, said] = [
      await boxOf(notice.locator("svg")),
      await boxOf(notice.locator(".notice-words")),
    ];
    expect(sign.x + sign.width).toBeLessThan(said.x);
    expect(Math.abs(sign.y - said.y)).toBeLessThan(4);

    await page.route(
      start,
      (route) =>
        route.fulfill({
          status: 500,
          json: { success: false, error: { code: "internal" }, message: "The ink has dried." },
        }),
      { times: 1 },
    );
    await draw.click();
    await expect(toast.getByText("Failed to start character image regeneration")).toBeVisible();
    await expect(dialog.getByText("The ink has dried.")).toBeVisible();

    // What should be different is there again where it could not be had.
    await dialog.getByLabel("Upload a picture").setInputFiles(await paint(page, "salmon"));
    await dialog.getByRole("button", { name: "Edit", exact: true }).click();
    const wish = dialog.getByLabel("What should change?");
    await wish.fill("A red scarf and shorter hair");
    await page.route(
      "**/api/ai/generate-image",
      (route) =>
        route.fulfill({
          status: 500,
          json: { success: false, error: { code: "internal" }, message: "The ink has dried." },
        }),
      { times: 1 },
    );
    await wish.press("Enter");
    await expect(
      dialog.getByText("Image generation failed: The ink has dried.", { exact: true }),
    ).toBeVisible();
    await expect(wish).toHaveValue("A red scarf and shorter hair");

    // A refusal by the painter itself, after the start.
    const prompt = dialog.getByLabel("Image prompt");
    await prompt.fill("A kind old woman [[flagged]] with a lantern");
    await dialog.getByRole("button", { name: "Regenerate" }).click();
    await expect(dialog.getByRole("alert")).toContainText(/flagged/i, { timeout: 30_000 });
    await expect(prompt).toHaveValue("A kind old woman [[flagged]] with a lantern");
  });

  test("with an upload that was swept away while one was being added @full", async ({ page }) => {
    const storyId = await atWorkspace(page, { scenes: [1] });
    const adding = await openAdd(page, "character");
    const { name } = sheet.character;
    await writeCharacter(adding);
    await adding.getByLabel("Upload a picture").setInputFiles(await paint(page, "plum"));
    const picture = adding.getByRole("img", { name: `Portrait of ${name}` });
    await expect(picture).toBeVisible();
    const url = await picture.getAttribute("src");
    await sql("delete from media_object where $1 like '/media/' || sha256 || '%'", [url]);
    const add = adding.getByRole("button", { name: "Add Character" });
    await add.click();
    await expect(adding.getByText(/^Your picture is no longer available\./)).toBeVisible();
    await expect(picture).toBeHidden();
    await expect(adding.getByLabel("Description")).toHaveValue(sheet.character.description);
    await add.click();
    await expect(page.getByText("Character added")).toBeVisible();
    await entityOf(page, "character", storyId, name);
  });

  test("with an upload is said before and after, and a good one is taken by picker and by drop", async ({
    page,
  }) => {
    const storyId = await openWorkspace(page);
    await addEntity(page, "character", storyId);
    const dialog = await openEdit(page, "character", sheet.character.name);
    const picker = dialog.getByLabel("Upload a picture");
    const picture = dialog.getByRole("img", { name: `Portrait of ${sheet.character.name}` });

    await picker.setInputFiles({
      name: "notes.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("no picture"),
    });
    await expect(
      dialog.getByText("Invalid file type. Please select a JPEG, PNG, GIF, or WebP image."),
    ).toBeVisible();
    await picker.setInputFiles({
      name: "huge.png",
      mimeType: "image/png",
      buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
    });
    await expect(dialog.getByText("File too large (10.1 MB). Maximum size is 10MB.")).toBeVisible();
    await page.route("**/api/upload/image", (route) => route.abort(), { times: 1 });
    const good = await paint(page, "salmon");
    await picker.setInputFiles(good);
    await expect(dialog.getByText("Failed to upload image")).toBeVisible();
    await page.route(
      "**/api/upload/image",
      (route) =>
        route.fulfill({
          status: 413,
          json: { success: false, message: "The darkroom is full." },
        }),
      { times: 1 },
    );
    await picker.setInputFiles(good);
    await expect(dialog.getByText("The darkroom is full.")).toBeVisible();

    await picker.setInputFiles(good);
    await expect(picture).toBeVisible();
    await expect(dialog.getByText("The darkroom is full.")).toBeHidden();
    const first = await picture.getAttribute("src");
    await expect
      .poll(async () => entityOf(page, "character", storyId, sheet.character.name))
      .toMatchObject({ primaryImageUrl: first });

    // Another one, dropped onto the print.
    const { buffer } = await paint(page, "teal");
    const dropped = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], "teal.png", { type: "image/png" }));
      return transfer;
    }, buffer.toString("base64"));
    const area = dialog.getByRole("region", { name: "Picture" });
    await area.dispatchEvent("dragover", { dataTransfer: dropped });
    await expect(dialog.getByText("Drop the picture here")).toBeVisible();
    await area.dispatchEvent("drop", { dataTransfer: dropped });
    await expect(picture).not.toHaveAttribute("src", first ?? "");
    await expect(dialog.getByRole("region", { name: "Takes" }).getByRole("button")).toHaveCount(2);
  });
});

/** The words of somebody who is being added, by hand. */
async function writeCharacter(adding: Locator): Promise<void> {
  const { name, description, imagePrompt } = sheet.character;
  await adding.getByRole("tab", { name: "Manual" }).click();
  await adding.getByLabel("Name").fill(name);
  await adding.getByLabel("Description").fill(description);
  await adding.getByLabel("Image prompt").fill(imagePrompt);
}
