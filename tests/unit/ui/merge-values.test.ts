import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  extractDraft,
  getDirtyFields,
  isStoredDraft,
  mergeDrafts,
  mergeValues,
} from "@/components/ui/forms/merge-values";

const base = { title: "Owl", description: "A bird", tags: ["a"] };

describe("the saved values change while an author types", () => {
  it("untouched fields follow, the others stay", () => {
    const typed = { ...base, title: "Brass owl" };
    const merged = mergeValues(typed, base, { ...base, description: "A brass bird" });
    expect(merged.values).toEqual({ ...base, title: "Brass owl", description: "A brass bird" });
    expect(merged.conflicts).toEqual([]);
    expect(getDirtyFields(merged.values, merged.base)).toEqual(["title"]);
  });

  it("a field changed on both sides stays as typed and is a conflict until it is decided", () => {
    const typed = { ...base, title: "Mine", tags: ["a", "b"] };
    const saved = { ...base, title: "Theirs" };
    const first = mergeValues(typed, base, saved);
    expect(first.values.title).toBe("Mine");
    expect(first.conflicts).toEqual(["title"]);
    // Another look changes nothing: the choice is still to be made.
    expect(mergeValues(first.values, first.base, saved)).toEqual(first);
    // Decided for mine: based on what is saved now.
    const decided = mergeValues(first.values, { ...first.base, title: "Theirs" }, saved);
    expect(decided.conflicts).toEqual([]);
    expect(decided.values.title).toBe("Mine");
  });

  it("the same change on both sides is no change", () => {
    const merged = mergeValues({ ...base, tags: ["b"] }, base, { ...base, tags: ["b"] });
    expect(merged.conflicts).toEqual([]);
    expect(getDirtyFields(merged.values, merged.base)).toEqual([]);
  });

  it("an invalid value is not restored to its field", () => {
    const odd = { title: 7, description: ["a"], tags: ["a", 3] };
    expect(mergeValues(odd, base, base).values).toEqual(base);
    const cover = { coverPanelId: null as string | null };
    expect(mergeValues({ coverPanelId: {} }, cover, cover).values).toEqual(cover);
    expect(mergeValues({ coverPanelId: "p" }, cover, cover).values).toEqual({ coverPanelId: "p" });
  });

  it("typed values are never lost, and untouched ones never stale", () => {
    const value = fc.constantFrom("one", "two", "three");
    const form = fc.record({ a: value, b: value });
    fc.assert(
      fc.property(form, form, form, (typed, from, saved) => {
        const { values, conflicts } = mergeValues(typed, from, saved);
        for (const name of ["a", "b"] as const) {
          if (typed[name] !== from[name]) expect(values[name]).toBe(typed[name]);
          else expect(values[name]).toBe(saved[name]);
          expect(conflicts.includes(name)).toBe(
            typed[name] !== from[name] && saved[name] !== from[name] && typed[name] !== saved[name],
          );
        }
      }),
    );
  });
});

describe("a stored draft", () => {
  it("contains the changed fields, with their base values", () => {
    expect(extractDraft(base, base)).toBeNull();
    expect(extractDraft({ ...base, title: "Brass owl" }, base)).toEqual({
      values: { title: "Brass owl" },
      base: { title: "Owl" },
    });
    // The order of fields and parts says nothing.
    expect(extractDraft({ tags: ["a"], description: "A bird", title: "Owl" }, base)).toBeNull();
  });

  it("is dropped where it has another shape", () => {
    expect(isStoredDraft({ values: { title: "Brass owl" }, base: { title: "Owl" } })).toBe(true);
    for (const broken of [null, [], "text", { title: "old shape" }, { values: [], base: {} }]) {
      expect(isStoredDraft(broken)).toBe(false);
    }
  });

  it("keeps another tab's values, except for fields edited in this one", () => {
    const stored = {
      values: { title: "Brass owl", description: "A bird that sings" },
      base: { title: "Owl", description: "A bird" },
    };
    const mine = { values: { tags: ["b"] }, base: { tags: ["a"] } };
    expect(mergeDrafts(mine, stored, new Set(["tags"]))).toEqual({
      values: { ...stored.values, tags: ["b"] },
      base: { ...stored.base, tags: ["a"] },
    });
    // Saved here, or typed back: only what the other tab has left.
    expect(mergeDrafts(null, stored, new Set(["title"]))).toEqual({
      values: { description: "A bird that sings" },
      base: { description: "A bird" },
    });
    expect(mergeDrafts(null, stored, new Set(["title", "description"]))).toBeNull();
    expect(mergeDrafts(null, null, new Set())).toBeNull();
  });
});
