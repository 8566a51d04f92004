import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { stalledText } from "@/components/ui/stalled-notice";
import type { ReferenceSheet } from "@/lib/world/references/schema";
import { aCharacter, anImageJob, aPicture, testId } from "../support/builders";
import { fill } from "../support/render";
import { type Call, defer, failWith } from "../support/server";
import { castOf, sheet } from "./cast";

const odile = aCharacter({ ...sheet.character, primaryImageUrl: aPicture("1") });
const read = "GET /api/characters/{characterId}/references";
const outfit = { _id: testId("8"), name: "Raincoat", description: "yellow", version: 1 };

it("a character gets an outfit, and its missing pictures are drawn in one go", async () => {
  const { api, user, edit } = await castOf("character", { characters: [odile] });
  let now: ReferenceSheet = { pictures: [], outfits: [], takesLora: false };
  let isTaken = true;
  api.answer({
    [read]: () => now,
    "POST /api/characters/{characterId}/outfits": ({ body }: Call) => {
      if (isTaken)
        return failWith("conflict", "This character already has an outfit named Raincoat.");
      now = { ...now, outfits: [{ ...outfit, ...(body as object) }] };
      return now;
    },
    "POST /api/ai/generate-references": { jobIds: [testId("9")] },
    "GET /api/ai/image-status/{jobId}": anImageJob({
      jobId: testId("9"),
      type: "image",
      status: "processing",
      isWaiting: true,
    }),
  });
  await edit(odile.name);
  const section = within(await screen.findByRole("region", { name: "References" }));
  await section.findByRole("button", { name: "Draw 5 Missing Pictures" });
  await user.click(section.getByRole("button", { name: "Add an Outfit" }));
  await user.click(section.getByRole("button", { name: "Save Outfit" }));
  section.getByText("Please name the outfit");
  await user.type(section.getByRole("textbox", { name: "Outfit" }), "Raincoat");
  await user.click(section.getByRole("button", { name: "Save Outfit" }));
  await section.findByText("This character already has an outfit named Raincoat.");
  isTaken = false;
  await user.click(section.getByRole("button", { name: "Save Outfit" }));
  await user.click(await section.findByRole("button", { name: "Draw 6 Missing Pictures" }));
  await section.findByText("Drawing a picture…");
  await section.findByText(stalledText, {}, { timeout: 3_000 });
  expect(api.sent("POST /api/ai/generate-references")).toEqual([
    { kind: "character", entityId: odile._id },
  ]);
});

it("an outfit that was changed elsewhere is saved onto that version, or asks where both changed the same", async () => {
  const { api, user, edit } = await castOf("character", { characters: [odile] });
  const put = "PUT /api/characters/{characterId}/outfits/{outfitId}";
  let now = outfit;
  const asSheet = () => ({ pictures: [], outfits: [now], takesLora: false });
  const change = (changes: object) => {
    now = { ...now, ...changes, version: now.version + 1 };
    return asSheet();
  };
  api.answer({
    [read]: asSheet,
    [put]: ({ body }: Call) => {
      const { version, ...changes } = body as typeof outfit;
      if (version === now.version) return change(changes);
      return failWith("stale_version", "This outfit was changed.", { data: asSheet() });
    },
  });
  await edit(odile.name);
  const section = within(await screen.findByRole("region", { name: "References" }));
  const name = () => section.getByRole("textbox", { name: "Outfit" });
  const save = () => user.click(section.getByRole("button", { name: "Save Outfit" }));
  await user.click(await section.findByRole("button", { name: "Edit Raincoat" }));
  change({ description: "green" });
  await fill(user, name(), "Long coat");
  await save();
  await user.click(await section.findByRole("button", { name: "Edit Long coat" }));
  expect(now).toMatchObject({ name: "Long coat", description: "green" });
  change({ name: "Cape" });
  await fill(user, name(), "Old coat");
  await save();
  await section.findByText("Outfit was changed elsewhere in the meantime");
  await user.click(section.getByRole("button", { name: "Keep mine" }));
  await save();
  await section.findByRole("button", { name: "Edit Old coat" });
});

