import type { Entity } from "@/lib/world/schema";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { pickOption } from "@/tests/support/pick-option";
import { ask, expectTakes, openMedia, openTab, pictureFile, take } from "../media/workspace";
import { goToWorkspace } from "../studio/workspace";
import { expectAccessibleEverywhere, openEdit, openWorkspace } from "./workspace";

test("a sheet is drawn from the portrait, and the next take names what it was made with", {
  tag: ["@phone-full", "@full"],
}, async ({ page }) => {
  test.setTimeout(240_000);
  const storyId = await openWorkspace(page);
  const cast = () => call<Entity[]>(page, "GET", `/stories/${storyId}/characters`);
  await expect
    .poll(async () => (await cast())[0]?.primaryImageUrl, { timeout: 60_000 })
    .toContain("/media/");
  const [mara] = await cast();
  const name = mara?.name ?? "";
  await goToWorkspace(page, storyId);
  const dialog = await openEdit(page, "character", name);
  const references = dialog.getByRole("region", { name: "References" });
  const pictures = references.getByRole("img");

  await references.getByRole("button", { name: "Draw 5 Missing Pictures" }).click();
  await expect(pictures).toHaveCount(5, { timeout: 90_000 });

  await references.getByRole("button", { name: "Add a Reference" }).click();
  await references.getByLabel("In a few words").fill("by lamplight");
  await references.getByLabel("Upload a picture").setInputFiles(await pictureFile("#14639b"));
  await expect(references.getByRole("img", { name: `${name}: by lamplight` })).toBeVisible();

  await references.getByRole("button", { name: "Add an Outfit" }).click();
  await references.getByLabel("Outfit", { exact: true }).fill("Raincoat");
  await references.getByLabel("Clothes in words").fill("A yellow raincoat, red boots");
  await references.getByRole("button", { name: "Save Outfit" }).click();
  await references.getByRole("button", { name: "Draw Raincoat" }).click();
  await expect(pictures).toHaveCount(7, { timeout: 60_000 });
  await references.getByRole("button", { name: "Delete laughing" }).click();
  await expectAccessibleEverywhere(page);
  await references.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(pictures).toHaveCount(6);

  await goToWorkspace(page, storyId);
  const media = await openMedia(page);
  await openTab(media, "Generate");
  await media.getByRole("button", { name: "Outfits" }).click();
  const outfits = page.getByRole("dialog", { name: "Outfits in This Panel" });
  await outfits.getByRole("combobox", { name }).click();
  await pickOption(page.getByRole("option", { name: "Raincoat" }));
  await expect(outfits.getByRole("combobox", { name })).toContainText("Raincoat");
  await outfits.getByRole("button", { name: "Close" }).click();
  await ask(media, "Generate", `${name} stands in the rain before the lighthouse`);
  await expectTakes(media, 2);
  await expect(take(media, 2)).toHaveAttribute("aria-pressed", "true");
  const madeWith = media.getByRole("region", { name: "Made with" });
  for (const what of ["by lamplight", "Raincoat"]) {
    await expect(madeWith.getByText(`${name}, ${what}`)).toBeVisible();
  }
  await expectAccessibleEverywhere(page);
});
