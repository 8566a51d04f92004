import type { Locator, Page, Request } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call, ownOrigin } from "@/tests/support/call";
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

test("any number of takes stays within the column of the portrait", {
  tag: ["@phone", "@full"],
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

test("a portrait is changed by instructions, and several pictures are uploaded at once", {
  tag: ["@phone", "@full"],
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
  await box.fill("x".repeat(1_001));
  await box.press("Enter");
  await expect(dialog.getByText("Image prompt must be less than 1000 characters")).toBeVisible();
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
    storyId,
    prompt: "A red scarf and shorter hair",
    isRefineMode: true,
    initialImageUrl: before,
    width: 768,
    height: 1024,
    characterId: expect.any(String),
  });
  await expect(takes).toHaveCount(3, { timeout: 30_000 });
  await expect(picture).not.toHaveAttribute("src", before ?? "");
  await expect(box).toBeHidden();
  const after = await entityOf(page, "character", storyId, sheet.character.name);
  expect(after.primaryImageUrl).toBe(await picture.getAttribute("src"));
  // The changed portrait is painted in the scenes too.
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

  // A page that goes while one is drawn loses nothing: the server shows it.
  await box.fill("A straw hat and longer hair");
  const answered = page.waitForResponse("**/api/ai/generate-image");
  await box.press("Enter");
  await answered;
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
  // An emptied field blocks nothing.
  await edit.click();
  await box.fill("A blue hat and no scarf");
  await box.fill("");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
});

test("a character that is being added keeps every upload, and the chosen one is changed", {
  tag: "@full",
}, async ({ page }) => {
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

test("the message of a failed picture is beside its icon in a narrow column", {
  tag: "@full",
}, async ({ page }) => {
  const storyId = await openWorkspace(page);
  await addEntity(page, "character", storyId);
  const dialog = await openEdit(page, "character", sheet.character.name);
  await page.route("**/api/ai/generate-character-image", (route) =>
    route.fulfill({ status: 202, json: { success: true, data: {} } }),
  );
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByText("No job ID in response")).toBeVisible();
  const notice = dialog.locator(".portrait .notice");
  const sign = await boxOf(notice.locator("svg"));
  const said = await boxOf(notice.locator(".notice-words"));
  expect(sign.x + sign.width).toBeLessThan(said.x);
  expect(Math.abs(sign.y - said.y)).toBeLessThan(4);
});

test.describe("failures", () => {
  test.use({ allowedConsoleErrors: [/status of (4\d\d|50\d)|ERR_FAILED/] });

  test("an upload shows its errors before and after, and a valid one works by picker and by drop", {
    tag: "@full",
  }, async ({ page }) => {
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

/** The fields of a character that is added by hand. */
async function writeCharacter(adding: Locator): Promise<void> {
  const { name, description, imagePrompt } = sheet.character;
  await adding.getByRole("tab", { name: "Manual" }).click();
  await adding.getByLabel("Name").fill(name);
  await adding.getByLabel("Description").fill(description);
  await adding.getByLabel("Image prompt").fill(imagePrompt);
}
