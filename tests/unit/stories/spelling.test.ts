import { describe, expect, it } from "vitest";
import { editDistance, nearestWord } from "@/lib/stories/search/spelling";

describe("the distance of two words", () => {
  it.each([
    ["kraken", "kraken", 0],
    ["krakn", "kraken", 1],
    ["krakeen", "kraken", 1],
    ["kroken", "kraken", 1],
    ["karken", "kraken", 1],
    ["akrkne", "kraken", 3],
    ["", "sea", 3],
    ["sea", "", 3],
    ["маик", "маяк", 1],
  ])("%j and %j: %i", (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe("the correction of a word", () => {
  it("is the nearest word, of two the more frequent", () => {
    expect(
      nearestWord("lamb", [
        ["lamp", 3],
        ["limb", 9],
        ["lambda", 99],
      ]),
    ).toBe("limb");
    expect(
      nearestWord("harbuors", [
        ["harbour", 50],
        ["harbours", 1],
      ]),
    ).toBe("harbours");
  });

  it("is never two edits from a short word, or three from a long one", () => {
    expect(nearestWord("lamb", [["limp", 5]])).toBeUndefined();
    expect(nearestWord("lighthoose", [["lighthouses", 5]])).toBe("lighthouses");
    expect(nearestWord("lighthoose", [["lightheaded", 5]])).toBeUndefined();
  });
});