it("an outfit that is added after its form was closed leaves no draft", async () => {
  const { api, user, edit } = await castOf("character", { characters: [odile] });
  const answer = defer({ pictures: [], outfits: [outfit], takesLora: false });
  api.answer({
    [read]: { pictures: [], outfits: [], takesLora: false },
    "POST /api/characters/{characterId}/outfits": answer.answer,
  });
  await edit(odile.name);
  const section = within(await screen.findByRole("region", { name: "References" }));
  const press = (name: string) => user.click(section.getByRole("button", { name }));
  await user.click(await section.findByRole("button", { name: "Add an Outfit" }));
  await user.type(section.getByRole("textbox", { name: "Outfit" }), "Raincoat");
  await press("Save Outfit");
  await press("Not Now");
  await answer.release();
  await section.findByRole("button", { name: "Edit Raincoat" });
  await press("Add an Outfit");
  expect(section.getByRole("textbox", { name: "Outfit" })).toHaveProperty("value", "");
});

it("words for the next reference stay, and a label that is too long is told", async () => {
  const { api, user, edit } = await castOf("character", { characters: [odile] });
  const added = defer({ pictures: [], outfits: [], takesLora: false });
  api.answer({
    [read]: { pictures: [], outfits: [], takesLora: false },
    "POST /api/upload/image": { imageUrl: aPicture("2"), originalName: "a.png" },
    "POST /api/characters/{characterId}/references": added.answer,
  });
  await edit(odile.name);
  const section = within(await screen.findByRole("region", { name: "References" }));
  await user.click(await section.findByRole("button", { name: "Add a Reference" }));
  const label = section.getByRole("textbox", { name: /^In a few words/ });
  await fill(user, label, "from behind");
  const picker = section.getByLabelText("Upload a picture");
  await user.upload(picker, new File(["x"], "a.png", { type: "image/png" }));
  await fill(user, label, "x".repeat(81));
  section.getByText("A label must be at most 80 characters");
  await fill(user, label, "by night");
  await added.release();
  await waitFor(() =>
    expect(section.getByRole("button", { name: "Upload" })).toHaveProperty("disabled", false),
  );
  expect(label).toHaveProperty("value", "by night");
  expect(api.sent("POST /api/characters/{characterId}/references")).toMatchObject([
    { label: "from behind" },
  ]);
});

it("an outfit is added once, even if its author types on while it is being added", async () => {
  const { api, user, edit } = await castOf("character", { characters: [odile] });
  const outfits = "POST /api/characters/{characterId}/outfits";
  const answer = defer({ pictures: [], outfits: [outfit], takesLora: false });
  api.answer({
    [read]: { pictures: [], outfits: [], takesLora: false },
    [outfits]: answer.answer,
  });
  await edit(odile.name);
  const section = within(await screen.findByRole("region", { name: "References" }));
  await user.click(await section.findByRole("button", { name: "Add an Outfit" }));
  await user.type(section.getByRole("textbox", { name: "Outfit" }), "Raincoat");
  await user.click(section.getByRole("button", { name: "Save Outfit" }));
  await user.type(section.getByRole("textbox", { name: "Outfit" }), " and boots");
  await answer.release();
  await section.findByRole("button", { name: "Edit Raincoat" });
  expect(section.queryByRole("button", { name: "Save Outfit" })).toBeNull();
  expect(api.sent(outfits)).toMatchObject([{ name: "Raincoat" }]);
});

it("a LoRA is named where the engine takes one, and refused with a weight beyond its bounds", async () => {
  const { api, user, edit } = await castOf("character", { characters: [odile] });
  const saved = "PUT /api/characters/{characterId}";
  api.answer({
    [read]: { pictures: [], outfits: [], takesLora: true },
    [saved]: ({ body }: Call) => ({ ...odile, ...(body as object) }),
  });
  await edit(odile.name);
  const lora = await screen.findByRole("textbox", { name: /^LoRA/ });
  const save = screen.getByRole("button", { name: "Save Changes" });
  await user.type(lora, "odile_v2:3");
  await user.click(save);
  screen.getByText("Please write a name, and after a colon a weight from -2 to 2: mara_v2:0.8");
  await user.clear(lora);
  await user.type(lora, "odile_v2:0.8");
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Edit/ })).toBeNull());
  expect(api.sent(saved)).toEqual([{ lora: "odile_v2:0.8", version: odile.version }]);
});
