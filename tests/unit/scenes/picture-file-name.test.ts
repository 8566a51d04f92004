import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pictureFileName, storySlug } from "@/lib/scenes/panels/picture-file-name";

describe("names of downloaded pictures", () => {
  it("are the product's prefix, the story's slug, the scene and the panel", () => {
    expect(pictureFileName(storySlug("The Long Tide"), 3, 2)).toBe(
      "inkwright-the-long-tide-scene-3-panel-2.jpg",
    );
  });

  it.each([
    ["  What's next?!  ", "whats-next"],
    ["Élan & Ångström: naïve façade", "elan-angstrom-naive-facade"],
    ["Straße nach Łódź, Ærø", "strasse-nach-lodz-aero"],
    ["İstanbul'da bir gün", "istanbulda-bir-gun"],
    ["Ночь и день", "noch-i-den"],
    ["Подъём в горы", "podyom-v-gory"],
    ["Η Οδύσσεια", "i-odysseia"],
    ["Chapter ２", "chapter-2"],
    ["夜の海", "story"],
    ["🐙🐙", "story"],
    ["../../etc/passwd", "etc-passwd"],
    ["con\u202egnp.exe", "con-gnp-exe"],
    ["", "story"],
    ["a".repeat(60), "a".repeat(30)],
    // Thirty characters end with the hyphen.
    ["abcdefghijklmnopqrstuvwxyzabc defg", "abcdefghijklmnopqrstuvwxyzabc"],
  ])("of '%s' have '%s'", (title, slug) => {
    expect(storySlug(title)).toBe(slug);
  });

  it("are ASCII for every title", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 80 }), (codes) => {
        expect(storySlug(String.fromCodePoint(...codes))).toMatch(
          /^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$/,
        );
      }),
    );
  });
});
