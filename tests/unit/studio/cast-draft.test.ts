import { expect, it, vi } from "vitest";
import {
  type CastChoice,
  loadCastDraft,
  partitionChoices,
  saveCastDraft,
  toCastIds,
} from "@/components/studio/cast-draft";
import type { Entity } from "@/lib/world/schema";

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
  expect(toCastIds(sorted)).toEqual({ characterIds: ["mara"] });
  expect(toCastIds(partitionChoices(story, []))).toEqual({});
});

it("keeps the choice of each story, and drops unreadable ones", () => {
  saveCastDraft("story", [mara, pier]);
  expect(loadCastDraft("story")).toEqual([mara, pier]);
  expect(loadCastDraft("another")).toEqual([]);
  for (const key of storage.keys()) storage.set(key, '[{"kind":"ghost"}]');
  expect(loadCastDraft("story")).toEqual([]);
  saveCastDraft("story", []);
  expect(storage.size).toBe(0);
});
