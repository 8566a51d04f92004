import { describe, expect, it } from "vitest";
import { facesFor, familyName } from "@/components/downloads/font-faces";

const face = (family: string, unicodeRange = "", weight = "400") => ({
  family,
  unicodeRange,
  weight,
});
const latin = face('"Comic Neue"', "U+0-FF, U+131, U+2000-206F");
const extended = face('"Comic Neue"', "U+100-130, U+132-151");
const bold = face('"Comic Neue"', "U+0-FF", "700");
const cyrillic = face("Neucha", "U+0301, U+400-45F, U+490-491");
const japanese = face("Kiwi", "U+30??, U+4E00-9FFF");
const sans = face("figtree", "", "300 900");
const faces = [latin, extended, bold, cyrillic, japanese, sans];
const families = '"Comic Neue", "Neucha", Kiwi, sans-serif';

const needed = (text: string, weight = 400, list = families) =>
  facesFor([{ text, families: list, weight }], faces);

describe("the font faces embedded in a picture", () => {
  it("are those of its characters and no others", () => {
    expect(needed("Quiet now.")).toEqual([latin]);
    expect(needed("Łódź")).toEqual([latin, extended]);
    expect(needed("Тише.")).toEqual([latin, cyrillic]);
    expect(needed("海へ")).toEqual([japanese]);
    expect(needed("")).toEqual([]);
  });

  it("have the nearest weight, ranges of weights included", () => {
    expect(needed("No!", 700)).toEqual([bold]);
    expect(needed("No!", 600)).toEqual([bold]);
    expect(needed("No!", 500)).toEqual([latin]);
    expect(needed("Ł", 700)).toEqual([extended]);
    expect(needed("No!", 800, "figtree")).toEqual([sans]);
  });

  it("come only from the lettering's families, in any quotes", () => {
    expect(needed("Quiet", 400, "'Creepster', COMIC NEUE")).toEqual([latin]);
    expect(needed("Quiet", 400, "Bangers, sans-serif")).toEqual([]);
    expect(familyName(` "It's Fine" `)).toBe("it's fine");
  });

  it("of a later family count where it declares no characters", () => {
    expect(needed("Quiet", 400, '"Comic Neue", figtree')).toEqual([latin, sans]);
  });
});
