import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ReferenceSheet } from "@/lib/world/references/schema";
import { aCharacter, aPicture, testId } from "../support/builders";
import { type Call, failWith } from "../support/server";
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
  expect(api.sent("POST /api/ai/generate-references")).toEqual([
    { kind: "character", entityId: odile._id },
  ]);
});

it("a LoRA is named where the engine takes one, and refused with a weight beyond its bounds", async () => {
  const { api, user, edit } = await castOf("character", { characters: [odile] });
  const saved = "PUT /api/characters/{characterId}";
  api.answer({
    [read]: { pictures: [], outfits: [], takesLora: true },
    [saved]: ({ body }: Call) => ({ ...odile, ...(body as object) }),
  });
  await edit(odile.name);
  const section = within(await screen.findByRole("region", { name: "LoRA" }));
  const weight = section.getByRole("textbox", { name: "Weight" });
  await user.type(section.getByRole("textbox", { name: /Name of the LoRA/ }), "odile_v2");
  await user.clear(weight);
  await user.type(weight, "3");
  section.getByText("A number from -2 to 2");
  await user.clear(weight);
  await user.type(weight, "0,8");
  await user.click(section.getByRole("button", { name: "Save LoRA" }));
  await screen.findByText("Saved. It counts for the next picture.");
  expect(api.sent(saved)).toEqual([{ lora: { name: "odile_v2", weight: 0.8 } }]);
});
