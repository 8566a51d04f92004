import { expect, it } from "vitest";
import { basisOf, type PictureFacts, staleFacts } from "@/lib/generation/picture/picture-facts";

const sheet = (id: string) => ({
  id,
  name: id,
  imagePrompt: `${id} in blue`,
  description: `${id} lives here`,
  primaryMediaId: `${id} portrait`,
  references: [],
});
const picture = (mediaId: string) => ({
  role: "outfit" as const,
  label: "",
  mediaId,
  outfitId: "raincoat",
});
const raincoat = { id: "raincoat", name: "raincoat", description: "a yellow oilskin" };
const mira = { ...sheet("mira"), outfit: raincoat, references: [picture("1"), picture("2")] };
const tom = { ...sheet("tom"), outfit: null, loraName: "tom_v2", loraWeight: 1 };
const facts: PictureFacts = {
  look: { artStyle: "ink", aspectRatio: "3:4", styleMediaId: "style", model: "seedream-4" },
  prompt: "Mira meets Tom",
  shot: "wide",
  contract: { people: [{ name: "Mira", action: "waves" }], place: "harbour" },
  characters: [mira, tom],
  location: sheet("harbour"),
};
const { look } = facts;
const withMira = (changes: object) => ({ characters: [{ ...mira, ...changes }, tom] });

it.each<[string, Partial<PictureFacts>, string[]]>([
  ["the prompt", { prompt: "Mira leaves" }, ["prompt"]],
  ["the shot", { shot: "close-up" }, ["prompt"]],
  ["the contract", { contract: { people: [], place: "harbour" } }, ["contract"]],
  ["no contract", { contract: null }, ["contract"]],
  ["the art style", { look: { ...look, artStyle: "noir" } }, ["style"]],
  ["the style picture", { look: { ...look, styleMediaId: null } }, ["style"]],
  ["the model", { look: { ...look, model: "google-nano-banana" } }, ["style"]],
  ["the format", { look: { ...look, aspectRatio: "square" } }, ["style"]],
  ["a look", withMira({ imagePrompt: "Mira in red" }), ["looks:mira"]],
  ["a description", withMira({ description: "has left" }), ["looks:mira"]],
  ["a portrait", withMira({ primaryMediaId: "other" }), ["portrait:looks:mira"]],
  ["a portrait that is gone", withMira({ primaryMediaId: null }), ["portrait:looks:mira"]],
  ["the usual clothes", withMira({ outfit: null }), ["outfit:mira"]],
  ["an outfit's words", withMira({ outfit: { ...raincoat, description: "red" } }), ["outfit:mira"]],
  ["an outfit's picture", withMira({ references: [picture("3")] }), ["outfit:mira"]],
  ["a LoRA", withMira({ loraName: "mira_v2", loraWeight: 1 }), ["lora:mira"]],
  ["no LoRA", { characters: [mira, { ...tom, loraName: "" }] }, ["lora:tom"]],
  ["a LoRA's weight", { characters: [mira, { ...tom, loraWeight: 0.5 }] }, ["lora:tom"]],
  [
    "the cast",
    { characters: [mira] },
    ["cast", "looks:tom", "portrait:looks:tom", "outfit:tom", "lora:tom"],
  ],
  ["the place", { location: sheet("moor") }, ["location:harbour", "portrait:location:harbour"]],
  ["no place", { location: null }, ["location:harbour", "portrait:location:harbour"]],
  [
    "another one",
    { characters: [mira, { ...tom, id: "jo" }] },
    ["looks:tom", "portrait:looks:tom", "outfit:tom", "lora:tom"],
  ],
])("%s changes its own facts alone", (_, changes, stale) => {
  expect(staleFacts(basisOf(facts), basisOf({ ...facts, ...changes }))).toEqual(stale);
});

it.each<[string, Partial<PictureFacts>]>([
  ["a name", withMira({ name: "Miranda" })],
  ["the order of pictures", withMira({ references: [picture("2"), picture("1")] })],
  [
    "the order of the contract's keys",
    { contract: { place: "harbour", people: [{ action: "waves", name: "Mira" }] } },
  ],
])("%s changes nothing", (_, changes) => {
  expect(basisOf({ ...facts, ...changes })).toEqual(basisOf(facts));
});

it("the first portrait of a character makes no picture stale", () => {
  const unseen = { ...facts, ...withMira({ primaryMediaId: null }) };
  expect(staleFacts(basisOf(unseen), basisOf(facts))).toEqual([]);
});

it("a merge and a remix rename the facts by their keys alone", () => {
  const renamed = {
    ...facts,
    characters: [{ ...mira, id: "jo" }, tom],
    location: { ...sheet("harbour"), id: "quay" },
  };
  const text = JSON.stringify(basisOf(facts));
  const expected = text.replaceAll(':mira"', ':jo"').replaceAll(':harbour"', ':quay"');
  expect(basisOf(renamed)).toEqual(JSON.parse(expected));
});

it("a place where there was none makes the picture stale", () => {
  expect(staleFacts(basisOf({ ...facts, location: null }), basisOf(facts))).toEqual(["location"]);
});
