import { expect, it, vi } from "vitest";
import {
  type CastChoice,
  castDrafts,
  partitionChoices,
  toCastIds,
} from "@/components/studio/prompt/cast-draft";
import type { Entity } from "@/lib/world/schema";
import { draftEntry } from "@/tests/support/draft-entry";

const storage = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
});

const mara: CastChoice = { kind: "character", _id: "mara", name: "Mara" };
const pier: CastChoice = { kind: "location", _id: "pier", name: "North Pier" };
const story = { characters: [mara as unknown as Entity], locations: [] };

it("separates existing from deleted entities, and sends the existing ones", () => {
  const sorted = partitionChoices(story, [pier, mara]);
  expect(sorted.deleted).toEqual([pier]);
  expect(toCastIds(sorted)).toEqual({ characterIds: ["mara"], locationIds: [] });
});

it("keeps the choice of each story, and drops unreadable ones", () => {
  castDrafts.set("story", [mara, pier]);
  expect(castDrafts.get("story")).toEqual([mara, pier]);
  expect(castDrafts.get("another")).toEqual([]);
  storage.set(...draftEntry("scene-cast", "story", [{ kind: "ghost" }]));
  expect(castDrafts.get("story")).toEqual([]);
  castDrafts.set("story", []);
  expect(storage.size).toBe(0);
});
