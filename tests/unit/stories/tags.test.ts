import { describe, expect, it } from "vitest";
import { tagsSchema } from "@/lib/stories/schema";
import { addTags, isTagList } from "@/lib/stories/tags";

const ten = Array.from({ length: 10 }, (_, index) => `tag ${index}`);

describe("adding tags", () => {
  it("trims, and matches a tag in any case", () => {
    expect(addTags(["Noir"], "  robots ")).toEqual({
      tags: ["Noir", "robots"],
      rest: "",
      problem: null,
    });
    expect(addTags(["Noir"], "NOIR").tags).toEqual(["Noir"]);
    expect(addTags([], "rain, Rain,  rain").tags).toEqual(["rain"]);
    expect(addTags(["a"], "  ,, ;\n").tags).toEqual(["a"]);
  });

  it("splits a pasted list", () => {
    expect(addTags(["a"], "b, c;d\ne\r\nf\tg   h").tags).toEqual([
      "a",
      "b",
      "c",
      "d",
      "e",
      "f",
      "g h",
    ]);
  });

  it("splits at the commas of other scripts", () => {
    expect(addTags([], "نوير، روبوت").tags).toEqual(["نوير", "روبوت"]);
    expect(addTags([], "海、竜；嵐，夜").tags).toEqual(["海", "竜", "嵐", "夜"]);
    expect([isTagList("海、竜"), isTagList(" slow burn\n")]).toEqual([true, false]);
  });

  it("accepts ten at most and leaves the others in the field", () => {
    const added = addTags(ten.slice(0, 9), "ninth, tenth too many, and one more");
    expect(added.tags).toHaveLength(10);
    expect(added.rest).toBe("tenth too many, and one more");
    expect(added.problem).toBe("Maximum of 10 tags allowed");
    // One that is there already needs no place.
    expect(addTags(ten, "TAG 3")).toEqual({ tags: ten, rest: "", problem: null });
  });

  it("accepts fifty characters at most", () => {
    expect(addTags([], "x".repeat(50)).tags).toHaveLength(1);
    const added = addTags([], `${"x".repeat(51)}, short`);
    expect(added.tags).toEqual(["short"]);
    expect(added.rest).toBe("x".repeat(51));
    expect(added.problem).toBe("A tag must be at most 50 characters");
  });

  it("adds nothing that the server would refuse", () => {
    const { tags } = addTags(ten.slice(0, 3), `a,A , b;${"y".repeat(60)},${ten.join(",")},c,d,e,f`);
    expect(tagsSchema.parse(tags)).toEqual(tags);
  });
});
