import { expect, it, vi } from "vitest";
import {
  type Choice,
  idsOfChoices,
  keepCast,
  keptCast,
  sortChoices,
} from "@/components/studio/chosen-cast";
import type { Entity } from "@/lib/world/schema";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

const mara: Choice = { kind: "character", _id: "mara", name: "Mara" };
const pier: Choice = { kind: "location", _id: "pier", name: "North Pier" };
const story = { characters: [mara as unknown as Entity], locations: [] };

it("tells who is still there from who is gone, and asks for those who are there", () => {
  const sorted = sortChoices(story, [pier, mara]);
  expect(sorted.gone).toEqual([pier]);
  expect(idsOfChoices(sorted)).toEqual({ characterIds: ["mara"] });
  expect(idsOfChoices(sortChoices(story, []))).toEqual({});
});

it("keeps what was chosen for each story, and nothing of what it cannot read", () => {
  keepCast("story", [mara, pier]);
  expect(keptCast("story")).toEqual([mara, pier]);
  expect(keptCast("another")).toEqual([]);
  for (const key of kept.keys()) kept.set(key, '[{"kind":"ghost"}]');
  expect(keptCast("story")).toEqual([]);
  keepCast("story", []);
  expect(kept.size).toBe(0);
});
